import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// Frames that a crash cut off at the end of a part are reported as missing, even if all files end at the same time.
@Suite("Session: an audit of the end that a crash cut off")
struct AuditBreakTests {
    private static func recovered(
        _ output: String, _ file: String, frames: Int, _ end: Double, lost: Double, segment: Int = 0
    ) -> LedgerEntry {
        Line.entry(
            .fileRecovered,
            Line.fields(
                ("file", .string(file)), ("output", .string(output)), ("segment", .count(segment)),
                ("frames", .count(frames)), ("start", Line.time(end - Double(frames) / 30)), ("end", Line.time(end)),
                ("playable", .bool(frames > 0)), ("lost", Line.time(lost))))
    }

    private static func stopping(_ end: Double, told: Double) -> LedgerEntry {
        Line.entry(.stopping, at: told, Line.fields(("at", Line.time(end))))
    }

    private static func requested(_ time: Double) -> LedgerEntry {
        Line.entry(.stopRequested, at: time, Line.fields(("reason", "duration")))
    }

    /// Returns the missing frames of two outputs that began at 1 s and have 150 frames, which end at 6 s.
    private static func missing(_ ledger: [LedgerEntry], lost: Double = 0.5) throws -> [Int] {
        let files = [("back", "b0.mov"), ("combined", "c0.mov")]
        let cut = files.map { recovered($0.0, $0.1, frames: 150, 6, lost: lost) }
        let audit = try AuditTests.audit(
            [Line.started(["back", "combined"]), Line.recording(1, files)] + ledger + [Line.entry(.workerLost)] + cut,
            rates: ["back": "30", "combined": "30"]
        ) { _ in FileEvidence(size: 10, digest: "d", content: AuditTests.content(150, 5)) }
        #expect(audit.verdict == .note && audit.rows.allSatisfy { $0.away == $0.missing })
        return audit.rows.map(\.missing)
    }

    @Test func theEndThatWasAskedForCounts() throws {
        // The end is known from the duration, from Ctrl-C, or from the request alone if the process was killed before
        // it reported the end.
        #expect(try Self.missing([Self.stopping(7, told: 1), Self.requested(7)]) == [30, 30])
        #expect(try Self.missing([Self.requested(6.9), Self.stopping(7, told: 6.9)]) == [30, 30])
        #expect(try Self.missing([Self.requested(7)]) == [30, 30])
    }

    @Test func withoutAnEndTheLastWriteCounts() throws {
        #expect(try Self.missing([]) == [15, 15])
        #expect(try Self.missing([Self.stopping(60, told: 1)]) == [15, 15])
    }

    @Test func aTimeLongAfterIsACopysTime() throws {
        #expect(try Self.missing([Self.stopping(60, told: 1)], lost: 86_400) == [0, 0])
    }

    /// The next segment's file is created before its boundary, and nothing is written to it.
    @Test func aFileThatHadNotBegunTellsNothing() throws {
        let audit = try AuditTests.audit(
            [
                Line.started(), Line.recording(1, [("back", "b0.mov")]), Line.segment(1, at: 9, [("back", "b1.mov")]),
                Line.entry(.workerLost), Self.recovered("back", "b0.mov", frames: 150, 6, lost: 0.5),
                Self.recovered("back", "b1.mov", frames: 0, 9, lost: 0, segment: 1),
            ], rates: ["back": "30"]
        ) { file in
            FileEvidence(
                size: 10, digest: "d", content: AuditTests.content(file == "b0.mov" ? 150 : 0, file == "b0.mov" ? 5 : 0)
            )
        }
        #expect(audit.rows.map(\.missing) == [15])
    }

    // MARK: Losses by failures
    private static func failed(_ exit: Int, output: String?) -> LedgerEntry {
        Line.entry(
            .failed, at: 4,
            Line.fields(
                ("code", "disk-failed"), ("exit-code", .count(exit)), ("output", output.map { .string($0) } ?? .null),
                ("message", "it was deleted")))
    }

    private static func ended(_ reason: String, _ exit: Int, lacking: [String] = []) -> LedgerEntry {
        Line.entry(
            .finished, at: 11,
            Line.fields(
                ("reason", .string(reason)), ("exit-code", .count(exit)),
                ("lacking", .array(lacking.map { .string($0) }))))
    }

    /// Returns the audit of a session whose output back is complete. Output combined was dropped after a failure and
    /// has one file of 3 s.
    private static func audit(_ failure: LedgerEntry, _ end: LedgerEntry) throws -> Audit {
        let ledger = [
            Line.started(["back", "combined"]), Line.recording(1, [("back", "b0.mov"), ("combined", "c0.mov")]),
            failure,
            Line.entry(.outputDropped, at: 4, Line.fields(("output", "combined"))),
            Line.finished("combined", "c0.mov", frames: 90, 1, 4), Line.digested("c0.mov"),
            stopping(11, told: 11), Line.finished("back", "b0.mov", frames: 300, 1, 11), Line.digested("b0.mov"), end,
        ]
        return try AuditTests.audit(ledger, rates: ["back": "30", "combined": "30"]) { file in
            let isBack = file == "b0.mov"
            return FileEvidence(
                size: 10, digest: "d", content: AuditTests.content(isBack ? 300 : 90, isBack ? 10 : 3))
        }
    }

    /// Frames that an output lost because of a failure count as lost, although the ledger explains them: `audit` agrees
    /// with the exit code of `run`.
    @Test(arguments: [
        (74, Audit.Severity.damaged, ExitCode.diskFailed), (70, .unaccounted, .fault), (69, .unaccounted, .unavailable),
    ])
    func anOutputThatAFailureCutShortIsNotProven(code: Int, verdict: Audit.Severity, exit: ExitCode) throws {
        let audit = try Self.audit(
            Self.failed(code, output: "combined"), Self.ended("duration", code, lacking: ["combined"]))
        #expect(audit.verdict == verdict && audit.exit == exit)
        #expect(AuditTests.words(audit).contains("\(verdict) combined: is not whole: it was deleted"))
    }

    @Test func aRecordingThatFailedIsNotProven() throws {
        let audit = try Self.audit(Self.failed(70, output: nil), Self.ended("interrupt", 70))
        #expect(AuditTests.words(audit).contains("unaccounted : the recording failed: it was deleted"))
        #expect(audit.exit == .fault)
    }

    /// The disk was full: the recording ended early, but its files are complete.
    @Test func anEndBeforeItsTimeIsNoDamage() throws {
        let audit = try Self.audit(Self.failed(74, output: nil), Self.ended("disk-full", 74))
        #expect(audit.verdict == .note && audit.exit == .finished)
    }
}
