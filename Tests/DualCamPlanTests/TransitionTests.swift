import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// The pictures during a transition.
@Suite struct TransitionTests {
    private func transition(_ transition: Transition, _ from: PicturePlan, _ to: PicturePlan) -> PictureTransition {
        PictureTransition(transition, from: from, to: to, canvas: Shot.size, sizes: Shot.sizes)
    }

    @Test(arguments: Transition.Kind.allCases)
    func theEndsAreWhatTheyWere(_ kind: Transition.Kind) {
        let (start, end) = (Shot.inset(Shot.frame), Shot.inset(Shot.frame, main: "front"))
        let plan = Shot.transition(kind, start, end)
        #expect(plan.plan(at: 0) == start)
        #expect(plan.plan(at: 1) == end)
        #expect(plan.plan(at: 1.1) == end)
    }

    /// Insets stay on top. Here the two cameras change places, and each fades where the other one appears.
    @Test(arguments: [
        (
            Transition.Kind.dissolve,
            PictureBlendPlan(effect: .dissolve, share: 0.5, second: 1, over: 2)
        ),
        (.wipe, PictureBlendPlan(effect: .wipe(x: -1, y: 0), share: 0.5, softness: 48, second: 1, over: 2)),
        (.circle, PictureBlendPlan(effect: .circle(x: 960, y: 540), share: 0.5, softness: 48, second: 1, over: 2)),
    ])
    func halfWayThroughABlend(_ kind: Transition.Kind, _ blend: PictureBlendPlan) {
        let plan = Shot.transition(kind, Shot.inset(nil), Shot.inset(nil, main: "front")).plan(at: 0.5)
        #expect(plan.blend == blend)
        #expect(plan.layers.map(\.feed) == ["back", "front", "front", "back"].map(Shot.feed))
        #expect(plan.layers.map(\.target) == [Shot.canvas, Shot.canvas, Shot.corner, Shot.corner])
        #expect(plan.layers.map(\.opacity) == [1, 1, 1, 0.5])
    }

    /// An inset that keeps its camera and place is drawn once.
    @Test func anInsetThatStaysIsLeftAlone() {
        let start = Shot.inset(Shot.frame)
        var end = start
        end.layers[0].feed = Shot.feed("side")
        let plan = Shot.transition(.dissolve, start, end).plan(at: 0.5)
        #expect(plan.layers == [start.layers[0], end.layers[0], start.layers[1]])
        #expect(plan.blend?.over == 2)
    }

    @Test(arguments: [
        (Transition.Direction.left, -480.0, 0.0), (.right, 480, 0), (.up, 0, -270), (.down, 0, 270),
    ])
    func aSlidePushes(_ direction: Transition.Direction, _ x: Double, _ y: Double) {
        let slide = Transition(.slide, direction: direction)
        let plan = transition(slide, Shot.full("back"), Shot.full("front")).plan(at: 0.25)
        #expect(plan.blend == nil)
        #expect(plan.layers.map(\.feed) == ["back", "front"].map(Shot.feed))
        #expect(plan.layers[0].target == RealRectangle(x: x, y: y, width: 1920, height: 1080))
        #expect(plan.layers[1].target == RealRectangle(x: -3 * x, y: -3 * y, width: 1920, height: 1080))
    }

    /// Both pictures cover the canvas all the time.
    @Test func aZoomDissolvesWhatGrowsAndWhatShrinks() {
        let plan = Shot.transition(.zoom, Shot.full("back"), Shot.full("front")).plan(at: 0.5)
        #expect(plan.blend == PictureBlendPlan(effect: .dissolve, share: 0.5, second: 1, over: 2))
        for layer in plan.layers {
            #expect(abs(layer.target.width - 1920 * 2.0.squareRoot()) < 1e-6)
            #expect(abs(layer.target.x + layer.target.width / 2 - 960) < 1e-6)
        }
    }

    @Test(arguments: [
        (Transition.Direction.left, 0.25, "back", 1.0), (.up, 0.25, "back", 1), (.right, 0.75, "front", 1),
        (.down, 0.75, "front", 1),
    ])
    func aFlipShowsOneSide(
        _ direction: Transition.Direction, _ progress: Double, _ camera: String, _ opacity: Double
    ) {
        let flip = Transition(.flip, direction: direction)
        let plan = transition(flip, Shot.full("back"), Shot.full("front")).plan(at: progress)
        #expect(plan.layers.map(\.feed) == [Shot.feed(camera)])
        let (root, isAcross) = (0.5.squareRoot(), [.left, .right].contains(direction))
        #expect(abs((plan.layers.first?.target.width ?? 0) - 1920 * (isAcross ? root : 1)) < 1e-6)
        #expect(abs((plan.layers.first?.target.height ?? 0) - 1080 * (isAcross ? 1 : root)) < 1e-6)
        #expect(transition(flip, Shot.full("back"), Shot.full("front")).plan(at: 0.5).layers.isEmpty)
    }

    /// Without insets the whole picture changes, with its bars.
    @Test func aSplitLayoutChangesAsAWhole() {
        var (start, end) = (Shot.halves("back", "front"), Shot.halves("front", "back"))
        let bar = PictureBarPlan(
            RealRectangle(x: 958, y: 0, width: 4, height: 1080), PaintPlan(y: 235, u: 128, v: 128))
        (start.bars, end.bars) = ([bar], [bar])
        let plan = Shot.transition(.slide, start, end).plan(at: 0.25)
        #expect(plan.layers.map(\.feed) == ["back", "front", "front"].map(Shot.feed))
        #expect(plan.layers.map(\.target.x) == [-480, 480, 1440])
        #expect(plan.bars.map(\.target.x) == [478])
        let dissolve = Shot.transition(.dissolve, start, end).plan(at: 0.25)
        #expect(dissolve.layers.count == 4 && dissolve.blend?.second == 2 && dissolve.blend?.over == 4)
        #expect(dissolve.bars == [bar])
    }
}
