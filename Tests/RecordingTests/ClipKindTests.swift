import DualCamTestKit
import Foundation
import Testing

/// Unusual clips: streams that change their format, begin late or start within a frame, and clips with sound only.
@Suite(.serialized, .tags(.process)) struct ClipKindTests {
    private static func ffmpeg(_ arguments: [String]) async throws {
        let made = try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-y"] + arguments)
        #expect(made.code == 0, "\(made.errors)")
    }

    /// Encoder options for reordered frames (B frames). The first frame is then late unless an edit list corrects it.
    private static let reordered = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-g", "15"]

    private static let clips = Shared { () -> TemporaryFolder in
        let folder = try #require(TemporaryFolder())
        let path = { (name: String) in "\(folder.path)/\(name)" }
        let source = { (size: String, seconds: Int) in
            ["-f", "lavfi", "-i", "testsrc=size=\(size):rate=15:duration=\(seconds)"]
        }
        for (name, size, format) in [
            ("a", "320x240", "yuv420p"), ("size", "240x180", "yuv420p"), ("chroma", "320x240", "yuv444p"),
            ("depth", "320x240", "yuv420p10le"),
        ] {
            try await ffmpeg(source(size, 1) + reordered + ["-pix_fmt", format, path("\(name).ts")])
        }
        for name in ["size", "chroma", "depth"] {
            for ending in ["mkv", "mp4"] {
                let both = "concat:\(path("a.ts"))|\(path("\(name).ts"))"
                try await ffmpeg(["-i", both, "-c", "copy", path("\(name).\(ending)")])
            }
        }
        try await ffmpeg(source("320x240", 3) + reordered + ["-pix_fmt", "yuv420p", path("whole.mp4")])
        let whole = ["-i", path("whole.mp4"), "-c", "copy"]
        try await ffmpeg(["-ss", "1.3"] + whole + [path("cut.mp4")])
        try await ffmpeg(whole + ["-movflags", "frag_keyframe+empty_moov", path("fragments.mp4")])
        try await ffmpeg(["-itsoffset", "1"] + whole + [path("late.mp4")])
        try await ffmpeg(whole + ["-output_ts_offset", "5", path("late.mkv")])
        try await ffmpeg(whole + [path("whole.mkv")])
        for ending in ["wav", "flac", "mp3", "ogg", "opus", "aac", "aiff"] {
            try await ffmpeg(["-f", "lavfi", "-i", "sine=frequency=440:duration=1", path("tone.\(ending)")])
        }
        return folder
    }

    private static func record(_ camera: String, microphone: String = "none") async throws -> (Recording, String) {
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: \(camera)}
                microphone: \(microphone)
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: off, duration: 4s}
                """
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        let file = try recording.path("/session.json")
        let audit = try await Tool.run(Tool.dualcam, ["audit", String(file.dropLast("/session.json".count))])
        #expect(audit.code == 0, "\(audit.text)")
        return (recording, try String(contentsOfFile: file, encoding: .utf8))
    }

    /// Clips whose picture size or pixel format changes within the file. Previously, a scaler alone kept the picture's
    /// shape by changing the pixel aspect ratio, which ended the file; nothing handled a change of the pixel format.
    @Test(arguments: [
        ("size.mkv", "320x240"), ("size.mp4", "160x90"), ("chroma.mkv", "160x90"), ("chroma.mp4", "320x240"),
        ("depth.mkv", "320x240"), ("depth.mp4", "160x90"),
    ])
    func aStreamThatChangesIsRecordedWhole(clip: String, size: String) async throws {
        let path = "\(try await Self.clips.value.path)/\(clip)"
        let (recording, _) = try await Self.record("{device: \"file:\(path)\", size: \(size), rate: 15}")
        #expect(recording.first("input-lost") == nil, "\(recording.errors)")
        let judged = try await Judgement.of(try recording.path("_a.mov"))
        #expect(judged.video?.size == size && judged.errors.isEmpty)
    }

    /// Each repetition of a clip has all its frames. Previously, some were lost or added, or the clip delivered
    /// nothing.
    @Test(arguments: ["cut.mp4", "fragments.mp4", "late.mp4", "late.mkv", "whole.mkv"])
    func everyRoundIsWhole(clip: String) async throws {
        let path = "\(try await Self.clips.value.path)/\(clip)"
        let (recording, session) = try await Self.record("{device: \"file:\(path)\", size: 320x240, rate: 15}")
        #expect(recording.first("input-lost") == nil, "\(recording.errors)")
        #expect(!session.contains("does not hold every frame of its rate"), "\(recording.errors)")
    }

    @Test(arguments: ["wav", "flac", "mp3", "ogg", "opus", "aac", "aiff"])
    func soundAloneIsAMicrophone(ending: String) async throws {
        let path = "\(try await Self.clips.value.path)/tone.\(ending)"
        let (recording, _) = try await Self.record(
            "{device: test, size: 320x240, rate: 15}", microphone: "file:\(path)")
        // The last two seconds are in later repetitions of the clip and must not be silent.
        let heard = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "info", "-ss", "2", "-i", try recording.path("_a.mov"), "-af", "volumedetect", "-vn", "-f",
                "null", "-",
            ])
        let level = heard.errors.firstMatch(of: /mean_volume: (-?[0-9.]+) dB/).flatMap { Double($0.1) }
        #expect(try #require(level) > -30, "\(heard.errors)")
    }

    /// Clips that cannot be stored without encoding them again; `check` has to report that. Previously, their
    /// recordings had too many frames or were twice as long, and `check` found nothing.
    @Test(arguments: [
        ("cut.mp4", "has an edit list that hides frames at its begin"),
        ("fragments.mp4", "begins before its first frame"),
        ("whole.mkv", "has B frames in a container that does not say when they are decoded"),
    ])
    func checkTellsWhatCannotBePassedThrough(clip: String, reason: String) async throws {
        let path = "\(try await Self.clips.value.path)/\(clip)"
        let folder = try #require(TemporaryFolder())
        folder.write(
            """
            cameras: {a: {device: "file:\(path)", size: 320x240, rate: 15}}
            microphone: none
            encoders: {default: {use: passthrough}}
            """, to: "p.yaml")
        let check = try await Tool.run(Tool.dualcam, ["check", "\(folder.path)/p.yaml"])
        #expect(check.code == 65 && check.errors.contains("the clip of camera a \(reason)"), "\(check.errors)")
    }
}
