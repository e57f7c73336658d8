/// A bitrate in bits per second, at least 1.
package struct Bitrate: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let bitsPerSecond: Int

    static let scale = UnitScale("a bitrate", ["bps": 1, "kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9], example: "8Mbps")
    package static var shape: SettingShape { scale.shape }

    package init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

    /// Parses a bitrate such as `8Mbps`, in bps, kbps, Mbps or Gbps. The result is rounded to whole bits. Throws a
    /// `Refusal` for values below 1 bps or above 1000 Gbps.
    package init(parsing text: String) throws(Refusal) {
        let bits = try Self.scale.value(of: text).rounded()
        guard (1...1e12).contains(bits) else { throw .outOfRange(text, "1bps", "1000Gbps") }
        self.init(bitsPerSecond: Int(bits))
    }

    package var notation: String { Self.scale.whole(Int64(bitsPerSecond)) }

    package static func < (left: Bitrate, right: Bitrate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }
}

/// A number of bytes, 0 or more. `1GB` is 10^9 bytes, and `1GiB` is 2^30 bytes.
package struct ByteCount: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let bytes: Int64

    static let scale = UnitScale(
        "a size",
        [
            "B": 1, "kB": 1e3, "KiB": 1024, "MB": 1e6, "MiB": 1_048_576, "GB": 1e9, "GiB": 1_073_741_824, "TB": 1e12,
            "TiB": 1_099_511_627_776,
        ], example: "2GB")
    package static var shape: SettingShape { scale.shape }

    package init(bytes: Int64) { self.bytes = bytes }

    /// Parses a number of bytes such as `2GB` or `1GiB`. The result is rounded to whole bytes. Throws a `Refusal` for
    /// values below zero or above 1000 TB.
    package init(parsing text: String) throws(Refusal) {
        let bytes = try Self.scale.value(of: text).rounded()
        guard (0...1e15).contains(bytes) else { throw .outOfRange(text, "0B", "1000TB") }
        self.init(bytes: Int64(bytes))
    }

    package var notation: String { Self.scale.whole(bytes) }

    package static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

/// A sound level in decibels, relative to the original level or to full scale.
package struct Decibel: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let value: Double

    static let scale = UnitScale("a level", ["dB": 1], example: "-3dB", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    package init(_ value: Double) { self.value = value }

    /// Parses a level such as `-3dB`. Throws a `Refusal` if the unit is missing.
    package init(parsing text: String) throws(Refusal) { self.init(try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(value) + "dB" }

    package static func < (left: Decibel, right: Decibel) -> Bool { left.value < right.value }
}

/// A loudness relative to full scale, as defined by EBU R128.
package struct Loudness: Quantity, Hashable, Comparable, CustomStringConvertible {
    /// The loudness in LUFS; 0 or below.
    package let value: Double

    static let scale = UnitScale("a loudness", ["LUFS": 1], example: "-16LUFS", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    package init(_ value: Double) { self.value = value }

    /// Parses a loudness such as `-16LUFS`. Throws a `Refusal` if the unit is missing.
    package init(parsing text: String) throws(Refusal) { self.init(try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(value) + "LUFS" }

    package static func < (left: Loudness, right: Loudness) -> Bool { left.value < right.value }
}

/// A temperature in degrees Celsius.
package struct Temperature: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let celsius: Double

    static let scale = UnitScale("a temperature", ["C": 1], example: "85C", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    init(celsius: Double) { self.celsius = celsius }

    /// Parses a temperature such as `85C`. Throws a `Refusal` if the unit is missing.
    package init(parsing text: String) throws(Refusal) { self.init(celsius: try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(celsius) + "C" }

    package static func < (left: Temperature, right: Temperature) -> Bool { left.celsius < right.celsius }
}

/// A fraction of a whole, such as a position or a size on the canvas. In the pipeline file, it is written as a
/// percentage: `25%` for 0.25.
package struct Share: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let fraction: Double

    /// The range of fractions from 0 % to 100 %.
    package static let whole = percent(0)...percent(100)

    static let scale = UnitScale("a share", ["%": 1], example: "25%", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    package init(_ fraction: Double) { self.fraction = fraction }

    package static func percent(_ value: Double) -> Share { Share(value / 100) }

    /// Parses a fraction such as `25%`. Throws a `Refusal` if the unit is missing.
    package init(parsing text: String) throws(Refusal) { self = .percent(try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(fraction * 100) + "%" }

    package static func < (left: Share, right: Share) -> Bool { left.fraction < right.fraction }
}
