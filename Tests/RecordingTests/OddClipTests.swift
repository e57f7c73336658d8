import DualCamTestKit
import Foundation
import Testing

/// Clips as users have them: what can be played is played, and the rest is reported.
@Suite(.serialized, .tags(.process)) struct OddClipTests {
    private static func ffmpeg(_ arguments: String...) async throws {
        let made = try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-y"] + arguments)
        #expect(made.code == 0, "\(made.errors)")
    }

    /// The clips: one of four seconds whose size changes from 640x360 to 320x240, complete clips, and parts that are
    /// cut from them.
    private static let clips = Shared { () -> TemporaryFolder in
        let folder = try #require(TemporaryFolder())
        let path = { (name: String) in "\(folder.path)/\(name)" }
        for (name, size, length) in [("a.ts", "640x360", "2"), ("b.ts", "320x240", "2")] {
            try await ffmpeg(
                "-f", "lavfi", "-i", "testsrc=size=\(size):rate=30:duration=\(length)", "-c:v", "libx264", "-preset",
                "ultrafast", "-pix_fmt", "yuv420p", path(name))
        }
        for ending in ["mkv", "mp4"] {
            try await ffmpeg("-i", "concat:\(path("a.ts"))|\(path("b.ts"))", "-c", "copy", path("size.\(ending)"))
        }
        try await ffmpeg(
            "-f", "lavfi", "-i", "testsrc=size=640x360:rate=30:duration=6", "-f", "lavfi", "-i", "sine=duration=6",
            "-c:v",
            "libx264", "-preset", "ultrafast", "-g", "15", "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags",
            "+faststart",
            path("whole.mp4"))
        try await ffmpeg("-i", path("whole.mp4"), "-c", "copy", path("whole.mkv"))
        // A cut between two frames, which leaves an edit list.
        try await ffmpeg("-ss", "1.37", "-i", path("whole.mp4"), "-t", "2.2", "-c", "copy", path("edited.mp4"))
        // A screen recording in which nothing moves for two seconds.
        try await ffmpeg(
            "-i", path("whole.mp4"), "-vf", "select='not(between(n,30,89))'", "-fps_mode", "vfr", "-c:v", "libx264",
            "-preset", "ultrafast", "-an", path("still.mp4"))
        for ending in ["mp4", "mkv"] {
            let bytes = try Data(contentsOf: URL(filePath: path("whole.\(ending)")))
            try bytes.prefix(bytes.count * 55 / 100).write(to: URL(filePath: path("cut.\(ending)")))
        }
        folder.write("", to: "empty.mp4")
        return folder
    }

    private static func record(_ clip: String, sound: Bool = false) async throws -> (Recording, audit: String) {
        let path = "\(try await clips.value.path)/\(clip)"
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: {device: "file:\(path)", size: 640x360, rate: 30}}
                microphone: \(sound ? "file:\(path)" : "none")
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: off, duration: 7s}
                """
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        let file = try recording.path("/session.json")
        let audit = try await Tool.run(Tool.dualcam, ["audit", String(file.dropLast("/session.json".count))])
        #expect(audit.code == 0, "\(audit.text)")
        return (recording, audit.text)
    }

    /// Codecs whose decoders report little about their pictures. Previously, a clip with one of them stopped the whole
    /// combined picture.
    @Test(arguments: [
        ("vp8.webm", ["-c:v", "libvpx"]),
        ("alpha.webm", ["-pix_fmt", "yuva420p", "-c:v", "libvpx", "-auto-alt-ref", "0"]),
        ("mpeg2.mkv", ["-c:v", "mpeg2video"]), ("range.mkv", ["-c:v", "ffv1", "-color_range", "tv"]),
        ("ten.mp4", ["-pix_fmt", "yuv420p10le", "-c:v", "libx264", "-preset", "ultrafast"]),
    ])
    func aClipBesideATestCameraIsCombined(clip: String, codec: [String]) async throws {
        let path = "\(try await Self.clips.value.path)/\(clip)"
        let source = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=15:duration=1"]
        #expect(try await Tool.run("/usr/bin/ffmpeg", source + codec + [path]).code == 0)
        let recording = try await Recorder(
            pipeline: """
                cameras:
                  a: {device: "file:\(path)", size: 320x240, rate: 15}
                  b: {device: test, size: 320x240, rate: 15}
                microphone: none
                combined: {layout: pip, size: 320x240, rate: 15}
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: off, duration: 3s}
                """
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        let judged = try await Judgement.of(try recording.path("_combined.mov"))
        #expect(judged.video?.size == "320x240" && judged.errors.isEmpty)
    }

    /// Formats that ffmpeg can read but no GStreamer element can.
    @Test(arguments: ["w64", "caf"]) func aKindOfSoundThatNothingOpensIsFoundBefore(ending: String) async throws {
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/sound.\(ending)"
        try await Self.ffmpeg("-f", "lavfi", "-i", "sine=duration=1", path)
        let told =
            "the clip \(path) cannot be played: GStreamer has nothing that opens this kind of file. Make one that it opens "
            + "with 'ffmpeg -i CLIP NEW.flac'."
        folder.write("cameras: {a: test}\nmicrophone: \"file:\(path)\"\n", to: "p.yaml")
        for command in [["check"], ["plan"], ["run", "--duration", "1s"]] {
            let ended = try await Tool.run(Tool.dualcam, [command[0], folder.path + "/p.yaml"] + command.dropFirst())
            #expect(ended.code == 69 && ended.errors.contains(told), "\(ended.errors)")
        }
    }

    /// A clip whose sound is shorter than its picture. Previously, the recording waited for the sound, took the
    /// microphone as lost, and continued its sound out of sync.
    @Test func soundThatIsShorterThanItsPictureRestsAndReturnsWithIt() async throws {
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/short.mkv"
        try await Self.ffmpeg(
            "-f", "lavfi", "-i", "testsrc=size=320x240:rate=15:duration=6", "-f", "lavfi", "-i", "sine=duration=1",
            "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac", path)
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: {device: "file:\(path)", size: 320x240, rate: 15}}
                microphone: "file:\(path)"
                encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
                recording: {segment: off, duration: 8s}
                """
        ).record()
        #expect(recording.code == 0 && recording.first("input-lost") == nil, "\(recording.errors)")
        let listened = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-nostdin", "-i", try recording.path("_a.mov"), "-af", "silencedetect=noise=-60dB:d=1", "-f", "null",
                "-",
            ])
        let edges = listened.errors.matches(of: /silence_(?:start|end): ([0-9.]+)/).compactMap { Double($0.1) }
        // The silence lasts from the end of the sound to the next repetition of the clip, which has another second of
        // sound.
        let lengths = zip(edges.dropFirst(), edges).map { $0 - $1 }
        #expect(edges.count >= 3 && zip(lengths, [5, 1]).allSatisfy { abs($0 - $1) < 0.05 }, "\(edges)")
    }

    /// GStreamer 1.22 gives all pictures of a GIF the same time, so all but the first would be dropped; 1.26 plays the
    /// file.
    @Test func aClipWhosePicturesHaveNoTimesIsFoundBefore() async throws {
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/x.gif"
        try await Self.ffmpeg("-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=1", path)
        folder.write("cameras: {a: {device: \"file:\(path)\"}}\nmicrophone: none\n", to: "p.yaml")
        let checked = try await Tool.run(Tool.dualcam, ["check", folder.path + "/p.yaml"])
        let version = try await Tool.run("/usr/bin/gst-inspect-1.0", ["--version"]).text
        guard let minor = version.firstMatch(of: /GStreamer 1\.([0-9]+)/).flatMap({ Int($0.1) }), minor >= 26 else {
            #expect(checked.code == 69 && checked.errors.contains("does not say when its pictures are due"))
            return
        }
        #expect(checked.code == 0, "\(checked.errors)")
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: {device: "file:\(path)", size: 320x240, rate: 10}}
                microphone: none
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: off, duration: 3s}
                """
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        let freezes = try await Tool.run(
            "/usr/bin/ffmpeg",
            ["-i", try recording.path("_a.mov"), "-vf", "freezedetect=n=0.002:d=0.5", "-f", "null", "-"])
        #expect(freezes.code == 0 && !freezes.errors.contains("freeze_start"), "\(freezes.errors)")
    }

    /// The text of `session.json`, which has the session's warnings.
    private static func session(_ recording: Recording) throws -> String {
        try String(contentsOfFile: try recording.path("/session.json"), encoding: .utf8)
    }

    /// A clip whose size changes is scaled. Previously, the camera was lost at each change, for a second each time.
    @Test(arguments: ["size.mkv", "size.mp4"]) func aSizeThatChangesIsScaled(clip: String) async throws {
        let (recording, _) = try await Self.record(clip)
        #expect(recording.first("input-lost") == nil, "\(recording.errors)")
        #expect(try Self.session(recording).contains("changes its size to 320x240; it is scaled"))
        let judged = try await Judgement.of(try recording.path("_a.mov"))
        #expect(judged.video?.size == "640x360" && judged.errors.isEmpty)
    }

    /// A clip that is cut off is as long as its remaining part. Previously, half of its frames were missing, and the
    /// camera was lost at the cut.
    @Test(arguments: ["cut.mp4", "cut.mkv"]) func aClipThatBreaksOffIsAsLongAsWhatIsThere(clip: String) async throws {
        let (recording, _) = try await Self.record(clip, sound: true)
        #expect(recording.first("input-lost") == nil, "\(recording.errors)")
        let session = try Self.session(recording)
        #expect(session.contains("\(clip) breaks off: "))
        #expect(session.contains(" of its 180 frames are there, and those are played over and over."))
        #expect(recording.first("warning") != nil)
    }

    @Test func checkTellsThatAClipBreaksOff() async throws {
        let clips = try await Self.clips.value
        let folder = try #require(TemporaryFolder())
        folder.write(
            """
            cameras:
              a: {device: "file:\(clips.path)/cut.mp4", size: 640x360}
            microphone: file:\(clips.path)/cut.mp4
            """, to: "p.yaml")
        let check = try await Tool.run(Tool.dualcam, ["check", "\(folder.path)/p.yaml"])
        #expect(check.code == 0)
        #expect(check.errors.components(separatedBy: "cut.mp4 breaks off: ").count == 2, "\(check.errors)")
    }

    /// A clip in which nothing moves for a while must not be taken for a stalled camera. Previously, the camera was
    /// lost with what followed.
    @Test func aClipWithAStillStretchIsNoCameraThatIsLost() async throws {
        let (recording, _) = try await Self.record("still.mp4")
        #expect(recording.first("input-lost") == nil, "\(recording.errors)")
        #expect(try Self.session(recording).contains("does not hold every frame of its rate"))
    }

    /// The container only has the mean frame rate. Previously, each missing frame was filled with a picture, and the
    /// camera was lost.
    @Test func aStillStretchIsMissingWhereOnlyTheMeanRateIsTold() async throws {
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/mean.mp4"
        try await Self.ffmpeg(
            "-f", "lavfi", "-i", "testsrc=size=320x240:rate=15:duration=4", "-vf", "select='not(between(n,10,30))'",
            "-fps_mode", "vfr", "-c:v", "mjpeg", path)
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: {device: "file:\(path)", size: 320x240, rate: 15, expect: [frozen]}}
                microphone: none
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: off, duration: 8s}
                """
        ).record()
        #expect(recording.code == 0 && recording.first("input-lost") == nil, "\(recording.errors)")
        #expect(recording.errors.contains("42 frames missing that its clip does not hold"), "\(recording.errors)")
    }

    /// A clip that was cut between two frames keeps its frame rate. Previously, each repetition began a few
    /// milliseconds late, and the file had one frame too many.
    @Test func aClipThatWasCutBetweenFramesKeepsItsRate() async throws {
        let (_, audit) = try await Self.record("edited.mp4")
        #expect(audit.contains("Proven"), "\(audit)")
    }

    @Test func anEmptyClipIsRefusedAsWhatItIs() async throws {
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: "file:\(try await Self.clips.value.path)/empty.mp4"}
                microphone: none
                """, arguments: ["--duration", "1s"]
        ).record()
        #expect(recording.code == 69)
        #expect(recording.errors.contains("empty.mp4 is empty. It may have been left by a copy"), "\(recording.errors)")
    }
}
