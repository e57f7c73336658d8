import DualCamConfig

/// The motion of one layer while the picture changes, with the layer's state at the start and at the end.
struct LayerInterpolation: Sendable {
    enum Fate: Sendable {
        case stays, comes, goes
        /// The layer appears in the second half of the motion, after the others have moved away.
        case follows
    }

    /// The copy of a layer to draw. A layer that changes its drawing order is drawn twice, above and below other
    /// layers. Together, the two copies look as if the given fraction of the layer were above the others.
    enum Part: Sendable {
        case whole
        case upper(Double)
        /// The lower copy, which is visible where the upper copy is transparent.
        case lower(under: Double)
    }

    let from: PictureLayerPlan
    let to: PictureLayerPlan
    var fate: Fate
    private let cuts: (from: CropInterpolation?, to: CropInterpolation?)
    /// The narrow and the wide camera between which the layer's zoom switches, if `cuts` are parts of the wide camera's
    /// picture; otherwise `nil`.
    private var views: PictureViewsPlan?

    /// Creates the motion from one layer to another. If the layers show different cameras, the first camera fades into
    /// the second one.
    init(
        _ from: PictureLayerPlan, _ to: PictureLayerPlan, fate: Fate = .stays, sizes: [PadReference: FrameSize]
    ) {
        (self.from, self.to, self.fate) = (from, to, fate)
        let isOne = from.feed == to.feed
        if isOne, from.source == to.source, from.target == to.target {
            cuts = (nil, nil)
        } else if let views = from.views, views == to.views, let size = sizes[views.wide] {
            let way = CropInterpolation(
                views.wideCut(of: from), shownAt: from.target, to: views.wideCut(of: to), shownAt: to.target, of: size)
            (self.views, cuts) = (views, (way, nil))
        } else if isOne {
            let way = sizes[from.feed].map {
                CropInterpolation(from.source, shownAt: from.target, to: to.source, shownAt: to.target, of: $0)
            }
            cuts = (way, nil)
        } else {
            let way = { (layer: PictureLayerPlan) in
                sizes[layer.feed].map { CropInterpolation(layer.source, shownAt: layer.target, of: $0) }
            }
            cuts = (way(from), way(to))
        }
    }

    /// Returns the layers to draw at the given progress of the motion, with the lowest layer first.
    func layers(at progress: Double, _ part: Part = .whole) -> [PictureLayerPlan] {
        let share = max(0, min(1, progress))
        let place = from.target.onTheWay(to: to.target, at: progress)
        let drawn =
            from.feed == to.feed || views != nil ? one(at: progress, share, place) : two(at: progress, share, place)
        return drawn.map { $0.seen(as: part) }.filter { $0.opacity > 1.0 / 1024 }
    }

    private func one(at progress: Double, _ share: Double, _ place: RealRectangle) -> [PictureLayerPlan] {
        var layer = share > 0 ? to : from
        layer.target = place
        layer.source = cuts.from?.cut(at: progress, shownAt: place) ?? layer.source
        if let views, let cut = layer.source { (layer.feed, layer.source) = views.drawn(cut) }
        layer.opacity = between(from.opacity, to.opacity, at: share)
        layer.frame = .between(from.frame, to.frame, at: share)
        switch fate {
        case .stays: break
        case .comes: layer.opacity *= share
        case .follows: layer.opacity *= max(0, 2 * share - 1)
        case .goes: layer.opacity *= 1 - share
        }
        return [layer]
    }

    /// Returns the layers of both cameras while one camera fades into the other. Together, both layers are as opaque as
    /// either of them alone.
    private func two(at progress: Double, _ share: Double, _ place: RealRectangle) -> [PictureLayerPlan] {
        var (first, second) = (from, to)
        (first.target, second.target) = (place, place)
        first.source = cuts.from?.cut(at: progress, shownAt: place) ?? first.source
        second.source = cuts.to?.cut(at: progress, shownAt: place) ?? second.source
        let frame = PictureFramePlan.between(from.frame, to.frame, at: share)
        (first.frame, second.frame) = (frame, frame)
        first = first.under(share, of: to.opacity)
        second.opacity *= share
        return [first, second]
    }
}

extension PictureLayerPlan {
    fileprivate func seen(as part: LayerInterpolation.Part) -> PictureLayerPlan {
        var layer = self
        switch part {
        case .whole: break
        case .upper(let share): layer.opacity *= share
        case .lower(let share): layer = under(share, of: opacity)
        }
        return layer
    }

    /// Returns the layer with a lower opacity, for drawing it below another layer. The upper layer is drawn with the
    /// fraction `share` of its own opacity `other`. Together, both layers then look like a mixture of `1 - share` of
    /// this layer and `share` of the other.
    func under(_ share: Double, of other: Double) -> PictureLayerPlan {
        var layer = self
        layer.opacity = Self.rest(opacity, under: share, of: other)
        guard let shadow = frame?.shadowShare, layer.opacity > 0 else { return layer }
        let seen = Self.rest(opacity * shadow, under: share, of: other * shadow)
        layer.frame?.shadowShare = min(1, seen / layer.opacity)
        return layer
    }

    private static func rest(_ own: Double, under share: Double, of other: Double) -> Double {
        let through = 1 - share * other
        return through > 1e-9 ? min(1, (1 - share) * own / through) : 0
    }
}

extension PictureFramePlan {
    static func between(_ from: Self?, _ to: Self?, at share: Double) -> Self? {
        guard from != to else { return from }
        guard let known = to ?? from else { return nil }
        let none = PictureFramePlan(radius: 0, border: 0, shadow: 0, isFullRange: known.isFullRange)
        let (start, end) = (from ?? none, to ?? none)
        var frame = known
        frame.radius = DualCamPlan.between(start.radius, end.radius, at: share)
        frame.border = DualCamPlan.between(start.border, end.border, at: share)
        frame.shadow = DualCamPlan.between(start.shadow, end.shadow, at: share)
        frame.shadowShare = DualCamPlan.between(start.shadowShare, end.shadowShare, at: share)
        return frame
    }
}
