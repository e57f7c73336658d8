@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Files that cannot be created at a boundary, while their outputs continue in the open files.
@Suite("Session: files that cannot be made")
struct UnmadeFileTests {
    /// Returns a session whose next files have been requested, for a boundary a minute after the start.
    private static func bench(_ whenFull: WhenFull = .stop, fallback: String? = nil) throws -> Bench {
        var settings = SessionSettings(outputs: [back, front], segment: .seconds(60))
        (settings.storage.whenFull, settings.recording.fallback) = (whenFull, fallback)
        var bench = try Bench.running(settings)
        bench.deeds = []
        bench.feed(.deadline(.segment), at: .seconds(59))
        #expect(bench.deeds.first == "open take_back_001.mov take_front_001.mov at 61.0")
        bench.deeds = []
        return bench
    }

    /// Returns the requests for the next files.
    private static func requests(_ bench: Bench) -> [FileRequest] { bench.state.files.all.suffix(2).map(\.request) }

    private static func answer(
        _ code: GraphFailure.Code, unmade: [FileRequest], of requests: [FileRequest]
    ) -> SessionInput {
        var failure = GraphFailure(
            code, branch: .files(unmade[0].output), output: unmade[0].output, message: "It cannot be made.",
            advice: "Make room.")
        failure.unmade = unmade
        return .applyFailed(.openSegment(requests, at: .seconds(61)), failure)
    }

    /// Previously, the outputs were dropped and lost half a second.
    @Test(arguments: [[0, 1], [1]])
    func `a full disk ends the session with every file whole`(refused: [Int]) throws {
        var bench = try Self.bench()
        let requests = Self.requests(bench)
        bench.feed(Self.answer(.diskFull, unmade: refused.map { requests[$0] }, of: requests), at: .seconds(59))
        #expect(bench.deeds.first == "stop now" && !bench.deeds.contains { $0.hasPrefix("drop") }, "\(bench.deeds)")
        #expect(bench.events.filter { $0.name == "failed" }.count == 1)
        #expect(bench.state.failures.all.map(\.output) == [nil])
        #expect(bench.state.life.reason == .diskFull)
        bench.feed(.graph(.stopping(at: .seconds(60))), at: .seconds(59))
        bench.finish(back, at: .seconds(60))
        #expect(!bench.deeds.contains("close 5.0"))
        bench.finish(front, at: .seconds(60))
        #expect(bench.deeds.contains("close 5.0"))
        bench.feed(.graphClosed(nil), at: .seconds(60))
        bench.feed(.inspected, at: .seconds(60))
        bench.digestAll(at: .seconds(60))
        // A file at the path of one that was not created belongs to another program and is not removed.
        let leftovers = requests.indices.filter { !refused.contains($0) }.map { requests[$0].path }
        #expect(bench.deeds.contains((["complete finished"] + leftovers).joined(separator: " ")), "\(bench.deeds)")
        bench.feed(.saved(nil), at: .seconds(60))
        #expect(bench.state.outcome.exit == .diskFailed)
        #expect(bench.state.outcome.shortfalls == [])
        #expect(bench.manifests.last?.finishedFiles == [[true], [true]])
        let history = SessionHistory(ledger: bench.entries, in: "/r/take")
        let unmade = refused.map { requests[$0].path }
        #expect(!history.files.contains { unmade.contains($0.path) }, "\(history.files)")
    }

    struct Going: Sendable {
        var code = GraphFailure.Code.diskFull
        var whenFull = WhenFull.stop
        var fallback: String?
        var deeds: [String] = []
    }

    /// `when-full` and `fallback` provide other remedies than the end. A name that exists or is too long says nothing
    /// about the disk.
    @Test(arguments: [
        Going(whenFull: .deleteOldest, deeds: ["delete oldest"]), Going(whenFull: .dropCombined),
        Going(fallback: "/other"), Going(code: .outputNotCreated), Going(code: .diskFailed),
    ])
    func `else the outputs go on in the files that they have until the next boundary`(going: Going) throws {
        var bench = try Self.bench(going.whenFull, fallback: going.fallback)
        let requests = Self.requests(bench)
        bench.feed(Self.answer(going.code, unmade: [requests[1]], of: requests), at: .seconds(59))
        #expect(bench.deeds == going.deeds)
        #expect(
            bench.messages == [
                "It cannot be made. For now front goes on in the file that it has, and nothing is lost. Make room."
            ])
        #expect(bench.state.phase == .running && bench.state.failures.isEmpty)
        #expect(bench.state.active == [back, front])
        bench.finish(back, at: .seconds(62))
        bench.deeds = []
        bench.feed(.deadline(.segment), at: .seconds(119))
        #expect(bench.deeds.first == "open take_back_002.mov take_front_002.mov at 121.0")
        let history = SessionHistory(ledger: bench.entries, in: "/r/take")
        #expect(!history.files.contains { $0.output == front && $0.segment == 1 })
    }

    /// The boundary is not reached, because the recording ends as requested.
    @Test func `a file that cannot be made at the end changes nothing`() throws {
        var bench = try Self.bench()
        let requests = Self.requests(bench)
        bench.feed(.stop(.interrupt), at: .seconds(59))
        bench.feed(Self.answer(.diskFull, unmade: requests, of: requests), at: .seconds(59))
        bench.finish(back, at: .seconds(60))
        bench.finish(front, at: .seconds(60))
        #expect(bench.deeds.contains("close 5.0"))
        #expect(bench.state.outcome.exit == .finished)
    }

    /// Each refusal deletes one session, but none while one is already being deleted.
    @Test func `older sessions make room for a file one by one`() {
        var storage = Storage()
        storage.whenFull = .deleteOldest
        var policy = StoragePolicy(storage, hasCombined: false)
        var answers = [policy.makeRoomForFile(), policy.makeRoomForFile()]
        policy.deleted(true)
        answers.append(policy.makeRoomForFile())
        #expect(answers == [true, false, true])
    }
}
