import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// An output without any frame is not proven; `run` has failed because of it.
@Suite("Session: an audit of outputs without a frame")
struct AuditEmptyTests {
    /// Returns the audit of a session with a complete output back. The combined picture has no file: either none was
    /// begun, or it had no frame and was removed.
    private static func audit(_ more: [LedgerEntry], begun: Bool = true) throws -> Audit {
        let files = begun ? [("back", "b0.mov"), ("combined", "c0.mov")] : [("back", "b0.mov")]
        let empty = begun ? [Line.finished("combined", "c0.mov", frames: 0, 0, 0)] : []
        let ledger =
            [Line.started(["back", "combined"]), Line.recording(1, files)] + more + empty + [
                Line.finished("back", "b0.mov", frames: 300, 1, 11), Line.digested("b0.mov"),
                Line.entry(.stopping, at: 11, Line.fields(("at", Line.time(11)))),
            ]
        return try AuditTests.audit(ledger, rates: ["back": "30", "combined": "30"]) { file in
            file == "b0.mov" ? FileEvidence(size: 10, digest: "d", content: AuditTests.content(300, 10)) : nil
        }
    }

    /// The dropped frames are in the ledger, but the output is still missing.
    @Test(arguments: [true, false]) func anOutputWithoutAFrameIsNotProven(begun: Bool) throws {
        let audit = try Self.audit([Line.dropped("combined.encoder", "combined", 300, at: 10)], begun: begun)
        #expect(audit.verdict == .unaccounted && audit.exit == .fault)
        #expect(AuditTests.words(audit).contains("unaccounted combined: not one frame of it was recorded"))
    }

    /// An output that was shed, or could not be written, is absent from then on, as the ledger says.
    @Test func anOutputThatRestedIsExcused() throws {
        let dropped = Line.entry(.outputDropped, at: 1, Line.fields(("output", "combined")))
        let audit = try Self.audit([dropped])
        #expect(!AuditTests.words(audit).contains { $0.contains("not one frame") }, "\(AuditTests.words(audit))")
        #expect(audit.exit == .finished)
    }

    /// A camera with one frame per minute has no frame in a take of ten seconds.
    @Test func theFrameOfASlowCameraThatDidNotComeIsTold() throws {
        let ledger = [
            Line.started(["back", "front"]), Line.recording(1, [("back", "b0.mov"), ("front", "f0.mov")]),
            Line.finished("back", "b0.mov", frames: 1, 1, 61), Line.digested("b0.mov"),
            Line.entry(.stopping, at: 11, Line.fields(("at", Line.time(11)))),
        ]
        let audit = try AuditTests.audit(ledger, rates: ["back": "1/60", "front": "1/60"]) { file in
            file == "b0.mov" ? FileEvidence(size: 10, digest: "d", content: AuditTests.content(1, 60)) : nil
        }
        #expect(AuditTests.words(audit).contains("unaccounted front: not one frame of it was recorded"))
    }
}
