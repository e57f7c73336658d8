import DualCamTestKit
import Foundation
import Testing

/// A start that is refused: the exit code and the whole text, in which FILE stands for the pipeline file.
struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var code: Int32
    var pipeline: String
    var text: String

    init(_ name: String, _ code: Int32, _ pipeline: String, _ text: String) {
        (self.name, self.code, self.pipeline, self.text) = (name, code, pipeline, text)
    }

    var testDescription: String { name }

    static let all = [
        Refusal(
            "unknown key", 65, "cameras: {a: {device: test}}\nmikrophone: none",
            """
            FILE:2:1: error: mikrophone: unknown key; did you mean 'microphone'?
            mikrophone: none
            ^

            """),
        Refusal(
            "no camera on this machine", 69, "cameras: {a: auto}",
            """
            dualcam: error: camera a: this machine has no camera. Connect a camera, run with \
            `--simulate`, or write `device: test` for cameras.a.

            """),
        Refusal(
            "a clip that is not there", 69, "cameras: {a: {device: \"file:CLIPS/nothing.mp4\"}}",
            """
            dualcam: error: the clip CLIPS/nothing.mp4 cannot be read: No such file or directory. Paths are taken \
            from the folder dualcam is started in.

            """),
        Refusal(
            "a text as a clip", 69, "cameras: {a: {device: \"file:CLIPS/text.mp4\"}}",
            """
            dualcam: error: the clip CLIPS/text.mp4 cannot be played: Could not determine type of stream. Try it \
            with 'gst-play-1.0'; MP4 and MKV files with H.264 work.

            """),
        Refusal(
            "a clip without sound as the microphone", 69,
            "cameras: {a: {device: test}}\nmicrophone: file:CLIPS/silent.mp4",
            """
            dualcam: error: microphone: the clip CLIPS/silent.mp4 has no sound. Write 'microphone: none' to record \
            none.

            """),
        Refusal(
            "prores in mp4", 65,
            "cameras: {a: {device: test}}\nrecording: {container: mp4}\nencoders: {default: {use: prores}}",
            """
            FILE:3:27: error: encoders.default.use: mp4 files cannot hold prores (`prores`); write `mov` or `mkv` for \
            recording.container, or choose another codec
            encoders: {default: {use: prores}}
                                      ^

            """),
    ]
}

/// A pipeline that cannot be recorded is refused with a message, and leaves nothing behind.
@Suite(.serialized, .tags(.process)) struct RefusalTests {
    static let clips = Shared {
        let folder = try #require(TemporaryFolder())
        folder.write("This is no film.\n", to: "text.mp4")
        let film = ["-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=320x180", folder.path + "/silent.mp4"]
        #expect(try await Tool.run("/usr/bin/ffmpeg", film).code == 0)
        return folder
    }

    static let machineHasCamera = FileManager.default.fileExists(atPath: "/dev/video0")

    @Test(arguments: Refusal.all) func isToldAndLeavesNothing(_ refusal: Refusal) async throws {
        if refusal.name == "no camera on this machine" && Self.machineHasCamera { return }
        let folder = try await Self.clips.value.path
        let pipeline = refusal.pipeline.replacing("CLIPS", with: folder)
        let recording = try await Recorder(pipeline: pipeline, arguments: ["--duration", "1s"]).record()
        #expect(recording.code == refusal.code)
        let text = recording.errors.replacing(/\/tmp\/[^\s\/]+\/pipeline\.yaml/, with: "FILE")
        #expect(text == refusal.text.replacing("CLIPS", with: folder))
        #expect(recording.contents == [])
        #expect(recording.events.map(\.event) == ["failed", "finished"])
        try await Self.planAndCheckAgree(refusal, with: text, pipeline)
    }

    /// The other commands print what `run` prints; `check` leaves out errors that need a device.
    private static func planAndCheckAgree(_ refusal: Refusal, with text: String, _ pipeline: String) async throws {
        let folder = try #require(TemporaryFolder())
        folder.write(pipeline, to: "pipeline.yaml")
        let file = folder.path + "/pipeline.yaml"
        for command in refusal.name.contains("camera on") ? ["plan"] : ["plan", "check"] {
            let finished = try await Tool.run(Tool.dualcam, [command, file])
            #expect(finished.code == refusal.code, "\(command)")
            #expect(finished.errors.replacing(file, with: "FILE") == text, "\(command)")
        }
    }

    @Test func anEncoderThatIsNotAtHandNamesThoseThatAre() async throws {
        let recording = try await Recorder(
            pipeline: "cameras: {a: {device: test}}\nencoders: {default: {use: v4l2-h264}}"
        ).record()
        #expect(recording.code == 69)
        for encoder in try await Recordings.Encoders.atHand() {
            #expect(recording.errors.contains(encoder.implementation))
        }
        #expect(recording.contents == [])
    }

    @Test func aFileInTheWayOfTheOutputFolder() async throws {
        let folder = try #require(TemporaryFolder())
        folder.write("", to: "way")
        let place = folder.path + "/way/here"
        let recording = try await Recorder(
            pipeline: "cameras: {a: {device: test}}\nmicrophone: none", arguments: ["--duration", "1s"],
            directory: place
        ).record()
        #expect(recording.code == 73)
        #expect(
            recording.errors == """
                dualcam: error: The output folder '\(place)' cannot be created: a part of the path is not a \
                folder. Choose a path whose every part is a folder with --output DIR or recording.directory.

                """)
        folder.write("cameras: {a: {device: test}}\nmicrophone: none\n", to: "a.yaml")
        for command in ["plan", "check"] {
            let words = [command, folder.path + "/a.yaml", "--set", "recording.directory=\(place)"]
            let finished = try await Tool.run(Tool.dualcam, words)
            #expect(finished.code == 73, "\(command)")
            #expect(finished.errors == recording.errors, "\(command)")
        }
        #expect(folder.contents == ["a.yaml", "way"])
    }

    @Test(arguments: [
        (
            "/nowhere/film.yaml",
            "dualcam: error: there is no pipeline file '/nowhere/film.yaml'. Check the path, or use a shipped one: "
        ), ("/usr/lib", "dualcam: error: '/usr/lib' is a folder, not a pipeline file."),
    ])
    func aFileThatIsNone(path: String, text: String) async throws {
        let finished = try await Tool.run(Tool.dualcam, ["run", path])
        #expect(finished.code == 65)
        #expect(finished.errors.hasPrefix(text), "\(finished.errors)")
    }
}
