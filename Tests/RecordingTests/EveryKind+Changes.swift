import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

/// Recordings in which something changes: a camera is lost, an encoder fails, commands arrive, or a clip repeats.
extension EveryKind {
    /// A clip serves as the camera. It fails where its file is cut off, and can be opened again after a complete file
    /// has replaced it.
    @Test func aLostCameraIsReplacedAndReturns() async throws {
        let folder = try #require(TemporaryFolder())
        let (clip, spare) = (folder.path + "/camera.mp4", folder.path + "/spare.mp4")
        for path in [clip, spare] { try await Self.makeClip(path, seconds: 3) }
        let isCut = Lock(false)
        var recorder = Self.recorder(
            Self.pipeline(front: "file:\(clip)"), interruptions: [Self.end(behind: "input-returned", statuses: 3)])
        recorder.watch = { event in
            if event.tells(ofSeconds: 0.5), isCut.with({ cut in !cut }) {
                isCut.with { $0 = true }
                truncate(clip, 0)
            }
            if event.event == "input-lost" { rename(spare, clip) }
        }
        let recording = try await recorder.record()
        #expect(recording.code == 0, "\(recording.errors)")
        let session = try await ProvenSession(of: recording)
        #expect(session.texts("input", of: .inputLost) == ["front"])
        #expect(session.texts("input", of: .inputReturned) == ["front"])
        let counters = try await session.counters(of: "front", modulus: 45)
        #expect(counters.count == 2)
        try session.expectAccounted("front", counters, modulus: 45)
        #expect(try session.row("front").away > 0)
        try session.expectAccounted("back", try await session.counters(of: "back"))
        try await expectSlate(in: session.files(of: "combined").map(\.path))
    }

