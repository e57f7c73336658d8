import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// A file that another process has cut during the recording. Its digest is that of the damaged file, and its index
/// lists every frame.
@Suite("Session: the audit of files that were cut") struct AuditCutTests {
    @Test(arguments: [nil, 0, 500] as [Int64?]) func aFileThatWasCutIsDamaged(cutAt: Int64?) throws {
        var summary = FileSummary(
            output: OutputName("back"), segment: 0, path: "/r/take/b0.mov", frames: 300, start: .seconds(1),
            end: .seconds(11))
        summary.cutAt = cutAt
        let ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.entry(.fileFinished, at: 11, summary.members), Line.digested("b0.mov"),
            Line.entry(.stopping, at: 11, Line.fields(("at", Line.time(11)))),
        ]
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: AuditTests.content(300, 10))
        }
        let told = cutAt.map {
            "damaged b0.mov: was cut by another process while it was recorded: not whole from byte \($0) on"
        }
        #expect(AuditTests.words(audit) == [told].compactMap(\.self))
        #expect(audit.exit == (cutAt == nil ? .finished : .diskFailed))
    }
}
