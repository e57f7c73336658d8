import DualCamConfig
import Glibc

/// The formulas of the looks. Each maps a colour (R'G'B' 0 ... 1) to a colour; results may exceed that range slightly.
/// In the comments, `Y` is the luma, and `bend` and `step` are functions of `Tone`.
extension RGB {
    func seen(by look: LookName) -> RGB {
        let x = self
        return switch look {
        case .none: x
        case .vivid: Self.vivid(x)
        case .dramatic: Self.dramatic(x)
        case .cool: Self.lit(x, Self.coolLight)
        case .warm: Self.lit(x, Self.warmLight)
        case .mono: RGB(grey: x.luma)
        case .silvertone: Self.silvertone(x.luma)
        case .noir: Self.noir(x)
        case .sepia: Self.sepia(x.luma)
        case .cinematic: Self.cinematic(x)
        }
    }

    /// Returns a colour with the look `vivid`: first the tone curve `Tone.bend(x, 0.28)`, then more saturation. The
    /// distance from grey grows by a factor of up to 1.45 for pale colours, and by less for saturated and skin-like
    /// colours.
    private static func vivid(_ x: RGB) -> RGB {
        let bent = x.map { Tone.bend($0, 0.28) }
        let gain = 0.45 * (1 - chroma(bent)) * (1 - 0.75 * skin(x))
        return RGB(grey: bent.luma).mixed(1 + gain, bent)
    }

    /// Returns a colour with the look `dramatic`: it is darkened by `x ^ 1.1`, then the tone curve `Tone.bend(x, 0.7)`
    /// is applied, and a fifth of the saturation is removed.
    private static func dramatic(_ x: RGB) -> RGB {
        let dark = x.map { Tone.bend(pow($0, 1.1), 0.7) }
        return RGB(grey: dark.luma).mixed(0.8, dark)
    }

    /// The factors that make light bluer, by 24 mired.
    private static let coolLight = RGB.gains(mired: -24)
    /// The factors that make light more orange, by 24 mired.
    private static let warmLight = RGB.gains(mired: 24)

    /// Returns a colour as it appears under light with the factors `gains` for red, green and blue. They keep the luma
    /// of white unchanged. The saturation is increased by a thirtieth.
    private static func lit(_ x: RGB, _ gains: RGB) -> RGB {
        let lit = x.lit(by: gains)
        return RGB(grey: lit.luma).mixed(1 + 1.0 / 30, lit)
    }

    /// Returns a grey of this luma `Y` with the look `silvertone`: `Tone.bend(Y ^ 0.85, 0.35)`, scaled to 0.035 ...
    /// 0.985. Middle tones get up to 0.012 more blue and less red.
    private static func silvertone(_ luma: Double) -> RGB {
        let tone = 0.035 + 0.95 * Tone.bend(pow(luma, 0.85), 0.35)
        let tint = 0.012 * 4 * tone * (1 - tone)
        return RGB(tone - tint, tone, tone + tint)
    }

    /// Returns a colour with the look `noir`: the grey `0.3 R + 0.6 G + 0.1 B`, darkened by the power of 1.1, and then
    /// changed by `Tone.bend` with 0.8 and with 0.5.
    private static func noir(_ x: RGB) -> RGB {
        let grey = pow(0.3 * x.red + 0.6 * x.green + 0.1 * x.blue, 1.1)
        return RGB(grey: Tone.bend(Tone.bend(grey, 0.8), 0.5))
    }

    /// Returns a grey of this luma with the look `sepia`: the luma is scaled to 0.03 ... 0.97. Middle tones get more
    /// red and less blue, and white gets less blue, like a print on cream paper. The luma changes by at most 0.01.
    private static func sepia(_ luma: Double) -> RGB {
        let tone = 0.03 + 0.94 * luma
        let middle = 4 * tone * (1 - tone)
        return RGB(
            tone + 0.105 * middle + 0.012 * tone, tone - 0.018 * middle + 0.002 * tone,
            tone - 0.13 * middle - 0.06 * tone)
    }

    /// Returns a colour with the look `cinematic`: `Tone.bend(x, 0.45)` scaled to 0.015 ... 0.975, with teal shadows
    /// and orange highlights. Black and white keep their colour, and a tenth of the saturation is removed. Skin colours
    /// get half of the effect.
    private static func cinematic(_ x: RGB) -> RGB {
        let bent = x.map { 0.015 + 0.96 * Tone.bend($0, 0.45) }
        let luma = bent.luma
        let share = 1 - 0.5 * skin(x)
        let shadow = share * 6.75 * luma * (1 - luma) * (1 - luma)
        let light = share * 6.75 * luma * luma * (1 - luma)
        let calm = RGB(grey: luma).mixed(1 - 0.1 * share, bent)
        return RGB(
            calm.red - 0.07 * shadow + 0.045 * light, calm.green + 0.01 * shadow + 0.004 * light,
            calm.blue + 0.045 * shadow - 0.065 * light)
    }

    /// Returns the saturation of a colour, `(max - min) / max`. It is 0 for grey, and 1 if one of the primaries is 0.
    private static func chroma(_ x: RGB) -> Double {
        let most = max(x.red, x.green, x.blue), least = min(x.red, x.green, x.blue)
        return most > 0 ? max(0, (most - least) / max(most, 1e-3)) : 0
    }

    /// Returns how similar the hue of a colour is to that of skin, 0 ... 1. In skin, red is the strongest and blue the
    /// weakest primary, and green is about 0.4 of the way from blue to red.
    private static func skin(_ x: RGB) -> Double {
        let width = x.red - x.blue
        guard width > 0 else { return 0 }
        let way = (x.green - x.blue) / width
        let hue = Tone.step(way, -0.1, 0.3) * (1 - Tone.step(way, 0.55, 0.95))
        return hue * Tone.step(width, 0, 0.2)
    }
}
