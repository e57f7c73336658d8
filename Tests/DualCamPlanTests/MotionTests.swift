import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// The pictures during a motion.
@Suite struct MotionTests {
    @Test(arguments: [
        (Easing.linear, [0.25, 0.5, 0.75]), (.easeIn, [0.015625, 0.125, 0.421875]),
        (.easeOut, [0.578125, 0.875, 0.984375]), (.easeInOut, [0.0625, 0.5, 0.9375]),
        (.spring, [0.7737, 1.0855, 1.0238]),
    ])
    func easingsAtTheirQuarters(_ easing: Easing, _ expected: [Double]) {
        for (share, value) in zip([0.25, 0.5, 0.75], expected) {
            #expect(abs(easing.progress(at: share) - value) < 1e-3, "\(easing) at \(share)")
        }
        #expect([-1, 0].map(easing.progress) == [0, 0])
        #expect([1, 2].map(easing.progress) == [1, 1])
    }

    /// A spring overshoots its end by a twelfth and comes to rest.
    @Test func aSpringSwings() {
        let values = (0...1000).map { Easing.spring.progress(at: Double($0) / 1000) }
        #expect(abs((values.max() ?? 0) - 1.0855) < 0.001)
        #expect(zip(values, values.dropFirst()).suffix(10).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test func anInsetThatMovesIsHalfWayAtHalf() throws {
        let start = Shot.inset(Shot.frame)
        var end = start
        end.layers[1].target = RealRectangle(x: 20, y: 20, width: 720, height: 405)
        let half = Shot.motion(start, end).plan(at: 0.5)
        #expect(half.layers[0] == start.layers[0])
        #expect(half.layers[1].target == RealRectangle(x: 720, y: 405, width: 600, height: 337.5))
        #expect(half.layers[1].frame == Shot.frame)
        #expect(half.layers.count == 2)
        #expect(Shot.motion(start, end).plan(at: 0) == start)
        #expect(Shot.motion(start, end).plan(at: 1) == end)
    }

    /// The new main picture grows over the old one, which moves to the corner once it is free.
    @Test(arguments: [
        (0.1, ["back", "front"], [1, 1]), (0.5, ["back", "front"], [1, 1]),
        (0.75, ["back", "front", "back"], [1, 1, 0.5]),
    ])
    func aSwapGrowsOverTheOldPicture(_ progress: Double, _ names: [String], _ opacities: [Double]) throws {
        let plan = Shot.motion(Shot.inset(nil), Shot.inset(nil, main: "front")).plan(at: progress)
        #expect(plan.layers.map(\.feed) == names.map(Shot.feed))
        #expect(plan.layers.map { ($0.opacity * 1000).rounded() / 1000 } == opacities)
        #expect(plan.layers.first?.target == Shot.canvas)
        let (start, end, target) = (Shot.corner, Shot.canvas, plan.layers[1].target)
        #expect(abs(target.x - (start.x + (end.x - start.x) * progress)) < 1e-9)
        #expect(abs(target.width - (start.width + (end.width - start.width) * progress)) < 1e-9)
        #expect(plan.layers.dropFirst(2).allSatisfy { $0.target == Shot.corner })
    }

    /// While pictures change places, the background is visible in no frame, whatever the layout, also if the change
    /// begins during another one.
    @Test(arguments: [
        (Shot.inset(nil), Shot.inset(nil, main: "front")),
        (Shot.inset(Shot.frame), Shot.inset(Shot.frame, main: "front")),
        (Shot.halves("back", "front"), Shot.halves("front", "back")),
        (Shot.split("back", "front", "side"), Shot.split("front", "back", "side")),
        (Shot.split("back", "front", "side"), Shot.split("side", "back", "front")),
        (Shot.split("back", "front", "side"), Shot.split("front", "side", "back")),
    ])
    func nothingIsBlackWhilePicturesChangePlaces(_ start: PicturePlan, _ end: PicturePlan) {
        for change in [
            PictureChange.motion(.seconds(1), .linear), .transition(Transition(.move, easing: .spring)),
        ] {
            let animation = Shot.animation(change, start, end)
            for frame in 0..<animation.frameCount {
                #expect(Shot.ground(animation.plan(ofFrame: frame)) < 1e-6, "frame \(frame)")
            }
            for target in [start, end] {
                let next = Shot.animation(change, animation.plan(ofFrame: animation.frameCount / 2), target)
                let seen = (0..<next.frameCount).map { Shot.ground(next.plan(ofFrame: $0)) }
                #expect((seen.max() ?? 1) < 1e-6, "to \(target.layers.map(\.feed.element))")
            }
        }
    }

    /// Half way from 1 to 4 the zoom is 2, and its centre does not move.
    @Test func zoomsGoByFactors() throws {
        let (start, end) = (
            Shot.full("back"), Shot.full("back", cut: RealRectangle(x: 1440, y: 0, width: 480, height: 270))
        )
        let half = try #require(Shot.motion(start, end).plan(at: 0.5).layers.first?.source)
        for (value, expected) in zip(half.sides, [960, 0, 960, 540] as [Double]) {
            #expect(abs(value - expected) < 1e-6)
        }
        let quarter = try #require(Shot.motion(start, end).plan(at: 0.25).layers.first?.source)
        #expect(abs(quarter.width - 1920 / 2.0.squareRoot()) < 1e-6)
        #expect(abs(quarter.x + quarter.width - 1920) < 1e-6)
    }

