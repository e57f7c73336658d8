import DualCamTestKit
import Foundation
import Testing

extension Recordings.Stabilising {
    /// A measurement that the disk has damaged is reported, and made again by the next call.
    @Test func aDamagedFirstPassIsMeasuredAgain() async throws {
        let session = try await Self.session()
        let killed = try await Self.interrupted(by: SIGKILL, after: 1, session.path)
        #expect(killed.code == -SIGKILL, "\(killed.errors)")
        let kept = try #require(Self.names(session.path + "/.dualcam").first { $0.hasSuffix("-0.mov") })
        try Data(count: 1000).write(to: URL(filePath: "\(session.path)/.dualcam/\(kept)"))
        let told = try await Self.stabilise(session.path)
        #expect(told.code == 69 && told.errors.contains("ffmpeg failed: "), "\(told.errors)")
        let done = try await Self.stabilise(session.path)
        #expect(done.code == 0, "\(done.errors)")
    }

    @Test(arguments: [
        (
            ["--camera", "side"], 64,
            "--camera: the session has no files of a camera 'side'. It has those of back, front."
        ),
        (
            ["--camera", "combined"], 64,
            "--camera: the session has no files of a camera 'combined'. It has those of back, front."
        ),
        ([], 64, "the camera is missing. Give its name: --camera front."),
        (["--camera", "back", "--over", "20s"], 64, "--over: '20s' is out of range. Accepted: 200ms ... 10s"),
        (
            ["--camera", "back", "--edges", "wide"], 64,
            "--edges: 'wide' is not a way to treat edges. Choose zoom, fill or black."
        ),
        (
            ["--camera", "back", "-o", "/tmp/a.avi"], 64,
            "'/tmp/a.avi' is not a file of a supported format. Let the name end with .mov, .mp4 or .mkv."
        ),
    ]) func whatCannotBeIsRefused(options: [String], code: Int32, told: String) async throws {
        let session = try await Self.recorded.value.session
        let refused = try await Tool.run(Tool.dualcam, ["stabilise", session] + options)
        #expect(refused.code == code && refused.errors.contains(told), "\(refused.code) \(refused.errors)")
    }

    @Test func withoutFFmpegItSaysWhatToInstall() async throws {
        let session = try await Self.session()
        let before = Self.names(session.path)
        let environment = TestHome.environment(["PATH": "/nowhere"])
        for words in [["stabilise", session.path, "--camera", "back"], ["export", session.path, "--as", "gif"]] {
            let refused = try await Child.run(Tool.dualcam, words, environment: environment)
            #expect(refused.code == 69)
            #expect(
                refused.errors.contains(
                    "needs the program ffmpeg, which is not installed. Install it with 'sudo apt install ffmpeg'."),
                "\(refused.errors)")
        }
        #expect(Self.names(session.path) == before)
    }
}
