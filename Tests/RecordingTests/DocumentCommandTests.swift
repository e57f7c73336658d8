import DualCamTestKit
import Foundation
import Testing

/// Every block of commands in the documentation is run here, or is listed with the reason why not.
@Suite(.serialized, .tags(.process)) struct DocumentCommandTests {
    /// The first lines of the blocks that run here; `theFirstCommandsWork` runs the first one.
    private static let tried = [
        "Scripts/dualcam run Pipelines/pip.yaml --simulate --duration 10s", #"alias dualcam="$PWD/Scripts/dualcam""#,
        "$ dualcam layout side-by-side", "curl --unix-socket $XDG_RUNTIME_DIR/dualcam/*.sock",
        "$ dualcam sessions rec",
    ]
    private static let untried = [
        "dualcam compose ~/Videos/DualCam/Lecture_1": "it needs a session; ComposeTests compose one",
        "dualcam stills ~/Videos/DualCam/Lecture_1": "it needs a session; StillsTests draw some",
        "dualcam trim ~/Videos/DualCam/Lecture_1": "it needs a session; TrimTests trim one",
        "dualcam dub ~/Videos/DualCam/Lecture_1": "it needs a session; DubTests dub some",
        "recorder.wav: begins 12.3450 s": "what a dub says depends on its sounds; DubTests read its events",
        "dualcam export ~/Videos/DualCam/Lecture_1": "it needs a session; ExportTests export one",
        "dualcam stabilise ~/Videos/DualCam/Walk_1": "it needs a session; Stabilising makes one steady",
        "like: instagram-reel": "a template, as ExportTemplateTests read them",
        "$ dualcam backup ~/Videos/DualCam/Lecture_1": "it needs a session and a remote; Backups copy one",
        "$ dualcam publish ~/Videos/DualCam/Lecture_1": "it needs a session and a service; OpencastTests publish one",
        "$ dualcam sessions --name lecture": "it needs sessions; LibraryCommandTests look for some",
        "$ dualcam tag ~/Videos/DualCam/Lecture_1": "it needs a session; LibraryCommandTests tag one",
        "cuts:": "a cut list, as EditListTests read them",
        "install -m 755 .build/debug/dualcam /usr/bin/dualcam":
            "it would install a service on the machine that runs the tests; systemd judges its files",
        "sudo apt install ./dualcam_*.deb": "Tests/Tools/package-test installs the package into a system of its own",
        "folder=$(mktemp -d)": "it needs a container engine, and a registry for Debian's image",
        "podman run --rm --init --name recorder": "it needs a container engine and cameras",
        "#!/bin/sh": "a program of a hook, for a machine that is not there",
        "talk.yaml:4:11: error: cameras.front.devise": "a message, whose text DiagnosticTests compare",
        "dualcam: note: talk.yaml:9:12: combined.inset": "a message, whose text IdleSettingsTests compare",
        "talk.yaml:5:9: error: this quote": "a message, whose text MistakeTextTests compare",
        "pipeline.yaml ──► Pipeline (types)": "a drawing",
        "seed 340: what audit proves": "a story: what a seed means changes with the simulator",
        "Cost:": "what 'plan' prints depends on the machine",
        "~/Videos/DualCam/DualCam_20261121_140503/": "a listing of a folder; FileNameTests compare the names",
    ]

    private static let pipeline = """
        cameras: {back: {device: test, size: 320x180}, front: {device: "test:ball", size: 320x180}}
        microphone: test
        combined: {layout: pip, size: 320x180}
        encoders: {default: {use: x264, preset: ultrafast}}
        """

    /// The fenced code blocks of all documents, without pipeline files.
    private static var blocks: [String] {
        DocumentTests.all.flatMap { document -> [String] in
            var blocks: [String] = []
            var (block, language): (String, String?) = ("", nil)
            for line in document.text.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("```"), let open = language {
                    if open != "yaml" { blocks.append(block) }
                    (block, language) = ("", nil)
                } else if line.hasPrefix("```") {
                    language = String(line.dropFirst(3))
                } else if language != nil {
                    block += line + "\n"
                }
            }
            return blocks
        }
    }

    private func block(_ head: String) throws -> String {
        try #require(Self.blocks.first { $0.drop { $0 == " " }.hasPrefix(head) }, "\(head)")
    }

    @Test func noBlockIsForgotten() {
        let known = Self.tried + Self.untried.keys
        for block in Self.blocks {
            let text = block.drop { $0 == " " }
            #expect(known.contains { text.hasPrefix($0) }, "neither run nor said why not:\n\(block)")
        }
        for head in known { #expect(throws: Never.self) { try block(head) } }
    }

    @Test func theAliasIsTheProgram() async throws {
        let folder = try #require(TemporaryFolder())
        folder.write("", to: "Scripts/none")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Scripts/dualcam", withDestinationPath: Tool.dualcam)
        let alias = try block("alias dualcam=")
        let shell = Shell(folder: folder.path, before: "shopt -s expand_aliases\n" + alias)
        let done = try await shell.run("dualcam version")
        #expect(done.code == 0 && done.text.hasPrefix("dualcam "), "\(done.errors)")
    }

    /// The documented commands that direct a recording are sent to one of test pictures. The answers are as documented.
    @Test func aRecordingIsDirectedAsTheyShow() async throws {
        let (journal, folder) = (try #require(TemporaryFolder()), try #require(TemporaryFolder()))
        let shell = Shell(folder: folder.path, sockets: journal.path)
        let curl = try block("curl --unix-socket")
        let dialogue = Dialogue(try block("$ dualcam layout"))
        try #require(dialogue.turns.last?.command == "dualcam stop")
        let visit = Lock(Task<[(Dialogue.Turn, Finished)], any Error>?.none)
        let recording = try await Recorder(
            pipeline: Self.pipeline, arguments: ["--duration", "60s"],
            watch: { event in
                // There are statistics for each output by then.
                guard event.event == "status" else { return }
                visit.with { task in
                    if task != nil { return }
                    task = Task {
                        let posted = try await shell.run(curl)
                        let figures = try await shell.run(
                            "curl -sS --unix-socket $XDG_RUNTIME_DIR/dualcam/*.sock http://localhost/metrics")
                        return [(Dialogue.Turn(command: curl), posted)] + (try await dialogue.hold(in: shell))
                            + [(Dialogue.Turn(command: "metrics"), figures)]
                    }
                }
            }, journal: journal
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        let task = try #require(visit.with { $0 })
        let answers = try await task.value
        for (turn, answer) in answers {
            #expect(answer.code == 0, "\(turn.command)\n\(answer.errors)")
            #expect(turn.fits(answer), "\(turn.command)\n\(answer.text)")
        }
        #expect(answers.first?.1.text.contains(#""at""#) == true, "\(answers.first?.1.text ?? "")")
        try compareFigures(answers.last?.1.text ?? "")
        #expect(recording.first("stopping")?.reason == "request")
        #expect(folder.contents == ["still.png"])
    }

    /// Checks that the metrics in the dashboard and the alert rules exist in a recording's metrics.
    private func compareFigures(_ text: String) throws {
        // A machine may have no sensor and no battery, and this recording loses nothing, so these metrics may be
        // missing.
        let rare =
            /dualcam_(temperature|heat|battery|input_lost|shed|queue|load|free_bytes|frames_per_second|signal_fault|output_still)\w*/
        let asked = try ["grafana.json", "alerts.yml"].flatMap { name in
            let path = Tool.root.appending(path: "Documentation/" + name)
            return try String(contentsOf: path, encoding: .utf8).matches(of: /dualcam_\w+/).map { String($0.0) }
        }
        for name in Set(asked) where name.wholeMatch(of: rare) == nil {
            #expect(text.contains("# TYPE \(name) "), "\(name)")
        }
    }

    /// A recording is killed, then listed, recovered and audited as documented.
    @Test func whatWasKilledIsFinishedAsTheyShow() async throws {
        let place = try #require(TemporaryFolder())
        let recording = try await Recorder(
            pipeline: Self.pipeline, interruptions: [Interruption(SIGKILL, to: .tree) { $0.tells(ofSeconds: 2) }],
            directory: place.path + "/rec"
        ).record()
        #expect(recording.code == -SIGKILL)
        let name = try #require(
            place.contents.first { $0.hasSuffix("/UNFINISHED") }?.split(separator: "/").dropFirst().first)
        let text = try block("$ dualcam sessions rec").replacing(/DualCam_20261121_145103/, with: name)
        for (turn, answer) in try await Dialogue(text).hold(in: Shell(folder: place.path)) {
            #expect(answer.code == 0, "\(turn.command)\n\(answer.errors)")
            #expect(turn.fits(answer), "\(turn.command)\n\(answer.text)")
        }
    }

    /// `systemd-analyze verify` finds unknown settings and missing programs.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func systemdTakesTheServicesFiles() async throws {
        let folder = try #require(TemporaryFolder())
        let units = ["dualcam@.service", "dualcam-serve@.service", "dualcam-record@.service", "dualcam-record@.timer"]
        for unit in units {
            let text = try Self.unit(unit)
            folder.write(text.replacing("/usr/bin/dualcam", with: Tool.dualcam), to: unit)
        }
        for unit in units {
            let judged = try await Tool.run(
                "/usr/bin/systemd-analyze", ["verify", "--man=no", folder.path + "/" + unit])
            #expect(judged.code == 0 && !judged.errors.contains("dualcam"), "\(unit): \(judged.errors)")
        }
        let users = try await Tool.run(
            "/usr/bin/systemd-sysusers", ["--dry-run", Tool.root.appending(path: "Service/dualcam.sysusers").path])
        #expect(users.code == 0, "\(users.errors)")
        for match in try block("install -m 755").matches(of: /(?:Service|Pipelines)\/\S+/) {
            let path = Tool.root.appending(path: String(match.0)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.0)")
        }
    }
}

