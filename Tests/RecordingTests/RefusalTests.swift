import DualCamTestKit
import Foundation
import Testing

/// A start that is refused: the exit code and the whole message, in which FILE stands for the pipeline file.
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
            dualcam: error: the clip CLIPS/nothing.mp4 cannot be read: No such file or directory. Check the \
            path: a relative one begins in the folder of the pipeline file.

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

/// A pipeline that cannot be recorded is refused with a message and leaves no files.
@Suite(.serialized, .tags(.process)) struct RefusalTests {
    static let clips = Shared {
        let folder = try #require(TemporaryFolder())
        folder.write("This is not a film.\n", to: "text.mp4")
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

    /// Expects that the other commands print the same message as `run`. `check` leaves out errors that depend on a
    /// device.
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

    private static func check(_ pipeline: String, _ options: [String] = []) async throws -> (
        code: Int32, errors: String
    ) {
        let folder = try #require(TemporaryFolder())
        folder.write(pipeline, to: "pipeline.yaml")
        let checked = try await Tool.run(Tool.dualcam, ["check", folder.path + "/pipeline.yaml"] + options)
        return (checked.code, checked.errors)
    }

    /// All missing clips are listed at once; otherwise each would need another start.
    @Test func everyClipThatIsMissingIsToldAtOnce() async throws {
        let pipeline = """
            cameras: {a: {device: "file:/none/a.mp4"}, b: {device: "file:/none/b.mp4"}, c: {device: "file:/none/a.mp4"}}
            microphone: file:/none/c.mp4
            """
        let recording = try await Recorder(pipeline: pipeline, arguments: ["--duration", "1s"]).record()
        #expect(recording.code == 69 && recording.contents == [])
        let named = recording.errors.matches(of: /the clip \/none\/(\w)/).map { String($0.1) }
        #expect(named == ["a", "b", "c"])
        #expect(try await Self.check(pipeline) == (69, recording.errors))
    }

    /// Containers whose demuxers cannot repeat a clip, or name their pads differently.
    @Test(arguments: [("mpegts", "ts", "libx264"), ("flv", "flv", "flv1"), ("ogg", "ogv", "libtheora")])
    func aClipThatCannotBeLoopedIsFoundBefore(format: String, suffix: String, encoder: String) async throws {
        let folder = try await Self.clips.value.path
        let clip = "\(folder)/loop.\(suffix)"
        let words = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=d=1:s=320x180:r=15", "-pix_fmt", "yuv420p"]
        #expect(try await Tool.run("/usr/bin/ffmpeg", words + ["-c:v", encoder, "-f", format, clip]).code == 0)
        let checked = try await Self.check("cameras: {a: {device: \"file:\(clip)\"}}\nmicrophone: none\n")
        #expect(checked.code == 69)
        #expect(checked.errors.contains("loop.\(suffix) cannot be played in a loop: its container does not allow it."))
    }

    /// An error in the pipeline file does not hide missing files that it names. A value that is wrong itself is only
    /// reported once.
    @Test func mistakesHideNoLacks() async throws {
        let checked = try await Self.check(
            """
            cameras: {a: {device: "file:/none/a.mp4"}, b: {device: "file:/none/b.mp4", sise: 3}}
            microphone: file:/none/c.wav
            combined: {layout: pip, look: /none/x.cube}
            supervision: {metrics: /none/x.prom}
            control: {listen: 127.0.0.1:0, token: /none/token}
            backup: {to: /none/backup}

            """)
        #expect(checked.code == 65)
        for word in ["sise", "x.cube", "a.mp4", "b.mp4", "c.wav", "x.prom", "/none/token", "/none/backup"] {
            #expect(
                checked.errors.split(separator: "\n").filter { $0.contains("error: ") && $0.contains(word) }.count == 1,
                "\(word): \(checked.errors)")
        }
    }

    /// Missing things without which `run` would record nevertheless are reported by `check`, all of them.
    @Test func whatTheFileNamesAndIsNotThere() async throws {
        let folder = try #require(TemporaryFolder())
        folder.write("a-token-of-letters\n", to: "token")
        chmod(folder.path + "/token", 0o644)
        let pipeline = """
            cameras: {a: {device: test}}
            microphone: none
            supervision: {metrics: /none/x.prom}
            control: {listen: 127.0.0.1:0, token: \(folder.path)/token, tls: {certificate: /none/c.pem, key: /none/k.pem}}
            backup: {to: /none/copies}
            publish: {to: "peertube:https://a.example", user: ada, password-file: /none/secret}
            machine: {sysfs: /none/sys}
            """
        let checked = try await Self.check(pipeline)
        #expect(checked.code == 69)
        let keys = checked.errors.matches(of: #/: error: ([a-z.-]+): /#).map { String($0.1) }
        #expect(
            keys == [
                "control.token", "control.tls.certificate", "control.tls.key", "supervision.metrics",
                "publish.password-file", "machine.sysfs", "backup.to",
            ])
    }

    /// Values with which a start would fail later: when names are made, the overlay is drawn, or the folder's group is
    /// set.
    @Test(arguments: [
        (
            "recording.name: makes file names of 2",
            "recording: {name: '\(String(repeating: "n", count: 190)){output}'}"
        ),
        ("recording.group: there is no group 'no-such-crew'; write one", "recording: {group: no-such-crew}"),
        (
            "combined.overlays.t.text: is too long for its size",
            "combined: {layout: grid, overlays: {t: {text: \(String(repeating: "word ", count: 200)), size: 50%}}}"
        ),
        (
            "combined.overlays.t.clock: is too long for its size",
            "combined: {layout: grid, overlays: {t: {clock: '\(String(repeating: "%c ", count: 200))', size: 50%}}}"
        ),
        (
            "combined.overlays.t.timecode: is too long for its size",
            "combined: {layout: grid, size: 16384x16384, overlays: {t: {timecode: on, size: 50%}}}\nbudget:\n  enforce: off"
        ),
    ])
    func whatAStartWouldFailAt(message: String, text: String) async throws {
        let pipeline = "cameras: {camera-of-the-hall: {device: test}}\nmicrophone: none\n\(text)\n"
        let recording = try await Recorder(pipeline: pipeline, arguments: ["--duration", "1s"]).record()
        #expect(recording.code == 65 && recording.contents == [])
        #expect(recording.errors.contains(": error: \(message)"), "\(recording.errors)")
        #expect(try await Self.check(pipeline).code == 65)
        let hidden = text.replacing("t: {", with: "t: {show: off, ")
        if hidden != text {
            let checked = try await Self.check(pipeline.replacing(text, with: hidden))
            #expect(checked.code == 0, "\(checked.errors)")
        }
    }

    @Test func aPortThatSomebodyElseHas() async throws {
        let other = try #require(TakenPort())
        let pipeline =
            "name: alone\ncameras: {a: {device: test}}\nmicrophone: none\ncontrol: {listen: 127.0.0.1:\(other.number)}\n"
        let checked = try await Self.check(pipeline)
        #expect(checked.code == 69 && checked.errors.contains("control.listen: nobody can listen at 127.0.0.1 on port"))
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

/// A port that is in use until the value is released.
private final class TakenPort {
    let number: UInt16
    private let descriptor: Int32

    init?() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        number = UInt16(bigEndian: address.sin_port)
        guard isBound else { return nil }
    }

    deinit { close(descriptor) }
}
