/// Bits a second, one or more.
package struct Bitrate: Sendable, Hashable, Comparable {
    package let bitsPerSecond: Int

    package init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

    package static func < (left: Bitrate, right: Bitrate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }
}

/// A number of bytes, zero or more. `1GB` is 10^9 bytes, `1GiB` 2^30.
package struct ByteCount: Sendable, Hashable, Comparable {
    package let bytes: Int64

    package init(bytes: Int64) { self.bytes = bytes }

    package static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

/// Frames a second as a fraction in lowest terms, both parts one or more.
package struct FrameRate: Sendable, Hashable, Comparable {
    package let numerator: Int
    package let denominator: Int

    package init(_ numerator: Int, _ denominator: Int = 1) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / max(a, 1)
        self.denominator = denominator / max(a, 1)
    }

    /// Frames a second.
    package var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// Length of one frame in nanoseconds, rounded down.
    package var frameNanoseconds: Int64 { 1_000_000_000 * Int64(denominator) / Int64(numerator) }

    package static func < (left: FrameRate, right: FrameRate) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }
}

/// Width and height of a picture in pixels, each 16 ... 16384 and even.
package struct FrameSize: Sendable, Hashable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var pixels: Int { width * height }
}

/// A level relative to the original, in decibel.
package struct Decibel: Sendable, Hashable {
    package let value: Double

    package init(_ value: Double) { self.value = value }
}

/// Degrees Celsius.
package struct Temperature: Sendable, Hashable, Comparable {
    package let celsius: Double

    package static func < (left: Temperature, right: Temperature) -> Bool { left.celsius < right.celsius }
}

/// A share of a whole: 0.25 is written `25%`. Positions and sizes on the canvas.
package struct Share: Sendable, Hashable {
    package let fraction: Double

    package init(_ fraction: Double) { self.fraction = fraction }

    package static func percent(_ value: Double) -> Share { Share(value / 100) }

    /// The range from nothing to all of it.
    package static let whole = percent(0)...percent(100)
}
