import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// A moment of a recording as users write it: `3.2s`, `12:40`, `1:02:40.5`, or a mark by its text.
enum TimePoint: Sendable, Equatable {
    /// A time relative to the beginning of the recording, in nanoseconds.
    case time(Int64)
    case mark(String)

    /// Parses a time, or a mark as `mark:TEXT`. Throws for any other text.
    init(parsing text: String) throws(Refusal) {
        if text.hasPrefix("mark:") {
            self = .mark(String(text.dropFirst(5)))
            return
        }
        if text.contains(":") {
            self = .time(try Self.clock(text))
            return
        }
        self = .time(Int64(saturating: try Duration(parsing: text) / .nanoseconds(1)))
    }

    private static func clock(_ text: String) throws(Refusal) -> Int64 {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.enumerated().compactMap { index, part -> Double? in
            let isLast = index == parts.count - 1
            guard !part.isEmpty, part.allSatisfy({ $0.isASCII && ($0.isNumber || (isLast && $0 == ".")) }),
                let number = Double(part), index == 0 || number < 60 || planted(.minutesBySixty), number < 1e6
            else { return nil }
            return number
        }
        guard numbers.count == parts.count, (2...3).contains(parts.count) else {
            throw Refusal(
                "'\(text)' is not a time", hint: "Write 3.2s, 12:40, 1:02:40.5, or mark:TEXT with the text of a mark.")
        }
        return Int64((numbers.reduce(0) { $0 * 60 + $1 } * 1e9).rounded())
    }
}

/// The time range of a finished session, and the session's marks. All times are nanoseconds on the session's timeline.
struct SessionMoments: Sendable, Equatable {
    /// The range from the start of the recording to its end, in nanoseconds on the session's timeline.
    var whole: Range<Int64>
    /// The session's marks. Several may have the same text.
    var marks: [SessionMark]

    /// Returns the time on the session's timeline, in nanoseconds, of a moment that a user specified. Throws if the
    /// time is after the end of the recording, if no mark has the text, or if several marks have it.
    func time(of point: TimePoint) throws(Refusal) -> Int64 {
        switch point {
        case .time(let time):
            guard time <= whole.length else {
                let length = Duration.milliseconds((whole.length +| 500_000) / 1_000_000).notation
                throw Refusal("the recording is only \(length) long", hint: "Give an earlier time.")
            }
            return whole.lowerBound +| time
        case .mark(let text):
            let found = marks.filter { $0.text == text }
            guard let mark = found.first else {
                let known = marks.map { "'\($0.text)'" }.joined(separator: ", ")
                throw Refusal(
                    "no mark is called '\(text)'",
                    hint: marks.isEmpty ? "The session has no marks: give a time." : "Its marks are \(known).")
            }
            guard found.count == 1 || planted(.firstMarkOfSeveral) else {
                throw Refusal("\(found.count) marks are called '\(text)'", hint: "Give a time.")
            }
            return mark.at
        }
    }
}
