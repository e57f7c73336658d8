import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

/// Changes of the picture that begin during another change, and the order of layers meanwhile.
@Suite struct InterruptionTests {
    private func look(_ name: LookName) throws -> LookPlan {
        let step = LookPlan.Step(adjust: Adjustment(), look: Look(.named(name)))
        return try #require(LookPlan([step], in: PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: false)))
    }

    /// In its last frames a transition counts as finished for the next change, and in its first frames as not begun.
    @Test(arguments: [
        (0.005, true, "back"), (0.02, false, "back"), (0.98, false, "back"), (0.995, true, "front"),
    ])
    func aTraceOfAPictureIsNone(_ share: Double, _ isOver: Bool, _ main: String) {
        let (start, end) = (Shot.inset(Shot.frame), Shot.inset(Shot.frame, main: "front"))
        let seen = Shot.transition(.dissolve, start, end).plan(at: share)
        let next = Shot.animation(.transition(Transition(.wipe)), seen, Shot.full("side")).plan(ofFrame: 4)
        #expect((next.blend?.effect == .wipe(x: -1, y: 0)) == isOver)
        #expect(next.layers.first?.feed == Shot.feed(main))
        #expect(Shot.distance(seen, Shot.animation(.motion(.seconds(9), .easeIn), seen, end).plan(ofFrame: 0)) < 0.02)
    }

    /// Colours and lines change at once; positions and timing continue as before.
    @Test(arguments: [
        PictureChange.motion(.seconds(1), .spring), .motion(.milliseconds(510), .easeInOut),
        .transition(Transition(.circle)),
    ])
    func anotherLookGoesOnOnTheSameWay(_ change: PictureChange) throws {
        let (start, end) = (Shot.inset(Shot.frame), Shot.inset(Shot.frame, main: "front"))
        let looks = [Shot.feed("back"): try look(.noir), Shot.feed("front"): try look(.sepia)]
        var coloured = end
        for index in end.layers.indices {
            coloured.layers[index].look = looks[end.layers[index].feed]
            coloured.layers[index].frame?.borderPaint = PaintPlan(y: 81, u: 90, v: 240)
        }
        #expect(end.isArranged(as: coloured) && !end.isArranged(as: start))
        let animation = Shot.animation(change, start, end)
        var (rest, passed) = (animation, 0)
        for frame in [0, 2, 0, 40] {
            rest = rest.goingOn(after: frame, towards: coloured, looks: looks)
            passed += frame + 1
            #expect(rest.frameCount == max(1, animation.frameCount - passed))
            for later in 0..<rest.frameCount {
                let (now, then) = (rest.plan(ofFrame: later), animation.plan(ofFrame: passed + later))
                #expect(now.layers.map(\.target) == then.layers.map(\.target))
                #expect(now.layers.map(\.opacity) == then.layers.map(\.opacity))
                #expect(now.blend == then.blend)
                #expect(now.layers.allSatisfy { $0.look == looks[$0.feed] })
            }
        }
    }

    /// The background is not visible during a change if it is not visible at either end. A camera that enters is below
    /// those that leave its place, and a camera that leaves is below those that come to its place.
    @Test func whoComesComesOverWhatIsThere() {
        var grid = Shot.halves("back", "front")
        grid.layers[0].target.height = 540
        grid.layers[1].target.height = 540
        grid.layers.append(Shot.layer("side", RealRectangle(x: 480, y: 540, width: 960, height: 540)))
        let cases =
            [
                (Shot.halves("back", "front"), Shot.full("side"), ["side", "back", "front"], [1, 0.75, 0.75]),
                (Shot.full("side"), Shot.halves("back", "front"), ["back", "front", "side"], [1, 1, 0.75]),
                (Shot.halves("back", "front"), grid, ["side", "back", "front"], [1, 1, 1]),
                (grid, Shot.halves("back", "front"), ["side", "back", "front"], [1, 1, 1]),
                (Shot.inset(nil), Shot.halves("back", "side"), ["side", "back", "front"], [1, 1, 0.75]),
            ] as [(PicturePlan, PicturePlan, [String], [Double])]
        for (start, end, names, opacities) in cases {
            let quarter = Shot.motion(start, end).plan(at: 0.25)
            #expect(quarter.layers.map(\.feed) == names.map(Shot.feed))
            #expect(quarter.layers.map(\.opacity) == opacities)
            for (picture, progress) in [(start, 1e-9), (end, 1 - 1e-9)] {
                #expect(Shot.distance(picture, Shot.motion(start, end).plan(at: progress)) < 1e-3, "\(names)")
            }
        }
    }

    /// A camera that is not completely covered fades over the picture below.
    @Test func whoIsSeenFades() {
        var end = Shot.full("back")
        end.layers.append(Shot.layer("side", RealRectangle(x: 1800, y: 100, width: 240, height: 200)))
        let half = Shot.motion(Shot.full("back"), end).plan(at: 0.5)
        #expect(half.layers.map(\.feed) == ["back", "side"].map(Shot.feed) && half.layers[1].opacity == 0.5)
        var round = Shot.full("back")
        round.layers[0].frame = Shot.frame
        let halves = Shot.motion(round, Shot.halves("desk", "side")).plan(at: 0.5)
        #expect(halves.layers.map(\.feed) == ["back", "desk", "side"].map(Shot.feed))
        #expect(halves.layers.map(\.opacity) == [1, 0.5, 0.5])
    }

    /// The time of a ramp depends on where the zoom is now, not on its former target.
    @Test(arguments: [
        (0, 480.0, 1.0, 60), (15, 480, 1, 45), (15, 480, 0.5, 90), (0, 1920, 1, 1), (15, 1920, 1, 15), (60, 480, 1, 1),
    ])
    func aRampIsAsFastAsAsked(_ passed: Int, _ width: Double, _ rate: Double, _ frames: Int) {
        let cut = { (width: Double) in
            Shot.full("back", cut: RealRectangle(x: 0, y: 0, width: width, height: width * 9 / 16))
        }
        let first = Shot.animation(.ramp(rate: 1, .linear), cut(1920), cut(480))
        #expect(first.frameCount == 60)
        let seen = passed > 0 ? first.plan(ofFrame: passed - 1) : cut(1920)
        #expect(Shot.animation(.ramp(rate: rate, .linear), seen, cut(width)).frameCount == frames)
    }

    /// A centre that moves by the width of the visible picture counts as far as one octave of zoom.
    @Test func aCentreMovesAtTheRateToo() {
        let cut = { (x: Double) in Shot.full("back", cut: RealRectangle(x: x, y: 405, width: 480, height: 270)) }
        #expect(Shot.animation(.ramp(rate: 1, .linear), cut(0), cut(720)).frameCount == 45)
        #expect(Shot.animation(.ramp(rate: 20, .linear), cut(0), cut(0)).frameCount == 1)
    }
}
