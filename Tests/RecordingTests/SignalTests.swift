import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

/// Recordings of inputs that are dark, silent or still, checked by their ledger and their closing line. The clips
/// determine all times, so a slow machine does not matter.
@Suite(.serialized, .tags(.process)) struct SignalRecordings {
    /// Creates a clip with 12 s of darkness and silence and 6 s of a test picture with a tone.
    private static func makeClip(_ path: String, dark: String) async throws {
        let made = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-nostdin", "-f", "lavfi", "-i", "\(dark):size=320x180:rate=15:duration=12", "-f",
                "lavfi", "-i", "testsrc2=size=320x180:rate=15:duration=6", "-f", "lavfi", "-i",
                "anullsrc=r=48000:cl=stereo,atrim=duration=12", "-f", "lavfi", "-i",
                "sine=frequency=440:r=48000:duration=6,aformat=channel_layouts=stereo", "-filter_complex",
                "[0:v][2:a][1:v][3:a]concat=n=2:v=1:a=1[v][a]", "-map", "[v]", "-map", "[a]", "-c:v", "libx264",
                "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", path,
            ])
        #expect(made.code == 0, "\(made.errors)")
    }

    private struct Take {
        var finished: Finished
        var session: ProvenSession
        var folder: TemporaryFolder

        var lastLine: String { finished.errors.split(separator: "\n").last.map(String.init) ?? "" }

        /// `told`: the codes of all camera and microphone warnings; `lengths`: how long those lasted that have ended.
        var told: [String] {
            session.texts("code", of: .warning).filter { $0.hasPrefix("camera-") || $0.hasPrefix("microphone-") }
        }
        var lengths: [Double] {
            session.entries(.signalRestored).compactMap { $0.fields.first { $0.key == "lasted" }?.value.number }
        }
    }

    private static func record(_ pipeline: String, clip: TemporaryFolder, seconds: Int) async throws -> Take {
        let folder = try #require(TemporaryFolder())
        clip.write(
            Recorder.calm(pipeline) + "\nencoders: {default: {use: x264, preset: ultrafast}}\n", to: "pipeline.yaml")
        let finished = try await Tool.run(
            Tool.dualcam,
            [
                "run", clip.path + "/pipeline.yaml", "--output", folder.path, "--duration", "\(seconds)s", "--set",
                "supervision.hang=60s",
            ])
        #expect(finished.code == 0, "\(finished.errors)")
        let path = try #require(folder.contents.first { $0.hasSuffix("/session.json") })
        let session = try await ProvenSession((folder.path + "/" + path as NSString).deletingLastPathComponent)
        return Take(finished: finished, session: session, folder: folder)
    }

    @Test func blackAndSilentAreToldAndTheirEnd() async throws {
        let clip = try #require(TemporaryFolder())
        try await Self.makeClip(clip.path + "/dark.mov", dark: "color=black")
        let take = try await Self.record(
            """
            cameras: {back: {device: "file:dark.mov", size: 320x180, rate: 15}}
            microphone: "file:dark.mov"
            """, clip: clip, seconds: 16)
        #expect(Set(take.told) == ["camera-black", "microphone-silent"] && take.told.count == 2)
        #expect(take.lengths.count == 2 && take.lengths.allSatisfy { (10...12.7).contains($0) }, "\(take.lengths)")
        #expect(take.lastLine.contains(#/(camera back black|microphone silent) for 0:1[0-3]; /#), "\(take.lastLine)")
        #expect(take.finished.errors.contains("microphone silent no longer, after 0:1"), "\(take.finished.errors)")
        #expect(take.finished.errors.contains("warning: Camera back has been black for 10 s"))
        let text = try String(contentsOfFile: take.session.folder + "/session.json", encoding: .utf8)
        #expect(text.contains(#""signals": {"#) && text.contains(#""code":"camera-black""#))
    }

    /// The green picture of a broken driver and a still picture are reported, unless the pipeline file expects them. A
    /// clip of one second that repeats is not still.
    @Test(arguments: [("[]", "[]"), ("[single-colour]", "[frozen, black]")])
    func aSingleColourAndAStillPictureAreToldUnlessTheyAreMeant(green: String, still: String) async throws {
        let clip = try #require(TemporaryFolder())
        try await Self.makeClip(clip.path + "/green.mov", dark: "color=0x008700")
        try await Self.makePictures(clip.path + "/still.mov", "color=red,drawbox=color=white:t=8")
        try await Self.makePictures(clip.path + "/loop.mov", "testsrc2")
        let take = try await Self.record(
            """
            cameras:
              green: {device: "file:green.mov", size: 320x180, rate: 15, expect: \(green)}
              still: {device: "file:still.mov", size: 320x180, rate: 15, expect: \(still)}
              loop: {device: "file:loop.mov", size: 320x180, rate: 15}
            microphone: test
            """, clip: clip, seconds: 15)
        let isTold = green == "[]"
        #expect(Set(take.told) == (isTold ? ["camera-single-colour", "camera-frozen"] : []))
        #expect(take.lastLine.contains("; camera still frozen for 0:1") == isTold, "\(take.lastLine)")
        #expect(take.lastLine.contains("; camera green of a single colour for 0:1") == isTold, "\(take.lastLine)")
    }

    /// Creates a clip of JPEGs that lasts a second. Their quality is fixed, so that equal pictures have equal pixels.
    private static func makePictures(_ path: String, _ source: String) async throws {
        let made = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-nostdin", "-f", "lavfi", "-i", "\(source)", "-vf", "scale=320:180,fps=15", "-t", "1",
                "-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p", path,
            ])
        #expect(made.code == 0, "\(made.errors)")
    }
}
