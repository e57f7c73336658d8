internal import DualCamConfig
internal import DualCamDevices
package import DualCamPlan
package import GStreamer
package import Mixer

/// Converts picture plans to compositions for the mixer, which describe the layers of a frame and their places. Must
/// not run on a streaming thread, because each new mask takes about a millisecond.
package struct CompositionBuilder: Sendable {
    let mixer: Element
    /// The mixer's sink pads, by the source pads to which they are linked.
    let pads: [PadReference: Pad]
    private let branch: BranchID?
    private let looks: LookCache
    private let masks = MaskCache()

    package init(_ mixer: Element, of branch: BranchID?, pads: [PadReference: Pad], _ looks: LookCache) {
        (self.mixer, self.branch, self.pads, self.looks) = (mixer, branch, pads, looks)
    }

    package func prepare(_ picture: PicturePlan) throws(GraphFailure) -> PreparedPicture {
        let composition = try PictureComposition(picture, looks, masks) { (feed) throws(GraphFailure) in
            guard let pad = pads[feed] else {
                throw GraphFailure(.fault, message: "\(feed.element) is not linked to the mixer")
            }
            return pad
        }
        return try translating(in: branch) { try mixer.prepare(composition) }
    }
}

/// An animation of the combined picture whose first frames have already been built.
struct PreparedAnimation: Sendable {
    /// The number of an animation's frames that are built before it begins.
    private static let beginning = 4

    let animation: PictureAnimation
    let press: CompositionBuilder
    let beginning: [PreparedPicture]
    /// The closure that is called when the mixer is about to draw the animation's last frame. Runs on the mixer's
    /// streaming thread.
    let whenOver: @Sendable () -> Void

    init(
        _ animation: PictureAnimation, _ press: CompositionBuilder, whenOver: @escaping @Sendable () -> Void
    ) throws(GraphFailure) {
        (self.animation, self.press, self.whenOver) = (animation, press, whenOver)
        var beginning: [PreparedPicture] = []
        for frame in 0..<min(Self.beginning, animation.frameCount) {
            beginning.append(try press.prepare(animation.plan(ofFrame: frame)))
        }
        self.beginning = beginning
    }
}

extension PictureComposition {
    /// Creates the mixer's composition for a picture plan.
    /// - Parameter pad: returns the mixer's sink pad to which a layer's source pad is linked.
    init(
        _ plan: PicturePlan, _ looks: LookCache, _ masks: MaskCache = MaskCache(),
        pad: (PadReference) throws(GraphFailure) -> Pad
    ) throws(GraphFailure) {
        var layers: [PictureLayer] = []
        for layer in plan.layers {
            var drawn = PictureLayer(layer, at: try pad(layer.feed), masks)
            if let look = layer.look { drawn.look = try looks.look(look) }
            layers.append(drawn)
        }
        self.init(
            layers, over: PictureBackground(plan.background), blend: plan.blend.map(PictureBlend.init),
            bars: plan.bars.map(PictureBar.init))
    }
}

/// A cache of the most recently built masks, which give layers round corners, borders and shadows. Most masks do not
/// change from frame to frame.
struct MaskCache: Sendable {
    private struct Place: Equatable, Sendable {
        var frame: PictureFramePlan
        var target: RealRectangle
    }

    private let masks = RecentValues<Place, PictureMask?>(most: 16)

    func mask(_ frame: PictureFramePlan, at target: RealRectangle) -> PictureMask? {
        masks.value(of: Place(frame: frame, target: target)) {
            PictureMask(PictureFrame(frame), target: PictureRectangle(target))
        }
    }
}

// MARK: Converting plans to the mixer's types

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
    /// Creates the mixer's frame around a layer, with a black shadow.
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
