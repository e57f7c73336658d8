import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

/// The colours of looks, sliders and colour tables.
@Suite struct LookTests {
    private static let space = PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: false)

    private func colour(_ x: RGB, _ look: LookName, _ intensity: Double = 100) -> RGB {
        let step = LookPlan.Step(adjust: Adjustment(), look: Look(.named(look), intensity: .percent(intensity)))
        return StepFormula(step)(x)
    }

    private func adjusted(_ x: RGB, _ change: (inout Adjustment) -> Void) -> RGB {
        var adjustment = Adjustment()
        change(&adjustment)
        return AdjustmentFormula(adjustment)(x)
    }

    private static let greys = (0...16).map { RGB(grey: Double($0) / 16) }

    /// A brighter grey stays brighter, and black and white stay near the ends.
    @Test(arguments: LookName.allCases) func greysKeepTheirOrder(_ look: LookName) {
        let lumas = Self.greys.map { colour($0, look).luma }
        #expect(zip(lumas, lumas.dropFirst()).allSatisfy { $0 < $1 })
        #expect((lumas.first ?? 1) < 0.04 && (lumas.last ?? 0) > 0.96)
    }

    @Test(arguments: [LookName.mono, .noir]) func blackAndWhiteHasNoColour(_ look: LookName) {
        for x in [RGB(1, 0, 0), RGB(0, 1, 0), RGB(0.2, 0.4, 0.9), RGB(0.8, 0.6, 0.5)] {
            let y = colour(x, look)
            #expect(y.red == y.green && y.green == y.blue)
        }
        #expect(colour(RGB(0.2, 0.4, 0.9), .mono).red == 0.2126 * 0.2 + 0.7152 * 0.4 + 0.0722 * 0.9)
    }

    /// Each look has the effect that its name says, for one grey, one sky and one skin colour.
    @Test func looksAreWhatTheyAreCalled() {
        let (grey, sky, skin) = (RGB(grey: 0.5), RGB(0.35, 0.55, 0.8), RGB(0.86, 0.65, 0.52))
        #expect(colour(grey, .warm).red > 0.51 && colour(grey, .warm).blue < 0.49)
        #expect(colour(grey, .cool).red < 0.49 && colour(grey, .cool).blue > 0.51)
        #expect(colour(sky, .vivid).blue - colour(sky, .vivid).red > 1.2 * (sky.blue - sky.red))
        #expect(colour(RGB(grey: 0.2), .dramatic).luma < 0.17 && colour(RGB(grey: 0.85), .dramatic).luma > 0.85)
        let sepia = colour(grey, .sepia)
        #expect(sepia.red > sepia.green && sepia.green > sepia.blue && abs(sepia.luma - 0.5) < 0.02)
        let (dark, light) = (colour(RGB(grey: 0.25), .cinematic), colour(RGB(grey: 0.75), .cinematic))
        #expect(dark.blue > dark.red + 0.05 && light.red > light.blue + 0.05)
        // Skin keeps its hue: green stays between blue and red as before, to within a fifth of the distance.
        let way = { (x: RGB) in (x.green - x.blue) / (x.red - x.blue) }
        for look in [LookName.vivid, .dramatic, .cool, .warm, .cinematic] {
            #expect(abs(way(colour(skin, look)) - way(skin)) < 0.2, "\(look)")
        }
    }

    @Test func intensityIsAMix() {
        let x = RGB(0.3, 0.6, 0.2)
        let whole = colour(x, .sepia), half = colour(x, .sepia, 50)
        #expect(abs(half.red - (x.red + whole.red) / 2) < 1e-12 && abs(half.blue - (x.blue + whole.blue) / 2) < 1e-12)
        #expect(colour(x, .sepia, 0) == x && colour(x, .none) == x)
    }

    @Test func slidersDoWhatTheySay() {
        // 18 % of the light becomes 36 %.
        let brighter = adjusted(RGB(grey: Transfer.middleGrey)) { $0.exposure = 1 }
        #expect(abs(Transfer.light(brighter.green) - 0.36) < 1e-9)
        for share in [-100.0, -50, 50, 100] {
            let grey = adjusted(RGB(grey: Transfer.middleGrey)) { $0.contrast = .percent(share) }
            #expect(abs(grey.red - Transfer.middleGrey) < 1e-12)
            let step = adjusted(RGB(grey: Transfer.middleGrey + 1e-4)) { $0.contrast = .percent(share) }
            #expect(abs((step.red - grey.red) / 1e-4 - (1 + share / 100)) < 0.01)
        }
        let x = RGB(0.7, 0.3, 0.2)
        let grey = adjusted(x) { $0.saturation = .percent(-100) }
        #expect(abs(grey.red - x.luma) < 1e-12 && abs(grey.blue - x.luma) < 1e-12)
        let full = adjusted(x) { $0.saturation = .percent(100) }
        #expect(abs(full.luma - x.luma) < 1e-12 && abs(full.red - (2 * x.red - x.luma)) < 1e-12)
    }

    /// The luminance of a grey stays the same. 50 mired move it as much as the step from a lamp of 6504 K to one of
    /// 4908 K.
    @Test func temperatureKeepsTheLight() {
        for mired in [-100.0, -30, 50, 100] {
            let y = adjusted(RGB(grey: 0.5)) { $0.temperature = mired }
            let light = y.map(Transfer.light)
            #expect(abs(light.luma - Transfer.light(0.5)) < 1e-9)
            #expect((light.red > light.blue) == (mired > 0))
        }
        let gains = RGB.gains(mired: 50)
        #expect(abs(gains.red / gains.blue - 1.639) < 0.02, "\(gains)")
    }

    private func table(_ shape: ColourTable.Shape, _ domain: ClosedRange<Double>, _ value: (Int) -> [Float]) throws
        -> ColourTable
    {
        let values = (0..<shape.rows).flatMap(value)
        return try #require(ColourTable(shape, domain: [domain, domain, domain], values: values))
    }

    @Test func tablesInterpolate() throws {
        let curves = try table(.curves(3), 0...1) { [[0, 1, 0], [0.2, 0.5, 0], [1, 0, 0.5]][$0] }
        #expect(curves.colour(RGB(0.25, 0.75, 1)) == RGB(Double(Float(0.2)) / 2, 0.25, 0.5))
        #expect(curves.colour(RGB(-1, 2, 2)) == RGB(0, 0, 0.5))
        // Red and green are exchanged. A linear table is exact at every point, also within its domain.
        let cube = try table(.cube(3), -1...1) { index in
            [index / 3 % 3, index % 3, index / 9].map { Float($0) - 1 }
        }
        let y = cube.colour(RGB(0.1, -0.6, 0.7))
        #expect(abs(y.red + 0.6) < 1e-12 && abs(y.green - 0.1) < 1e-12 && abs(y.blue - 0.7) < 1e-12)
    }

    /// At its points the lattice equals the formula, and the order of colours is that of a .cube file.
    @Test func theLatticeIsTheFormula() throws {
        var adjustment = Adjustment()
        (adjustment.exposure, adjustment.temperature) = (0.5, 20)
        let plan = try #require(
            LookPlan(
                [
                    .init(adjust: adjustment, look: Look(.named(.vivid), intensity: .percent(70))),
                    .init(adjust: Adjustment(), look: Look(.named(.cinematic))),
                ], in: Self.space))
        #expect(plan.side == 33)
        let lattice = plan.lattice()
        #expect(lattice.count == 3 * 33 * 33 * 33)
        for (red, green, blue) in [(0, 0, 0), (32, 5, 9), (16, 16, 16), (3, 30, 12), (32, 32, 32)] {
            let exact = plan.colour(red: Double(red) / 32, green: Double(green) / 32, blue: Double(blue) / 32)
            let index = 3 * (red + 33 * (green + 33 * blue))
            let found = lattice[index..<index + 3].map { Double(max(0, min(1, $0))) }
            #expect(zip(found, [exact.red, exact.green, exact.blue]).allSatisfy { abs($0 - $1) < 1e-6 })
        }
    }

    /// Between its points the lattice is close to the formula. The largest errors are next to colours that are clipped.
    @Test(arguments: LookName.allCases.filter { $0 != .none }) func theLatticeIsFineEnough(_ look: LookName) throws {
        let plan = try #require(
            LookPlan([.init(adjust: Adjustment(), look: Look(.named(look)))], in: Self.space))
        let lattice = try #require(
            ColourTable(.cube(33), domain: [0...1, 0...1, 0...1], values: plan.lattice()))
        var (state, worst, squares) = (UInt64(3), 0.0, 0.0)
        let random = { () -> Double in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        for _ in 0..<3000 {
            let x = RGB(random(), random(), random())
            let near = lattice.colour(x).clamped, exact = colour(x, look).clamped
            let errors = [near.red - exact.red, near.green - exact.green, near.blue - exact.blue]
            worst = max(worst, errors.map(abs).max() ?? 0)
            squares += errors.reduce(0) { $0 + $1 * $1 }
        }
        #expect(worst * 255 < 2.5, "\(worst * 255)")
        // A signal-to-noise ratio of at least 60 dB.
        #expect(squares / 9000 < 1e-6, "\(squares / 9000)")
    }

    @Test func whatChangesNothingIsNoLook() {
        let none = LookPlan.Step(adjust: Adjustment(), look: Look())
        let faint = LookPlan.Step(adjust: Adjustment(), look: Look(.named(.noir), intensity: .percent(0)))
        #expect(LookPlan([none, faint], in: Self.space) == nil)
    }

    /// Each layer has its camera's colours and then those of the combined picture. Colours that are already in a
    /// camera's own pictures are not applied twice.
    @Test func layersHaveTheirLooks() throws {
        var pipeline = Fixture.pip()
        pipeline.combined?.mixer = .dualcam
        #expect(try Planner.plan(Fixture.simulated(pipeline)).picture?.layers.allSatisfy { $0.look == nil } == true)
        pipeline.cameras[0].look = Look(.named(.mono))
        pipeline.cameras[1].look = Look(.named(.noir))
        pipeline.cameras[1].lookAppliesTo = .both
        pipeline.combined?.adjust.exposure = 1
        var exposed = Adjustment()
        exposed.exposure = 1
        let own = LookPlan.Step(adjust: Adjustment(), look: Look(.named(.mono)))
        let combined = LookPlan.Step(adjust: exposed, look: Look())
        let picture = try #require(try Planner.plan(Fixture.simulated(pipeline)).picture)
        #expect(picture.layers.map { $0.look?.steps } == [[own, combined], [combined]])
        #expect(picture.layers[0].look?.space == Self.space)
        #expect(LookPlan(ofOwnPictures: pipeline.cameras[0], in: Self.space) == nil)
        #expect(LookPlan(ofOwnPictures: pipeline.cameras[1], in: Self.space)?.steps.map(\.look.word) == ["noir"])
    }
}
