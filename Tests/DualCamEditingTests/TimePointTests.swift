import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamEditing
@testable import DualCamRecordings

@Suite("Session: moments as people write them")
struct TimePointTests {
    @Test(
        arguments: [
            ("3.2s", .time(3_200_000_000)), ("12:40", .time(760_000_000_000)), ("1:02:40.5", .time(3_760_500_000_000)),
            ("0:00", .time(0)), ("90:00", .time(5_400_000_000_000)), ("mark:first answer", .mark("first answer")),
            ("mark:1:20", .mark("1:20")),
        ] as [(String, TimePoint)])
    func `a time, or a mark`(text: String, point: TimePoint) throws {
        #expect(try TimePoint(parsing: text) == point)
    }

    @Test(arguments: ["1:99", "1:2:3:4", ":30", "1:", "1:-2", "1:2.5:3", "a:b", "12:40 "])
    func `what is neither`(text: String) {
        let refusal = Refusal(
            "'\(text)' is not a time", hint: "Write 3.2s, 12:40, 1:02:40.5, or mark:TEXT with the text of a mark.")
        #expect(throws: refusal) { try TimePoint(parsing: text) }
    }

    @Test(
        arguments: [
            ("answer", 7, nil), ("question", 0, "2 marks are called 'question'"), ("end", 0, "no mark is called 'end'"),
        ] as [(String, Int64, String?)])
    func `a mark is one of its text`(text: String, at: Int64, refusal: String?) throws {
        let marks = [("question", 3), ("answer", 7), ("question", 8)].map { SessionMark(text: $0.0, at: $0.1) }
        let moments = SessionMoments(whole: 0..<10, marks: marks)
        guard let refusal else { return #expect(try moments.time(of: .mark(text)) == at) }
        let error = #expect(throws: Refusal.self) { try moments.time(of: .mark(text)) }
        #expect(error?.message == refusal)
    }

    @Test(arguments: ["3", "x", ""]) func `a number without a unit`(text: String) {
        #expect(throws: Refusal.self) { try TimePoint(parsing: text) }
    }

    /// Times at the limits of their type, as in a session that somebody made up, stop there.
    @Test func extremeTimesStopAtTheirLimits() throws {
        let whole = (Int64.min / 2)..<Int64.max
        let moments = SessionMoments(whole: whole, marks: [SessionMark(text: "a", at: .max)])
        #expect(try moments.time(of: .time(.max)) == Int64.min / 2 + .max)
        #expect(whole.length == .max && KeptSpans(whole, rate: FrameRate(30)).length == .max)
        #expect(ChapterText.text(of: moments.marks, in: whole, beginning: "b") == nil)
    }
}
