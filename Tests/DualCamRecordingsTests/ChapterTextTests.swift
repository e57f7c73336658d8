import Testing

@testable import DualCamRecordings

/// Marks as text of which YouTube makes chapters.
@Suite struct ChapterTextTests {
    private static let second: Int64 = 1_000_000_000

    private typealias Marks = [(Double, String)]

    private func text(_ marks: Marks, from: Int64 = 5, to: Int64 = 4005) -> String? {
        let marks = marks.map { SessionMark(text: $0.1, at: Int64(($0.0 + 5) * 1e9)) }
        return ChapterText.text(of: marks, in: from * Self.second..<to * Self.second, beginning: "Lecture")
    }

    private static let good: [(Marks, String)] = [
        ([(20, "a"), (30, "b")], "0:00 Lecture\n0:20 a\n0:30 b\n"),
        ([(9.9, "a"), (20, "b"), (3661, "c")], "0:00 a\n0:20 b\n1:01:01 c\n"),
        // A chapter that follows too soon is left out, and so is one shortly before the end.
        ([(20, "a"), (29.9, "b"), (31, "c"), (3995, "d")], "0:00 Lecture\n0:20 a\n0:31 c\n"),
        ([(60, "c"), (20, "a\nb")], "0:00 Lecture\n0:20 a b\n1:00 c\n"),
        ([(3990, "last"), (20, "")], "0:00 Lecture\n0:20 Chapter\n1:06:30 last\n"),
    ]

    @Test(arguments: good.indices) func marksBecomeChapters(_ row: Int) {
        #expect(text(Self.good[row].0) == Self.good[row].1)
    }

    private static let tooFew: [Marks] = [[], [(20, "a")], [(3, "a"), (20, "b")], [(20, "a"), (25, "b")]]

    @Test(arguments: tooFew.indices) func tooFewAreNone(_ row: Int) {
        #expect(text(Self.tooFew[row]) == nil)
    }

    /// For a part of a session only its own marks are used; its start is 0:00.
    @Test func timesAreThoseOfThePart() {
        #expect(
            text([(2, "x"), (100, "a"), (115, "b"), (130, "c"), (500, "y")], from: 100, to: 200)
                == "0:00 a\n0:20 b\n0:35 c\n")
    }
}
