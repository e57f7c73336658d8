/// Formats numbers, durations and phrases as text for users.
package enum Wording {
    package static func padded(_ number: some BinaryInteger, to width: Int, radix: Int = 10) -> String {
        let digits = String(number, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Formats a number of bytes in decimal units, such as `1.5 GB` or `20 MB`, with at most one decimal place.
    package static func size(_ bytes: Int64) -> String {
        bytes >= 1_000_000_000 ? tenths(bytes, of: 1_000_000_000) + " GB" : tenths(bytes, of: 1_000_000) + " MB"
    }

    /// Formats a duration, such as `10 s`, `1.5 s` or `250 ms`. Seconds have at most one decimal place; durations below
    /// one second are in milliseconds.
    package static func length(_ length: Duration) -> String {
        let milliseconds = length.nanoseconds / 1_000_000
        return milliseconds < 1000 ? "\(milliseconds) ms" : tenths(milliseconds, of: 1000) + " s"
    }

    /// Formats a number without trailing zeros, such as `2` or `0.05`, with at most nine decimal places.
    package static func plain(_ number: Double) -> String {
        Int64(exactly: number).map(String.init)
            ?? JSONValue.number(number).line
    }

    /// Formats a temperature in the notation of the pipeline file, such as `81C`.
    package static func degrees(_ celsius: Double) -> String { "\(Int64(saturating: celsius))C" }

    private static func tenths(_ number: Int64, of unit: Int64) -> String {
        let whole = number / unit
        let rest = number % unit * 10 / unit
        return rest == 0 ? "\(whole)" : "\(whole).\(rest)"
    }
}
