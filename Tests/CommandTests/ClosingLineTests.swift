import DualCamTestKit
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamRecordings
@testable import DualCamSession
@testable import DualCamSupervisorPolicy
@testable import DualCamWorker

/// The last line of a recording, for sessions that were written by hand.
@Suite struct ClosingLineTests {
    /// A session with two outputs of ten seconds at 30 frames per second.
    struct Case: Sendable {
        var name: String
        var frames = 300
        var end = "11.0"
        var digest = #","digest":"d""#
        /// Further lines of the ledger.
        var ledger = ""
        var size = 4
        var line: String
        var severity = Severity.information
    }

    private static func line(_ kind: String, _ fields: String, at time: String = "5.0") -> String {
        #"{"time":"2026-11-21T14:05:08.250Z","running-time":\#(time),"kind":"\#(kind)",\#(fields)}"# + "\n"
    }

    static let cases: [Case] = [
        Case(name: "whole", line: "2 files, 0:10 each, 8 B, nothing lost: proven"),
        Case(name: "without digests", digest: "", line: "2 files, 0:10 each, 8 B, nothing lost, as the ledger says"),
        Case(
            name: "shorter", frames: 282, end: "10.4",
            line: "2 files, up to 0:10, 8 B, not proven: front: 18 frames missing, and the ledger does not say why",
            severity: .warning),
        Case(
            name: "dropped", frames: 298,
            ledger: line("dropped", #""branch":"front.encoder","output":"front","count":2"#),
            line: "2 files, 0:10 each, 8 B, accounted for: front: 2 frames dropped, as the ledger says"),
        Case(
            name: "missing", frames: 298,
            line: "2 files, 0:10 each, 8 B, not proven: front: 2 frames missing, and the ledger does not say why",
            severity: .warning),
        Case(
            name: "thinned", frames: 250,
            ledger: line("rate-changed", #""output":"front","share":"1/2","at":2.0"#, at: "2.0")
                + line("rate-changed", #""output":"front","share":"1","at":5.333333333"#),
            line: "2 files, 0:10 each, 8 B, accounted for: front: 1/2 of its frames recorded for 3.333 s, as the "
                + "ledger says"),
        Case(
            name: "silent",
            ledger: line("warning", #""code":"microphone-silent","input":"microphone","from":2.0"#)
                + line("signal-restored", #""code":"microphone-silent","input":"microphone","from":2.0,"to":6.0"#)
                + line("warning", #""code":"camera-frozen","input":"front","from":8.4"#),
            line:
                "2 files, 0:10 each, 8 B, nothing lost: proven; microphone silent for 0:04; camera front frozen for 0:03",
            severity: .warning),
        Case(
            name: "in the dark", frames: 150,
            ledger: line("cadence", #""input":"front","rate":15.0,"asked":30.0,"frame":0.066666667,"from":1.0"#),
            line: "2 files, 0:10 each, 8 B, nothing lost: proven; front at 15 fps where 30 were asked for"),
        Case(
            name: "a clock that is off",
            ledger: line("drift", #""parts-per-million":-5500.0,"added":0,"removed":9,"samples":480000"#)
                + line(
                    "drift", #""microphone":"room","parts-per-million":4990.0,"added":0,"removed":9,"samples":480000"#),
            line:
                "2 files, 0:10 each, 8 B, not proven: the sound of the microphone jumps, as its clock is 5500 ppm fast: "
                + "its distance from the picture is not proven", severity: .warning),
        Case(
            name: "still",
            ledger: line("warning", #""code":"output-still","output":"front","from":2.0"#)
                + line("warning", #""code":"output-still","output":"front","from":2.0,"to":5.0,"lasted":3.0"#)
                + line("warning", #""code":"output-still","output":"front","from":6.6"#),
            line: "2 files, 0:10 each, 8 B, nothing lost: proven; no frame of front written for 0:07",
            severity: .warning),
        Case(
            name: "truncated", size: 3,
            line: "2 files, 0:10 each, 6 B, not proven: back.mov: has 3 bytes, listed are 4; front.mov: has 3 bytes, "
                + "listed are 4", severity: .warning),
    ]

    private static func manifest(_ row: Case) -> String {
        let outputs = [("back", 300, "11.0"), ("front", row.frames, row.end)].map { name, frames, end in
            #"{"output":"\#(name)","rate":"30","files":[{"file":"\#(name).mov","output":"\#(name)","segment":0,"#
                + #""part":0,"size":4,"frames":\#(frames),"start":1.0,"end":\#(end)\#(row.digest)}]}"#
        }
        return #"{"format":1,"name":"pip","state":"finished","outputs":[\#(outputs.joined(separator: ","))]}"#
    }

    @Test(arguments: cases)
    func saysWhatThereIsAndWhatIsMissing(row: Case) throws {
        let folder = try #require(TemporaryFolder())
        let files = ["back", "front"].map { #"{"output":"\#($0)","file":"\#($0).mov","segment":0}"# }
        let begin = Self.line(
            "recording", #""clock":"c","wall-clock-offset":0.0,"files":[\#(files.joined(separator: ","))]"#, at: "1.0")
        folder.write(Self.manifest(row), to: "session.json")
        folder.write(begin + row.ledger + Self.line("stopping", #""at":11.0"#, at: "11.0"), to: "ledger.jsonl")
        for name in ["back.mov", "front.mov"] { folder.write(String(repeating: "x", count: row.size), to: name) }
        let audit = try #require(try Audit.closing(folder.path))
        #expect(audit.closingLine == row.line, "\(row.name): \(audit.findings)")
        #expect(audit.closingSeverity == row.severity)
        try expectLine(row.line, beside: audit)
        folder.write("", to: "UNFINISHED")
        #expect(try Audit.closing(folder.path) == nil)
    }

    /// A finished file that has changed since its digest was computed is read again; otherwise the digest is trusted.
    /// The years in the ledger make the files older or newer than it.
    @Test(arguments: [
        ("2020", "d", "2 files, 0:10 each, 8 B, nothing lost: proven", ["back.mov", "front.mov"]),
        ("2020", "e", "back.mov: is not what was recorded", ["back.mov", "front.mov"]),
        ("2100", "e", "2 files, 0:10 each, 8 B, nothing lost: proven", []),
    ])
    func aFileThatWasChangedAfterItsEndIsReadAgain(year: String, digest: String, told: String, read: [String]) throws {
        let folder = try #require(TemporaryFolder())
        let files = ["back", "front"].map { #"{"output":"\#($0)","file":"\#($0).mov","segment":0}"# }
        let begin = Self.line(
            "recording", #""clock":"c","wall-clock-offset":0.0,"files":[\#(files.joined(separator: ","))]"#, at: "1.0")
        let ends = ["back", "front"].map { name in
            Self.line("digested", #""file":"\#(name).mov","size":4,"digest":"d""#, at: "11.0")
                .replacing("2026-", with: "\(year)-")
        }
        folder.write(Self.manifest(Case(name: "whole", line: "")), to: "session.json")
        folder.write(begin + Self.line("stopping", #""at":11.0"#, at: "11.0") + ends.joined(), to: "ledger.jsonl")
        for name in ["back.mov", "front.mov"] { folder.write("xxxx", to: name) }
        var asked: [String] = []
        let audit = try Audit.closing(folder.path) { file in
            asked.append(String(file.name))
            return digest
        }
        #expect(asked.sorted() == read)
        #expect(try #require(audit).closingLine.contains(told), "\(audit?.closingLine ?? "")")
        #expect((audit?.exit == .finished) == !told.hasPrefix("back"))
    }

    /// The line is on standard error even beside JSON output; a quiet recording prints it only if something is wrong.
    private func expectLine(_ line: String, beside audit: Audit) throws {
        let end = SessionEvent(
            .finished(SessionOutcome(exit: audit.exit, reason: .interrupt, folder: "/v/s", files: [], failures: [])),
            unixNanoseconds: 0, runningTime: nil)
        for (json, style) in [(true, StatusDisplay.Style.lines), (false, .lines), (true, .quiet), (false, .quiet)] {
            var report = RunReport(json: json, style: style)
            let text = report.text(for: end, at: .zero, columns: nil, audit: audit)
            let isTold = style == .lines || audit.exit != .finished
            #expect(text.errors.text.contains("dualcam: \(line)\n") == isTold, "\(json) \(style): \(text.errors.text)")
            #expect(text.output.isEmpty == !json)
        }
    }

    @Test(
        arguments: [
            ("m", [.mark]), ("\u{1B}[A \u{1B}[1;5q\u{1B}OqM?", [.pause, .help]), ("\u{1B}qs", [.snapshot]),
            ("\u{1B}", []),
            ("abcdefg", []), ("rq", [.take, .quit]),
        ] as [(String, [TerminalKey])])
    func keysAreToldFromEscapeSequences(typed: String, keys: [TerminalKey]) {
        #expect(TerminalKey.read(typed.utf8) == keys)
        #expect(keys.allSatisfy { TerminalKey(line: SupervisorLine.key + $0.name) == $0 })
        #expect(TerminalKey(line: SupervisorLine.handOver) == nil)
    }

    @Test(arguments: [(9_499, "0:09"), (9_500, "0:10"), (599_600, "10:00"), (0, "0:00")])
    func lengthsAreRounded(milliseconds: Int, text: String) {
        #expect(Wording.rounded(.milliseconds(milliseconds)) == text)
    }
}

/// The messages about missing sensors.
@Suite struct SensorNoticeTests {
    private static func event(_ code: SessionEvent.WarningCode, _ text: String) -> SessionEvent {
        SessionEvent(.warning(code, branch: nil, message: text), unixNanoseconds: 0, runningTime: nil)
    }

    @Test func aSensorThatIsMissingIsToldOnceAMachine() async throws {
        let folder = try #require(TemporaryFolder())
        var place = ProcessEnvironment.ofThisProcess(environment: ["HOME": folder.path])
        place.files = DiskView()
        let none = Self.event(.sensor, "No temperature can be read.")
        var first = SensorNotices(place, host: "one/x")
        let inOneRun = [first.isKnown(none, isEarly: true), first.isKnown(none, isEarly: true)]
        #expect(inOneRun == [false, true])
        await BlockingCalls.settle()
        #expect(folder.text(".local/state/dualcam/sensors-one_x") == "No temperature can be read.\n")
        var next = SensorNotices(place, host: "one/x")
        // A sensor that disappears during the recording is reported, and so is any other warning.
        let others = [
            none, Self.event(.load, "No temperature can be read."), Self.event(.sensor, "The battery does not count."),
        ]
        let later = next.isKnown(none, isEarly: false)
        let inTheNext = others.map { next.isKnown($0, isEarly: true) }
        #expect(inTheNext == [true, false, false] && !later)
        var elsewhere = SensorNotices(place, host: "two")
        let onAnotherMachine = elsewhere.isKnown(none, isEarly: true)
        #expect(!onAnotherMachine)
        await BlockingCalls.settle()
    }
}