    /// Expects that the lower half shows the camera, then a slate without a counter, then the camera again.
    private func expectSlate(in paths: [String]) async throws {
        let lower = try #require(try await Judgement.of(paths, "--region", ProvenSession.halves[1]).first)
        let slate = try #require(lower.counters?.unreadable)
        let (first, last) = (try #require(slate.first), try #require(slate.last))
        #expect(lower.errors.isEmpty && slate == Array(first...last), "\(slate)")
        #expect(first > 0 && last < (lower.video?.frames ?? 0) - 1, "\(slate)")
    }

    /// Both processes are stopped for four seconds, in which nothing is recorded. The ledger has the reason for the
    /// missing frames, and audit, `session.json` and `sessions` count the same number.
    @Test func aTimeInWhichNothingRanIsAGapOfItsOwn() async throws {
        let freeze = Interruption.freeze(seconds: 4) { $0.tells(ofSeconds: 1) }
        let pipeline = Self.pipeline("recording: {segment: 2s}")
        let recording = try await Self.recorder(pipeline, "--duration", "8s", interruptions: [freeze]).record()
        #expect(recording.code == 0, "\(recording.errors)")
        let session = try await ProvenSession(of: recording)
        #expect(session.texts("reason", of: .gap) == ["frozen"])
        // Segment boundaries were due while the processes stood still; no frame may be in two files.
        for camera in ["back", "front"] {
            let all = try await session.counters(of: camera).flatMap { $0 }
            #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "\(all)")
        }
        let listed = try await Tool.run(Tool.dualcam, ["sessions", recording.folder.path, "--json"])
        let told = try JSONDecoder().decode([Manifest.Losses].self, from: listed.output)
        #expect(told.first == session.manifest.losses, "\(listed.text)")
    }

    /// After an encoder has failed, its output continues in another file, and the other outputs lose nothing.
    @Test func aFailedEncoderIsReplaced() async throws {
        let library = try await Recordings.FaultTests.library.value.path
        var recorder = Self.recorder(
            Self.pipeline("recording: {container: mkv}"),
            interruptions: [Self.end(behind: "output-restored", statuses: 3)])
        recorder.environment = [
            "LD_PRELOAD": library + "/faulty_encoder.so", "FAULT": "error@20",
            "FAULT_MARK": "\(library)/kind-\(UUID().uuidString)",
        ]
        let recording = try await recorder.record()
        let failure = try #require(recording.events.first { $0.event == "failed" }, "\(recording.errors)")
        #expect(failure.code == "encoder-failed")
        let harmed = try #require(failure.output)
        let session = try await ProvenSession(of: recording)
        for output in ["back", "front", "combined"] {
            #expect(session.files(of: output).count == (output == harmed ? 2 : 1), "\(output)")
            #expect((try session.row(output).away > 0) == (output == harmed), "\(output)")
        }
        for camera in ["back", "front"] {
            try session.expectAccounted(camera, try await session.counters(of: camera))
        }
    }

    /// The commands, sent one per status event.
    private static let commands = ["mark one", "layout side-by-side", "pause", "resume", "mark two", "stop"]

    /// A pause leaves out exactly its own frames, and marks become chapters.
    @Test func aRecordingIsPausedMarkedAndDirected() async throws {
        let journal = try #require(TemporaryFolder())
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        let environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_RUNTIME_DIR": journal.path, "DUALCAM_TMPDIR": journal.path]) { $1 }
        let directing = Task { try await Self.direct(ServeWatch(events, environment)) }
        var recorder = Self.recorder()
        recorder.journal = journal
        recorder.watch = { feed.yield($0) }
        let recording = try await recorder.record()
        feed.finish()
        let answers = try await directing.value
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.first("stopping")?.reason == "request")
        try #require(answers.count == Self.commands.count && answers.allSatisfy { $0.code == 0 }, "\(answers)")
        let times = try answers[1...3].map { try #require($0.at) }
        #expect(times == times.sorted(), "\(times)")
        let session = try await ProvenSession(of: recording)
        let kinds = session.entries(.marked, .paused, .resumed).map(\.kind)
        #expect(kinds == [.marked, .paused, .resumed, .marked])
        let cut = Int(((times[2] - times[1]) * Self.rate).rounded())
        for camera in ["back", "front"] {
            let all = try await session.counters(of: camera).flatMap { $0 }
            try session.expectAccounted(camera, [all], cut: cut)
            var titles: [String] = []
            for file in session.files(of: camera) {
                titles += try await Recordings.Pauses.chapters(file.path).map(\.title)
            }
            #expect(titles == ["one", "two"], "\(camera)")
        }
    }

    private static func direct(_ watch: ServeWatch) async throws -> [ClientAnswer] {
        var answers: [ClientAnswer] = []
        for command in commands {
            guard await watch.until({ $0.event == "status" }) else { break }
            answers.append(try await watch.direct(command))
        }
        return answers
    }

    /// A clip is recorded over several repetitions, and its ticks stay with its flashes.
    @Test func aClipIsRecordedRoundAfterRound() async throws {
        let folder = try #require(TemporaryFolder())
        let clip = folder.path + "/clip.mp4"
        try await Self.makeClip(clip, seconds: 3)
        let pipeline = """
            cameras: {back: {device: "file:\(clip)", size: 320x180, rate: 15}}
            microphone: "file:\(clip)"
            encoders: {default: {use: x264, preset: ultrafast}}
            """
        let recording = try await Self.recorder(pipeline, "--duration", "5s").record()
        #expect(recording.code == 0, "\(recording.errors)")
        let session = try await ProvenSession(of: recording)
        let counters = try await session.counters(of: "back", modulus: 45)
        try session.expectAccounted("back", counters, modulus: 45)
        let all = counters.flatMap { $0 }
        #expect(zip(all, all.dropFirst()).contains { $1 < $0 }, "\(all)")
        // If the first frame of a flash is lost, the flash appears later than it was.
        guard try session.row("back").missing == 0 else { return }
        let judged = try await Judgement.of(session.files(of: "back").map(\.path))
        let offsets = judged.flatMap(\.sync).compactMap(\.offset)
        #expect(offsets.count > 2 && offsets.allSatisfy { abs($0) <= 10 }, "\(offsets) ms")
    }
}
