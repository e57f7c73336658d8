/// Formats quantities as text for users: durations, amounts of data and rates.
extension Wording {
    /// Formats a duration as a clock shows it, such as `0:07`, `12:30` or `1:02:03`.
    package static func clock(_ length: Duration) -> String {
        let seconds = max(0, length.components.seconds)
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        let shown = parts[0] > 0 ? parts[...] : parts.dropFirst()
        return shown.enumerated().map { index, part in index == 0 || part > 9 ? "\(part)" : "0\(part)" }.joined(
            separator: ":")
    }

    /// Formats a duration as `clock` does, but rounds it to the nearest second.
    package static func rounded(_ length: Duration) -> String { clock(length + .milliseconds(500)) }

    /// Formats a number of bytes with two or three digits in powers of 1000, such as `0 B`, `4.2 kB`, `81 MB` or
    /// `1.5 TB`.
    package static func bytes(_ count: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
        var value = Double(count)
        var unit = 0
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return "\(number(value, fractionDigits: unit > 0 && value < 9.95 ? 1 : 0)) \(units[unit])"
    }

    /// Formats a bitrate, such as `800 kbps`, `8 Mbps` or `12.5 Mbps`.
    package static func bitrate(_ bitsPerSecond: Int) -> String {
        if bitsPerSecond < 1_000_000 { return "\(bitsPerSecond / 1000) kbps" }
        let text = number(Double(bitsPerSecond) / 1_000_000, fractionDigits: 1)
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " Mbps"
    }

    /// Formats a duration in the largest unit that fits, rounded down, such as `50 s`, `12 min`, `7 h` or `3 d`.
    package static func span(_ length: Duration) -> String {
        let seconds = max(0, length.components.seconds)
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86400) d"
        }
    }

    /// Formats a frame rate with at most two decimal places, such as `20 fps` or `19.98 fps`.
    package static func rate(_ framesPerSecond: Double) -> String { hundredths(framesPerSecond) + " fps" }

    /// Formats a number of seconds with at most two decimal places, such as `2 s` or `1.07 s`.
    package static func seconds(_ seconds: Double) -> String { hundredths(seconds) + " s" }

    private static func hundredths(_ value: Double) -> String {
        var text = number(min(max(value, 0), 1e6), fractionDigits: 2)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Formats a decimal number with a decimal point, regardless of the locale.
    package static func number(_ value: Double, fractionDigits: Int) -> String {
        let scale = (0..<fractionDigits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = Int64(saturating: abs(value) * scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard fractionDigits > 0 else { return sign + "\(scaled)" }
        let digits = String(scaled)
        let filled = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count)) + digits
        return sign + filled.dropLast(fractionDigits) + "." + filled.suffix(fractionDigits)
    }

    /// Formats a number in its shortest form with at most three decimal places, such as `1`, `0.5` or `29.97`.
    package static func shortest(_ value: Double) -> String {
        var text = number(value, fractionDigits: 3)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
