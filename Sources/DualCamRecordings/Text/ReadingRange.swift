/// The plausible range of a number or time in a ledger or in `session.json`. The range depends on the number's key.
///
/// A number outside its range counts as damage: no recording lasts ten years, no file has 9 PB, and no time is before
/// 1970.
enum ReadingRange: Sendable {
    /// A date in ISO 8601, within `WallTime.readable`.
    case date
    /// A time in seconds. The first value is the accepted range in nanoseconds; the second describes that range for
    /// users.
    case time(ClosedRange<Int64>, String)
    case whole(ClosedRange<Int64>, String)

    private static let second: Int64 = 1_000_000_000
    private static let year = 31_557_600 * second
    /// The accepted range of times within a recording. Negative times are accepted, because the clocks of a recording
    /// may differ slightly.
    private static let recorded = ReadingRange.time(-10 * year...10 * year, "number of seconds within 10 years")
    /// The accepted range of the wall clock's time at which the pipeline's running time is 0.
    private static let offset = ReadingRange.time(-10 * year...240 * year, "number of seconds from 1960 to 2209")
    /// The accepted range of the difference between two readings of a wall clock.
    private static let between = ReadingRange.time(-240 * year...240 * year, "number of seconds within 240 years")
    private static let frames = ReadingRange.whole(0...1 << 40, "whole number from 0 to 2^40")
    private static let bytes = ReadingRange.whole(0...1 << 53, "whole number from 0 to 2^53")
    private static let number = ReadingRange.whole(0...1 << 31, "whole number from 0 to 2^31")

    private static let byKey: [String: ReadingRange] = [
        "time": .date,
        "running-time": recorded, "at": recorded, "start": recorded, "end": recorded, "paused": recorded,
        "wall-clock-offset": offset, "duration": between, "seconds": between, "by": between, "lost": between,
        "away": between,
        "frames": frames, "count": frames, "size": bytes, "bytes": bytes,
        "segment": number, "part": number, "exit-code": number,
    ]

    /// Returns a description of this range if the value is outside it; otherwise `nil`. The result is also `nil` for a
    /// value of another type, such as an object or `null`, which is checked where it is used.
    private func refusal(of value: JSONValue) -> String? {
        switch (self, value) {
        case (.date, .string(let text)):
            WallTime.unixNanoseconds(iso8601: text) == nil ? "time from 1970 to 2199" : nil
        case (.time(let range, let words), .integer), (.time(let range, let words), .decimal):
            value.nanoseconds.map(range.contains) == true ? nil : words
        case (.whole(let range, let words), .integer(let number)): range.contains(number) ? nil : words
        case (.whole(_, let words), .decimal): words
        default: nil
        }
    }

    /// Finds the first number or time within `value` that is outside the range for its key. Returns a phrase about it
    /// for an error message; `nil` if there is none.
    ///
    /// The phrase contains the path to the number and at most 40 characters of the number, such as `start.time is
    /// "3026-11-22T15:06:35.183Z" and no time from 1970 to 2199`.
    ///
    /// - Parameter aside: The keys of the outermost object that are not checked.
    static func firstRefused(in value: JSONValue, besides aside: Set<String> = []) -> String? {
        switch value {
        case .object(let members):
            for member in members where !aside.contains(member.key) {
                if let accepted = byKey[member.key]?.refusal(of: member.value) {
                    return "\(member.key) is \(member.value.line.prefix(40)) and no \(accepted)"
                }
                if let found = firstRefused(in: member.value) {
                    return member.key + (found.hasPrefix("[") ? "" : ".") + found
                }
            }
        case .array(let values):
            for (index, value) in values.enumerated() {
                if let found = firstRefused(in: value) {
                    return "[\(index)]" + (found.hasPrefix("[") ? "" : ".") + found
                }
            }
        default: break
        }
        return nil
    }
}
