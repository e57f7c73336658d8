package import DualCamConfig

/// The plan of one picture that dualcam's own mixer draws: layers over a background. Later layers are drawn over
/// earlier ones. Lengths are in pixels and may be fractional.
package struct PicturePlan: Sendable, Equatable {
    /// The name of the mixer element that draws the picture.
    package var mixer: String
    package var background: Background
    package var layers: [PictureLayerPlan]
    /// The transition that the picture shows; `nil` if there is none.
    package var blend: PictureBlendPlan?
    /// The single-colour bars in the picture. They cover all layers except those from index `blend.over` onwards.
    package var bars: [PictureBarPlan]
    /// The index of the first inset layer, or the number of layers if there are no insets. Insets are drawn over the
    /// main picture and stay when the main picture changes.
    package var insets: Int

    /// Creates a picture from layers in drawing order.
    ///
    /// - Parameter insets: the index of the first inset layer; `nil` if there are no insets.
    package init(
        mixer: String, background: Background, layers: [PictureLayerPlan], blend: PictureBlendPlan? = nil,
        bars: [PictureBarPlan] = [], insets: Int? = nil
    ) {
        (self.mixer, self.background, self.layers) = (mixer, background, layers)
        (self.blend, self.bars, self.insets) = (blend, bars, insets ?? layers.count)
    }

    /// Returns true if both pictures show the same cameras at the same positions. Ignores colours and overlays.
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

/// A transition between two pictures, which covers the whole canvas.
package struct PictureBlendPlan: Sendable, Equatable {
    package enum Effect: Sendable, Equatable {
        case dissolve
        /// A wipe: the edge of the second picture moves across the canvas in a direction, given as a vector of length
        /// 1.
        case wipe(x: Double, y: Double)
        /// A growing circle: the second picture is visible within a circle around this point of the canvas.
        case circle(x: Double, y: Double)
    }

    package var effect: Effect
    /// The progress of the transition, from 0 (only the first picture) to 1 (only the second picture).
    package var share: Double
    /// The width of the soft edge between the two pictures in pixels; 0 for a sharp edge.
    package var softness = 0.0
    /// The index of the first layer that belongs to the second picture.
    package var second: Int
    /// The index of the first layer that is drawn over both pictures of the transition.
    package var over: Int
}

/// A rectangle in a single colour that is drawn in the combined picture.
package struct PictureBarPlan: Sendable, Equatable {
    package var target: RealRectangle
    package var paint: PaintPlan
    /// The opacity of the bar, 0 ... 1.
    package var opacity: Double

    package init(_ target: RealRectangle, _ paint: PaintPlan, opacity: Double = 1) {
        (self.target, self.paint, self.opacity) = (target, paint, opacity)
    }
}

/// A colour as luma and chroma values, in the colour space of the output.
package struct PaintPlan: Sendable, Hashable {
    package var y: UInt8
    package var u: UInt8
    package var v: UInt8
}

/// The picture of one camera on the canvas of the combined picture.
package struct PictureLayerPlan: Sendable, Equatable {
    /// The pad through which the mixer receives the camera's pictures. It also identifies the camera.
    package var feed: PadReference
    /// The part of the camera's picture to draw; `nil` to draw the whole picture.
    package var source: RealRectangle?
    /// The rectangle on the canvas that the picture fills. It may extend beyond the canvas.
    package var target: RealRectangle
    /// The opacity of the layer's picture, border and shadow, 0 ... 1.
    package var opacity: Double = 1
    /// The corners, the border and the shadow of the layer; `nil` for sharp edges at whole pixels.
    package var frame: PictureFramePlan?
    /// The colour changes of the layer's look; `nil` if the colours are drawn unchanged.
    package var look: LookPlan?
    /// The two cameras between which the layer switches depending on the zoom; `nil` if the layer always shows the same
    /// camera.
    package var views: PictureViewsPlan?

    /// The pad of the camera that the layer belongs to, even while the layer shows the camera with the wider view.
    var owner: PadReference { views?.narrow ?? feed }
}

/// Two cameras, one of which has a wider view of the same subject. The narrow camera is drawn whenever its picture
/// contains everything to be shown.
package struct PictureViewsPlan: Sendable, Equatable {
    package var narrow: PadReference
    package var wide: PadReference
    /// The part of the wide camera's picture that the narrow camera shows as well.
    package var shared: RealRectangle
    /// The size of the narrow camera's picture in pixels.
    package var size: FrameSize
}

/// The rounded corners, the border and the shadow of a picture. A value of 0 disables the respective effect.
package struct PictureFramePlan: Sendable, Equatable {
    package var radius: Double
    /// The width of the border in pixels. The border is drawn inside the picture's rectangle.
    package var border: Double
    /// The distance by which the shadow extends beyond the picture's rectangle, in pixels.
    package var shadow: Double
    /// The opacity of the shadow at its darkest point, 0 ... 1.
    package var shadowShare: Double
    /// True when black is stored as 0 and white as 255 (full range); false when they are 16 and 235.
    package var isFullRange: Bool
    package var borderPaint: PaintPlan

    /// Creates the frame of a picture with a white border.
    package init(radius: Double, border: Double, shadow: Double, isFullRange: Bool) {
        (self.radius, self.border, self.shadow, self.isFullRange) = (radius, border, shadow, isFullRange)
        shadowShare = shadow > 0 ? 0.5 : 0
        borderPaint = PaintPlan(y: isFullRange ? 255 : 235, u: 128, v: 128)
    }

    /// The distance in pixels by which the shadow is shifted downwards, as if the light came from above.
    package var shadowOffset: Double { shadow / 4 }
}

extension RealRectangle {
    init(_ whole: PixelRectangle) {
        self.init(x: Double(whole.x), y: Double(whole.y), width: Double(whole.width), height: Double(whole.height))
    }
}

extension PictureViewsPlan {
    /// The number of wide-camera pixels for each narrow-camera pixel, horizontally and vertically.
    private var scale: (x: Double, y: Double) {
        (shared.width / Double(size.width), shared.height / Double(size.height))
    }

    /// Returns the part of the wide camera's picture that shows the same as a layer; `nil` if it is the whole picture.
    func wideCut(of layer: PictureLayerPlan) -> RealRectangle? {
        guard layer.feed == narrow else { return layer.source }
        let cut = layer.source ?? RealRectangle(size)
        return RealRectangle(
            x: shared.x + cut.x * scale.x, y: shared.y + cut.y * scale.y, width: cut.width * scale.x,
            height: cut.height * scale.y)
    }

    /// Chooses the camera to draw for a part of the wide camera's picture: the narrow camera if its picture contains
    /// the whole part, otherwise the wide camera. Returns that camera's pad and the corresponding part of its own
    /// picture.
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
