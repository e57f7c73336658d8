package import DualCamConfig

/// The picture that dualcam's own mixer draws: layers over a background, later ones over earlier ones. Lengths are in pixels,
/// and fractions of them count.
package struct PicturePlan: Sendable, Equatable {
    /// The element that draws.
    package var mixer: String
    package var background: Background
    package var layers: [PictureLayerPlan]
    /// The transition; `nil`: all layers make one picture.
    package var blend: PictureBlendPlan?
    /// The bars lie over the layers, but under those from `blend.over` on.
    package var bars: [PictureBarPlan]
    /// The first of the layers that lie over a main picture and stay there when that gives way to another; as many as there are
    /// layers: none does.
    package var insets: Int

    /// - Parameter insets: `nil`: none.
    package init(
        mixer: String, background: Background, layers: [PictureLayerPlan], blend: PictureBlendPlan? = nil,
        bars: [PictureBarPlan] = [], insets: Int? = nil
    ) {
        (self.mixer, self.background, self.layers) = (mixer, background, layers)
        (self.blend, self.bars, self.insets) = (blend, bars, insets ?? layers.count)
    }

    /// Returns true when the same cameras are seen in the same places, whatever their colours and whatever lies over them.
    package func isArranged(as other: PicturePlan) -> Bool {
        let places = { (plan: PicturePlan) in
            plan.layers.map { layer in
                var frame = layer.frame
                frame?.borderPaint = PaintPlan(y: 0, u: 0, v: 0)
                return PictureLayerPlan(
                    feed: layer.feed, source: layer.source, target: layer.target, opacity: layer.opacity, frame: frame)
            }
        }
        return places(self) == places(other)
    }
}

/// A transition in which a first picture gives way to a second one, over the whole canvas.
package struct PictureBlendPlan: Sendable, Equatable {
    package enum Effect: Sendable, Equatable {
        case dissolve
        /// The second picture comes in along a direction of length 1.
        case wipe(x: Double, y: Double)
        /// The second picture grows around a point of the canvas.
        case circle(x: Double, y: Double)
    }

    package var effect: Effect
    /// 0 ... 1: how much of the second picture is there.
    package var share: Double
    /// The width of the edge; 0 is hard.
    package var softness = 0.0
    /// The second picture's first layer.
    package var second: Int
    /// The first layer that lies over both pictures.
    package var over: Int
}

/// A rectangle of one colour.
package struct PictureBarPlan: Sendable, Equatable {
    package var target: RealRectangle
    package var paint: PaintPlan
    /// 0 ... 1.
    package var opacity: Double

    package init(_ target: RealRectangle, _ paint: PaintPlan, opacity: Double = 1) {
        (self.target, self.paint, self.opacity) = (target, paint, opacity)
    }
}

/// Luma and chroma as the output stores them.
package struct PaintPlan: Sendable, Hashable {
    package var y: UInt8
    package var u: UInt8
    package var v: UInt8
}

/// One camera on the canvas.
package struct PictureLayerPlan: Sendable, Equatable {
    /// The pad that is linked to the mixer's pad.
    package var feed: PadReference
    /// The part of the camera's picture that is drawn; `nil`: all of it.
    package var source: RealRectangle?
    /// The place on the canvas, which it may leave.
    package var target: RealRectangle
    /// 0 ... 1, of the frame as well.
    package var opacity: Double = 1
    /// `nil`: hard edges at whole pixels.
    package var frame: PictureFramePlan?
    /// `nil`: colours as they are.
    package var look: LookPlan?
    /// `nil`: the camera is drawn, and no other can be in its place.
    package var views: PictureViewsPlan?

    /// Whose place it is: the camera's, also where the one with the wider view is drawn in it.
    var owner: PadReference { views?.narrow ?? feed }
}

/// Two cameras of which one sees more, and of which the one is drawn that sees enough.
package struct PictureViewsPlan: Sendable, Equatable {
    package var narrow: PadReference
    package var wide: PadReference
    /// The part of the wide one's picture that the narrow one sees.
    package var shared: RealRectangle
    /// The size of the narrow one's picture.
    package var size: FrameSize
}

/// Round corners, a border and a shadow; 0 is none of it.
package struct PictureFramePlan: Sendable, Equatable {
    package var radius: Double
    /// Within the target.
    package var border: Double
    /// The distance by which it reaches beyond the target.
    package var shadow: Double
    /// The darkness of the shadow at its darkest, 0 ... 1.
    package var shadowShare: Double
    /// True when black is 0 and white 255, else 16 and 235.
    package var isFullRange: Bool
    package var borderPaint: PaintPlan

    /// The border is white.
    package init(radius: Double, border: Double, shadow: Double, isFullRange: Bool) {
        (self.radius, self.border, self.shadow, self.isFullRange) = (radius, border, shadow, isFullRange)
        shadowShare = shadow > 0 ? 0.5 : 0
        borderPaint = PaintPlan(y: isFullRange ? 255 : 235, u: 128, v: 128)
    }

    /// The shadow lies a little lower than the picture, as of a light from above.
    package var shadowOffset: Double { shadow / 4 }
}

/// A rectangle whose edges need not lie between pixels; `x` and `y` count from the top left corner.
package struct RealRectangle: Sendable, Equatable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
}

extension RealRectangle {
    init(_ whole: PixelRectangle) {
        self.init(x: Double(whole.x), y: Double(whole.y), width: Double(whole.width), height: Double(whole.height))
    }
}

extension PictureViewsPlan {
    /// The pixels of the wide camera's picture that one of the narrow one's covers.
    private var scale: (x: Double, y: Double) {
        (shared.width / Double(size.width), shared.height / Double(size.height))
    }

    /// Returns the part of the wide camera's picture that a layer shows.
    func wideCut(of layer: PictureLayerPlan) -> RealRectangle? {
        guard layer.feed == narrow else { return layer.source }
        let cut = layer.source ?? RealRectangle(size)
        return RealRectangle(
            x: shared.x + cut.x * scale.x, y: shared.y + cut.y * scale.y, width: cut.width * scale.x,
            height: cut.height * scale.y)
    }

    /// Returns who is drawn for a cut of the wide camera's picture, and what of it: the narrow one wherever it sees enough.
    func drawn(_ cut: RealRectangle) -> (feed: PadReference, source: RealRectangle) {
        let left = (cut.x - shared.x) / scale.x, top = (cut.y - shared.y) / scale.y
        let own = RealRectangle(x: left, y: top, width: cut.width / scale.x, height: cut.height / scale.y)
        let slack = 1e-6 * Double(size.width)
        let isSeen =
            own.x >= -slack && own.y >= -slack && own.x + own.width <= Double(size.width) + slack
            && own.y + own.height <= Double(size.height) + slack
        return isSeen ? (narrow, own.within(size)) : (wide, cut)
    }
}
