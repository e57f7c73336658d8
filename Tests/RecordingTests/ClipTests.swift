import DualCamTestKit
import Testing

extension Recordings {
    /// Clips as cameras and as the microphone. Each has a flash and a tick of sound at the same time.
    @Suite(.serialized) struct Clips {
        /// A clip whose frame counter begins at 0 again with each repetition.
        struct Clip: Sendable {
            var path: String
            var frames: Int
        }

        struct Pair: Sendable {
            var folder: TemporaryFolder
            var back: Clip
            var front: Clip
        }

        static let clips = Shared { () -> Pair in
            let folder = try #require(TemporaryFolder())
            let (back, front) = (folder.path + "/back.mp4", folder.path + "/front.mp4")
            for (path, size, rate) in [(back, "640x360", "30"), (front, "320x180", "15")] {
                let options = ["--size", size, "--rate", rate, "--duration", "2"]
                #expect(try await Tool.run(Tool.makeClip, options + [path]).code == 0)
            }
            return Pair(folder: folder, back: Clip(path: back, frames: 60), front: Clip(path: front, frames: 30))
        }

        /// The inset is at the top, so that the lower half shows only the main camera with its counter.
        static let taken = Shared {
            let clips = try await Recordings.Clips.clips.value
            return try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: "file:\(clips.back.path)", size: 640x360, rate: 30}
                      front: {device: "file:\(clips.front.path)", size: 320x180, rate: 15}
                    microphone: file:\(clips.back.path)
                    combined: {layout: pip, inset: {position: top-right}, size: 640x360, rate: 30}
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "5s"]
            ).record()
        }

        /// Compares flashes and ticks over three repetitions of the clip. A constant offset of the sound would show in
        /// every file, and so would a drift with each repetition.
        @Test(arguments: ["back", "combined"])
        func soundIsInSyncRoundAfterRound(output: String) async throws {
            let recording = try await Self.taken.value
            #expect(recording.code == 0, "\(recording.errors)")
            let judged = try await Judgement.of(
                try recording.path("\(output)_000.mov"), "--region", "0,180,640x180", "--modulus", "60")
            let offsets = judged.sync.compactMap(\.offset)
            #expect(offsets.count >= 4)
            for offset in offsets { #expect(abs(offset) <= 10, "\(offsets) ms") }
            #expect(judged.errors.isEmpty)
        }

        @Test(arguments: [("back", 30, "640x360"), ("front", 15, "320x180"), ("combined", 30, "640x360")])
        func everyRoundIsWhole(output: String, rate: Int, size: String) async throws {
            let clips = try await Recordings.Clips.clips.value
            let frames = output == "front" ? clips.front.frames : clips.back.frames
            let recording = try await Self.taken.value
            let judged = try await Judgement.of(try recording.path("\(output)_000.mov"), "--modulus", "\(frames)")
            let counters = try #require(judged.counters)
            recording.expectWhole(judged)
            #expect(abs(counters.read.count + counters.missing.count - counters.repeated.count - 5 * rate) <= 1)
            #expect(judged.video?.size == size)
        }

        /// qtmux counts samples of uncompressed sound and ignores their time stamps. A clip whose sound is shorter or
        /// longer than its picture would drift with each repetition.
        @Test func uncompressedSoundDoesNotDrift() async throws {
            let clip = try await Self.clips.value.back
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: "file:\(clip.path)", size: 640x360, rate: 30}}
                    microphone: file:\(clip.path)
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
                    """, arguments: ["--duration", "5s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let judged = try await Judgement.of(try recording.path("back_000.mov"), "--modulus", "\(clip.frames)")
            let offsets = judged.sync.compactMap(\.offset)
            #expect(offsets.count >= 4)
            for offset in offsets { #expect(abs(offset) <= 10, "\(offsets) ms") }
        }

        /// Frames that are missing in a clip are reported as missing in each repetition, and no others are. Frames that
        /// are missing near the start are known before the recording begins.
        @Test(arguments: [("between(n,20,24)", 15), ("eq(mod(n,3),1)", 50)])
        func framesThatAClipDoesNotHoldAreTold(which: String, lacking: Int) async throws {
            let clip = try await Self.clips.value.back
            let folder = try #require(TemporaryFolder())
            let holey = folder.path + "/holey.mp4"
            let cut = [
                "-vf", "select='not(\(which))'", "-vsync", "passthrough", "-c:v", "libx264", "-an", holey,
            ]
            #expect(try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-i", clip.path] + cut).code == 0)
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: "file:\(holey)", size: 640x360, rate: 30}}
                    microphone: none
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "5s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let session = try recording.path("back_000.mov").split(separator: "/").dropLast().joined(separator: "/")
            let audit = try await Tool.run(Tool.dualcam, ["audit", "/" + session])
            #expect(audit.code == 0, "\(audit.text)")
            #expect(audit.text.contains("\(lacking) frames missing that its clip does not hold."), "\(audit.text)")
        }

        /// A sound file whose demuxer cannot repeat it is refused. Previously, the recording ended with a stream error
        /// as it began.
        @Test func aFileOfSoundThatCannotBeLoopedIsRefused() async throws {
            let clip = try await Self.clips.value.back
            let folder = try #require(TemporaryFolder())
            let path = "\(folder.path)/a.flv"
            #expect(try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-i", clip.path, "-vn", path]).code == 0)
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test}}
                    microphone: file:\(path)
                    """, arguments: ["--duration", "5s"]
            ).record()
            #expect(recording.code == 69)
            #expect(
                recording.errors.contains(
                    "dualcam: error: the sound of the clip \(path) cannot be played in a loop. "
                        + "Make one with 'ffmpeg -i CLIP -vn NEW.flac'."), "\(recording.errors)")
        }

        /// `passthrough` stores the clip's own pictures without encoding them again.
        @Test func passesAClipThrough() async throws {
            let clip = try await Self.clips.value.back
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: "file:\(clip.path)", size: 640x360, rate: 30}}
                    microphone: none
                    encoders: {default: {use: passthrough}}
                    recording: {container: mkv}
                    """, arguments: ["--duration", "3s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let judged = try await Judgement.of(try recording.path("back_000.mkv"), "--modulus", "\(clip.frames)")
            #expect(judged.video?.codec == "h264")
            #expect(judged.audio == nil)
            #expect(judged.errors.isEmpty)
            recording.expectWhole(judged)
        }
    }
}
