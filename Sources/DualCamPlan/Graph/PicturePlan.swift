package import DualCamConfig

/// The picture that dualcam's own mixer draws: layers over a background, later ones over earlier ones. Lengths are in
/// pixels and may be fractions.
package struct PicturePlan: Sendable, Equatable {
    /// The name of the element that draws the picture.
    package var mixer: String
    package var background: Background
    package var layers: [PictureLayerPlan]
    /// The transition; `nil`: all layers make one picture.
    package var blend: PictureBlendPlan?
    /// The bars, which lie over the layers but under the layers from `blend.over` on.
    package var bars: [PictureBarPlan]
    /// The index of the first layer that lies over a main picture and stays when the main picture changes. Equals the
    /// number of layers if none does.
    package var insets: Int

    /// - Parameter insets: the index of the first inset layer; `nil`: none.
    package init(
        mixer: String, background: Background, layers: [PictureLayerPlan], blend: PictureBlendPlan? = nil,
        bars: [PictureBarPlan] = [], insets: Int? = nil
    ) {
        (self.mixer, self.background, self.layers) = (mixer, background, layers)
        (self.blend, self.bars, self.insets) = (blend, bars, insets ?? layers.count)
    }

    /// Returns true if both pictures show the same cameras in the same places; colours and overlays are ignored.
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

/// A transition from a first picture to a second one, over the whole canvas.
package struct PictureBlendPlan: Sendable, Equatable {
    package enum Effect: Sendable, Equatable {
        case dissolve
        /// The second picture comes in along a direction of length 1.
        case wipe(x: Double, y: Double)
        /// The second picture grows around a point of the canvas.
        case circle(x: Double, y: Double)
    }

    package var effect: Effect
    /// The share of the second picture, 0 ... 1.
    package var share: Double
    /// The width of the edge; 0 is hard.
    package var softness = 0.0
    /// The index of the second picture's first layer.
    package var second: Int
    /// The index of the first layer that lies over both pictures.
    package var over: Int
}

/// A rectangle of one colour.
package struct PictureBarPlan: Sendable, Equatable {
    package var target: RealRectangle
    package var paint: PaintPlan
    /// The opacity, 0 ... 1.
    package var opacity: Double

    package init(_ target: RealRectangle, _ paint: PaintPlan, opacity: Double = 1) {
        (self.target, self.paint, self.opacity) = (target, paint, opacity)
    }
}

/// The luma and chroma values as the output stores them.
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
    /// The rectangle on the canvas, which may extend beyond its edges.
    package var target: RealRectangle
    /// The opacity of picture and frame, 0 ... 1.
    package var opacity: Double = 1
    /// The corners, border and shadow; `nil`: hard edges at whole pixels.
    package var frame: PictureFramePlan?
    /// The colours; `nil`: unchanged.
    package var look: LookPlan?
    /// The two views between which the layer may switch; `nil`: only this camera can be drawn.
    package var views: PictureViewsPlan?

    /// The camera that owns the layer's place, even while the camera with the wider view is drawn in it.
    var owner: PadReference { views?.narrow ?? feed }
}

/// Two cameras, one with a wider view. The narrow camera is drawn as long as it covers the requested part.
package struct PictureViewsPlan: Sendable, Equatable {
    package var narrow: PadReference
    package var wide: PadReference
    /// The part of the wide camera's picture that the narrow camera covers.
    package var shared: RealRectangle
    /// The size of the narrow camera's picture.
    package var size: FrameSize
}

/// Round corners, a border and a shadow; 0 switches each off.
package struct PictureFramePlan: Sendable, Equatable {
    package var radius: Double
    /// The width of the border, which lies within the target.
    package var border: Double
    /// The distance by which the shadow extends beyond the target.
    package var shadow: Double
    /// The opacity of the shadow at its darkest point, 0 ... 1.
    package var shadowShare: Double
    /// True when black is 0 and white 255, otherwise 16 and 235.
    package var isFullRange: Bool
    package var borderPaint: PaintPlan

    /// Creates a frame with a white border.
    package init(radius: Double, border: Double, shadow: Double, isFullRange: Bool) {
        (self.radius, self.border, self.shadow, self.isFullRange) = (radius, border, shadow, isFullRange)
        shadowShare = shadow > 0 ? 0.5 : 0
        borderPaint = PaintPlan(y: isFullRange ? 255 : 235, u: 128, v: 128)
    }

    /// The distance by which the shadow lies lower than the picture, as if lit from above.
    package var shadowOffset: Double { shadow / 4 }
}

/// A rectangle whose edges may lie between pixels; `x` and `y` count from the top left corner.
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
    /// The number of pixels of the wide camera's picture that one pixel of the narrow camera covers, per axis.
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

    /// Returns the camera that is drawn for a cut of the wide camera's picture, and the part of it. The narrow camera
    /// is chosen whenever it covers the cut.
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
