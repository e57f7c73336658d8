import DualCamConfig
import Testing

@Suite struct UnreadableFileTests {
    @Test(arguments: [
        ("", "pip.yaml: error: the file is empty; write at least one camera, as in cameras: {back: {device: auto}}"),
        (
            "cameras:\n\tback: auto\n",
            """
            pip.yaml:2:1: error: a tab cannot indent; use spaces
            \tback: auto
            ^
            """
        ),
        (
            "cameras:\n  back: a: b\n",
            """
            pip.yaml:2:10: error: a second ': ' on one line; put the text in quotes, or give the second key a line of its own
              back: a: b
                     ^
            """
        ),
        (
            "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
            """
            pip.yaml:1:4: error: anchors and aliases are not supported; write the value out, or put the text in quotes
            a: &a [x, x]
               ^
            """
        ),
        (
            "cameras: {back: auto}\n---\ncameras: {}\n",
            """
            pip.yaml:2:1: error: a second document starts here, and only one is read; put it in a file of its own
            ---
            ^
            """
        ),
        (
            "name: \"\\0\"\n",
            """
            pip.yaml:1:7: error: a NUL character is not allowed
            name: "\\0"
                  ^
            """
        ),
    ])
    func syntax(text: String, message: String) { #expect(diagnostics(text) == message) }

    @Test func notUTF8() {
        let message = """
            pip.yaml:2:8: error: the text is not UTF-8; save the file as UTF-8
            name: é\u{FFFD}x
                   ^
            """
        #expect(diagnostics(Array("# Kamera\nname: é".utf8) + [0xE9] + Array("x\n".utf8)) == message)
    }

    /// A recording or a picture in place of a pipeline file: its bytes are not sent to the terminal.
    @Test(arguments: Self.binaries)
    func binary(bytes: [UInt8], message: String) { #expect(diagnostics(bytes) == message) }

    /// A table with an explicit type: as an argument of the macro, it takes 18 s to type-check.
    private static let binaries: [([UInt8], String)] = [
        (
            [0, 0, 0, 0x14] + Array("ftypqt  \u{1B}[2J".utf8),
            "pip.yaml: error: the file is not text: a NUL character stands on line 1; give the YAML file; one that lost its end with the power is to be written again"
        ),
        (
            [0xFF, 0xD8, 0xFF, 0xE0, 0x10] + Array("JFIF".utf8) + [0xFF, 0xDB, 0x43],
            "pip.yaml:1:1: error: the text is not UTF-8; save the file as UTF-8"
        ),
        (
            Array("name: a\nx: \u{1B}]0;title\u{7}\n".utf8),
            "pip.yaml:2:4: error: the control character U+001B is not allowed\nx: \u{FFFD}]0;title\u{FFFD}\n   ^"
        ),
    ]

    /// A file without line breaks is only shown in part.
    @Test func longLine() {
        let text = "name: " + String(repeating: "0123456789", count: 500) + ": x"
        let lines = diagnostics(text).split(separator: "\n")
        #expect(lines.count == 3 && lines[1].hasSuffix("789: x") && lines[1].count < 300)
        #expect(lines[2].count == lines[1].count - 2)
    }

    @Test func tooLarge() {
        let message = "pip.yaml: error: the file is larger than 1048576 bytes"
        #expect(diagnostics([UInt8](repeating: 0x23, count: 1 << 21)) == message)
    }

    /// A value that a message quotes must not control the terminal.
    @Test func controlCharactersAreShownEscaped() {
        let message = #"""
            pip.yaml:4:24: error: recording.container: unknown value '\u{1B}[2J'; accepted: mov, mp4, mkv
            recording: {container: "\e[2J"}
                                   ^
            """#
        #expect(diagnostics(twoCameras + #"recording: {container: "\e[2J"}"#) == message)
    }

    @Test func controlCharactersOfKeysAreShownEscaped() {
        let shown = diagnostics(twoCameras + #"budget: {"\e[2J": 1}"#).split(separator: "\n").first
        #expect(shown == #"pip.yaml:4:10: error: budget.\u{1B}[2J: unknown key; accepted: limit, enforce, shed"#)
    }

    @Test func noHomeFolder() {
        let homeless = LoadContext(environment: [:], home: "")
        let message =
            "pip.yaml: error: recording.directory: '~' is not known: HOME is not set; write the folder in full"
        #expect(diagnostics(Array(twoCameras.utf8), context: homeless) == message)
        let given = Array((twoCameras + "recording: {directory: /x}").utf8)
        #expect(diagnostics(given, context: homeless) == "")
    }
}

@Suite struct SeveralIssuesTests {
    /// The messages are in the order of the file, overrides last, whatever the order of the checks.
    @Test func allAtOnceInTheOrderOfTheFile() {
        let text = """
            recording:
              segment: 10
              outputs: [bakc, combined]
            thermal: {fair: 90C}
            cameras:
              back: {rate: 29.97, sise: 1x1}
              back: auto
              front: auto
            """
        let message = """
            pip.yaml:2:12: error: recording.segment: '10' has no unit; write ms, s, min, h or d, as in 10min, or off
              segment: 10
                       ^
            pip.yaml:3:13: error: recording.outputs[0]: unknown output 'bakc'; did you mean 'back'?
              outputs: [bakc, combined]
                        ^
            pip.yaml:3:19: error: recording.outputs[1]: there is no combined picture; add a section 'combined', \
            or remove this
              outputs: [bakc, combined]
                              ^
            pip.yaml:4:17: error: thermal.fair: 90C is not below serious (80C by default)
            thermal: {fair: 90C}
                            ^
            pip.yaml:6:16: error: cameras.back.rate: '29.97' is not a frame rate; write the fraction 30000/1001
              back: {rate: 29.97, sise: 1x1}
                           ^
            pip.yaml:6:23: error: cameras.back.sise: unknown key; did you mean 'size'?
              back: {rate: 29.97, sise: 1x1}
                                  ^
            pip.yaml:7:3: error: cameras.back: duplicate key; first on line 6
              back: auto
              ^
            --set budget.limit=2: error: budget.limit: '2' is out of range; accepted: 0.1 ... 1
            --set nme=x: error: nme: unknown key; did you mean 'name'?
            """
        #expect(diagnostics(text, overrides: ["budget.limit=2", "nme=x"]) == message)
    }

    /// One error must not cause further messages.
    @Test func noAfterthoughts() {
        let text = twoCameras + "combined: {main: bakc, inset: {camera: back}}\nthermal: {serious: hot, fair: 95C}\n"
        do throws(PipelineIssues) {
            _ = try load(text)
            Issue.record("accepted")
        } catch {
            #expect(error.issues.map(\.keyPath) == ["combined.main", "thermal.serious"])
        }
    }
}

@Suite struct LoadedPipelineTests {
    private static let text = """
        cameras:
          back: auto
          front: {size: 640x480}
        recording:
          outputs: [back, front]
        encoders: {default: {use: x264}}
        """

    @Test func givenKeys() throws {
        let loaded = try load(Self.text, overrides: ["recording.container=mkv"])
        #expect(
            loaded.written.givenKeys == [
                "cameras", "cameras.back", "cameras.back.device", "cameras.front", "cameras.front.size", "recording",
                "recording.outputs", "recording.container", "encoders", "encoders.default", "encoders.default.use",
            ])
        #expect(loaded.written.isGiven("recording.outputs[1]") && loaded.written.isGiven("recording.container"))
        #expect(!loaded.written.isGiven("recording.segment") && !loaded.written.isGiven("recording.outputs[2]"))
        #expect(loaded.written.text == Self.text && loaded.written.name == "pip.yaml")
    }

    @Test(arguments: [
        (
            "encoders.default.use",
            "pip.yaml:6:27: error: encoders.default.use: no\nencoders: {default: {use: x264}}\n                          ^"
        ),
        (
            "encoders.default.bitrate",
            "pip.yaml:6:12: error: encoders.default.bitrate: no\nencoders: {default: {use: x264}}\n           ^"
        ),
        ("cameras.back.rate", "pip.yaml:2:3: error: cameras.back.rate: no\n  back: auto\n  ^"),
        (
            "recording.outputs[1]",
            "pip.yaml:5:19: error: recording.outputs[1]: no\n  outputs: [back, front]\n                  ^"
        ),
        ("storage.retain", "pip.yaml: error: storage.retain: no"),
        ("recording.container", "--set recording.container=mkv: error: recording.container: no"),
    ])
    func laterIssuesPointIntoTheFile(path: String, message: String) throws {
        let loaded = try load(Self.text, overrides: ["recording.container=mkv"])
        #expect(loaded.written.issue(at: path, "no").rendered == message)
    }

    @Test func hintsAndTabs() {
        let issue = PipelineIssue(
            file: "a.yaml", line: 2, column: 3, sourceLine: "\ta: x", keyPath: "a", message: "wrong", hint: "write y")
        #expect(issue.rendered == "a.yaml:2:3: error: a: wrong; write y\n\ta: x\n\t ^")
    }
}

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("sise", "size"), ("bakc", "back"), ("SIZE", "size"), ("camera", "cameras"), ("bitratte", "bitrate"),
        ("mode", nil), ("x", nil), ("", nil), ("missing-cammra", "missing-camera"),
    ])
    func nearest(word: String, name: String?) {
        let names = ["name", "size", "back", "cameras", "bitrate", "missing-camera"]
        #expect(word.nearest(among: names) == name)
    }
}
