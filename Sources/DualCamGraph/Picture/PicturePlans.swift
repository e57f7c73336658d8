internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Mixer

extension PictureLayer {
    init(_ plan: PictureLayerPlan, at pad: Pad, _ masks: MaskCache) {
        self.init(
            pad, source: plan.source.map(PictureRectangle.init), target: PictureRectangle(plan.target),
            opacity: plan.opacity, mask: plan.frame.flatMap { masks.mask($0, at: plan.target) })
    }
}

extension PictureBlend {
    init(_ plan: PictureBlendPlan) {
        let effect: Effect =
            switch plan.effect {
            case .dissolve: .dissolve
            case .wipe(let x, let y): .wipe(x: x, y: y)
            case .circle(let x, let y): .circle(x: x, y: y)
            }
        self.init(effect, share: plan.share, softness: plan.softness, second: plan.second, over: plan.over)
    }
}

extension PictureBar {
    init(_ plan: PictureBarPlan) {
        self.init(PictureRectangle(plan.target), PicturePaint(plan.paint), opacity: plan.opacity)
    }
}

extension PicturePaint {
    init(_ plan: PaintPlan) { self.init(y: plan.y, u: plan.u, v: plan.v) }
}

extension PictureRectangle {
    init(_ plan: RealRectangle) {
        self.init(x: plan.x, y: plan.y, width: plan.width, height: plan.height)
    }
}

extension PictureFrame {
    /// The shadow is black.
    init(_ plan: PictureFramePlan) {
        self.init(
            radius: plan.radius, border: plan.border, PicturePaint(plan.borderPaint), shadow: plan.shadow,
            PicturePaint(y: plan.isFullRange ? 0 : 16, u: 128, v: 128), offset: plan.shadowOffset,
            share: plan.shadowShare)
    }
}

extension PictureBackground {
    init(_ plan: Background) {
        switch plan {
        case .black: self = .black
        case .white: self = .white
        case .checker: self = .checker
        }
    }
}