extension DocumentCommandTests {
    private static func unit(_ name: String) throws -> String {
        try String(contentsOf: Tool.root.appending(path: "Service/" + name), encoding: .utf8)
    }

    /// The services of `run` and `serve` are confined by the same systemd settings.
    @Test func theServiceThatStandsByIsConfinedAsTheOtherIs() throws {
        let lines = { (name: String) throws in
            try Self.unit(name).split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("Description=") }
        }
        let standing = try lines("dualcam-serve@.service").filter { $0 != "Conflicts=dualcam@%i.service" }
        let recording = try lines("dualcam@.service")
        #expect(standing.map { $0.replacing("dualcam serve ", with: "dualcam run ") } == recording)
    }
}

/// A shell in which `dualcam` is the program under test.
private struct Shell: Sendable {
    var folder: String
    var sockets: String?
    var before = #"dualcam() { "$DUALCAM" "$@"; }"#

    func run(_ command: String) async throws -> Finished {
        try await Child.run(
            "/bin/bash", ["-euc", "cd '\(folder)'\n\(before)\n\(command)"],
            environment: TestHome.environment(sockets: sockets, ["DUALCAM": Tool.dualcam]))
    }
}

/// Commands after `$ `, each with the documented output below it.
private struct Dialogue: Sendable {
    struct Turn: Sendable {
        var command: String
        var answer: [String] = []

        /// True if the first and the last line of the output are as documented, apart from numbers.
        func fits(_ finished: Finished) -> Bool {
            guard let first = answer.first, let last = answer.last else { return true }
            let lines = finished.text.split(separator: "\n").map(String.init)
            return lines.first.map(Self.shape) == Self.shape(first)
                && (last.hasPrefix(" ") || lines.last.map(Self.shape) == Self.shape(last))
        }

        private static func shape(_ line: String) -> String { line.replacing(/[0-9]+/, with: "0") }
    }

    var turns: [Turn] = []

    init(_ block: String) {
        for line in block.split(separator: "\n") {
            if line.hasPrefix("$ ") {
                turns.append(Turn(command: String(line.dropFirst(2))))
            } else if !turns.isEmpty {
                turns[turns.count - 1].answer.append(String(line))
            }
        }
    }

    func hold(in shell: Shell) async throws -> [(Turn, Finished)] {
        var answers: [(Turn, Finished)] = []
        for turn in turns { answers.append((turn, try await shell.run(turn.command))) }
        return answers
    }
}
