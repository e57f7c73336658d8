import DualCamConfig
import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: an output that comes back with its camera")
struct AuditComebackTests {
    /// An encoder failed while its camera was lost, and was restored without an entry. The camera's return ends the
    /// absence, so frames that are missing later have no excuse.
    @Test(arguments: [(true, 0), (false, 180)]) func anAbsenceEndsWithTheNextFile(isWhole: Bool, unaccounted: Int)
        throws
    {
        let camera: (String, JSONValue) = ("input", "back")
        var ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.finished("back", "b0.mov", frames: 120, 1, 5), Line.digested("b0.mov"),
            Line.entry(.inputLost, at: 5, Line.fields(camera, ("at", Line.time(5)))),
            Line.entry(.outputDropped, at: 6, Line.fields(("output", "back"))),
            Line.entry(.inputReturned, at: 9, Line.fields(camera, ("at", Line.time(9)))),
            Line.segment(1, at: 9, [("back", "b1.mov")]),
            Line.finished("back", "b1.mov", segment: 1, frames: 180, 9, 15), Line.digested("b1.mov"),
            Line.segment(2, at: 15, [("back", "b2.mov")]),
        ]
        if isWhole {
            ledger += [Line.finished("back", "b2.mov", segment: 2, frames: 180, 15, 21), Line.digested("b2.mov")]
        }
        ledger.append(Line.entry(.stopping, at: 21, Line.fields(("at", Line.time(21)))))
        if !isWhole { ledger.removeAll { $0.kind == .segment && $0["segment"]?.count == 2 } }
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { file in
            let (frames, seconds) = ["b0.mov": (120, 4.0), "b1.mov": (180, 6)][file] ?? (180, 6)
            return FileEvidence(size: 10, digest: "d", content: AuditTests.content(frames, seconds))
        }
        let row = try #require(audit.rows.first)
        #expect([row.away, row.unaccounted] == [120, unaccounted])
    }
}
