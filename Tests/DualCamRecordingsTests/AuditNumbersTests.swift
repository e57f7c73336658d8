import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// The audit of a camera whose frames are numbered, with 30 frames per second in two files of 10 s.
@Suite("Session: the audit of numbered frames")
struct AuditNumbersTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var ledger: [LedgerEntry] = []
        var frames = [300, 300]
        /// The frame numbers of each file: first, last, left out, paused, and lost before the file (negative: unknown).
        var numbers: [[Int]] = [[0, 299, 0, 0, -1], [300, 599, 0, 0, 0]]
        var span = [(1.0, 11.0), (11.0, 21.0)]
        var segments = [0, 1]
        /// The missing frames by the distances in the files, which prove nothing here.
        var seen = [0, 0]
        var findings: [String] = []
        /// The expected numbers of frames: missing, dropped, away, unaccounted, shed.
        var sums = [0, 0, 0, 0, 0]
    }

    private static func cadence(_ rate: Double, from: Double, at time: Double? = nil) -> LedgerEntry {
        Line.entry(
            .cadence, at: time ?? from,
            Line.fields(
                ("input", "back"), ("rate", .number(rate)), ("asked", .number(30)), ("frame", Line.time(1 / rate)),
                ("from", Line.time(from))))
    }

    static let cases: [Case] = [
        Case(testDescription: "exact"),
        Case(
            testDescription: "30.1 pictures a second: three more than the rate says", ledger: [cadence(30.1, from: 1)],
            frames: [301, 301], numbers: [[4, 304, 0, 0, -1], [305, 605, 0, 0, 0]]),
        Case(
            testDescription: "15 in the dark, from the second file on",
            ledger: [cadence(30, from: 1), cadence(15, from: 11)],
            frames: [300, 150], numbers: [[0, 299, 0, 0, -1], [300, 449, 0, 0, 0]], seen: [0, 75],
            findings: [
                "note back: its camera delivered 15 pictures a second from 10.000 s on, where 30 were asked for"
            ]),
        Case(
            testDescription: "two numbers were left out by the driver, and told",
            ledger: [Line.dropped("back.source", "back", 2, at: 5)], frames: [298, 300],
            findings: ["note back: 2 frames dropped, as the ledger says"], sums: [2, 2, 0, 0, 0]),
        Case(
            testDescription: "two are missing, and nobody told", frames: [298, 300],
            findings: ["unaccounted back: 2 frames missing, and the ledger does not say why"], sums: [2, 0, 0, 2, 0]),
        Case(
            testDescription: "missing between two files", numbers: [[0, 299, 0, 0, -1], [303, 602, 0, 0, 3]],
            findings: ["unaccounted back: 3 frames missing, and the ledger does not say why"], sums: [3, 0, 0, 3, 0]),
        Case(
            testDescription: "a whole file is missing, of which its camera's numbers know nothing", frames: [150, 150],
            numbers: [[0, 149, 0, 0, -1], [450, 599, 0, 0, 0]], span: [(1, 6), (16, 21)], segments: [0, 2],
            findings: ["unaccounted back: 300 frames missing, and the ledger does not say why"],
            sums: [300, 0, 0, 300, 0]),
        Case(
            testDescription: "half of them left out for load", frames: [300, 150],
            numbers: [[0, 299, 0, 0, -1], [300, 598, 149, 0, 0]], seen: [0, 149], sums: [0, 0, 0, 0, 149]),
        Case(
            testDescription: "a pause within a file", frames: [300, 300],
            numbers: [[0, 299, 0, 0, -1], [300, 689, 0, 90, 0]]),
        Case(
            testDescription: "the camera was away: counted by what it delivered before",
            ledger: [
                cadence(15, from: 1),
                Line.entry(.inputLost, at: 6, Line.fields(("input", "back"), ("at", Line.time(6)))),
                Line.entry(.inputReturned, at: 11, Line.fields(("input", "back"), ("at", Line.time(10.9)))),
            ], frames: [75, 150], numbers: [[0, 74, 0, 0, -1], [0, 149, 0, 0, -1]], span: [(1, 6), (11, 21)],
            findings: [
                "note back: 75 frames (5.000 s) missing while its camera was away",
                "note back: its camera delivered 15 pictures a second from 0.000 s on, where 30 were asked for",
            ], sums: [75, 0, 75, 0, 0]),
    ]

    @Test(arguments: cases) func numbersDecide(test: Case) throws {
        var ledger = [Line.started(), Line.recording(1, [("back", "b0.mov")])]
        ledger += test.ledger + [Line.segment(test.segments[1], at: 11, [("back", "b1.mov")])]
        for (index, file) in ["b0.mov", "b1.mov"].enumerated() {
            let (start, end) = test.span[index]
            var entry = Line.finished(
                "back", file, segment: test.segments[index], frames: test.frames[index], start, end)
            let numbers = test.numbers[index]
            let count = FrameCount(
                first: Int64(numbers[0]), last: Int64(numbers[1]), leftOut: numbers[2], paused: numbers[3],
                before: numbers[4] < 0 ? nil : numbers[4])
            entry.fields += .known(["numbers": count])
            ledger += [entry, Line.digested(file)]
        }
        ledger.append(Line.entry(.stopping, at: 21, Line.fields(("at", Line.time(21)))))
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { file in
            let index = file == "b0.mov" ? 0 : 1
            let (start, end) = test.span[index]
            var content = AuditTests.content(test.frames[index], end - start, missing: test.seen[index])
            content.times = []
            return FileEvidence(size: 10, digest: "d", content: content)
        }
        #expect(AuditTests.words(audit) == test.findings)
        let row = try #require(audit.rows.first)
        #expect([row.missing, row.dropped, row.away, row.unaccounted, row.shed] == test.sums)
    }

    /// A capture card with 60 frames per second is recorded at 30. The camera's numbers do not match the file's frames,
    /// and a frame lost before the reduction leaves no gap.
    @Test(arguments: [
        (
            300,
            ["note back: the 59.9 pictures a second of its camera were brought to 30: frames are proven by this rate"],
            0
        ),
        (
            297,
            [
                "unaccounted b0.mov: has 3 frames less than its length at the output's rate",
                "unaccounted back: 3 frames missing, and the ledger does not say why",
                "note back: the 59.9 pictures a second of its camera were brought to 30: frames are proven by this rate",
            ], 0
        ),
        (
            300,
            [
                "note back: the 59.9 pictures a second of its camera were brought to 30: frames are proven by this rate",
                "note back: 4 pictures of its camera lost, earlier ones shown once more, as the ledger says",
            ], 4
        ),
    ])
    func aConvertedRateIsJudgedByTheFiles(_ frames: Int, _ findings: [String], _ lost: Int) throws {
        var cadence = Self.cadence(59.94, from: 1)
        cadence.fields += .known(["converted": true])
        let drops = lost > 0 ? [Line.dropped("back.source", "back", lost, at: 5)] : []
        let ledger =
            [Line.started(), Line.recording(1, [("back", "b0.mov")]), cadence] + drops + [
                Line.finished("back", "b0.mov", segment: 0, frames: frames, 1, 11), Line.digested("b0.mov"),
                Line.entry(.stopping, at: 11, Line.fields(("at", Line.time(11)))),
            ]
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: AuditTests.content(frames, 10))
        }
        #expect(AuditTests.words(audit) == findings)
        #expect(audit.rows.first?.dropped == 0)
    }

    /// A file that was recovered after a crash has no frame numbers, so the measured cadence is used.
    @Test func aRecoveredFileIsJudgedByTheMeasuredCadence() throws {
        let ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]), Self.cadence(15.02, from: 1),
            Line.entry(
                .fileRecovered,
                Line.fields(
                    ("file", "b0.mov"), ("output", "back"), ("segment", .count(0)), ("frames", .count(150)),
                    ("start", Line.time(1)), ("end", Line.time(11)), ("playable", .bool(true)))),
            Line.digested("b0.mov"),
        ]
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: AuditTests.content(150, 10))
        }
        #expect(audit.verdict == .note)
    }
}
