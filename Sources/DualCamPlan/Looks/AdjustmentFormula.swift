import DualCamConfig
import Glibc

/// The effect of the setting `adjust` on a colour. The steps, in order:
///
/// - temperature and exposure in linear light: each channel is multiplied by `2 ^ exposure` and the temperature's
///   factor;
/// - contrast about middle grey `g`, per channel: steeper by two powers that meet in `g`, or flatter by `g + (1 + c) (x
///   - g)`;
/// - saturation: `luma + (1 + s) (x - luma)`.
struct AdjustmentFormula {
    private let adjustment: Adjustment
    private let gains: RGB
    private let isLit: Bool

    init(_ adjustment: Adjustment) {
        self.adjustment = adjustment
        let light = pow(2, adjustment.exposure)
        gains = RGB.gains(mired: adjustment.temperature).map { light * $0 }
        isLit = adjustment.exposure != 0 || adjustment.temperature != 0
    }

    func callAsFunction(_ colour: RGB) -> RGB {
        var colour = colour
        if isLit { colour = colour.lit(by: gains) }
        if adjustment.contrast.fraction != 0 {
            colour = colour.clamped.map { Self.contrast($0, adjustment.contrast.fraction) }
        }
        guard adjustment.saturation.fraction != 0 else { return colour }
        return RGB(grey: colour.luma).mixed(1 + adjustment.saturation.fraction, colour)
    }

    /// Returns a colour value with changed contrast.
    ///
    /// - Parameter c: the change, -1 ... 1; the slope at middle grey becomes `1 + c`.
    private static func contrast(_ x: Double, _ c: Double) -> Double {
        let grey = Transfer.middleGrey
        if c < 0 { return grey + (1 + c) * (x - grey) }
        return x < grey
            ? grey * pow(x / grey, 1 + c)
            : 1 - (1 - grey) * pow((1 - x) / (1 - grey), 1 + c)
    }
}

/// The effect of warmer or cooler light on colours.
extension RGB {
    /// Returns the factors for red, green and blue that shift the colour of the light by a number of mired. Values
    /// above 0 make the light more orange, values below 0 bluer. The luma of grey does not change.
    static func gains(mired: Double) -> RGB {
        guard mired != 0 else { return RGB(grey: 1) }
        let plain = daylight(mired: 0), moved = daylight(mired: mired)
        let gains = RGB(moved.red / plain.red, moved.green / plain.green, moved.blue / plain.blue)
        return gains.map { $0 / gains.luma }
    }

    /// Returns the colour as it appears under differently coloured light.
    ///
    /// - Parameter gains: the factors of the light for red, green and blue.
    func lit(by gains: RGB) -> RGB {
        RGB(
            Transfer.value(gains.red * Transfer.light(red)), Transfer.value(gains.green * Transfer.light(green)),
            Transfer.value(gains.blue * Transfer.light(blue)))
    }

    /// Returns the colour of a black body's light in BT.709 primaries; 0 mired means 6504 K. The chromaticities follow
    /// Kim et al.'s cubic approximation of the Planckian locus, 1667 K ... 25000 K.
    private static func daylight(mired: Double) -> RGB {
        let kelvin = max(1667, min(25000, 1e6 / (1e6 / 6504 + mired)))
        let t = 1000 / kelvin
        let x =
            kelvin <= 4000
            ? -0.2661239 * t * t * t - 0.2343589 * t * t + 0.8776956 * t + 0.179910
            : -3.0258469 * t * t * t + 2.1070379 * t * t + 0.2226347 * t + 0.240390
        let y =
            kelvin <= 2222
            ? -1.1063814 * x * x * x - 1.34811020 * x * x + 2.18555832 * x - 0.20219683
            : kelvin <= 4000
                ? -0.9549476 * x * x * x - 1.37418593 * x * x + 2.09137015 * x - 0.16748867
                : 3.0817580 * x * x * x - 5.87338670 * x * x + 3.75112997 * x - 0.37001483
        let (bigX, bigZ) = (x / y, (1 - x - y) / y)
        return RGB(
            3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ, -0.9692660 * bigX + 1.8760108 + 0.0415560 * bigZ,
            0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ)
    }
}
