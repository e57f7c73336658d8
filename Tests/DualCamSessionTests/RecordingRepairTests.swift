@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: going on by itself, on a fake graph", .timeLimit(.minutes(10)))
struct RecordingRepairTests {
    @Test func `a camera that is lost comes back in a file of its own`() async throws {
        var script = FakeGraph.Script()
        script.absences = [InputName("front"): 1]
        (script.loss, script.end) = (.seconds(2), .seconds(9))
        let take = try Take(script: script)
        await take.graph.set(
            GraphStatistics(now: nil, outputs: [], inputs: [.init(name: InputName("front"), isLost: true, idle: nil)]))
        let outcome = await take.run { clock in
            let failure = GraphFailure(.deviceMissing, input: InputName("front"), message: "front went away.")
            take.graph.tell(.failed(failure))
            await take.told("input-lost")
            await clock.reach(.milliseconds(250))
            await take.told("warning")
            for quarter in 2...3 { await clock.reach(.milliseconds(250) * quarter) }
            await take.told("segment")
            take.session.stop(.interrupt)
        }
        #expect(outcome.exit == .finished)
        #expect(outcome.files.map(\.path.ending) == ["back.mov", "ront.mov", "_001.mov"])
        #expect(outcome.files.map(\.isFinished) == [true, true, true])
    }

    @Test func `a failed output goes on in the fallback folder`() async throws {
        let spare = try #require(TemporaryFolder())
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.fallback = spare.path + "/deep"
        var script = FakeGraph.Script()
        script.end = .seconds(20)
        let take = try Take(settings, script: script)
        let outcome = await take.run { clock in
            take.graph.tell(.failed(GraphFailure(.diskFailed, output: front, message: "EIO.")))
            await take.told("failed")
            for quarter in 1...5 { await clock.reach(.milliseconds(250) * quarter) }
            await take.told("output-restored")
            take.session.stop(.interrupt)
        }
        #expect(outcome.exit == .finished)
        #expect(outcome.files.last?.path == spare.path + "/deep/take/take_front_001.mov")
        #expect(outcome.files.last?.isFinished == true)
        #expect(
            take.place.text("take/session.json")?.contains("\"file\":\"\(spare.path)/deep/take/take_front_001.mov\"")
                == true)
    }

    @Test func `an older session makes room while recording`() async throws {
        var settings = SessionSettings(outputs: [back], keepFree: 1_000)
        settings.storage.whenFull = .deleteOldest
        let space = FakeSpace(100_000_000_000)
        let store = FakeSessionStore([DeletedSession(path: "/r/old", bytes: 5_000)], on: space)
        let take = try Take(settings, store: store, space: space)
        let outcome = await take.run { clock in
            take.space.set(500)
            await clock.reach(.seconds(1), count: 2)
            await take.told("session-deleted")
            take.session.stop(.interrupt)
        }
        #expect(outcome.exit == .finished)
        #expect(store.questions == ["\(take.place.path) \(take.place.path)/take"])
    }

    @Test func `sessions beyond the rule are deleted at the start`() async throws {
        var settings = SessionSettings(outputs: [back])
        settings.storage.retain = .age(.seconds(60))
        let space = FakeSpace(nil)
        let store = FakeSessionStore([DeletedSession(path: "/r/old", bytes: 5_000)], on: space)
        let take = try Take(settings, store: store, space: space)
        _ = await take.run { clock in
            await clock.reach(.seconds(1), count: 2)
            await take.told("session-deleted")
            take.session.stop(.interrupt)
        }
        #expect(store.questions == ["\(take.place.path) \(take.place.path)/take"])
        #expect(
            take.ledger.contains {
                $0.contains(#""kind":"session-deleted","session":"/r/old","bytes":5000,"reason":"retain""#)
            })
    }

    @Test func `a session that is gone on with keeps its ledger`() async throws {
        let take = try Take(SessionSettings(outputs: [back]))
        _ = await take.run { _ in take.session.stop(.handOver) }
        #expect(take.place.contents.contains("take/UNFINISHED"))
        var history = SessionHistory()
        history.parts = [.init(start: .seconds(1), end: .seconds(2), wallOffset: FakeGraph.wallClock)]
        var file = RecordedFile(FileRequest(output: back, segment: 0, path: take.place.path + "/take/take_back.mov"))
        file.summary = FileSummary(
            output: back, segment: 0, path: file.path, frames: 30, start: .seconds(1), end: .seconds(2))
        history.add(file)
        let again = try Take(
            SessionSettings(outputs: [back]), in: take.place,
            resuming: .init(folder: take.place.path + "/take", history: history))
        let outcome = await again.run { _ in again.session.stop(.interrupt) }
        #expect(outcome.files.map(\.segment) == [0, 1])
        #expect(outcome.files.map(\.digest) == ["digest of take_back.mov", "digest of take_back_001.mov"])
        #expect(try again.ledgerKinds.filter { $0 == .recording || $0 == .finished }.count == 3)
        #expect(again.place.contents == ["take", "take/session.json", "take/take_back.mov", "take/take_back_001.mov"])
    }
}

extension String {
    /// The last eight characters of a path.
    fileprivate var ending: String { String(suffix(8)) }
}
