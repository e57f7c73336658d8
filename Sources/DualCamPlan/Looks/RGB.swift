import Glibc

/// A colour as it is stored in pictures (R'G'B', each 0 ... 1), with the operations that looks use (ITU-R BT.709).
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

    /// Returns the mixture of two colours, `(1 - share) self + share other`. Values of `share` outside of 0 ... 1
    /// extrapolate.
    @inline(__always)
    func mixed(_ share: Double, _ other: RGB) -> RGB {
        let rest = 1 - share
        return RGB(rest * red + share * other.red, rest * green + share * other.green, rest * blue + share * other.blue)
    }

    /// The colour with each value limited to 0 ... 1.
    var clamped: RGB {
        @inline(__always) get { RGB(max(0, min(1, red)), max(0, min(1, green)), max(0, min(1, blue))) }
    }
}

/// Converts stored colour values (0 ... 1) to linear light (0 ... 1) and back. Both functions also accept values
/// outside of that range.
enum Transfer {
    /// Converts a stored value to linear light with the inverse of BT.709's curve: `v / 4.5` if `v` is below 0.081,
    /// otherwise `((v + 0.099) / 1.099) ^ (1 / 0.45)`.
    static func light(_ value: Double) -> Double {
        value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
    }

    /// Converts linear light to a stored value with BT.709's curve: `4.5 l` if `l` is below 0.018, otherwise
    /// `1.099 l ^ 0.45 - 0.099`.
    static func value(_ light: Double) -> Double {
        light < 0.018 ? 4.5 * light : 1.099 * pow(light, 0.45) - 0.099
    }

    /// The stored value of a card that reflects 18 % of the light (middle grey): 0.409.
    static let middleGrey = value(0.18)
}

/// Tone curves, which map the range 0 ... 1 to itself and leave 0 and 1 unchanged.
enum Tone {
    /// Returns the value of the tone curve `x + a x (1 - x) (2x - 1)`. For positive `a`, the curve is steeper in the
    /// middle and flatter at both ends. It is monotonic for -2 ... 1.
    @inline(__always)
    static func bend(_ x: Double, _ a: Double) -> Double { x + a * x * (1 - x) * (2 * x - 1) }

    /// Returns a smooth step: 0 below `low`, 1 above `high`, and `t^2 (3 - 2t)` between them.
    @inline(__always)
    static func step(_ x: Double, _ low: Double, _ high: Double) -> Double {
        let t = max(0, min(1, (x - low) / (high - low)))
        return t * t * (3 - 2 * t)
    }
}
