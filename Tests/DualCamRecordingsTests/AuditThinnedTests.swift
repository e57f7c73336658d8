import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// The audit of twenty seconds in two files whose frame rate was reduced at times, as the ledger says.
@Suite("Session: the audit of thinned recordings")
struct AuditThinnedTests {
    struct Case: Sendable {
        var name: String
        var shares: [(at: Double, share: RateShare)] = []
        /// The frames that are missing although they were due.
        var lost: Set<Int> = []
        var told = 0
        var findings: [String]
        var verdict: Audit.Severity = .note
        /// The expected numbers of frames: missing, dropped, unaccounted.
        var sums = [0, 0, 0]
    }

    private static let thinned: [(at: Double, share: RateShare)] = [(4, .twoThirds), (8.1, .half), (15.3, .full)]
    private static let notes = [
        "note back: 2/3 of its frames recorded for 4.100 s, as the ledger says",
        "note back: 1/2 of its frames recorded for 7.200 s, as the ledger says",
    ]

    static let cases: [Case] = [
        Case(name: "whole", shares: thinned, findings: notes),
        Case(
            name: "to the end", shares: [(4, .half)],
            findings: ["note back: 1/2 of its frames recorded for 17.000 s, as the ledger says"]),
        Case(
            name: "the second of two thirds lost", shares: thinned, lost: [151],
            findings: ["unaccounted back: 1 frame missing, and the ledger does not say why"] + notes,
            verdict: .unaccounted, sums: [1, 0, 1]),
        Case(
            name: "every second and one lost", shares: thinned, lost: [260],
            findings: ["unaccounted back: 1 frame missing, and the ledger does not say why"] + notes,
            verdict: .unaccounted, sums: [1, 0, 1]),
        Case(
            name: "some lost and told", shares: thinned, lost: [130, 260, 262, 500], told: 4,
            findings: notes + ["note back: 4 frames dropped, as the ledger says"], sums: [4, 4, 0]),
        Case(
            name: "the boundary's lost", shares: thinned, lost: [328, 330, 332],
            findings: ["unaccounted back: 3 frames missing, and the ledger does not say why"] + notes,
            verdict: .unaccounted, sums: [3, 0, 3]),
        Case(
            name: "dropped between two files, and told: they are not missing inside of them, too", shares: [(4, .half)],
            lost: [320, 322, 324, 326, 328, 330, 332], told: 7,
            findings: [
                "note back: 1/2 of its frames recorded for 17.000 s, as the ledger says",
                "note back: 7 frames dropped, as the ledger says",
            ], sums: [7, 7, 0]),
        Case(
            name: "nobody asked for fewer", lost: Set((0..<630).filter { $0 % 2 == 1 }),
            findings: ["unaccounted back: 299 frames missing, and the ledger does not say why"],
            verdict: .unaccounted, sums: [299, 0, 299]),
        Case(
            name: "every second frame dropped, and told", lost: Set((0..<630).filter { $0 % 2 == 1 }), told: 299,
            findings: ["note back: 299 frames dropped, as the ledger says"], sums: [299, 299, 0]),
    ]

    /// Returns the numbers of the recorded frames, of 30...629. Never two in a row are left out.
    private static func recorded(_ test: Case) -> [Int] {
        var kept: [Int] = []
        for number in 30..<630 {
            let share = test.shares.last { Int(($0.at * 30).rounded()) <= number }?.share ?? .full
            let isKept =
                switch share {
                case .full: true
                case .twoThirds: number % 3 != 2
                case .half, .third, .quarter, .sixth: number % Int((1 / share.fraction).rounded()) == 0
                }
            if isKept || number == 330 || number - (kept.last ?? 0) > 1 { kept.append(number) }
        }
        return kept.filter { !test.lost.contains($0) }
    }

    private static func content(_ numbers: [Int]) -> FileContent {
        let times = numbers.map { Int64(($0 - (numbers.first ?? 0))) * 1_000_000_000 / 30 }
        let distances = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        var content = FileContent(frames: times.count, first: 0, end: (times.last ?? 0) + 33_333_333)
        content.missing = distances.reduce(0) { sum, distance in
            sum + Int((Double(distance) / Double(distances[distances.count / 2])).rounded()) - 1
        }
        content.times = times
        return content
    }

