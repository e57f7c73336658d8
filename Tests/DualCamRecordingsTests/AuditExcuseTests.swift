import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

// MARK: Limits of excuses
extension AuditTests {
    /// The camera was lost from 3 s to 4 s, and the next file begins at the boundary at 11 s. A file that begins within
    /// five seconds of the return was requested because of it; later, missing frames have no excuse.
    @Test(arguments: [
        (4.0, "unaccounted back: 240 frames missing, and the ledger does not say why"),
        (7, "note back: 240 frames (8.000 s) missing while its camera was away"),
    ])
    func `an absence covers nothing that lies long behind it`(back: Double, finding: String) throws {
        let ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.entry(.inputLost, at: 3, Line.fields(("input", "back"), ("at", Line.time(3)))),
            Line.finished("back", "b0.mov", frames: 60, 1, 3), Line.digested("b0.mov"),
            Line.entry(.inputReturned, at: back, Line.fields(("input", "back"), ("at", Line.time(back)))),
            Line.segment(1, at: 11, [("back", "b1.mov")]),
            Line.finished("back", "b1.mov", segment: 1, frames: 300, 11, 21), Line.digested("b1.mov"),
            Line.entry(.stopping, at: 21, Line.fields(("at", Line.time(21)))),
        ]
        let audit = try Self.audit(ledger, rates: ["back": "30"]) { file in
            let seconds = file == "b0.mov" ? 2.0 : 10
            return FileEvidence(size: 10, digest: "d", content: Self.content(Int(seconds * 30), seconds))
        }
        #expect(Self.words(audit) == [finding])
    }
}
