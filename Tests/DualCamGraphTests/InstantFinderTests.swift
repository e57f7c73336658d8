import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamGraph

/// Flashes and claps in pictures and sound, and the offsets between inputs that follow from them.
@Suite struct InstantFinderTests {
    private static let second: Int64 = 1_000_000_000

    /// Returns five seconds of pictures at 25 per second; `light` gives the brightness at a time in milliseconds.
    private static func pictures(_ light: (Int) -> Double) -> [PictureLight] {
        (0..<125).map { PictureLight(time: Int64($0) * 40_000_000, brightness: light($0 * 40)) }
    }

    private typealias PictureCase = (name: String, light: @Sendable (Int) -> Double, milliseconds: [Int64])

    private static let seen: [PictureCase] = [
        ("nothing", { _ in 0.3 }, []),
        (
            "a flash of a tenth of a second each second", { $0 % 1000 >= 600 && $0 % 1000 < 700 ? 0.5 : 0.3 },
            [600, 1600, 2600, 3600, 4600]
        ),
        ("a faint one", { $0 % 2000 == 1000 ? 0.33 : 0.3 }, [1000, 3000]),
        ("a trembling picture, and a flash", { 0.3 + ($0 % 80 == 0 ? 0.02 : 0) + ($0 == 2000 ? 0.4 : 0) }, [2000]),
        ("a light that comes up slowly", { Double($0) / 10_000 }, []),
        ("a light that is switched on and stays", { $0 < 2000 ? 0.2 : 0.6 }, [2000]),
        ("one in the first half second is not seen, as nothing came before", { $0 < 80 ? 0.9 : 0.3 }, []),
    ]

    @Test(arguments: seen.indices) func flashesAreSteps(_ index: Int) {
        let (name, light, milliseconds) = Self.seen[index]
        #expect(InstantFinder.flashes(in: Self.pictures(light)) == milliseconds.map { $0 * 1_000_000 }, "\(name)")
    }

    private typealias SoundCase = (name: String, level: @Sendable (Int) -> Double, milliseconds: [Int64])

    private static let heard: [SoundCase] = [
        ("silence", { _ in 0 }, []), ("noise", { 0.01 + Double($0 % 7) / 1000 }, []),
        ("a clap each second", { $0 % 1000 == 500 ? 0.8 : 0.01 }, [500, 1500, 2500, 3500]),
        ("one that rises for some milliseconds", { max(0.005, 0.9 - abs(Double($0) - 2010) / 10) }, [2004]),
        ("one and its echo", { $0 == 1000 ? 0.8 : $0 == 1200 ? 0.5 : 0.01 }, [1000]),
        ("a tone that goes on", { $0 < 2000 ? 0.01 : 0.5 }, [2000]),
    ]

    @Test(arguments: heard.indices) func clapsAreLoud(_ index: Int) {
        let (name, level, milliseconds) = Self.heard[index]
        let sound = (0..<4000).map { SoundPeak(time: Int64($0) * 1_000_000, level: level($0)) }
        #expect(InstantFinder.claps(in: sound) == milliseconds.map { $0 * 1_000_000 }, "\(name)")
    }

    private typealias Offsets = (
        name: String, instants: [Int64], reference: [Int64], offset: Double, count: Int, doubt: AlignedInput.Doubt?
    )

    private static let offsets: [Offsets] = [
        ("in step", [1000, 2000, 3000], [1000, 2000, 3000], 0, 3, nil),
        ("80 ms late", [1080, 2090, 3075], [1000, 2000, 3000], 80, 3, nil),
        ("early, and one that it alone saw", [960, 1300, 1960, 2960], [1000, 2000, 3000], -40, 3, nil),
        ("one missed", [1080, 3080, 4080], [1000, 2000, 3000, 4000], 80, 3, nil),
        ("too few", [1080, 2080], [1000, 2000, 3000], 0, 2, .seen(2)),
        ("nothing", [], [1000, 2000, 3000], 0, 0, .seen(0)),
        ("they do not agree", [1080, 2280, 3080], [1000, 2000, 3000], 80, 3, .spread(200)),
        ("later than a delay can be", [1520, 4520, 7520], [1000, 4000, 7000], 520, 3, .tooFar(520)),
    ]

    @Test(arguments: offsets.indices) func theMedianTells(_ index: Int) {
        let (name, instants, reference, offset, count, doubt) = Self.offsets[index]
        let milliseconds = { (times: [Int64]) in times.map { $0 * 1_000_000 } }
        let input = AlignedInput(
            InputName("back"), milliseconds(instants), against: milliseconds(reference), tolerance: 50)
        #expect(input.count == count && input.doubt == doubt, "\(name): \(input)")
        if doubt == nil {
            #expect(input.offset == offset, "\(name)")
            #expect(input.delay == InputDelay(milliseconds: -offset))
        }
    }
}
