import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Session: the audit's arithmetic")
struct AuditTests {
    /// A session of 20 s in two complete segments, and what a test changes in it.
    struct Case: Sendable {
        var name: String
        var ledger: [LedgerEntry] = []
        var end: Double? = 21
        var frames = ["b0.mov": 300, "b1.mov": 300]
        var span = ["b0.mov": (1.0, 11.0), "b1.mov": (11.0, 21.0)]
        var found: [String: FileContent] = [:]
        var digests: [String: String] = [:]
        var gone: Set<String> = []
        var foreign: [String] = []
        var rate = true
        var findings: [String]
        var verdict: Audit.Severity
        /// The expected numbers of frames: missing, dropped, away, unaccounted.
        var sums = [0, 0, 0, 0]
    }

    static func content(_ frames: Int, _ seconds: Double, missing: Int = 0) -> FileContent {
        FileContent(frames: frames, end: Int64((seconds * 1e9).rounded()), missing: missing)
    }

    private static let away = [
        Line.entry(.inputLost, at: 6, Line.fields(("input", "back"), ("at", Line.time(6)))),
        Line.entry(.inputReturned, at: 11, Line.fields(("input", "back"), ("at", Line.time(10.7)))),
    ]

    static let cases: [Case] = [
        Case(name: "whole", findings: [], verdict: .note),
        Case(
            name: "wrong digest", digests: ["b1.mov": "other"],
            findings: ["damaged b1.mov: is not what was recorded: its SHA-256 differs"], verdict: .damaged),
        Case(name: "missing", gone: ["b1.mov"], findings: ["damaged b1.mov: is missing"], verdict: .damaged),
        Case(
            name: "one frame missing", frames: ["b0.mov": 299, "b1.mov": 300],
            found: ["b0.mov": content(299, 10, missing: 1)],
            findings: ["unaccounted back: 1 frame missing, and the ledger does not say why"], verdict: .unaccounted,
            sums: [1, 0, 0, 1]),
        Case(
            name: "one frame dropped", ledger: [Line.dropped("back.encoder", "back", 1, at: 5)],
            frames: ["b0.mov": 299, "b1.mov": 300], found: ["b0.mov": content(299, 10, missing: 1)],
            findings: ["note back: 1 frame dropped, as the ledger says"], verdict: .note, sums: [1, 1, 0, 0]),
        Case(
            name: "dropped elsewhere", ledger: [Line.dropped("front.encoder", "front", 1, at: 5)],
            frames: ["b0.mov": 299, "b1.mov": 300], found: ["b0.mov": content(299, 10, missing: 1)],
            findings: ["unaccounted back: 1 frame missing, and the ledger does not say why"], verdict: .unaccounted,
            sums: [1, 0, 0, 1]),
        Case(
            name: "less than the ledger says", found: ["b1.mov": content(299, 10, missing: 1)],
            findings: [
                "unaccounted b1.mov: holds 299 frames, the ledger says 300",
                "unaccounted back: 1 frame missing, and the ledger does not say why",
            ], verdict: .unaccounted, sums: [1, 0, 0, 1]),
        Case(
            name: "cut short", found: ["b1.mov": content(240, 8)],
            findings: [
                "unaccounted b1.mov: holds 240 frames, the ledger says 300",
                "unaccounted b1.mov: is 8.000 s, the ledger says 10.000 s long",
                "unaccounted back: 60 frames missing, and the ledger does not say why",
            ], verdict: .unaccounted, sums: [60, 0, 0, 60]),
        Case(
            name: "camera away", ledger: away, frames: ["b0.mov": 150, "b1.mov": 300],
            span: ["b0.mov": (1, 6), "b1.mov": (11, 21)],
            findings: ["note back: 150 frames (5.000 s) missing while its camera was away"], verdict: .note,
            sums: [150, 0, 150, 0]),
        Case(
            name: "camera away to the end",
            ledger: [Line.entry(.inputLost, at: 20, Line.fields(("input", "back"), ("at", Line.time(20))))],
            frames: ["b0.mov": 300, "b1.mov": 270], span: ["b0.mov": (1, 11), "b1.mov": (11, 20)],
            findings: ["note back: 30 frames (1.000 s) missing while its camera was away"], verdict: .note,
            sums: [30, 0, 30, 0]),
        Case(
            name: "camera that stalls in a pause",
            ledger: Line.pause(from: 5, to: 9) + [
                Line.entry(.inputLost, at: 9.1, Line.fields(("input", "back"), ("at", Line.time(9.1)))),
                Line.entry(.inputReturned, at: 11, Line.fields(("input", "back"), ("at", Line.time(10.7)))),
            ],
            frames: ["b0.mov": 120, "b1.mov": 300], span: ["b0.mov": (1, 5), "b1.mov": (11, 21)],
            findings: ["note back: 60 frames (2.000 s) missing while its camera was away"], verdict: .note,
            sums: [60, 0, 60, 0]),
        Case(
            name: "camera that comes back in a pause, its frames otherwise",
            ledger: Line.pause(from: 5, to: 9) + [
                Line.entry(.inputLost, at: 5.5, Line.fields(("input", "back"), ("at", Line.time(5)))),
                Line.entry(.inputReturned, at: 7, Line.fields(("input", "back"), ("at", Line.time(7)))),
            ],
            frames: ["b0.mov": 121, "b1.mov": 360], span: ["b0.mov": (1, 5.03), "b1.mov": (9.002, 21.002)],
            findings: [], verdict: .note),
        Case(
            name: "camera back for a single frame",
            ledger: [
                Line.entry(.inputLost, at: 14, Line.fields(("input", "back"), ("at", Line.time(14)))),
                Line.entry(.inputReturned, at: 15, Line.fields(("input", "back"), ("at", Line.time(15)))),
                Line.entry(.inputLost, at: 15.1, Line.fields(("input", "back"), ("at", Line.time(15.033)))),
            ],
            frames: ["b0.mov": 300, "b1.mov": 90], span: ["b0.mov": (1, 11), "b1.mov": (11, 14)],
            findings: ["note back: 210 frames (7.000 s) missing while its camera was away 2 times"], verdict: .note,
            sums: [210, 0, 210, 0]),
        Case(
            name: "camera back too late for a file",
            ledger: [
                Line.entry(.inputLost, at: 15, Line.fields(("input", "back"), ("at", Line.time(15)))),
                Line.entry(.inputReturned, at: 19.7, Line.fields(("input", "back"), ("at", Line.time(19.7)))),
            ],
            frames: ["b0.mov": 300, "b1.mov": 120], span: ["b0.mov": (1, 11), "b1.mov": (11, 15)],
            findings: ["note back: 180 frames (6.000 s) missing while its camera was away"], verdict: .note,
            sums: [180, 0, 180, 0]),
        Case(
            name: "nothing recorded for long after the camera was back",
            ledger: [
                Line.entry(.inputLost, at: 15, Line.fields(("input", "back"), ("at", Line.time(15)))),
                Line.entry(.inputReturned, at: 19.4, Line.fields(("input", "back"), ("at", Line.time(19.4)))),
            ],
            frames: ["b0.mov": 300, "b1.mov": 120], span: ["b0.mov": (1, 11), "b1.mov": (11, 15)],
            findings: ["unaccounted back: 180 frames missing, and the ledger does not say why"], verdict: .unaccounted,
            sums: [180, 0, 0, 180]),
        Case(
            name: "missing long before the camera was away",
            ledger: [
                Line.entry(.inputLost, at: 10.9, Line.fields(("input", "back"), ("at", Line.time(10.9)))),
                Line.entry(.inputReturned, at: 11, Line.fields(("input", "back"), ("at", Line.time(10.95)))),
            ],
            frames: ["b0.mov": 150, "b1.mov": 300], span: ["b0.mov": (1, 6), "b1.mov": (11, 21)],
            findings: ["unaccounted back: 150 frames missing, and the ledger does not say why"], verdict: .unaccounted,
            sums: [150, 0, 0, 150]),
        Case(
            name: "frames that the clip does not hold, and such as are missing as it was made later",
            ledger: [Line.lacking("back", 2, "hole", at: 5), Line.lacking("back", 3, "delay", at: 5)],
            frames: ["b0.mov": 294, "b1.mov": 300], found: ["b0.mov": content(294, 10, missing: 6)],
            findings: [
                "note back: 2 frames missing that its clip does not hold",
                "note back: 3 frames missing where its pictures were made later (`delay`)",
                "unaccounted back: 1 frame missing, and the ledger does not say why",
            ], verdict: .unaccounted, sums: [6, 0, 5, 1]),
        Case(
            name: "camera not said to be away", frames: ["b0.mov": 150, "b1.mov": 300],
            span: ["b0.mov": (1, 6), "b1.mov": (11, 21)],
            findings: ["unaccounted back: 150 frames missing, and the ledger does not say why"], verdict: .unaccounted,
            sums: [150, 0, 0, 150]),
        Case(
            name: "overlap", end: 20.9, span: ["b0.mov": (1, 11), "b1.mov": (10.9, 20.9)],
            findings: ["unaccounted b1.mov: begins 3 frames before the end of the file before it"],
            verdict: .unaccounted),
        Case(
            name: "ended early", frames: ["b0.mov": 300, "b1.mov": 270], span: ["b0.mov": (1, 11), "b1.mov": (11, 20)],
            findings: ["unaccounted back: 30 frames missing, and the ledger does not say why"], verdict: .unaccounted,
            sums: [30, 0, 0, 30]),
        Case(
            name: "half a frame late, a frame early", span: ["b0.mov": (1.03, 11.03), "b1.mov": (11.04, 21.03)],
            findings: [], verdict: .note),
        Case(
            name: "foreign", foreign: ["notes.txt"],
            findings: ["note notes.txt: is not the session's; it was left alone"],
            verdict: .note),
        Case(
            name: "rate not told", rate: false,
            findings: ["note back: its rate is not told, so that frames were judged by their own distance"],
            verdict: .note),
        Case(
            name: "camera of another rate", frames: ["b0.mov": 250, "b1.mov": 300],
            findings: [
                "unaccounted b0.mov: has 50 frames less than its length at the output's rate",
                "unaccounted back: 50 frames missing, and the ledger does not say why",
            ], verdict: .unaccounted, sums: [50, 0, 0, 50]),
    ]

