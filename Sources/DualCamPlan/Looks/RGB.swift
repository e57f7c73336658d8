import Glibc

/// A colour as pictures store it (R'G'B', each from 0 to 1), with the operations of the looks (ITU-R BT.709).
struct RGB: Sendable, Equatable {
    var red: Double
    var green: Double
    var blue: Double

    @inline(__always)
    init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    @inline(__always)
    init(grey: Double) { self.init(grey, grey, grey) }

    /// The luma of the colour: 0.2126 R + 0.7152 G + 0.0722 B.
    var luma: Double {
        @inline(__always) get { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
    }

    @inline(__always)
    func map(_ change: (Double) -> Double) -> RGB { RGB(change(red), change(green), change(blue)) }

    /// Returns a mixture of two colours, `(1 - share) self + share other`; shares outside of 0 ... 1 extrapolate.
    @inline(__always)
    func mixed(_ share: Double, _ other: RGB) -> RGB {
        let rest = 1 - share
        return RGB(rest * red + share * other.red, rest * green + share * other.green, rest * blue + share * other.blue)
    }

    /// The colour clamped to 0 ... 1.
    var clamped: RGB {
        @inline(__always) get { RGB(max(0, min(1, red)), max(0, min(1, green)), max(0, min(1, blue))) }
    }
}

/// Converts stored colour values to linear light, 0 ... 1 each, and back. Both functions continue outside of that
/// range.
enum Transfer {
    /// Converts a stored value to linear light by the inverse of BT.709's curve: `v / 4.5` below 0.081, else `((v +
    /// 0.099) / 1.099) ^ (1 / 0.45)`.
    static func light(_ value: Double) -> Double {
        value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
    }

    /// Converts linear light to a stored value by BT.709's curve: `4.5 l` below 0.018, else `1.099 l ^ 0.45 - 0.099`.
    static func value(_ light: Double) -> Double {
        light < 0.018 ? 4.5 * light : 1.099 * pow(light, 0.45) - 0.099
    }

    /// The stored value of a grey card that reflects 18 % of the light: 0.409.
    static let middleGrey = value(0.18)
}

/// Tone curves that map 0 ... 1 to 0 ... 1 and leave 0 and 1 unchanged.
enum Tone {
    /// Returns the tone curve `x + a x (1 - x) (2x - 1)`: steeper in the middle and flatter at both ends. Monotonic for
    /// an `a` of -2 ... 1.
    @inline(__always)
    static func bend(_ x: Double, _ a: Double) -> Double { x + a * x * (1 - x) * (2 * x - 1) }

    /// Returns a smooth step: 0 below `low`, 1 above `high`, and `t^2 (3 - 2t)` between them.
    @inline(__always)
    static func step(_ x: Double, _ low: Double, _ high: Double) -> Double {
        let t = max(0, min(1, (x - low) / (high - low)))
        return t * t * (3 - 2 * t)
    }
}
