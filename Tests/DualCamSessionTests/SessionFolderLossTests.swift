import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// A session whose folder is lost: its files are finished, and another worker continues.
@Suite struct SessionFolderLossTests {
    private func running() throws -> Bench {
        var settings = SessionSettings(outputs: [back, front])
        settings.isSupervised = true
        return try Bench.running(settings)
    }

    @Test(arguments: [FolderLoss(.deleted), FolderLoss(.unmounted), FolderLoss(.readOnly), FolderLoss(.refused)])
    func theSessionIsHandedOn(loss: FolderLoss) throws {
        var bench = try running()
        bench.feed(.folderLost(loss), at: .seconds(4))
        #expect(bench.deeds == ["stop now", "arm stall 4.25", "arm finish 9.0"])
        bench.feed(.folderLost(loss), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        bench.finish(front, at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(6))
        bench.feed(.inspected, at: .seconds(6))
        // Failures that follow from the loss of the folder are not reported.
        bench.feed(.ledgerFailed(FolderFailure(.write, path: "/r/take/ledger.jsonl", errorNumber: 30)), at: .seconds(6))
        bench.feed(.saved(FolderFailure(.write, path: "/r/take/.session.json", errorNumber: 30)), at: .seconds(6))
        let outcome = bench.state.outcome
        #expect(outcome.isHandedOn && outcome.reason == .folderLost)
        #expect(outcome.failures.map(\.code) == [.folderLost])
        #expect(outcome.exit == loss.exit)
        #expect(bench.events.map(\.name) == ["stopping", "file-finished", "file-finished", "finished"])
        #expect(!bench.deeds.contains { $0.hasPrefix("digest") })
    }

    /// A folder that was moved loses nothing.
    @Test func aFolderThatWasMovedIsNoFailure() throws {
        var bench = try running()
        bench.feed(.folderLost(FolderLoss(.moved, found: "/r/other")), at: .seconds(4))
        #expect(bench.state.outcome.failures == [])
        #expect(bench.state.outcome.isHandedOn)
    }

    /// Before anything is recorded, nothing can be continued, and the exit code is an error.
    @Test(arguments: [
        (FolderLoss(.moved, found: "/r/other"), ExitCode.outputNotCreated), (FolderLoss(.deleted), .diskFailed),
    ])
    func aRecordingThatHasNotBegunIsNotMade(loss: FolderLoss, exit: ExitCode) throws {
        var settings = SessionSettings(outputs: [back])
        settings.isSupervised = true
        let order = SessionOrder(
            settings: settings, description: .sample, directory: "/r", names: try .sample(settings))
        var bench = try Bench(order: order)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.folderLost(loss), at: .seconds(1))
        bench.feed(.graphClosed(nil), at: .seconds(2))
        bench.feed(.saved(nil), at: .seconds(2))
        #expect(bench.state.phase == .finished && !bench.state.outcome.isHandedOn)
        #expect(bench.state.outcome.exit == exit)
    }

    /// The session records, but its only camera was never connected, so there is no file to continue.
    @Test func aRecordingWithoutAFileIsNotMade() throws {
        var settings = SessionSettings(outputs: [back])
        settings.isSupervised = true
        settings.recording.missingCamera = .continue
        var order = SessionOrder(
            settings: settings, description: .sample, directory: "/r", names: try .sample(settings))
        order.absent = [InputName("back")]
        var bench = try Bench(order: order)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: Bench.wallStart, clock: "c")), at: .zero)
        bench.feed(.folderLost(FolderLoss(.moved, found: "/r/other")), at: .seconds(2))
        #expect(bench.state.outcome.exit == .outputNotCreated)
    }

    /// A session that continues a recording says so, lasts for the remaining time, and does not count down again.
    @Test func theNextSessionKnowsOfTheOneBefore() throws {
        var settings = SessionSettings(outputs: [back], duration: .seconds(20))
        settings.recording.delay = .seconds(9)
        var order = SessionOrder(
            settings: settings, description: .sample, directory: "/r", names: try .sample(settings))
        order.continuing = SessionOrder.Continuation(
            folder: "/r/old", reason: "deleted", began: Bench.wallStart - 7_000_000_000, paused: 1_000_000_000,
            isPaused: false)
        // The timecode continues from there.
        #expect(order.recorded(until: Bench.wallStart) == 6_000_000_000)
        var bench = try Bench(order: order)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: Bench.wallStart, clock: "c")), at: .zero)
        let started = try #require(bench.entries.first { $0.kind == .started })
        #expect(started["continues"]?.line == #"{"folder":"/r/old","reason":"deleted"}"#)
        #expect(bench.deeds.contains("stop at 15.0"))
        #expect(
            bench.manifests.last?.text(ledger: []).contains(#""continues": {"folder":"/r/old","reason":"deleted"}"#)
                == true)
    }

    @Test func whatWasPausedStaysPaused() throws {
        var order = SessionOrder(
            settings: SessionSettings(outputs: [back]), description: .sample, directory: "/r",
            names: try .sample(SessionSettings(outputs: [back])))
        order.continuing = SessionOrder.Continuation(
            folder: "/r/old", reason: "moved", began: 0, paused: 0, isPaused: true)
        var bench = try Bench(order: order)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        #expect(bench.deeds.first == "direct pause")
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: Bench.wallStart, clock: "c")), at: .zero)
        #expect(bench.state.take.isPaused)
    }
}
