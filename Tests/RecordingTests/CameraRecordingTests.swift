import DualCamTestKit
import Foundation
import Testing

/// Real recordings of two V4L2 cameras and an ALSA sound card in the emulated machine. The files are checked outside
/// it.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct CameraRecordingTests {
    /// The duration of a frame in seconds, at 15 frames per second.
    private static let frame = 1.0 / 15

    /// A boot that is shared with `CameraBusTests`, which need less of the machine and run first. It is the first of
    /// all machines, because a busy host would make it lose frames that it counts.
    static let shared = SharedMachine(
        ["--cameras", "2", "--loopback", "1", "--audio"], isPrompt: true, next: CameraRefusalTests.machine,
        parts: [CameraBusTests.part, .init(name: "recording", pipeline: pipeline, script: script)])
    private static let machine = shared.part("recording")

    private static let script = """
        tone="audiotestsrc freq=440 volume=0.5 ! audio/x-raw,format=S16LE,rate=16000,channels=1"
        gst-launch-1.0 -q $tone ! alsasink device=hw:Loopback,0 buffer-time=2000000 latency-time=100000 &
        record plain --duration 4s
        record named --duration 3s --set cameras.back.device=/dev/video1 --set cameras.back.format=uyvy \\
          --set cameras.front.device=platform:vivid-000 --set cameras.front.size=640x360 \\
          --set cameras.front.rate=5
        vm-mjpg /dev/video2 320 180 15
        record decoded --duration 3s --set cameras.back.device=/dev/video2 --set combined.rate=5
        record passed --duration 3s --set cameras.back.device=/dev/video2 --set combined.rate=5 \\
          --set encoders.back.use=passthrough
        """

    /// The pictures are small and the audio samples are integers. The emulation is tens of times slower than a real
    /// machine, and even slower with floating point.
    private static let pipeline = """
        cameras:
          back: { device: /dev/video0, size: 320x180, rate: 15 }
          front: { device: auto, size: 320x180, rate: 15 }
        microphone: { device: "alsa:hw:Loopback,1", rate: 16000, channels: 1 }
        combined: { layout: pip, main: back, inset: { camera: front }, size: 320x180, rate: 15 }
        encoders:
          default: { use: x264, preset: ultrafast, bitrate: 1Mbps }
          combined: { use: x264, preset: ultrafast, bitrate: 1Mbps }
          audio: { use: pcm }
        recording: { container: mov, segment: off }
        """

    @Test("two cameras and the sound card: three files, the same instants, every frame, the tone")
    func threeFiles() throws {
        let attempt = try Self.machine.get().attempt("plain")
        #expect(attempt.code == 0, "\(attempt.errors)")
        let files = try Self.machine.get().files("plain", picture: true)
        #expect(files.mapValues(\.video?.size) == ["back": "320x180", "front": "320x180", "combined": "320x180"])
        try expectCommonInterval(files, seconds: 4)
        for (name, file) in files {
            #expect(file.errors.isEmpty, "\(name)")
            try expectFrames(file, attempt, 60)
            let sound = try file.sound()
            #expect(sound.level > 0.2 && sound.level < 0.4, "\(name)")
            #expect(abs(sound.frequency - 440) < 22, "\(name)")
        }
    }

    @Test("cameras by path and by stable name, in formats and rates of their own")
    func named() throws {
        let attempt = try Self.machine.get().attempt("named")
        #expect(attempt.code == 0, "\(attempt.errors)")
        let files = try Self.machine.get().files("named")
        try expectCommonInterval(files, seconds: 3)
        #expect(files.mapValues(\.video?.size) == ["back": "320x180", "front": "640x360", "combined": "320x180"])
        for (name, frames) in ["back": 45, "front": 15, "combined": 45] {
            try expectFrames(try #require(files[name]), attempt, frames)
        }
    }

    @Test(
        "an MJPG camera is decoded once for its file and the combined picture, or passed through",
        arguments: [("decoded", "h264"), ("passed", "mjpeg")])
    func motionJPEG(_ name: String, _ codec: String) throws {
        let attempt = try Self.machine.get().attempt(name)
        #expect(attempt.code == 0, "\(attempt.errors)")
        let files = try Self.machine.get().files(name, picture: true)
        #expect(files["back"]?.video?.codec == codec)
        #expect(files["combined"]?.video?.codec == "h264")
        try expectCommonInterval(files, seconds: 3)
        for (name, file) in files {
            #expect(file.errors.isEmpty, "\(name)")
            try expectFrames(file, attempt, name == "combined" ? 15 : 45)
        }
    }

    /// Expects that the files' first pictures are at most about one frame apart, and their lengths at most about two
    /// frames from `seconds`. The last frame of a file may be missing or late. The emulated driver delivers frames up
    /// to 12 ms off their time.
    private func expectCommonInterval(_ files: [String: CameraFile], seconds: Double) throws {
        #expect(files.count == 3)
        let slowest = files.values.map { file in file.length / Double(max(1, file.video?.frames ?? 1)) }.max() ?? 0
        let apart = max(Self.frame, slowest) + Self.frame / 4
        let firsts = files.compactMap(\.value.video?.first)
        let first = try #require(firsts.min())
        #expect(firsts.allSatisfy { $0 - first <= apart }, "first pictures at \(firsts)")
        for (name, file) in files {
            #expect(abs(file.length - seconds) <= 2 * apart, "\(name): \(file.length) s of picture")
            let sound = try #require(file.audio, "\(name) has no sound")
            #expect(abs(sound.end - sound.first - seconds) <= 0.15, "\(name): \(sound)")
        }
    }

    /// Expects that the machine keeps up, so that only the driver loses frames. The driver skips frames if the guest's
    /// clock jumps, which happens if other programs took the CPU while the guest was idle. One frame more or less is
    /// allowed at the start and the end.
    private func expectFrames(_ file: CameraFile, _ attempt: CameraMachine.Attempt, _ wanted: Int) throws {
        let leapt = try dropped(attempt, file.output, by: file.output + ".source")
        #expect(leapt <= wanted / 10, "\(file.output): \(leapt) left out by the driver")
        #expect(try dropped(attempt, file.output) == leapt, "\(file.output)")
        let frames = try #require(file.video?.frames)
        #expect((-1...1 + leapt).contains(wanted - frames), "\(file.output): \(frames) recorded, \(leapt) left out")
    }

    /// Returns the number of frames that an output lacks; only those that `branch` dropped if it is given.
    private func dropped(_ attempt: CameraMachine.Attempt, _ output: String, by branch: String? = nil) throws -> Int {
        try attempt.events("dropped").filter { $0["output"] as? String == output }
            .filter { branch == nil || $0["branch"] as? String == branch }
            .reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
    }
}