    @Test(arguments: cases + frozenCases + soundCases)
    func `files against their ledger`(test: Case) throws {
        var ledger = [Line.started(), Line.recording(1, [("back", "b0.mov")])]
        ledger += test.ledger + [Line.segment(1, at: 11, [("back", "b1.mov")])]
        for (number, file) in ["b0.mov", "b1.mov"].enumerated() {
            let (start, end) = try #require(test.span[file])
            ledger.append(
                Line.finished("back", file, segment: number, frames: test.frames[file] ?? 0, start, end))
            ledger.append(Line.digested(file))
        }
        if let end = test.end { ledger.append(Line.entry(.stopping, at: end, Line.fields(("at", Line.time(end))))) }
        let audit = try Self.audit(ledger, rates: test.rate ? ["back": "30"] : [:], foreign: test.foreign) { file in
            guard !test.gone.contains(file), let (start, end) = test.span[file] else { return nil }
            let content = test.found[file] ?? Self.content(test.frames[file] ?? 0, end - start)
            return FileEvidence(size: 10, digest: test.digests[file] ?? "d", content: content)
        }
        #expect(Self.words(audit) == test.findings)
        #expect(audit.verdict == test.verdict)
        let row = try #require(audit.rows.first)
        #expect([row.missing, row.dropped, row.away, row.unaccounted] == test.sums)
    }

