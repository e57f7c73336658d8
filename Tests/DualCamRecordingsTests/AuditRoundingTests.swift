import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

// MARK: Times between frames
extension AuditTests {
    /// Two files with 30 frames per second, and the time before, between and after them, in frames.
    ///
    /// The first frame begins up to a frame after the common start, and the last one ends up to a frame before the end;
    /// less than a frame is not missing. Between two files the nearest whole number counts.
    @Test(
        arguments: [
            (0, 0, 0, 0), (0.9, 0, 0, 0), (1.4, 0, 0, 0), (1.6, 0, 0, 1), (2.9, 0, 0, 2), (0, 0.4, 0, 0),
            (0, 0.6, 0, 1),
            (0, 2.4, 0, 2), (0, 2.6, 0, 3), (0, 0, 1.4, 0), (0, 0, 1.6, 1), (0, 0, 2.9, 2), (1.6, 2.6, 2.9, 6),
        ] as [(Double, Double, Double, Int)])
    func `frames are missing where whole ones fit`(first: Double, between: Double, rest: Double, missing: Int) throws {
        let start = 1 + first / 30
        let (end, next) = (start + 4, start + 4 + between / 30)
        let ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.segment(1, at: next, [("back", "b1.mov")]),
            Line.finished("back", "b0.mov", frames: 120, start, end), Line.digested("b0.mov"),
            Line.finished("back", "b1.mov", segment: 1, frames: 90, next, next + 3), Line.digested("b1.mov"),
            Line.entry(.stopping, at: next + 3, Line.fields(("at", Line.time(next + 3 + rest / 30)))),
        ]
        let audit = try Self.audit(ledger, rates: ["back": "30"]) { file in
            FileEvidence(
                size: 10, digest: "d", content: Self.content(file == "b0.mov" ? 120 : 90, file == "b0.mov" ? 4 : 3))
        }
        let frames = missing == 1 ? "1 frame" : "\(missing) frames"
        #expect(
            Self.words(audit)
                == (missing == 0 ? [] : ["unaccounted back: \(frames) missing, and the ledger does not say why"]))
    }

    /// A file of 300 frames, and by how many frames it is longer than the ledger says.
    @Test(arguments: [(0.4, false), (0.6, true), (-0.4, false), (-0.6, true)])
    func `a file is as long as the ledger says, to half a frame`(more: Double, isTold: Bool) throws {
        let audit = try Self.audit(Self.oneFile(frames: 300), rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: Self.content(300, 10 + more / 30))
        }
        let length = more < 0 ? "9.980" : "10.020"
        #expect(
            Self.words(audit)
                == (isTold ? ["unaccounted b0.mov: is \(length) s, the ledger says 10.000 s long"] : []))
    }

    @Test func `a single frame too few is told of its file`() throws {
        let audit = try Self.audit(Self.oneFile(frames: 299), rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: Self.content(299, 10))
        }
        let told = "unaccounted b0.mov: has 1 frame less than its length at the output's rate"
        #expect(Self.words(audit).first == told)
    }

    private static func oneFile(frames: Int) -> [LedgerEntry] {
        [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.finished("back", "b0.mov", frames: frames, 1, 11), Line.digested("b0.mov"),
            Line.entry(.stopping, at: 11, Line.fields(("at", Line.time(11)))),
        ]
    }

    /// Nothing arrived for 16 s, and the output was dropped in the middle of that. The frame at the boundary counts as
    /// due before it.
    @Test func `a hole is divided at the nearest frame`() throws {
        let ledger = [
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.finished("back", "b0.mov", frames: 120, 1, 5), Line.digested("b0.mov"),
            Line.entry(.outputDropped, at: 15.02, Line.fields(("output", "back"))),
            Line.entry(.stopping, at: 21, Line.fields(("at", Line.time(21)))),
        ]
        let audit = try Self.audit(ledger, rates: ["back": "30"]) { _ in
            FileEvidence(size: 10, digest: "d", content: Self.content(120, 4))
        }
        #expect(audit.rows.map(\.missing) == [480] && audit.rows.map(\.unaccounted) == [301])
    }
}
