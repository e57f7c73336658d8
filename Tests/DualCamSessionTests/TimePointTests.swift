import DualCamConfig
import Testing

@testable import DualCamSession

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
            "'\(text)' is no time", hint: "Write 3.2s, 12:40, 1:02:40.5, or mark:TEXT with the text of a mark.")
        #expect(throws: refusal) { try TimePoint(parsing: text) }
    }

    @Test(arguments: ["3", "x", ""]) func `a number without a unit`(text: String) {
        #expect(throws: Refusal.self) { try TimePoint(parsing: text) }
    }
}
