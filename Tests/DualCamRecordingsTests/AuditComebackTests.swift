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

    /// A camera that encodes by itself was away from 3 s to 5 s. Its next file was requested from 5.3 s on, and begins
    /// at its key frame at 6.72 s. The 42 frames in between are not missing because of the absence.
    @Test(arguments: [(42, 0), (41, 1), (0, 42)]) func aFileThatWaitsForAKeyFrame(dropped: Int, unaccounted: Int) throws
    {
        let camera: (String, JSONValue) = ("input", "back")
        var ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.entry(.inputLost, at: 3, Line.fields(camera, ("at", Line.time(3)))),
            Line.finished("back", "b0.mov", frames: 60, 1, 3), Line.digested("b0.mov"),
            Line.entry(.inputReturned, at: 5, Line.fields(camera, ("at", Line.time(5)))),
            Line.segment(1, at: 5.3, [("back", "b1.mov")]),
            Line.finished("back", "b1.mov", segment: 1, frames: 60, 6.72, 8.72), Line.digested("b1.mov"),
            Line.entry(.stopping, at: 8.72, Line.fields(("at", Line.time(8.72)))),
        ]
        if dropped > 0 { ledger.insert(Line.dropped("back.encoder", "back", dropped, at: 6), at: 6) }
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: AuditTests.content(60, 2))
        }
        let row = try #require(audit.rows.first)
        #expect([row.missing, row.away, row.dropped, row.unaccounted] == [112, 70, dropped, unaccounted])
    }

    /// The start lies directly after a frame that is not recorded. The first recorded frame is the 32nd after it.
    @Test(arguments: [(31, 0), (30, 1)]) func aStartBehindAFrameThatIsNotRecorded(dropped: Int, unaccounted: Int) throws
    {
        let first = 1 + 32 / 30.0
        let ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.dropped("back.encoder", "back", dropped, at: 2),
            Line.finished("back", "b0.mov", frames: 60, first, first + 2), Line.digested("b0.mov"),
            Line.entry(.stopping, at: first + 2, Line.fields(("at", Line.time(first + 2)))),
        ]
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: AuditTests.content(60, 2))
        }
        let row = try #require(audit.rows.first)
        #expect([row.missing, row.dropped, row.unaccounted] == [31, dropped, unaccounted])
    }
}
