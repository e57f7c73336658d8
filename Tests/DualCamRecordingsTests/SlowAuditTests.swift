import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

// MARK: Slow cameras
extension AuditTests {
    /// The file of a camera with one frame per minute begins up to a minute after the requested time.
    @Test func `what a slow camera lacks while it is away is accounted for`() throws {
        let ledger = [
            Line.started(), Line.recording(0, [("back", "b0.mov")]),
            Line.entry(.inputLost, at: 420, Line.fields(("input", "back"), ("at", Line.time(300)))),
            Line.finished("back", "b0.mov", frames: 5, 0, 300), Line.digested("b0.mov"),
            Line.entry(.inputReturned, at: 700, Line.fields(("input", "back"), ("at", Line.time(690)))),
            Line.segment(1, at: 701, [("back", "b1.mov")]),
            Line.finished("back", "b1.mov", segment: 1, frames: 5, 750, 1050), Line.digested("b1.mov"),
            Line.entry(.stopping, at: 1000, Line.fields(("at", Line.time(1000)))),
        ]
        let audit = try Self.audit(ledger, rates: ["back": "1/60"], foreign: []) { _ in
            FileEvidence(size: 10, digest: "d", content: Self.content(5, 300))
        }
        #expect(Self.words(audit) == ["note back: 8 frames (450.000 s) missing while its camera was away"])
    }
}
