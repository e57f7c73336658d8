package import DualCamConfig
import DualCamPlan
import Glibc
import Kernel

/// A calendar date and time of day to the second, without a time zone, as used in file names.
package struct WallTime: Sendable, Equatable {
    /// The date and time as text, such as `2026-11-21 14:05:03`.
    package let text: String

    /// The date as digits, such as `20261121`.
    var compactDate: String { text.prefix(10).filter { $0 != "-" } }

    /// The time of day as digits, such as `140503`.
    var compactTime: String { text.suffix(8).filter { $0 != ":" } }

    /// Returns the date and time in UTC for a Unix time in nanoseconds (`gmtime_r`).
    package static func utc(_ unixNanoseconds: Int64) -> WallTime { WallTime(broken(unixNanoseconds, gmtime_r)) }

    /// Returns the date and time in this machine's time zone for a Unix time in nanoseconds (`localtime_r`).
    package static func local(_ unixNanoseconds: Int64) -> WallTime { WallTime(broken(unixNanoseconds, localtime_r)) }

    /// Returns the time of day in this machine's time zone for a Unix time in nanoseconds (`localtime_r`).
    package static func timeOfDay(_ unixNanoseconds: Int64) -> TimeOfDay {
        let parts = broken(unixNanoseconds, localtime_r)
        return TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
    }

    private init(_ parts: tm) {
        var parts = parts
        var characters = [CChar](repeating: 0, count: 32)
        let count = strftime(&characters, characters.count, "%Y-%m-%d %H:%M:%S", &parts)
        text = String(decoding: characters[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Formats a Unix time in nanoseconds as ISO 8601 in UTC with milliseconds, rounded down:
    /// `2026-11-21T14:05:03.250Z`.
    package static func iso8601(_ unixNanoseconds: Int64) -> String {
        var bytes = form
        let milliseconds = floored(unixNanoseconds).nanoseconds / 1_000_000
        let numbers = numbers(of: broken(unixNanoseconds, gmtime_r)) + [Int32(milliseconds)]
        for (number, places) in zip(numbers, places) {
            var rest = number
            for place in places.reversed() {
                bytes[place] += UInt8(rest % 10)
                rest /= 10
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let form = Array("0000-00-00T00:00:00.000Z".utf8)
    /// The positions of year, month, day, hour, minute, second and milliseconds in `form`.
    private static let places = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19, 20..<23]

    private static func numbers(of parts: tm) -> [Int32] {
        [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
    }

    private static func floored(_ unix: Int64) -> (seconds: Int64, nanoseconds: Int64) {
        let rest = unix % 1_000_000_000
        return rest < 0 ? (unix / 1_000_000_000 - 1, rest + 1_000_000_000) : (unix / 1_000_000_000, rest)
    }

    private static func broken(
        _ unix: Int64, _ split: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
    ) -> tm {
        var (seconds, parts) = (time_t(floored(unix).seconds), tm())
        _ = split(&seconds, &parts)
        return parts
    }

    /// Returns the current Unix time in nanoseconds (`WallClock.now()`).
    package static func unixNow() -> Int64 { WallClock.now() }

    /// Returns the next instant after `unix` at which it is this time of day in this machine's time zone (`mktime`);
    /// both in Unix nanoseconds. If the clock skips that time of day, as at the beginning of summer time, returns the
    /// time to which the clock is set.
    package static func next(_ time: TimeOfDay, after unix: Int64) -> Int64 {
        let today = broken(unix, localtime_r)
        for days in 0...2 {
            var parts = today
            parts.tm_mday += Int32(days)
            (parts.tm_hour, parts.tm_min) = (Int32(time.hour), Int32(time.minute))
            (parts.tm_sec, parts.tm_isdst) = (0, -1)
            let found = Int64(mktime(&parts)) *| 1_000_000_000
            if found > unix { return found }
        }
        return unix +| 86_400_000_000_000
    }

    /// The range of Unix times, in nanoseconds, that are accepted from files: 1970 to 2199. Differences of two such
    /// times, and sums with a duration, are far from the limits of `Int64`.
    package static let readable: Range<Int64> = 0..<7_258_118_400_000_000_000

    /// Parses a time that `iso8601` has written (`timegm`); `nil` for any other text, and for a time outside
    /// `readable`.
    package static func unixNanoseconds(iso8601 text: String) -> Int64? {
        var bytes = Array(text.utf8)
        guard bytes.count == form.count else { return nil }
        var read = [Int32](repeating: 0, count: places.count)
        for index in places.indices {
            for place in places[index] {
                let digit = Int32(bytes[place]) - 48
                guard (0...9).contains(digit) else { return nil }
                read[index] = read[index] * 10 + digit
                bytes[place] = 48
            }
        }
        guard bytes == form else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (read[0] - 1900, read[1] - 1, read[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (read[3], read[4], read[5])
        // For an impossible date, `timegm` returns another date.
        let unix = Int64(timegm(&parts)) *| 1_000_000_000 +| Int64(read[6]) * 1_000_000
        return readable.contains(unix) && numbers(of: parts) == read.dropLast() ? unix : nil
    }

    /// Parses a time as users write it; `nil` for any other text.
    ///
    /// Accepts `2026-11-23` (the beginning of the day), `2026-11-23T14:21`, `2026-11-23 14:21:56`, and the format of
    /// `iso8601`.
    ///
    /// - Parameter isLocal: True for a time in this machine's time zone (`mktime`), false for UTC. A text with `Z` is
    ///   always UTC.
    package static func unixNanoseconds(written text: String, isLocal: Bool) -> Int64? {
        if let exact = unixNanoseconds(iso8601: text) { return exact }
        guard [10, 16, 19].contains(text.utf8.count) else { return nil }
        let whole =
            text.replacing(" ", with: "T", maxReplacements: 1) + "0000-00-00T00:00:00.000Z".dropFirst(text.utf8.count)
        guard let time = unixNanoseconds(iso8601: whole) else { return nil }
        guard isLocal else { return time }
        var parts = broken(time, gmtime_r)
        parts.tm_isdst = -1
        return Int64(mktime(&parts)) *| 1_000_000_000
    }
}
