package import DualCamConfig

/// The picture that dualcam's own mixer draws: layers over a background, later ones over earlier ones. Lengths are in
/// pixels and may be fractions.
package struct PicturePlan: Sendable, Equatable {
    /// The name of the mixer element that draws the picture.
    package var mixer: String
    package var background: Background
    package var layers: [PictureLayerPlan]
    /// The transition that the picture shows; `nil` if all layers together make one picture.
    package var blend: PictureBlendPlan?
    /// The picture's bars. They lie over the layers, but under the layers from `blend.over` on.
    package var bars: [PictureBarPlan]
    /// The index of the first inset layer, which lies over the main picture and stays when the main picture changes.
    /// Equals the number of layers if there is no inset.
    package var insets: Int

    /// Creates a picture from layers in drawing order.
    ///
    /// - Parameter insets: the index of the first inset layer; `nil` if there is none.
    package init(
        mixer: String, background: Background, layers: [PictureLayerPlan], blend: PictureBlendPlan? = nil,
        bars: [PictureBarPlan] = [], insets: Int? = nil
    ) {
        (self.mixer, self.background, self.layers) = (mixer, background, layers)
        (self.blend, self.bars, self.insets) = (blend, bars, insets ?? layers.count)
    }

    /// Returns true if both pictures show the same cameras in the same positions; colours and overlays are ignored.
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

/// A transition from a first picture to a second one, which covers the whole canvas.
package struct PictureBlendPlan: Sendable, Equatable {
    package enum Effect: Sendable, Equatable {
        case dissolve
        /// A wipe: the second picture comes in along a direction, given as a vector of length 1.
        case wipe(x: Double, y: Double)
        /// A growing circle: the second picture grows around a point of the canvas.
        case circle(x: Double, y: Double)
    }

    package var effect: Effect
    /// The progress of the transition, as the fraction that the second picture has, 0 ... 1.
    package var share: Double
    /// The width of the soft edge between the two pictures, in pixels; 0 means a hard edge.
    package var softness = 0.0
    /// The index of the first layer that belongs to the second picture.
    package var second: Int
    /// The index of the first layer that lies over both pictures of the transition.
    package var over: Int
}

/// A rectangle of one colour in the combined picture.
package struct PictureBarPlan: Sendable, Equatable {
    package var target: RealRectangle
    package var paint: PaintPlan
    /// The opacity of the bar, 0 ... 1.
    package var opacity: Double

    package init(_ target: RealRectangle, _ paint: PaintPlan, opacity: Double = 1) {
        (self.target, self.paint, self.opacity) = (target, paint, opacity)
    }
}

/// A colour as the luma and chroma values that the output stores.
package struct PaintPlan: Sendable, Hashable {
    package var y: UInt8
    package var u: UInt8
    package var v: UInt8
}

/// One camera's picture on the canvas of the combined picture.
package struct PictureLayerPlan: Sendable, Equatable {
    /// The pad through which the camera's pictures reach the mixer.
    package var feed: PadReference
    /// The part of the camera's picture that is drawn; `nil` for the whole picture.
    package var source: RealRectangle?
    /// The rectangle on the canvas that the layer fills; it may extend beyond the canvas.
    package var target: RealRectangle
    /// The opacity of the layer's picture and frame, 0 ... 1.
    package var opacity: Double = 1
    /// The layer's corners, border and shadow; `nil` for hard edges at whole pixels.
    package var frame: PictureFramePlan?
    /// The colour changes that the layer's look makes; `nil` if its colours are drawn unchanged.
    package var look: LookPlan?
    /// The two cameras between which the layer may switch; `nil` if it can draw only one camera.
    package var views: PictureViewsPlan?

    /// The pad of the camera to which the layer belongs, even while the camera with the wider view is drawn there.
    var owner: PadReference { views?.narrow ?? feed }
}

/// Two cameras with the same subject, one with a wider view. The narrow camera is drawn whenever its picture covers the
/// requested part.
package struct PictureViewsPlan: Sendable, Equatable {
    package var narrow: PadReference
    package var wide: PadReference
    /// The part of the wide camera's picture that the narrow camera also shows.
    package var shared: RealRectangle
    /// The size of the narrow camera's picture in pixels.
    package var size: FrameSize
}

/// The round corners, border and shadow around a picture; 0 switches each off.
package struct PictureFramePlan: Sendable, Equatable {
    package var radius: Double
    /// The width of the border in pixels; the border lies within the picture's rectangle.
    package var border: Double
    /// The distance in pixels by which the shadow extends beyond the picture's rectangle.
    package var shadow: Double
    /// The opacity of the picture's shadow at its darkest point, 0 ... 1.
    package var shadowShare: Double
    /// True when black is stored as 0 and white as 255; otherwise 16 and 235.
    package var isFullRange: Bool
    package var borderPaint: PaintPlan

    /// Creates a picture's frame with a white border.
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
    /// The number of the wide camera's pixels that one pixel of the narrow camera covers, per axis.
    private var scale: (x: Double, y: Double) {
        (shared.width / Double(size.width), shared.height / Double(size.height))
    }

    /// Returns the part of the wide camera's picture that corresponds to what a layer shows.
    func wideCut(of layer: PictureLayerPlan) -> RealRectangle? {
        guard layer.feed == narrow else { return layer.source }
        let cut = layer.source ?? RealRectangle(size)
        return RealRectangle(
            x: shared.x + cut.x * scale.x, y: shared.y + cut.y * scale.y, width: cut.width * scale.x,
            height: cut.height * scale.y)
    }

    /// Chooses the camera that is drawn for a part of the wide camera's picture, and returns its pad and the part of
    /// its own picture. Chooses the narrow camera whenever it covers the part.
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
