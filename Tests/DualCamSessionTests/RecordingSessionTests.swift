import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: from the folder to the records, on a fake graph", .timeLimit(.minutes(10)))
struct RecordingSessionTests {
    @Test func `a whole session: events, ledger, journal`() async throws {
        let take = try Take()
        let outcome = await take.run { _ in take.session.stop(.interrupt) }
        #expect(outcome.exit == .finished)
        #expect(outcome.files.map(\.digest) == ["digest of take_back.mov", "digest of take_front.mov"])
        #expect(outcome.files.map(\.size) == [5, 6])
        #expect(await take.graph.changes == [.stop(at: nil)])
        #expect(await take.graph.isClosed)
        #expect(
            await take.eventNames
                == ["started", "recording", "stopping", "file-finished", "file-finished", "finished"])
        #expect(take.place.contents == ["take", "take/session.json", "take/take_back.mov", "take/take_front.mov"])
        let root = take.place.path
        let (digested, others) = (take.ledger.filter(isDigest), take.ledger.filter { !isDigest($0) })
        #expect(
            digested == [
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"digested","file":"take_back.mov","size":5,"digest":"digest of take_back.mov"}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"digested","file":"take_front.mov","size":6,"digest":"digest of take_front.mov"}"#,
            ])
        #expect(
            others == [
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":null,"kind":"started","dualcam":"0.1","folder":"\#(root)/take","outputs":["back","front"],"files":[{"output":"back","file":"take_back.mov"},{"output":"front","file":"take_front.mov"}]}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"recording","clock":"fake","wall-clock-offset":1795269902.25,"files":[{"output":"back","file":"take_back.mov","segment":0},{"output":"front","file":"take_front.mov","segment":0}]}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"stop-requested","reason":"interrupt"}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"stopping","at":2.0}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"file-finished","output":"back","segment":0,"path":"\#(root)/take/take_back.mov","frames":30,"start":1.0,"end":2.0}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"file-finished","output":"front","segment":0,"path":"\#(root)/take/take_front.mov","frames":30,"start":1.0,"end":2.0}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"finished","reason":"interrupt","exit-code":0}"#,
            ])
    }

    /// True for entries about digests, which arrive at any time.
    private func isDigest(_ line: String) -> Bool { line.contains(#""kind":"digested""#) }

    @Test func `session json of a finished session`() async throws {
        let take = try Take(SessionSettings(outputs: [back]))
        take.graph.tell(.dropped(branch: BranchID.encoder(OutputName("back")), output: back, count: 2, at: .seconds(1)))
        _ = await take.run { _ in take.session.stop(.terminate) }
        let text = try #require(take.place.text("take/session.json"))
        #expect(
            text.split(separator: "\n").prefix { !$0.contains("\"ledger\"") }.suffix(16).joined(separator: "\n") == """
                  "clock": "fake",
                  "start": {"time":"2026-11-21T14:05:03.250Z","running-time":1.0},
                  "end": {"time":"2026-11-21T14:05:04.250Z","running-time":2.0},
                  "reason": "terminate",
                  "exit-code": 0,
                  "digest-algorithm": "sha-256",
                  "parts": [{"start":{"time":"2026-11-21T14:05:03.250Z","running-time":1.0},"end":{"time":"2026-11-21T14:05:04.250Z","running-time":2.0}}],
                  "outputs": [{"output":"back","rate":"30/1","finished":true,"frames":30,"dropped":0,"missing":0,"unaccounted":0,"repeated":0,"shed":0,"files":[{"file":"take_back.mov","output":"back","segment":0,"part":0,"finished":true,"size":5,"duration":1.0,"frames":30,"start":1.0,"end":2.0,"digest":"digest of take_back.mov"}]}],
                  "losses": {"missing":0,"dropped":0,"unaccounted":0,"repeated":0,"shed":0},
                  "lost": {},
                  "dropped": {"back.encoder":2},
                  "repeated": {},
                  "shed": [],
                  "thinned": {},
                  "pauses": [],
                  "marks": [],
                """)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }

    @Test func `a duration is given to the graph, which cuts by itself`() async throws {
        let take = try Take(SessionSettings(outputs: [back], duration: .seconds(10)))
        let outcome = await take.run { clock in
            await clock.reach(.seconds(10))
            await take.graph.stop(at: .seconds(11))
        }
        #expect(outcome.reason == .duration)
        #expect(await take.graph.changes == [.stop(at: .seconds(11))])
    }

    @Test func `a stalled input is abandoned and every file finished`() async throws {
        var script = FakeGraph.Script()
        (script.stuck, script.abandoningHelps) = ([front], true)
        let take = try Take(script: script)
        let outcome = await take.run { clock in
            take.session.stop(.interrupt)
            await take.told("file-finished")
            await clock.reach(.milliseconds(250))
        }
        #expect(outcome.exit == .finished)
        #expect(outcome.files.map(\.summary?.frames) == [30, 20])
        #expect(await take.graph.changes == [.stop(at: nil), .abandonStalledInputs])
    }

    @Test func `an end of stream that never comes is a timeout, and the folder stays marked`() async throws {
        var script = FakeGraph.Script()
        script.stuck = [front]
        let take = try Take(script: script)
        let outcome = await take.run { clock in
            take.session.stop(.interrupt)
            await take.told("file-finished")
            await clock.reach(.milliseconds(250))
            await clock.reach(.seconds(5))
        }
        #expect(outcome.exit == .fault)
        #expect(outcome.failures.map(\.code) == [.finishTimeout])
        #expect(outcome.failures.map(\.output) == [front])
        #expect(outcome.files.map(\.isFinished) == [true, false])
        #expect(outcome.files.map(\.digest) == ["digest of take_back.mov", nil])
        #expect(take.place.contents.contains("take/UNFINISHED"))
        #expect(take.place.text("take/session.json")?.contains(#""state": "unfinished""#) == true)
    }

    @Test func `a second stop gives two seconds more and skips the digests`() async throws {
        var script = FakeGraph.Script()
        // The second stop lets one of the stuck files finish; nothing is finished before it.
        (script.stuck, script.abandoningHelps, script.stuckForGood) = ([back, front], true, [front])
        let take = try Take(script: script)
        let outcome = await take.run { clock in
            // The request to abandon may reach the graph before the stop, and is then sent again after it.
            take.session.stop(.interrupt)
            take.session.stop(.interrupt)
            await take.told("file-finished")
            await clock.reach(.seconds(2))
        }
        #expect(await take.graph.changes.contains(.abandonStalledInputs))
        #expect(outcome.files.map(\.isFinished) == [true, false])
        #expect(outcome.files.map(\.digest) == [nil, nil])
        #expect(try take.ledgerKinds.contains(.digestsSkipped))
    }

    @Test func `one output's failure leaves the other whole`() async throws {
        let take = try Take()
        let outcome = await take.run { _ in
            take.graph.tell(.failed(.encoder(of: front)))
            await take.told("failed")
            take.session.stop(.interrupt)
        }
        #expect(outcome.exit == .unavailable)
        #expect(outcome.files.map(\.isFinished) == [true, false])
        #expect(await take.graph.changes == [.dropOutput(front), .stop(at: nil)])
    }

    @Test func `a disk that fills up ends the session with every file whole`() async throws {
        let take = try Take(SessionSettings(outputs: [back], keepFree: 1_000_000_000, warnAt: [5_000_000_000]))
        let outcome = await take.run { clock in
            take.space.set(4_000_000_000)
            // Free space and machine are read once a second.
            await clock.reach(.seconds(1), count: 2)
            await clock.sleeper(until: .seconds(2), count: 2)
            take.space.set(500_000_000)
            clock.advance(to: .seconds(2))
        }
        #expect(outcome.exit == .diskFailed)
        #expect(outcome.files.map(\.isFinished) == [true])
        #expect(
            await take.eventNames.filter { $0 != "status" } == [
                "started", "recording", "warning", "failed", "stopping", "file-finished", "finished",
            ])
    }

    @Test func `segments go on in new files, each numbered`() async throws {
        var script = FakeGraph.Script()
        script.end = .seconds(12)
        let take = try Take(SessionSettings(outputs: [back], segment: .seconds(10)), script: script)
        let outcome = await take.run { clock in
            await clock.reach(.seconds(7))
            await clock.sleeper(until: .seconds(17))
            take.session.stop(.interrupt)
        }
        #expect(outcome.files.map(\.segment) == [0, 1])
        #expect(outcome.files.map(\.isFinished) == [true, true])
        let next = FileRequest(output: back, segment: 1, path: take.place.path + "/take/take_back_001.mov")
        #expect(await take.graph.changes == [.openSegment([next], at: .seconds(11)), .stop(at: nil)])
        #expect(
            await take.eventNames.filter { $0 != "status" } == [
                "started", "recording", "segment", "stopping", "file-finished", "file-finished", "finished",
            ])
    }

    @Test func `a segment asked for but never begun leaves no file`() async throws {
        let take = try Take(SessionSettings(outputs: [back], segment: .seconds(10)))
        let outcome = await take.run { clock in
            await clock.reach(.seconds(7))
            await clock.sleeper(until: .seconds(17))
            take.session.stop(.interrupt)
        }
        #expect(outcome.exit == .finished)
        #expect(outcome.files.map(\.segment) == [0])
        #expect(take.place.contents == ["take", "take/session.json", "take/take_back_000.mov"])
    }

    @Test func `a graph that does not start leaves nothing behind`() async throws {
        var script = FakeGraph.Script()
        script.startFailure = GraphFailure(
            .deviceBusy, message: "The camera is in use.", advice: "Close the other program.")
        let take = try Take(script: script)
        let outcome = await take.run { _ in }
        #expect(outcome.exit == .unavailable)
        #expect(outcome.folder == nil)
        #expect(take.place.contents == [])
    }

    @Test func `a recording that never begins ends after ten seconds and leaves nothing`() async throws {
        var script = FakeGraph.Script()
        script.begins = false
        let take = try Take(script: script)
        let outcome = await take.run(untilRecording: false) { clock in await clock.reach(.seconds(10)) }
        #expect(outcome.failures.map(\.code) == [.startTimeout])
        #expect(take.place.contents == [])
    }

    @Test func `a folder that cannot be made is told by events and opens no device`() async throws {
        let take = try Take(directory: "/proc/dualcam")
        let outcome = await take.session.run()
        #expect(outcome.exit == .outputNotCreated)
        #expect(await take.eventNames == ["failed", "finished"])
        #expect(await take.graph.isClosed == false)
    }

    @Test func `a digest that fails is said and fails nothing else`() async throws {
        let take = try Take(SessionSettings(outputs: [back]), digest: { _ in throw CancellationError() })
        let outcome = await take.run { _ in take.session.stop(.interrupt) }
        #expect(outcome.exit == .finished)
        #expect(outcome.files.map(\.digest) == [nil])
        #expect(try take.ledgerKinds.contains(.digestFailed))
    }

    @Test func `running twice is running once`() async throws {
        let take = try Take(SessionSettings(outputs: [back]))
        async let again = take.session.run()
        let outcome = await take.run { _ in take.session.stop(.interrupt) }
        #expect(await again == outcome)
    }
}
