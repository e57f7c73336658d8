import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

/// Complete recordings of every main kind, checked by their files and their ledger. They do not depend on the machine's
/// speed: they need a tenth of a CPU, and lost frames are allowed if the ledger has them.
@Suite(.serialized, .tags(.process)) struct EveryKind {
    /// The frame rate of every camera.
    static let rate = 15.0

    /// Returns a pipeline with two small cameras, a microphone and a combined picture with both, one above the other.
    static func pipeline(front: String = "test:ball", _ more: String = "") -> String {
        """
        name: kind
        cameras:
          back: {device: test, size: 320x180, rate: 15}
          front: {device: "\(front)", size: 320x180, rate: 15}
        microphone: test
        combined: {layout: stacked, main: back, when: both, size: 320x360, rate: 15}
        encoders: {default: {use: x264, preset: ultrafast}}
        \(more)
        """
    }

    /// Returns a recorder with a long hang limit, so that a process that gets no CPU for seconds is not taken for hung.
    static func recorder(
        _ pipeline: String = pipeline(), _ arguments: String..., interruptions: [Interruption] = []
    ) -> Recorder {
        Recorder(
            pipeline: pipeline, arguments: arguments + ["--set", "supervision.hang=60s"], interruptions: interruptions)
    }

    /// Returns a Ctrl-C that is sent after an event, once so many status events have followed.
    static func end(behind event: String, statuses: Int) -> Interruption {
        let left = Lock(Int?.none)
        return Interruption(SIGINT) { next in
            left.with { left in
                if next.event == event { left = statuses }
                guard let rest = left, next.tells(ofSeconds: 0.5) else { return false }
                left = rest - 1
                return rest <= 1
            }
        }
    }

    /// Creates a clip that counts its frames, with flashes and ticks.
    static func makeClip(_ path: String, seconds: Int) async throws {
        let options = ["--size", "320x180", "--rate", "15", "--duration", "\(seconds)", path]
        let made = try await Tool.run(Tool.makeClip, options)
        #expect(made.code == 0, "\(made.errors)")
    }

    // MARK: Recordings

    @Test func threeFiles() async throws {
        let recording = try await Self.recorder(Self.pipeline(), "--duration", "2s").record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.events.last?.event == "finished" && recording.first("stopping")?.reason == "duration")
        let session = try await ProvenSession(of: recording)
        #expect(session.manifest.state == "finished")
        #expect(session.manifest.outputs.map(\.output) == ["back", "front", "combined"])
        // A camera that was lost has another file after its return.
        #expect(recording.paths(".mov").count == 3 + session.entries(.inputReturned).count)
        for camera in ["back", "front"] {
            try session.expectAccounted(camera, try await session.counters(of: camera))
        }
        try await session.expectBothCamerasInCombined()
        for file in session.manifest.outputs.flatMap(\.files) {
            let sum = try await Tool.run("/usr/bin/sha256sum", [session.folder + "/" + file.file]).text
            #expect(file.digest == String(sum.prefix(64)), "\(file.file)")
        }
    }

    @Test func segmentsFollowEachOther() async throws {
        let pipeline = Self.pipeline("recording: {segment: 1s}")
        let recording = try await Self.recorder(pipeline, "--duration", "3s").record()
        #expect(recording.code == 0, "\(recording.errors)")
        let session = try await ProvenSession(of: recording)
        let numbers = recording.events.filter { $0.event == "segment" }.compactMap(\.segment)
        #expect(!numbers.isEmpty && numbers == Array(1...numbers.count))
        for output in ["back", "front", "combined"] {
            let names = session.files(of: output).map(\.path)
            #expect(names.count > 1)
            #expect(names.indices.allSatisfy { names[$0].hasSuffix("_\(output)_00\($0).mov") }, "\(names)")
        }
        for camera in ["back", "front"] {
            let all = try await session.counters(of: camera).flatMap { $0 }
            try session.expectAccounted(camera, [all])
        }
        try await session.expectBothCamerasInCombined()
    }

    @Test(arguments: [(SIGINT, "interrupt"), (SIGTERM, "terminate")])
    func aSignalFinishesTheFiles(signal: Int32, reason: String) async throws {
        let interruption = Interruption(signal) { $0.tells(ofSeconds: 1) }
        let recording = try await Self.recorder(interruptions: [interruption]).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.first("stopping")?.reason == reason)
        let session = try await ProvenSession(of: recording)
        for camera in ["back", "front"] {
            try session.expectAccounted(camera, try await session.counters(of: camera))
        }
    }

    /// Another worker continues the session of a killed one, and the ledger has the gap.
    @Test func aKilledWorkerIsFollowed() async throws {
        let kill = Interruption(SIGKILL, to: .worker) { $0.tells(ofSeconds: 1) }
        let recording = try await Self.recorder(interruptions: [kill, Self.end(behind: "gap", statuses: 2)]).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.first("worker-lost")?.reason == "signal 9 (SIGKILL)")
        #expect(Set(recording.events.filter { $0.event == "worker-started" }.compactMap(\.pid)).count == 2)
        #expect(recording.paths("session.json").count == 1)
        let session = try await ProvenSession(of: recording)
        #expect(session.entries(.workerLost, .gap).map(\.kind) == [.workerLost, .gap])
        for camera in ["back", "front"] {
            let counters = try await session.counters(of: camera)
            #expect(counters.count == 2)
            try session.expectAccounted(camera, counters)
        }
        try await session.expectBothCamerasInCombined()
    }

    /// All processes are killed; `recover` finishes the files from what is on the disk.
    @Test func aKilledRecordingIsRecovered() async throws {
        let kill = Interruption(SIGKILL, to: .tree) { $0.tells(ofSeconds: 3) }
        let recording = try await Self.recorder(interruptions: [kill]).record()
        #expect(recording.code == -SIGKILL && recording.holds("UNFINISHED"))
        let recovered = try await Tool.run(Tool.dualcam, ["recover", recording.folder.path])
        #expect(recovered.code == 0, "\(recovered.text)\(recovered.errors)")
        let session = try await ProvenSession(of: recording)
        #expect(session.manifest.state == "recovered" && session.entries(.recovered).count == 1)
        for camera in ["back", "front"] {
            try session.expectAccounted(camera, try await session.counters(of: camera))
        }
        try await session.expectBothCamerasInCombined()
    }

    /// The last megabytes of the disk are reserved for finishing the files.
    @Test(.enabled("mounting needs root") { try await SmallDisk.isPossible() })
    func aFullDiskEndsTheRecording() async throws {
        let pipeline = """
            cameras:
              back: {device: "test:snow", size: 320x180, rate: 15}
              front: {device: "test:ball", size: 320x180, rate: 15}
            microphone: test
            encoders: {back: {use: jpeg}, front: {use: x264, preset: ultrafast, bitrate: 500kbps}}
            recording: {max-loss: off}
            storage: {keep-free: 8MB}
            """
        try await SmallDisk.with(megabytes: 18) { disk in
            var recorder = Self.recorder(pipeline)
            recorder.directory = disk.path
            let recording = try await recorder.record()
            #expect(recording.code == 74, "\(recording.errors)")
            #expect(recording.first("stopping")?.reason == "disk-full")
            let list = try #require(disk.contents.first { $0.hasSuffix("/session.json") })
            let session = try await ProvenSession("\(disk.path)/\(list.dropLast("/session.json".count))")
            for camera in ["back", "front"] {
                try session.expectAccounted(camera, try await session.counters(of: camera))
            }
        }
    }

    /// A pipeline that cannot be recorded is refused with its exit code and leaves no files.
    @Test(
        arguments: [
            ("cameras: {a: {device: test}}\nmikrophone: none", 65),
            ("cameras: {a: {device: \"file:/nowhere/clip.mp4\"}}\nmicrophone: none", 69),
        ] as [(String, Int32)])
    func whatCannotBeRecordedIsRefused(pipeline: String, code: Int32) async throws {
        let recording = try await Self.recorder(pipeline, "--duration", "1s").record()
        #expect(recording.code == code, "\(recording.errors)")
        #expect(recording.events.map(\.event) == ["failed", "finished"])
        #expect(recording.contents == [])
    }
}
