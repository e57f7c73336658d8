/// A local time of day in hours and minutes, 00:00 ... 23:59.
package struct TimeOfDay: Quantity, Hashable, Comparable {
    /// The hour of the time of day, 0 ... 23.
    package let hour: Int
    /// The minute of the time of day, 0 ... 59.
    package let minute: Int

    package static var shape: SettingShape {
        .written(.init(pattern: "([01]?[0-9]|2[0-3]):[0-5][0-9]", example: "17:30"))
    }

    /// Creates a time of day.
    ///
    /// - Parameters:
    ///   - hour: the hour, 0 ... 23.
    ///   - minute: the minute, 0 ... 59.
    package init(hour: Int, minute: Int) { (self.hour, self.minute) = (hour, minute) }

    /// Parses a time of day such as `17:30` or `7:05`. Throws a `Refusal` for any other text.
    package init(parsing text: String) throws(Refusal) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isWritten =
            parts.count == 2 && (1...2).contains(parts[0].utf8.count) && parts[1].utf8.count == 2
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard isWritten, let hour = Int(parts[0]), let minute = Int(parts[1]) else {
            throw Refusal("\(quoted(text)) is not a time of day", hint: "write hours and minutes as in 17:30")
        }
        guard hour < 24, minute < 60 else { throw .outOfRange(text, "00:00", "23:59") }
        (self.hour, self.minute) = (hour, minute)
    }

    /// The time of day as text, with two digits each for hour and minute: `07:05`.
    package var notation: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }

    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        (left.hour, left.minute) < (right.hour, right.minute)
    }
}
