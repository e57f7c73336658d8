/// Bits a second, one or more.
public struct Bitrate: Sendable, Hashable, Comparable {
    public let bitsPerSecond: Int

    public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

    public static func < (left: Bitrate, right: Bitrate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }
}

/// A number of bytes, zero or more. `1GB` is 10^9 bytes, `1GiB` 2^30.
public struct ByteCount: Sendable, Hashable, Comparable {
    public let bytes: Int64

    public init(bytes: Int64) { self.bytes = bytes }

    public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

/// Frames a second as a fraction in lowest terms, both parts one or more.
public struct FrameRate: Sendable, Hashable, Comparable {
    public let numerator: Int
    public let denominator: Int

    public init(_ numerator: Int, _ denominator: Int = 1) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / max(a, 1)
        self.denominator = denominator / max(a, 1)
    }

    /// Frames a second.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// Length of one frame in nanoseconds, rounded down.
    public var frameNanoseconds: Int64 { 1_000_000_000 * Int64(denominator) / Int64(numerator) }

    public static func < (left: FrameRate, right: FrameRate) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }
}

/// Width and height of a picture in pixels, each 16 ... 16384 and even.
public struct FrameSize: Sendable, Hashable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var pixels: Int { width * height }
}

/// A level relative to the original, in decibel.
public struct Decibel: Sendable, Hashable {
    public let value: Double

    public init(_ value: Double) { self.value = value }
}

/// Degrees Celsius.
public struct Temperature: Sendable, Hashable, Comparable {
    public let celsius: Double

    public init(celsius: Double) { self.celsius = celsius }

    public static func < (left: Temperature, right: Temperature) -> Bool { left.celsius < right.celsius }
}

/// A share of a whole: 0.25 is written `25%`. Positions and sizes on the canvas.
public struct Share: Sendable, Hashable {
    public let fraction: Double

    public init(_ fraction: Double) { self.fraction = fraction }

    public static func percent(_ value: Double) -> Share { Share(value / 100) }
}
