public import DualCamConfig

/// What dualcam's own mixer draws: layers over a background, later ones over earlier ones. All lengths are pixels, and fractions
/// of them count.
public struct PicturePlan: Sendable, Equatable {
    /// The element that draws.
    public var mixer: String
    public var background: Background
    public var layers: [PictureLayerPlan]

    public init(mixer: String, background: Background, layers: [PictureLayerPlan]) {
        (self.mixer, self.background, self.layers) = (mixer, background, layers)
    }
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

    public init(
        feed: PadReference, source: RealRectangle? = nil, target: RealRectangle, opacity: Double = 1,
        frame: PictureFramePlan? = nil
    ) {
        (self.feed, self.source, self.target, self.opacity, self.frame) = (feed, source, target, opacity, frame)
    }
}

/// Round corners, a border and a shadow; 0 is none of it.
public struct PictureFramePlan: Sendable, Equatable {
    public var radius: Double
    /// Within the target.
    public var border: Double
    /// How far it reaches beyond the target.
    public var shadow: Double
    /// Whether black is 0 and white 255, else 16 and 235.
    public var isFullRange: Bool

    public init(radius: Double, border: Double, shadow: Double, isFullRange: Bool) {
        (self.radius, self.border, self.shadow, self.isFullRange) = (radius, border, shadow, isFullRange)
    }

    /// The shadow lies a little lower than the picture, as of a light from above.
    public var shadowOffset: Double { shadow / 4 }

    /// How dark the shadow is at its darkest.
    public var shadowShare: Double { shadow > 0 ? 0.5 : 0 }
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