    /// An overloaded machine may lose every second frame for the length of a short file; this must not be taken for a
    /// lower frame rate.
    @Test func `frames that are missing everywhere are counted by the output's rate`() throws {
        let kept = (0..<Int64(300)).filter { $0 % 2 == 0 || $0 > 280 }
        let times: [Int64] = kept.map { $0 * 1_000_000_000 / 30 }
        var content = FileContent(frames: times.count, first: 0, end: 10_000_000_000)
        content.times = times
        let request = FileRequest(output: OutputName("back"), segment: 0, path: "/b.mov")
        var file = RecordedFile(request, boundary: nil, part: 0)
        file.summary = FileSummary(
            output: request.output, segment: 0, path: request.path, frames: times.count, start: .seconds(0),
            end: .seconds(10))
        let history = SessionHistory(ledger: [Line.started(), Line.recording(0, [("back", "/b.mov")])], in: "/")
        #expect(Audit.judged(content, of: file, in: history, FrameRate(30)).missing == 300 - times.count)
    }

    @Test(arguments: cases)
    func `frames that were left out are none that are missing`(test: Case) throws {
        let numbers = Self.recorded(test)
        let files = ["b0.mov": numbers.filter { $0 < 330 }, "b1.mov": numbers.filter { $0 >= 330 }]
        var ledger = [Line.started(), Line.recording(1, [("back", "b0.mov")])]
        ledger += test.shares.map { change in
            Line.entry(
                .rateChanged, at: change.at,
                Line.fields(
                    ("output", "back"), ("share", .string(change.share.rawValue)), ("at", Line.time(change.at))))
        }
        if test.told > 0 { ledger.append(Line.dropped("back.encoder", "back", test.told, at: 12)) }
        ledger.append(Line.segment(1, at: 11, [("back", "b1.mov")]))
        for (segment, file) in ["b0.mov", "b1.mov"].enumerated() {
            let own = try #require(files[file])
            let (first, last) = (try #require(own.first), try #require(own.last))
            ledger.append(
                Line.finished(
                    "back", file, segment: segment, frames: own.count, Double(first) / 30, Double(last + 1) / 30))
            ledger.append(Line.digested(file))
        }
        ledger.append(Line.entry(.stopping, at: 21, Line.fields(("at", Line.time(21)))))
        let audit = try Self.audit(ledger) { Self.content(files[$0] ?? []) }
        #expect(audit.findings.map { "\($0.severity) \($0.subject): \($0.text)" } == test.findings, "\(test.name)")
        #expect(audit.verdict == test.verdict)
        let row = try #require(audit.rows.first)
        #expect([row.missing, row.dropped, row.unaccounted] == test.sums, "\(test.name)")
    }

    private static func audit(_ ledger: [LedgerEntry], _ content: (String) -> FileContent) throws -> Audit {
        let session = try SessionOnDisk()
        let lines = ledger.map(\.line).joined(separator: ",\n")
        let outputs = #"[{"output":"back","rate":"30","files":[]}]"#
        session.write(
            "{\"state\":\"finished\",\"outputs\":\(outputs),\"ledger\":[\(lines)]}", to: "session.json")
        let record = try SessionRecord.read(session.path)
        let evidence = record.history.files.map { file in
            let found = Audit.judged(content(file.name), of: file, in: record.history, record.rates[file.output])
            return (file.path, FileEvidence(size: 10, digest: "d", content: found))
        }
        return Audit(record, evidence: Dictionary(evidence) { $1 }, foreign: [])
    }

    /// In the index of a recovered file, the last frame is as long as the one before, even if frames were left out.
    @Test(arguments: [(9_900_000_000 as Int64, 0), (10_000_000_000, 1)])
    func `the last frame of a crash's file may be longer than one`(end: Int64, leftOut: Int) {
        let half = SessionHistory.Thinning(
            output: OutputName("back"), part: 0, share: .half, from: .seconds(9), to: nil)
        var content = FileContent(frames: 0, end: end)
        content.times = (0..<99).map { $0 * 100_000_000 }
        content.judge(by: [half], from: .seconds(0), frame: 1e8)
        #expect((content.missing, content.leftOut) == (0, leftOut))
    }

    /// A recovered file begins at a key frame up to a second after the known time. The times of the reduced rate are
    /// uncertain by as much.
    @Test(arguments: [(0 as Int64, 1), (500_000_000, 0)])
    func `the start of a crash's file is uncertain`(slack: Int64, missing: Int) {
        let half = SessionHistory.Thinning(
            output: OutputName("back"), part: 0, share: .half, from: .seconds(5), to: .seconds(8))
        var content = FileContent(frames: 0)
        // The frames are reduced from 4.9 to 8 s of the file's assumed time.
        content.times = (0..<100).map { $0 * 100_000_000 }.filter {
            !(49...79).contains($0 / 100_000_000) || $0 % 200_000_000 == 0
        }
        content.first = 0
        content.judge(by: [half], from: .seconds(0), frame: 1e8, slack: slack)
        #expect(content.missing == missing)
    }
}
