public import DualCamConfig

/// What dualcam's own mixer draws: layers over a background, later ones over earlier ones. All lengths are pixels, and fractions
/// of them count.
public struct PicturePlan: Sendable, Equatable {
    /// The element that draws.
    public var mixer: String
    public var background: Background
    public var layers: [PictureLayerPlan]
    /// `nil`: all layers make one picture.
    public var blend: PictureBlendPlan?
    /// Over the layers, but under those from `blend.over` on.
    public var bars: [PictureBarPlan]
    /// The first of the layers that lie over a main picture and stay there when that gives way to another; as many as there are
    /// layers: none does.
    public var insets: Int

    /// - Parameter insets: `nil`: none.
    public init(
        mixer: String, background: Background, layers: [PictureLayerPlan], blend: PictureBlendPlan? = nil,
        bars: [PictureBarPlan] = [], insets: Int? = nil
    ) {
        (self.mixer, self.background, self.layers) = (mixer, background, layers)
        (self.blend, self.bars, self.insets) = (blend, bars, insets ?? layers.count)
    }
}

extension PicturePlan {
    /// Whether the same cameras are seen in the same places, whatever their colours and whatever lies over them.
    public func isArranged(as other: PicturePlan) -> Bool {
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

/// How a first picture gives way to a second one, over the whole canvas.
public struct PictureBlendPlan: Sendable, Equatable {
    public enum Effect: Sendable, Equatable {
        case dissolve
        /// The second picture comes in along a direction of length 1.
        case wipe(x: Double, y: Double)
        /// The second picture grows around a point of the canvas.
        case circle(x: Double, y: Double)
    }

    public var effect: Effect
    /// 0 ... 1: how much of the second picture is there.
    public var share: Double
    /// Of the edge; 0 is hard.
    public var softness: Double
    /// The second picture's first layer.
    public var second: Int
    /// The first layer that lies over both pictures.
    public var over: Int

    public init(_ effect: Effect, share: Double, softness: Double = 0, second: Int, over: Int) {
        (self.effect, self.share, self.softness) = (effect, share, softness)
        (self.second, self.over) = (second, over)
    }
}

/// A rectangle of one colour.
public struct PictureBarPlan: Sendable, Equatable {
    public var target: RealRectangle
    public var paint: PaintPlan
    /// 0 ... 1.
    public var opacity: Double

    public init(_ target: RealRectangle, _ paint: PaintPlan, opacity: Double = 1) {
        (self.target, self.paint, self.opacity) = (target, paint, opacity)
    }
}

/// Luma and chroma as the output stores them.
public struct PaintPlan: Sendable, Hashable {
    public var y: UInt8
    public var u: UInt8
    public var v: UInt8

    public init(y: UInt8, u: UInt8, v: UInt8) { (self.y, self.u, self.v) = (y, u, v) }
}

/// One camera on the canvas.
public struct PictureLayerPlan: Sendable, Equatable {
    /// What is linked to the mixer's pad.
    public var feed: PadReference
    /// In the camera's picture; `nil`: all of it.
    public var source: RealRectangle?
    /// On the canvas, which it may leave.
    public var target: RealRectangle
    /// 0 ... 1, of the frame as well.
    public var opacity: Double
    /// `nil`: hard edges at whole pixels.
    public var frame: PictureFramePlan?
    /// `nil`: colours as they are.
    public var look: LookPlan?
    /// `nil`: the camera is drawn, and no other can be in its place.
    public var views: PictureViewsPlan?

    public init(
        feed: PadReference, source: RealRectangle? = nil, target: RealRectangle, opacity: Double = 1,
        frame: PictureFramePlan? = nil, look: LookPlan? = nil, views: PictureViewsPlan? = nil
    ) {
        (self.feed, self.source, self.target, self.opacity) = (feed, source, target, opacity)
        (self.frame, self.look, self.views) = (frame, look, views)
    }

    /// Whose place it is: the camera's, also where the one with the wider view is drawn in it.
    var owner: PadReference { views?.narrow ?? feed }
}

/// Two cameras of which one sees more, and of which the one is drawn that sees enough.
public struct PictureViewsPlan: Sendable, Equatable {
    public var narrow: PadReference
    public var wide: PadReference
    /// In the wide one's picture: all that the narrow one sees.
    public var shared: RealRectangle
    /// Of the narrow one's picture.
    public var size: FrameSize

    public init(narrow: PadReference, wide: PadReference, shared: RealRectangle, size: FrameSize) {
        (self.narrow, self.wide, self.shared, self.size) = (narrow, wide, shared, size)
    }
}

/// Round corners, a border and a shadow; 0 is none of it.
public struct PictureFramePlan: Sendable, Equatable {
    public var radius: Double
    /// Within the target.
    public var border: Double
    /// How far it reaches beyond the target.
    public var shadow: Double
    /// How dark the shadow is at its darkest, 0 ... 1.
    public var shadowShare: Double
    /// Whether black is 0 and white 255, else 16 and 235.
    public var isFullRange: Bool
    public var borderPaint: PaintPlan

    /// The border is white.
    public init(radius: Double, border: Double, shadow: Double, isFullRange: Bool) {
        (self.radius, self.border, self.shadow, self.isFullRange) = (radius, border, shadow, isFullRange)
        shadowShare = shadow > 0 ? 0.5 : 0
        borderPaint = PaintPlan(y: isFullRange ? 255 : 235, u: 128, v: 128)
    }

    /// The shadow lies a little lower than the picture, as of a light from above.
    public var shadowOffset: Double { shadow / 4 }
}

/// A rectangle whose edges need not lie between pixels; `x` and `y` count from the top left corner.
public struct RealRectangle: Sendable, Equatable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    public init(_ whole: PixelRectangle) {
        self.init(x: Double(whole.x), y: Double(whole.y), width: Double(whole.width), height: Double(whole.height))
    }
}
