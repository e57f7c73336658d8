import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: the one count of losses")
struct SessionLossesTests {
    /// The history of ten seconds: the back camera was lost for half of them, and the front camera's encoder dropped
    /// three frames.
    private static let history = SessionHistory(
        ledger: [
            Line.started(["back", "front"]), Line.recording(1, [("back", "b0.mov"), ("front", "f0.mov")]),
            Line.dropped("front.encoder", "front", 3, at: 5),
            Line.entry(.inputLost, at: 6, Line.fields(("input", "back"), ("at", Line.time(6)))),
            Line.finished("back", "b0.mov", frames: 150, 1, 6), Line.finished("front", "f0.mov", frames: 297, 1, 11),
            Line.entry(.stopping, at: 11, Line.fields(("at", Line.time(11)))),
        ], in: "/r/take")

    @Test func `the last event has the count of each output, with its length`() {
        let losses = SessionLosses(Self.history, rates: [back: FrameRate(30), front: FrameRate(30)])
        #expect(
            JSONValue.object(losses.members).line == """
                {"missing":153,"dropped":3,"unaccounted":0,"repeated":0,"shed":0,"outputs":[\
                {"output":"back","seconds":5.0,"missing":150,"dropped":0,"unaccounted":0,"repeated":0,"shed":0},\
                {"output":"front","seconds":0.1,"missing":3,"dropped":3,"unaccounted":0,"repeated":0,"shed":0}]}
                """)
    }

    /// At 29.97 frames per second; frames that were left out on purpose are not missing.
    @Test func `lengths are those of the true rate, and what was left out is not a loss`() {
        let history = SessionHistory(
            ledger: [
                Line.started(["back", "front"]), Line.recording(1, [("back", "b0.mov"), ("front", "f0.mov")]),
                Line.dropped("back.encoder", "back", 3, at: 5),
                Line.entry(
                    .rateChanged, at: 1, Line.fields(("output", "front"), ("share", "1/2"), ("at", Line.time(1)))),
                Line.finished("back", "b0.mov", frames: 297, 1, 11.01),
                Line.finished("front", "f0.mov", frames: 150, 1, 11.01),
                Line.entry(.stopping, at: 11.01, Line.fields(("at", Line.time(11.01)))),
            ], in: "/r/take")
        let rate = FrameRate(30000, 1001)
        let line = JSONValue.object(SessionLosses(history, rates: [back: rate, front: rate]).members).line
        #expect(line.contains(#"{"output":"back","seconds":0.1001,"missing":3,"dropped":3,"#), "\(line)")
        #expect(line.contains(#"{"output":"front","seconds":0.0,"missing":0,"dropped":0,"#), "\(line)")
        #expect(line.contains(#""shed":150}"#), "\(line)")
    }

    /// A file is slightly shorter than its frames; the nearest whole number counts.
    @Test func `a file's length is rounded to whole frames`() {
        let history = SessionHistory(
            ledger: [
                Line.started(), Line.recording(1, [("back", "b0.mov")]), Line.dropped("back.encoder", "back", 1, at: 2),
                Line.finished("back", "b0.mov", frames: 89, 1, 3.99),
                Line.entry(.stopping, at: 4, Line.fields(("at", Line.time(4)))),
            ], in: "/r/take")
        let losses = SessionLosses(history, rates: [back: FrameRate(30)])
        #expect(losses[back].missing == 1 && losses[back].dropped == 1 && losses[back].unaccounted == 0)
    }

    /// An older ledger lacks the frame rates of its outputs.
    @Test func `without a rate there is no length`() {
        let losses = SessionLosses(Self.history, rates: [back: FrameRate(30)])
        let line = JSONValue.object(losses.members).line
        #expect(line.contains(#"{"output":"back","seconds":5.0,"#), "\(line)")
        #expect(line.contains(#"{"output":"front","seconds":null,"#), "\(line)")
    }
}
