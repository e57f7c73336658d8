package import DualCamConfig
import Glibc

/// A transition from one main picture to another. Insets are drawn over it: insets that keep their position do not
/// change, and the others fade. In layouts without insets, the whole picture takes part.
package struct PictureTransition: Sendable {
    /// The maximum enlargement in a zoom transition, reached by the first picture at the end, and by the second one at
    /// the start.
    private static let largest = 2.0
    /// The width of the soft edge of `wipe` and `circle`, as a fraction of the width of the canvas.
    private static let softness = 1.0 / 40

    private let kind: Transition.Kind
    private let direction: (x: Double, y: Double)
    private let from: PicturePlan
    private let to: PicturePlan
    private let over: LayerMotion
    private let canvas: RealRectangle

    /// Creates a transition between two pictures.
    ///
    /// - Parameters:
    ///   - transition: the kind and the direction. With `move` and `cut`, only the two pictures themselves are shown.
    ///   - from: the first picture, which must not contain a transition.
    package init(
        _ transition: Transition, from: PicturePlan, to: PicturePlan, canvas: FrameSize,
        sizes: [PadReference: FrameSize]
    ) {
        (kind, direction) = (transition.kind, transition.direction.vector)
        (self.from, self.to, self.canvas) = (from, to, RealRectangle(canvas))
        over = LayerMotion(
            Array(from.layers[from.insets...]), Array(to.layers[to.insets...]), sizes: sizes, isStill: true)
    }

    /// Returns the picture at the given progress of the transition.
    ///
    /// - Parameter progress: 0 for the first picture, 1 or more for the second one.
    package func plan(at progress: Double) -> PicturePlan {
        guard progress > 0 else { return from }
        guard progress < 1 else { return to }
        switch kind {
        case .cut, .move: return to
        case .dissolve: return blended(.dissolve, progress)
        case .wipe: return blended(.wipe(x: direction.x, y: direction.y), progress, softness: Self.softness)
        case .circle:
            return blended(.circle(x: canvas.centre.x, y: canvas.centre.y), progress, softness: Self.softness)
        case .slide: return slid(progress)
        case .zoom: return zoomed(progress)
        case .flip: return flipped(progress)
        }
    }

    private var first: Shot { Shot(layers: Array(from.layers[..<from.insets]), bars: from.bars) }
    private var second: Shot { Shot(layers: Array(to.layers[..<to.insets]), bars: to.bars) }

    private func blended(
        _ effect: PictureBlendPlan.Effect, _ progress: Double, softness: Double = 0
    ) -> PicturePlan {
        var plan = plan([first, second], progress)
        plan.blend = PictureBlendPlan(
            effect: effect, share: progress, softness: softness * canvas.width, second: first.layers.count,
            over: plan.insets)
        plan.bars = PictureBarPlan.between(from.bars, to.bars, at: progress)
        return plan
    }

    /// Returns the picture during a slide: the second picture pushes the first one out.
    private func slid(_ progress: Double) -> PicturePlan {
        let moved = { (shot: Shot, share: Double) in
            shot.moved(by: (direction.x * share * canvas.width, direction.y * share * canvas.height)).seen(on: canvas)
        }
        return plan([moved(first, progress), moved(second, progress - 1)], progress)
    }

    /// Returns the picture during a zoom transition. The first picture grows and fades out, while the second one fades
    /// in and shrinks to its normal size.
    private func zoomed(_ progress: Double) -> PicturePlan {
        let grown = { (shot: Shot, share: Double) in
            let factor = pow(Self.largest, share)
            return shot.scaled(by: (factor, factor), from: canvas.centre)
        }
        let (near, far) = (grown(first, progress), grown(second, 1 - progress))
        var plan = plan([near.faded(by: 1 - progress), far.faded(by: progress)], progress)
        plan.blend = PictureBlendPlan(effect: .dissolve, share: progress, second: near.layers.count, over: plan.insets)
        return plan
    }

    /// Returns the picture during a flip, in which a sheet with one picture on each side turns over.
    private func flipped(_ progress: Double) -> PicturePlan {
        let side = cos(.pi * progress)
        let factor = (direction.x == 0 ? 1 : side.magnitude, direction.y == 0 ? 1 : side.magnitude)
        return plan([(side > 0 ? first : second).scaled(by: factor, from: canvas.centre).seen(on: canvas)], progress)
    }

    private func plan(_ shots: [Shot], _ progress: Double) -> PicturePlan {
        let below = shots.flatMap(\.layers)
        return PicturePlan(
            mixer: to.mixer, background: to.background, layers: below + over.layers(at: progress),
            bars: shots.flatMap(\.bars), insets: below.count)
    }
}

/// The layers and bars of a picture that moves as a unit during a transition.
package struct Shot {
    /// The minimum width and height of a layer, in pixels; smaller layers are not drawn.
    private static let least = 1.0

    var layers: [PictureLayerPlan]
    var bars: [PictureBarPlan]

    func moved(by way: (x: Double, y: Double)) -> Shot { scaled(by: (1, 1), from: (0, 0), moved: way) }

    func scaled(
        by factor: (x: Double, y: Double), from middle: (x: Double, y: Double), moved: (x: Double, y: Double) = (0, 0)
    ) -> Shot {
        var shot = self
        for index in layers.indices {
            shot.layers[index].target = layers[index].target.scaled(by: factor, from: middle, moved: moved)
            shot.layers[index].frame = layers[index].frame?.scaled(by: min(factor.x, factor.y))
        }
        for index in bars.indices {
            shot.bars[index].target = bars[index].target.scaled(by: factor, from: middle, moved: moved)
        }
        return shot
    }

    func faded(by share: Double) -> Shot { Shot(layers: layers, bars: bars.map { $0.faded(by: share) }) }

    func seen(on canvas: RealRectangle) -> Shot {
        Shot(
            layers: layers.filter {
                $0.target.overlap(canvas) > 0 && min($0.target.width, $0.target.height) >= Self.least
            }, bars: bars.filter { $0.target.overlap(canvas) > 0 })
    }
}

extension PictureFramePlan {
    fileprivate func scaled(by factor: Double) -> PictureFramePlan {
        var frame = self
        (frame.radius, frame.border, frame.shadow) = (radius * factor, border * factor, shadow * factor)
        return frame
    }
}

extension Transition.Direction {
    /// The direction of the transition as a vector of length 1.
    fileprivate var vector: (x: Double, y: Double) {
        switch self {
        case .left: (-1, 0)
        case .right: (1, 0)
        case .up: (0, -1)
        case .down: (0, 1)
        }
    }
}
