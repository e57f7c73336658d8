import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Exit code 0 means that every output has all its frames.
@Suite struct SessionShortfallTests {
    private static let diskFailed = SessionFailure(
        .diskFailed, exit: .diskFailed, output: front, message: "front.mov cannot be written on: no", advice: "Look.")

    fileprivate func end(_ bench: inout Bench, at now: Duration) {
        bench.feed(.graphClosed(nil), at: now)
        bench.digestAll(at: now)
        bench.feed(.inspected, at: now)
        bench.digestAll(at: now)
        bench.feed(.saved(nil), at: now)
    }

    @Test func anOutputThatHoldsNothingIsAFailure() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.interrupt), at: .seconds(4))
        bench.finish(back, at: .seconds(5))
        bench.finish(front, frames: 0, at: .seconds(5))
        end(&bench, at: .seconds(5))
        let outcome = bench.state.outcome
        #expect(outcome.exit == .fault)
        #expect(outcome.failures.map(\.message) == ["No frame of front was recorded."])
        #expect(outcome.shortfalls == ["front is not whole: it holds nothing. The ledger gives no reason."])
        #expect(bench.events.map(\.name).suffix(2) == ["failed", "finished"])
    }

    /// The next frame of a slow camera was not due yet, so the reason is known.
    @Test func aSlowCameraThatGaveNothingIsTold() throws {
        var order = SessionOrder(
            settings: SessionSettings(outputs: [back, front]), description: .sample, directory: "/r",
            names: try .sample(SessionSettings(outputs: [back, front])))
        order.rates = [back: FrameRate(1, 60), front: FrameRate(1, 60)]
        var bench = try Bench(order: order)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "c")), at: .zero)
        bench.feed(.stop(.terminate), at: .seconds(15))
        bench.finish(back, frames: 1, at: .seconds(15))
        bench.finish(front, frames: 0, at: .seconds(15))
        end(&bench, at: .seconds(15))
        #expect(
            bench.state.outcome.shortfalls == [
                "front is not whole: it holds nothing. Its pictures come every 60 s, and the end came before the next one."
            ])
    }

    /// A take that is stopped after a while without a frame reports that; one that is stopped at once does not.
    @Test(arguments: [(Int64(1), ExitCode.finished), (20, .outputNotCreated)])
    func aTakeWithoutAFrameIsTold(seconds: Int64, exit: ExitCode) throws {
        var bench = try Bench.running()
        bench.feed(.stop(.terminate), at: .seconds(2 + seconds))
        bench.feed(.graph(.stopping(at: .seconds(1 + seconds))), at: .seconds(2 + seconds))
        bench.finish(back, frames: 0, at: .seconds(2 + seconds))
        bench.finish(front, frames: 0, at: .seconds(2 + seconds))
        end(&bench, at: .seconds(2 + seconds))
        #expect(bench.state.outcome.exit == exit)
        #expect(
            bench.state.outcome.failures.map(\.message)
                == (seconds == 1 ? [] : ["Nothing was recorded: the end came before the first frame."]))
    }

    @Test func anOutputThatEndsBeforeTheOthersIsAFailure() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.interrupt), at: .seconds(6))
        bench.finish(front, at: .seconds(6))
        let path = try #require(bench.state.files.all.first { $0.output == back }?.path)
        bench.feed(
            .graph(
                .fileFinished(
                    FileSummary(
                        output: back, segment: 0, path: path, frames: 120, start: .seconds(1), end: .seconds(5)))),
            at: .seconds(6))
        end(&bench, at: .seconds(6))
        #expect(bench.state.outcome.exit == .fault)
        #expect(
            bench.state.outcome.shortfalls == [
                "front is not whole: it ends 3 s before the others. The ledger gives no reason."
            ])
    }

    /// A machine that was too slow at the end has reported which frames it dropped.
    @Test func anEndThatWasDroppedHasItsReason() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.interrupt), at: .seconds(6))
        bench.finish(front, at: .seconds(6))
        let path = try #require(bench.state.files.all.first { $0.output == back }?.path)
        bench.feed(
            .graph(.dropped(branch: BranchID.encoder(OutputName("front")), output: front, count: 90, at: .seconds(5))),
            at: .seconds(6))
        bench.feed(
            .graph(
                .fileFinished(
                    FileSummary(
                        output: back, segment: 0, path: path, frames: 120, start: .seconds(1), end: .seconds(5)))),
            at: .seconds(6))
        end(&bench, at: .seconds(6))
        #expect(
            bench.state.outcome.shortfalls == [
                "front is not whole: it ends 3 s before the others. 90 frames of it were dropped, as the ledger says."
            ])
    }

    /// The output was tried again, but too late for a new file.
    @Test func anOutputThatFailsAtTheEndIsNotHealedByAnAttempt() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back, front], duration: .seconds(5)))
        bench.feed(.graph(.failed(GraphFailure(.diskFailed, output: front, message: "no"))), at: .milliseconds(5_500))
        bench.feed(.reading(), at: .milliseconds(6_500))
        bench.feed(.applied(.restoreOutput(front)), at: .milliseconds(6_600))
        #expect(bench.deeds == ["drop front", "restore front"])
        #expect(bench.state.outcome.exit == .diskFailed)
        bench.finish(back, at: .seconds(8))
        end(&bench, at: .seconds(8))
        #expect(bench.state.outcome.exit == .diskFailed)
        #expect(bench.state.outcome.shortfalls == ["front is not whole: it was cut short. No."])
    }

    /// A lost camera is not a failure; its output has the frames that there were.
    @Test func whatALostCameraCostsIsNoFailure() throws {
        var bench = try Bench.running()
        bench.feed(.graph(.inputLost(InputName("front"), at: .seconds(2))), at: .seconds(3))
        bench.finish(front, frames: 0, at: .seconds(3))
        bench.feed(.stop(.interrupt), at: .seconds(9))
        bench.finish(back, at: .seconds(9))
        end(&bench, at: .seconds(9))
        #expect(bench.state.outcome.exit == .finished)
        #expect(bench.state.outcome.shortfalls == [])
    }

    @Test func aRecordingTooShortForAFrameLastsForThree() throws {
        let settings = SessionSettings(outputs: [back, front], duration: .milliseconds(10))
        var order = SessionOrder(
            settings: settings, description: .sample, directory: "/r", names: try .sample(settings))
        order.rates = [back: FrameRate(30, 1), front: FrameRate(10, 1)]
        var bench = try Bench(order: order)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "c")), at: .zero)
        #expect(bench.deeds.contains("stop at 1.3"))
        let warnings = bench.entries.filter { $0.kind == .warning }.compactMap { $0["message"]?.text }
        #expect(
            warnings == [
                "recording.duration (10 ms) is too short for a frame of every output: 300 ms are recorded."
            ])
    }
}

extension SessionShortfallTests {
    /// The output continues in a new file, but the frames that the disk lost are missing. With `recording.fallback`
    /// this was accepted.
    @Test(arguments: [(String?.none, ExitCode.diskFailed), ("/f", .finished)])
    func anOutputWithAHoleOfItsDiskIsWholeOnlyByItsFallback(fallback: String?, exit: ExitCode) throws {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.fallback = fallback
        var bench = try Bench.running(settings)
        bench.feed(.graph(.failed(GraphFailure(.diskFailed, output: front, message: "no"))), at: .seconds(3))
        bench.feed(.reading(), at: .seconds(4))
        bench.feed(.applied(.restoreOutput(front)), at: .seconds(4))
        bench.feed(.stop(.interrupt), at: .seconds(9))
        bench.finish(back, at: .seconds(9))
        bench.finish(front, segment: 1, at: .seconds(9))
        end(&bench, at: .seconds(9))
        #expect(bench.state.outcome.exit == exit)
        #expect(
            bench.state.outcome.shortfalls
                == (fallback == nil ? ["front is not whole: it goes on in another file behind a gap. No."] : []))
    }
}
