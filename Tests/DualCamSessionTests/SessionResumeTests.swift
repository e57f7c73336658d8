import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: going on with what another worker began")
struct SessionResumeTests {
    /// The history of a worker that recorded two segments and was lost in the second.
    private static var history: SessionHistory {
        var history = SessionHistory()
        history.parts = [.init(start: .seconds(1), end: nil, wallOffset: Bench.wallStart - 100_000_000_000)]
        for segment in [0, 1] {
            let request = FileRequest(output: back, segment: segment, path: "/r/take/take_back_00\(segment).mov")
            var file = RecordedFile(request, boundary: segment == 0 ? nil : .seconds(61))
            if segment == 0 {
                file.summary = FileSummary(
                    output: back, segment: 0, path: request.path, frames: 1800, start: .seconds(1), end: .seconds(61))
            }
            history.add(file)
        }
        history.losses.dropped = [.init(branch: BranchID.encoder(OutputName("back")), output: back, count: 2)]
        history.losses.repeated = [.init(branch: .mixerInput(InputName("back")), output: .combined, count: 5)]
        history.absences = [
            .init(subject: .input(InputName("back")), part: 0, reason: "stalled", from: .seconds(9), to: .seconds(12))
        ]
        return history
    }

    @Test func `numbers, losses and parts go on`() throws {
        var bench = try Bench.running(
            SessionSettings(outputs: [back], segment: .seconds(60)), template: "{output}_{time}",
            resuming: Self.history)
        #expect(bench.state.files.all.map(\.part) == [0, 0, 1])
        #expect(bench.state.files.all.last?.path == "/r/take/back_140503_002.mov")
        bench.feed(
            .graph(.dropped(branch: BranchID.encoder(OutputName("back")), output: back, count: 1, at: .seconds(2))),
            at: .seconds(3))
        bench.feed(.deadline(.segment), at: .seconds(59))
        #expect(bench.deeds.first == "open back_140605_003.mov at 61.0")
        let manifest = bench.state.manifest(.recording)
        #expect(manifest["parts"]?.list?.map { $0["start"]?["running-time"]?.time } == [.seconds(1), .seconds(1)])
        #expect(manifest["start"]?["time"]?.text == WallTime.iso8601(Bench.wallStart - 99_000_000_000))
        #expect(manifest["dropped"]?.line == #"{"back.encoder":3}"#)
    }

    @Test func `what was away and what stood still go on, each in its part`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]), resuming: Self.history)
        let camera = InputName("back")
        bench.feed(.graph(.repeated(branch: .mixerInput(camera), count: 3, at: .seconds(2))), at: .seconds(3))
        bench.feed(.graph(.inputLost(camera, at: .seconds(3))), at: .seconds(4))
        let manifest = bench.state.manifest(.recording)
        #expect(manifest["repeated"]?.line == #"{"combined.input.back":8}"#)
        let stretches = manifest["lost"]?["back"]?.list ?? []
        #expect(stretches.map { $0["part"]?.count } == [0, 1])
        #expect(stretches.map { $0["start"]?["running-time"]?.time } == [.seconds(9), .seconds(3)])
    }

    @Test func `a file that the lost worker left is not waited for, and keeps the mark`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]), resuming: Self.history)
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.feed(.graph(.stopping(at: .seconds(4))), at: .seconds(5))
        bench.finish(back, segment: 2, at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(5))
        bench.feed(.inspected, at: .seconds(5))
        bench.digestAll(at: .seconds(5))
        #expect(bench.deeds.contains("complete unfinished"))
        #expect(bench.manifests.last?.finishedFiles.first == [true, false, true])
    }

    @Test func `the past's missing digests are computed, and the start is not told twice`() throws {
        var bench = try Bench(SessionSettings(outputs: [back]), resuming: Self.history)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        #expect(bench.deeds == ["digest take_back_000.mov", "start take_back_002.mov", "arm start 10.0"])
        #expect(bench.entries == [])
    }

    @Test func `a worker that cannot start leaves what there is, and the mark`() throws {
        var bench = try Bench(SessionSettings(outputs: [back]), resuming: Self.history)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.startFailed(GraphFailure(.deviceBusy, message: "Busy.")), at: .zero)
        bench.feed(.graphClosed(nil), at: .zero)
        bench.feed(.inspected, at: .zero)
        bench.digestAll(at: .zero)
        #expect(bench.deeds.contains("complete unfinished /r/take/take_back_002.mov"))
        #expect(bench.state.outcome.files.map(\.segment) == [0, 1])
    }

    @Test func `a worker that hands over finishes its files and keeps the mark`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.stop(.handOver), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(5))
        bench.feed(.inspected, at: .seconds(5))
        bench.digestAll(at: .seconds(5))
        #expect(bench.deeds.contains("complete recording"))
        #expect(bench.state.outcome.exit == .finished)
    }

    /// The disk was slow, and the worker was killed before its journal had the newest file, whose name is therefore in
    /// use.
    @Test func `a file that the ledger does not know yet is not written over, nor in the way`() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b_000.mov")])], files: ["b_000.mov", "b_001.mov"])
        let resumption = try SessionOrder.Resumption(reading: session.path)
        #expect(resumption.history.files.map(\.segment) == [0, 1])
        #expect(resumption.history.nextSegment == 2)
    }

    /// A worker was killed while it created its first files, before the ledger listed them.
    @Test func `first files that the ledger does not know are not in the way`() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started()], files: ["b_back.mov", "b_front.mov"])
        let resumption = try SessionOrder.Resumption(reading: session.path)
        #expect(resumption.history.files.isEmpty)
        #expect(resumption.history.nextSegment == 2)
    }

    @Test func `only a folder with its mark is gone on with`() throws {
        let place = try #require(TemporaryFolder())
        let failure = #expect(throws: FolderFailure.self) { try SessionFolder.reopen(place.path) }
        #expect(failure?.errorNumber == 2)
        place.write("pid 1 on desk since 2026-11-21T14:05:03.250Z\n", to: SessionFolder.mark)
        #expect(try SessionFolder.reopen(place.path).path == place.path)
        let mark = try #require(place.text(SessionFolder.mark))
        #expect(mark.hasPrefix("pid ") && mark.contains(" on ") && mark.contains(" since ") && !mark.contains("pid 1 "))
    }
}
