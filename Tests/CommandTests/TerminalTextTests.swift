import DualCamConfig
import DualCamControl
import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import DualCamTestKit
import Foundation
import Systemd
import Testing

@testable import DualCamSupervisorPolicy
@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamSupervisor
@testable import DualCamWorker

/// Text from outside never reaches a terminal or a journal with characters that these would obey.
@Suite struct TerminalTextTests {
    /// A text that sets a terminal's title, clears the screen, reverses the writing direction, and forges a line of the
    /// journal.
    private static let evil = "x\u{1B}]0;t\u{7}\u{9B}2J\u{202E}\r\n<3>forged\u{2028}\u{7F}"
    private static let shown = #"x\u{1B}]0;t\u{7}\u{9B}2J\u{202E}\r\n<3>forged\u{2028}\u{7F}"#
    /// The same text without '/', so that it can be a file name.
    private static let json = #"x\u001b]0;t\u0007\u009b2J\u202e\r\n<3>forged\u2028\u007f"#

    /// Returns true if all characters are printable, and no line was forged.
    private func isHarmless(_ text: String) -> Bool {
        text == text.printableLines && !text.contains("\n<3>forged") && !text.hasPrefix("<3>forged")
            && !text.contains("\t")
    }

    @Test func whatIsInterpolatedBecomesOneLine() {
        let text: TerminalText = "\u{1B}[31m\(Self.evil)\u{1B}[0m\n"
        #expect(text.text == "\u{1B}[31m\(Self.shown)\u{1B}[0m\n")
        #expect(TerminalText(lines: [Self.evil, "b"]).text == Self.shown + "\nb\n")
        #expect("\(text)\(Self.evil)" as TerminalText == text + "\(Self.evil)")
        let json = "{\"a\":\"\u{7F}\u{9B}\u{2028}é\"}\n"
        #expect(TerminalText(json: json).text == #"{"a":"\u007f\u009b\u2028é"}"# + "\n")
        #expect(Severity.error.marking("a\(Self.evil)\nb\n").text == "<3>a\(Self.shown)\n<3>b\n")
    }

