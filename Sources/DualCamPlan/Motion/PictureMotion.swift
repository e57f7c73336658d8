package import DualCamConfig

/// The motion from one picture to another. Cameras move from their old positions to their new ones. Cameras that appear
/// or disappear fade in or out.
///
/// The motion may start with any picture, even during another motion or a transition. A transition continues while the
/// picture changes.
package struct PictureMotion: Sendable {
    private let from: PicturePlan
    private let to: PicturePlan
    private let first: LayerMotion
    /// The motion of a transition's second picture.
    private let second: LayerMotion
    /// The motion of the layers over both pictures of a transition.
    private let over: LayerMotion

    /// Creates the motion from one picture to another.
    ///
    /// - Parameter sizes: the sizes of the cameras' pictures, by the pads through which the mixer receives them.
    package init(from: PicturePlan, to: PicturePlan, sizes: [PadReference: FrameSize]) {
        (self.from, self.to) = (from, to)
        let motion = { (from: ArraySlice<PictureLayerPlan>, to: ArraySlice<PictureLayerPlan>) in
            LayerMotion(Array(from), Array(to), sizes: sizes)
        }
        guard let blend = from.blend else {
            first = motion(from.layers[...], to.layers[...])
            (second, over) = (motion([], []), motion([], []))
            return
        }
        let end = blend.over < from.layers.count ? to.insets : to.layers.count
        let ends = (to.layers[..<end], to.layers[end...])
        first = motion(from.layers[..<blend.second], ends.0)
        second = motion(from.layers[blend.second..<blend.over], ends.0)
        over = motion(from.layers[blend.over...], ends.1)
    }

    /// Returns the picture at the given progress of the motion.
    ///
    /// - Parameter progress: 0 for the first picture, 1 for an exact copy of the second one. With a spring, it can
    ///   exceed 1.
    package func plan(at progress: Double) -> PicturePlan {
        guard progress != 1 else { return to }
        guard progress != 0 else { return from }
        let share = max(0, min(1, progress))
        var plan = to
        plan.bars = PictureBarPlan.between(from.bars, to.bars, at: share)
        let parts = [first, second, over].map { $0.layers(at: progress).withSoftEdges }
        plan.layers = parts.flatMap(\.self)
        plan.insets = min(from.insets, to.insets, plan.layers.count)
        guard var blend = from.blend else { return plan }
        blend.share = between(blend.share, 1, at: share)
        (blend.second, blend.over) = (parts[0].count, parts[0].count + parts[1].count)
        plan.blend = blend
        plan.insets = blend.over
        return plan
    }
}

extension [PictureLayerPlan] {
    /// The layers, changed so that those drawn over other layers have antialiased edges. Adjacent layers keep sharp
    /// edges, so that there is no gap between them.
    fileprivate var withSoftEdges: [PictureLayerPlan] {
        var layers = self
        for index in layers.indices where layers[index].frame == nil {
            let target = layers[index].target
            guard !target.isWhole, layers[..<index].contains(where: { $0.target.overlap(target) > target.rim }) else {
                continue
            }
            layers[index].frame = PictureFramePlan(radius: 0, border: 0, shadow: 0, isFullRange: false)
        }
        return layers
    }
}

extension RealRectangle {
    fileprivate var isWhole: Bool { [x, y, width, height].allSatisfy { $0 == $0.rounded() } }

    /// The maximum overlap of two adjacent layers that can result from rounding, as an area in square pixels.
    fileprivate var rim: Double { max(width, height) * 2 }
}

extension PictureBarPlan {
    /// Returns the bars (the lines between cells) at the given progress of the change, 0 ... 1. If the number and the
    /// colours of the bars stay the same, they move. Otherwise the old bars fade out and the new ones fade in.
    static func between(_ from: [Self], _ to: [Self], at share: Double) -> [Self] {
        guard from != to else { return to }
        guard from.count == to.count, from.map(\.paint) == to.map(\.paint) else {
            return from.map { $0.faded(by: 1 - share) } + to.map { $0.faded(by: share) }
        }
        return zip(from, to).map { start, end in
            PictureBarPlan(
                start.target.onTheWay(to: end.target, at: share), end.paint,
                opacity: DualCamPlan.between(start.opacity, end.opacity, at: share))
        }
    }

    func faded(by share: Double) -> Self { PictureBarPlan(target, paint, opacity: opacity * share) }
}
