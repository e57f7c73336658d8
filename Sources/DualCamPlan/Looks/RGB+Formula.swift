import DualCamConfig
import Glibc

/// The formula of each look, in full: R'G'B' 0 ... 1 in, and out, where it may leave that range by a little. `Y` is luma,
/// `bend` and `step` are `Tone`'s.
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

    /// `bend(x, 0.28)`, then pale colours 1.45 times as far from grey and full ones as they are; the more skin-like, the less.
    private static func vivid(_ x: RGB) -> RGB {
        let bent = x.map { Tone.bend($0, 0.28) }
        let gain = 0.45 * (1 - chroma(bent)) * (1 - 0.75 * skin(x))
        return RGB(grey: bent.luma).mixed(1 + gain, bent)
    }

    /// Darker by `x ^ 1.1`, `bend(x, 0.7)`, a fifth of the colour gone.
    private static func dramatic(_ x: RGB) -> RGB {
        let dark = x.map { Tone.bend(pow($0, 1.1), 0.7) }
        return RGB(grey: dark.luma).mixed(0.8, dark)
    }

    /// The light 24 mired bluer, or more orange.
    private static let coolLight = RGB.gains(mired: -24)
    private static let warmLight = RGB.gains(mired: 24)

    /// Puts a colour in another light, by which white keeps its luma; then a thirtieth further from grey.
    private static func lit(_ x: RGB, _ gains: RGB) -> RGB {
        let lit = x.lit(by: gains)
        return RGB(grey: lit.luma).mixed(1 + 1.0 / 30, lit)
    }

    /// `Y`, its middle lifted by `Y ^ 0.85` and bent by 0.35, from 0.035 to 0.985, with a little blue in its shadows: 0.012 at most.
    private static func silvertone(_ luma: Double) -> RGB {
        let tone = 0.035 + 0.95 * Tone.bend(pow(luma, 0.85), 0.35)
        let tint = 0.012 * 4 * tone * (1 - tone)
        return RGB(tone - tint, tone, tone + tint)
    }

    /// `0.3 R + 0.6 G + 0.1 B`, darker by its power of 1.1, bent by 0.8 and again by 0.5.
    private static func noir(_ x: RGB) -> RGB {
        let grey = pow(0.3 * x.red + 0.6 * x.green + 0.1 * x.blue, 1.1)
        return RGB(grey: Tone.bend(Tone.bend(grey, 0.8), 0.5))
    }

    /// `Y` from 0.03 to 0.97; red more and blue less by its distance from black and white, and blue less towards white: a print on
    /// cream paper. Luma is kept to 0.01.
    private static func sepia(_ luma: Double) -> RGB {
        let tone = 0.03 + 0.94 * luma
        let middle = 4 * tone * (1 - tone)
        return RGB(
            tone + 0.105 * middle + 0.012 * tone, tone - 0.018 * middle + 0.002 * tone,
            tone - 0.13 * middle - 0.06 * tone)
    }

    /// `bend(x, 0.45)` from 0.015 to 0.975; teal into the shadows and orange into the lights, black and white left out, a tenth of the
    /// colour gone, all of it halved for skin.
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

    /// 0 for grey ... 1 for a colour that has none of one primary: `(max - min) / max`.
    private static func chroma(_ x: RGB) -> Double {
        let most = max(x.red, x.green, x.blue), least = min(x.red, x.green, x.blue)
        return most > 0 ? max(0, (most - least) / max(most, 1e-3)) : 0
    }

    /// Tells how much of a skin's hue it has, 0 ... 1: red most, blue least, and green about 0.4 of the way from blue to red, as
    /// all skin has.
    private static func skin(_ x: RGB) -> Double {
        let width = x.red - x.blue
        guard width > 0 else { return 0 }
        let way = (x.green - x.blue) / width
        let hue = Tone.step(way, -0.1, 0.3) * (1 - Tone.step(way, 0.55, 0.95))
        return hue * Tone.step(width, 0, 0.2)
    }
}