    @Test(arguments: [LogStyle.plain, .journal])
    func notesAndFailures(style: LogStyle) {
        let errors = CapturedText()
        let place = ProcessEnvironment(
            output: CapturedText(), errors: errors, errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } }, environment: [:], files: FakeFiles([]), workingDirectory: "/"
        ).logging(style)
        place.note(Self.evil, .warning)
        _ = place.report(CommandFailure(.usage, Self.evil, next: Self.evil))
        let (note, error) = style == .journal ? ("<4>", "<3>") : ("", "")
        #expect(
            errors.text
                == "\(note)dualcam: \(Self.shown)\n\(error)dualcam: error: \(Self.shown). \(Self.shown)\n")
    }

    private static let events: [SessionEvent.Kind] = [
        .started(folder: evil, outputs: []), .warning(.graph, branch: nil, message: evil),
        .marked(evil, at: RunningTime(nanoseconds: 0)),
        .failed(SessionFailure(.fault, exit: .fault, message: evil, advice: evil)),
        .inputLost(InputName(evil), at: nil, reason: evil), .reloaded(applied: [evil], later: []),
        .directed(.overlay, [.init("text", .string(evil))]),
        .control(ControlAddress(socket: evil, url: evil, tokenFile: evil, certificate: nil)),
    ]

    /// The output of `run` on a terminal with its status line, as lines, in a journal, and as JSON.
    @Test(arguments: [StatusDisplay.Style.terminal(colour: true), .lines, .journal])
    func runTells(style: StatusDisplay.Style) throws {
        for json in [false, true] {
            var report = RunReport(json: json, style: style)
            for kind in Self.events {
                let event = SessionEvent(kind, unixNanoseconds: 0, runningTime: nil)
                let text = report.text(for: event, at: .zero, columns: 200)
                var errors = text.errors.text.replacing(TerminalText.eraseLine.text, with: "")
                // The cursor returns to the start of the status line.
                if errors.hasSuffix("\r") { errors.removeLast() }
                #expect(isHarmless(errors) && isHarmless(text.output.text), "\(kind): \(errors)\(text.output.text)")
                #expect(json || errors.contains(#"x\u{1B}]0;t\u{7}"#), "\(kind): \(errors)")
                if json { #expect(try JSONValue(parsing: text.output.text) == JSONValue(parsing: event.line)) }
            }
        }
    }

    /// The status line keeps its own colours, and its width counts visible characters only.
    @Test func theStatusLineOfAMicrophoneWithAnEvilName() {
        var status = RecordingStatus(
            phase: .recording, news: .init(recorded: .seconds(1), freeBytes: nil, outputs: []))
        status.levels = [SoundLevels(of: InputName(microphone: Self.evil), peak: [0], rms: [0])]
        status.lost = [InputName(Self.evil)]
        #expect(
            StatusLine.text(status, width: nil, colour: true).text
                == "recording 0:01  \u{1B}[31mno signal: \(Self.shown)\u{1B}[0m  dropped 0  "
                + "\u{1B}[31m\(Self.shown) 0 dB\u{1B}[0m")
        #expect(StatusLine.text(status, width: 90, colour: false).text.count <= 90)
    }

    @Test func whatTheServiceManagerIsTold() {
        var beat = Heartbeat()
        (beat.stage, beat.lostInputs) = (.standby, [Self.evil])
        var report = ServiceReport()
        let told = report.observe(.init(beat: beat, heartbeats: 1, bytes: 0, isStopping: false))
        #expect(told.contains(.status("standing by, lost: \(Self.shown)")))
    }

    @Test func devices() {
        let camera = DeviceFacts(
            path: Self.evil, stableName: Self.evil, card: Self.evil, driver: "d", busName: "b", modes: [],
            user: ProcessFacts(identifier: 42, name: Self.evil))
        let microphone = MicrophoneListing(element: "alsasrc", device: Self.evil, title: Self.evil)
        #expect(
            DevicesCommand.text(of: [camera]).text
                == "\(Self.shown)\n  \(Self.shown), \(Self.shown)\n  in use by \(Self.shown) (process 42)\n")
        #expect(DevicesCommand.text(of: [microphone]).text == "alsa:\(Self.shown)\n  \(Self.shown)\n")
    }

    /// The answers of a running recording, which may come from the socket of another program.
    @Test func statusAndItsNews() throws {
        let recorder = RunningRecorder(name: Self.evil, process: 7, path: "/s")
        let state =
            #"{"event":"state","phase":"\#(Self.json)","folder":"\#(Self.json)","settings":{"\#(Self.json)":"#
            + #"{"value":"\#(Self.json)","choices":["\#(Self.json)"]}}}"#
        let mark = #"{"event":"marked","running-time":1.0,"text":"\#(Self.json)"}"#
        for line in [state, mark, Self.evil] {
            let text = StatusCommand.text(line, of: recorder).text
            #expect(isHarmless(text) && text.contains(#"x\u{1B}]0;t\u{7}"#), "\(text)")
        }
        #expect(
            StatusCommand.text(mark, of: recorder).text == "1.000 s  marked: text \(Self.shown)\n")
    }

    /// The names of sessions, their files, and the texts in them.
    @Test(arguments: [
        "sessions DIR", "sessions DIR --json", "audit DIR/S", "audit DIR/S --json", "recover DIR", "recover DIR --json",
    ])
    func recordedSessions(line: String) async throws {
        let folder = RuntimeFolder()
        let session = folder.path + "/" + Self.evil
        try FileManager.default.createDirectory(atPath: session, withIntermediateDirectories: true)
        let start =
            #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"recording","wall-clock-offset":0.0,"#
            + #""files":[{"output":"\#(Self.json)","file":"b.mov","segment":0}]}"# + "\n"
        try start.write(toFile: session + "/ledger.jsonl", atomically: false, encoding: .utf8)
        for name in ["UNFINISHED", "b.mov", Self.evil + ".mov"] {
            _ = FileManager.default.createFile(atPath: session + "/" + name, contents: nil)
        }
        let words = line.split(separator: " ").map {
            String($0).replacing("DIR", with: folder.path).replacing("/S", with: "/" + Self.evil)
        }
        let run = await TestRun.of(words)
        let text = run.output.text + run.errors.text
        #expect(isHarmless(text), "\(text)")
        let told = [#"x\u001b]0;t\u0007"#, #"x\u{1b}]0;t\u{7}"#].contains { text.lowercased().contains($0) }
        #expect(told, "\(text)")
    }

    /// A pipeline file's name, and its lines beside an error, with the caret at the right position.
    @Test func diagnostics() async {
        let name = Self.evil + ".yaml"
        let pipeline = "cameras: {back: test}\nname: a\nbudget: {limit: \u{202E}b}\n"
        let files = GivenFile(path: name, content: Array(pipeline.utf8), others: FakeFiles([]))
        let run = await TestRun.of(["check", name], files: files)
        #expect(isHarmless(run.errors.text), "\(run.errors.text)")
        #expect(run.errors.text.hasPrefix(Self.shown + ".yaml:3:17: error: budget.limit: "), "\(run.errors.text)")
        #expect(
            run.errors.text.hasSuffix(
                "\nbudget: {limit: \\u{202E}b}\n                ^\n"), "\(run.errors.text)")
        let none = await TestRun.of(["check", Self.evil])
        #expect(isHarmless(none.errors.text) && none.errors.text.contains(#"x\u{1B}]0;t\u{7}"#))
    }
}