    /// The crash came after the next segment had begun and before the previous file was closed, so `b0.mov` lacks its
    /// last half second.
    @Test(arguments: [(nil, "note back: 15 frames lost when part 1 broke off"), (21.0, Self.unaccounted)])
    func `what a crash took of the file before the newest is accounted for`(end: Double?, finding: String) throws {
        var ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]), Line.segment(1, at: 11, [("back", "b1.mov")]),
            Self.recovered("b0.mov", 0, frames: 285, 1, 10.5), Self.recovered("b1.mov", 1, frames: 300, 11, 21),
        ]
        if let end { ledger.append(Line.entry(.stopping, at: end, Line.fields(("at", Line.time(end))))) }
        let audit = try Self.audit(ledger, rates: ["back": "30"], foreign: []) { file in
            let content = file == "b0.mov" ? Self.content(285, 9.5) : Self.content(300, 10)
            return FileEvidence(size: 10, digest: "d", content: content)
        }
        #expect(Self.words(audit).filter { !$0.contains("digest") } == [finding])
    }

    private static let unaccounted = "unaccounted back: 15 frames missing, and the ledger does not say why"

    private static func recovered(
        _ file: String, _ segment: Int, frames: Int, _ start: Double, _ end: Double
    ) -> LedgerEntry {
        Line.entry(
            .fileRecovered,
            Line.fields(
                ("file", .string(file)), ("output", "back"), ("segment", .count(segment)), ("frames", .count(frames)),
                ("start", Line.time(start)), ("end", Line.time(end)), ("playable", .bool(true))))
    }

    /// The worker was lost at 5 s, and one output has half a second less than the other. The next worker begins another
    /// part.
    @Test func `a gap between two workers is told, and what its end cost`() throws {
        let ledger = [
            Line.started(["back", "front"]), Line.recording(1, [("back", "b0.mov"), ("front", "f0.mov")]),
            Line.entry(.workerLost),
            Line.finished("back", "b0.mov", frames: 120, 1, 5), Line.finished("front", "f0.mov", frames: 105, 1, 4.5),
            Line.entry(
                .gap,
                Line.fields(
                    ("from", "2026-11-21T14:05:08.250Z"), ("seconds", Line.time(1.5)), ("reason", "it crashed"))),
            Line.recording(2, [("back", "b1.mov"), ("front", "f1.mov")], segment: 1),
            Line.finished("back", "b1.mov", segment: 1, frames: 60, 2, 4),
            Line.finished("front", "f1.mov", segment: 1, frames: 60, 2, 4),
            Line.entry(.stopping, at: 4, Line.fields(("at", Line.time(4)))),
        ]
        let lengths = ["b0.mov": 4.0, "f0.mov": 3.5, "b1.mov": 2, "f1.mov": 2]
        let audit = try Self.audit(ledger, rates: ["back": "30", "front": "30"]) { file in
            let seconds = lengths[file] ?? 0
            return FileEvidence(size: 10, digest: nil, content: Self.content(Int(seconds * 30), seconds))
        }
        let told = Self.words(audit).filter { !$0.contains("has no digest") }
        #expect(
            told == [
                "note : nothing was recorded for 1.500 s from 2026-11-21T14:05:08.250Z on: it crashed",
                "note front: 15 frames lost when part 1 broke off",
            ])
        #expect(audit.verdict == .note)
        #expect(audit.rows.map(\.frames) == [180, 165])
    }

    @Test func `a session without a ledger is not known, with or without files`() throws {
        let lost = try Self.audit([], rates: [:]) { _ in nil }
        #expect(Self.words(lost) == ["unknown : the ledger is lost: what was recorded is not known"])
        #expect(lost.verdict == .unknown && lost.exit == .diskFailed)
        let file: JSONValue = ["output": "back", "file": "b0.mov", "segment": .count(0)]
        let adopted = try Self.audit(
            [
                Line.entry(.adopted, Line.fields(("files", .array([file])))),
                Line.entry(
                    .fileRecovered,
                    Line.fields(
                        ("output", "back"), ("file", "b0.mov"), ("frames", .count(30)), ("start", Line.time(0)),
                        ("end", Line.time(1)), ("playable", .bool(true)))), Line.digested("b0.mov"),
            ], rates: ["back": "30"]
        ) { _ in FileEvidence(size: 10, digest: "d", content: Self.content(30, 1)) }
        #expect(
            Self.words(adopted) == [
                "unknown : the ledger is lost, and the files were found by their tags: what is missing beside them is not known"
            ])
        #expect(adopted.verdict == .unknown)
    }

    static func words(_ audit: Audit) -> [String] {
        audit.findings.map { "\($0.severity) \($0.subject): \($0.text)" }
    }

    static func audit(
        _ ledger: [LedgerEntry], rates: [String: String], foreign: [String] = [],
        _ evidence: (String) -> FileEvidence?
    ) throws -> Audit {
        let session = try SessionOnDisk()
        let outputs = rates.sorted { $0.key < $1.key }.map {
            #"{"output":"\#($0.key)","rate":"\#($0.value)","files":[]}"#
        }
        let lines = ledger.map(\.line).joined(separator: ",\n")
        session.write(
            "{\"state\":\"finished\",\"outputs\":[\(outputs.joined(separator: ","))],\"ledger\":[\(lines)]}",
            to: "session.json")
        let record = try SessionRecord.read(session.path)
        let files = record.history.files.compactMap { file in evidence(file.name).map { (file.path, $0) } }
        return Audit(record, evidence: Dictionary(files) { $1 }, foreign: foreign)
    }
}
