package import DualCamConfig
import DualCamPlan
import Glibc

/// Date and time of day by the calendar, without a time zone: what goes into file names.
package struct WallTime: Sendable, Equatable {
    package var year: Int
    /// 1 ... 12
    package var month: Int
    /// 1 ... 31
    package var day: Int
    /// 0 ... 23
    package var hour: Int
    package var minute: Int
    package var second: Int

    /// The instant in UTC (`gmtime_r`). `unixNanoseconds` counts from 1970.
    package static func utc(_ unixNanoseconds: Int64) -> WallTime { broken(unixNanoseconds, gmtime_r) }

    /// The instant in the zone of this machine (`localtime_r`).
    package static func local(_ unixNanoseconds: Int64) -> WallTime { broken(unixNanoseconds, localtime_r) }

    /// The instant as ISO 8601 in UTC with milliseconds, rounded down: `2026-11-21T14:05:03.250Z`.
    package static func iso8601(_ unixNanoseconds: Int64) -> String {
        let milliseconds = floored(unixNanoseconds).nanoseconds / 1_000_000
        let text = utc(unixNanoseconds).text.replacing(" ", with: "T")
        return "\(text).\(Wording.padded(milliseconds, to: 3))Z"
    }

    /// `2026-11-21 14:05:03`
    package var text: String {
        let day = [month, day].map { "-" + Wording.padded($0, to: 2) }.joined()
        let clock = [hour, minute, second].map { Wording.padded($0, to: 2) }.joined(separator: ":")
        return "\(Wording.padded(year, to: 4))\(day) \(clock)"
    }

    /// `20261121`
    var compactDate: String {
        Wording.padded(year, to: 4) + Wording.padded(month, to: 2) + Wording.padded(day, to: 2)
    }

    /// `140503`
    var compactTime: String {
        Wording.padded(hour, to: 2) + Wording.padded(minute, to: 2) + Wording.padded(second, to: 2)
    }

    private static func floored(_ unix: Int64) -> (seconds: Int64, nanoseconds: Int64) {
        let rest = unix % 1_000_000_000
        return rest < 0 ? (unix / 1_000_000_000 - 1, rest + 1_000_000_000) : (unix / 1_000_000_000, rest)
    }

    private static func broken(
        _ unix: Int64, _ split: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
    ) -> WallTime {
        var seconds = time_t(floored(unix).seconds)
        var parts = tm()
        _ = split(&seconds, &parts)
        return WallTime(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }
}

extension WallTime {
    /// Unix time now in nanoseconds (`CLOCK_REALTIME`).
    package static func unixNow() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}

extension WallTime {
    /// The first such time of day after an instant, by the clock of this machine's zone (`mktime`); both Unix nanoseconds. Where
    /// the clock is set forward over it, what it is set to.
    package static func next(_ time: TimeOfDay, after unix: Int64) -> Int64 {
        let today = local(unix)
        for days in 0...2 {
            var parts = tm()
            (parts.tm_year, parts.tm_mon) = (Int32(today.year - 1900), Int32(today.month - 1))
            parts.tm_mday = Int32(today.day + days)
            (parts.tm_hour, parts.tm_min, parts.tm_isdst) = (Int32(time.hour), Int32(time.minute), -1)
            let found = Int64(mktime(&parts)) *| 1_000_000_000
            if found > unix { return found }
        }
        return unix +| 86_400_000_000_000
    }

    /// Wall times that are read from a file: 1970 ... 2199. Differences of two, and sums of one and a length, are far from the
    /// limits of `Int64`.
    package static let readable: Range<Int64> = 0..<7_258_118_400_000_000_000

    /// Reads what `iso8601` writes, and nothing else (`timegm`); `nil` for what is not `readable`, too.
    static func unixNanoseconds(iso8601 text: String) -> Int64? {
        guard text.utf8.count == 24 else { return nil }
        let words = text.dropLast().split { "-T:.".contains($0) }
        let numbers = words.compactMap { Int32($0) }
        guard words.count == 7, numbers.count == 7 else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] -| 1900, numbers[1] -| 1, numbers[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
        let unix = Int64(timegm(&parts)) *| 1_000_000_000 +| Int64(numbers[6]) * 1_000_000
        return readable.contains(unix) && iso8601(unix) == text ? unix : nil
    }
}