    /// A place that becomes narrower crops the sides; nothing is distorted.
    @Test func shapesChangeWithoutDistortion() throws {
        let start = Shot.full("back")
        var end = Shot.full("back", cut: RealRectangle(x: 480, y: 0, width: 960, height: 1080))
        end.layers[0].target = RealRectangle(x: 0, y: 0, width: 960, height: 1080)
        let layer = try #require(Shot.motion(start, end).plan(at: 0.5).layers.first)
        let source = try #require(layer.source)
        #expect(layer.target == RealRectangle(x: 0, y: 0, width: 1440, height: 1080))
        for (value, expected) in zip(source.sides, [240, 0, 1440, 1080] as [Double]) {
            #expect(abs(value - expected) < 1e-6)
        }
    }

    /// A spring never makes a small picture vanish, and never shows more than a camera's picture.
    @Test func aSpringStaysWithinWhatThereIs() throws {
        let start = Shot.full("back", cut: RealRectangle(x: 900, y: 500, width: 192, height: 108))
        var end = Shot.full("back")
        end.layers[0].target = RealRectangle(x: 0, y: 0, width: 96, height: 54)
        for step in 0...100 {
            let plan = Shot.motion(start, end).plan(at: Easing.spring.progress(at: Double(step) / 100))
            let layer = try #require(plan.layers.first)
            #expect(layer.target.width > 50 && layer.target.height > 28)
            let source = layer.source ?? Shot.canvas
            #expect(source.x > -1e-6 && source.y > -1e-6)
            #expect(source.x + source.width < 1920 + 1e-6 && source.y + source.height < 1080 + 1e-6)
        }
    }

    /// A camera that leaves fades out, and one that enters fades in; at the same place, both together are opaque.
    @Test func camerasComeAndGo() throws {
        var start = Shot.inset(nil)
        start.layers.append(Shot.layer("side", RealRectangle(x: 0, y: 0, width: 300, height: 300)))
        var end = Shot.inset(nil, main: "desk")
        end.layers[1].feed = Shot.feed("front")
        let half = Shot.motion(start, end).plan(at: 0.5)
        #expect(half.layers.map(\.feed) == ["back", "desk", "front", "side"].map(Shot.feed))
        #expect(half.layers.map(\.opacity) == [1, 0.5, 1, 0.5])
        #expect(half.layers.map(\.target) == [Shot.canvas, Shot.canvas, Shot.corner, start.layers[2].target])
        end.layers = [end.layers[0], Shot.layer("other", RealRectangle(x: 9, y: 9, width: 90, height: 90))]
        #expect(
            Shot.motion(start, end).plan(at: 0.25).layers.map(\.opacity)
                // The camera that enters is already complete below the one that leaves.
                == [1, 0.25, 1, 0.75, 0.75])
    }

    /// An interrupted animation hands its picture to the next one, and both end with the requested picture.
    @Test(arguments: Transition.Kind.allCases, [0.3, 0.5, 0.8])
    func aChangeInTheMidstBeginsWithWhatIsSeen(_ kind: Transition.Kind, _ share: Double) {
        let (start, end) = (Shot.inset(Shot.frame), Shot.inset(Shot.frame, main: "front"))
        let first = Shot.animation(.transition(Transition(kind, easing: .linear)), start, end)
        let seen = first.plan(ofFrame: Int(Double(first.frameCount) * share))
        for change in [PictureChange.motion(.seconds(1), .linear), .transition(Transition(.dissolve))] {
            for target in [start, end, Shot.full("side")] {
                let second = Shot.animation(change, seen, target)
                let next = second.plan(ofFrame: 0)
                #expect(Shot.distance(seen, next) < 0.1, "\(kind) at \(share), \(change)")
                #expect(second.plan(ofFrame: second.frameCount - 1) == target)
            }
        }
    }

    @Test(arguments: [
        (PictureChange.atOnce, 1), (.motion(.milliseconds(500), .linear), 15), (.motion(.milliseconds(40), .linear), 2),
        (.motion(.milliseconds(501), .linear), 16), (.transition(Transition(.cut)), 1),
        (.transition(Transition(.wipe, duration: .seconds(2))), 60),
    ])
    func anAnimationTakesItsTime(_ change: PictureChange, _ frames: Int) {
        let animation = Shot.animation(change, Shot.full("back"), Shot.full("front"))
        #expect(animation.frameCount == frames)
        #expect(animation.plan(ofFrame: frames - 1) == Shot.full("front"))
        #expect((animation.plan(ofFrame: frames - 2) == Shot.full("front")) == (frames == 1))
    }

    /// The first frame already shows the first step.
    @Test func theFirstFrameMoves() {
        var end = Shot.full("back")
        end.layers[0].target.x = 300
        let animation = Shot.animation(.motion(.seconds(1), .linear), Shot.full("back"), end)
        #expect(
            (0..<30).allSatisfy { abs(animation.plan(ofFrame: $0).layers[0].target.x - Double($0 + 1) * 10) < 1e-9 })
    }

    @Test func barsMoveOrFade() {
        var (start, end) = (Shot.full("back"), Shot.full("back"))
        let paint = PaintPlan(y: 235, u: 128, v: 128)
        start.bars = [PictureBarPlan(RealRectangle(x: 100, y: 0, width: 4, height: 1080), paint)]
        #expect(
            Shot.motion(start, end).plan(at: 0.25).bars == [PictureBarPlan(start.bars[0].target, paint, opacity: 0.75)])
        end.bars = [PictureBarPlan(RealRectangle(x: 200, y: 0, width: 8, height: 1080), paint)]
        #expect(
            Shot.motion(start, end).plan(at: 0.25).bars
                == [PictureBarPlan(RealRectangle(x: 125, y: 0, width: 5, height: 1080), paint)])
    }
}
