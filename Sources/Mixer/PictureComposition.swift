internal import CMixer
internal import CPicture
package import GStreamer

/// The background of the mixer's picture, visible wherever no layer is drawn.
package enum PictureBackground: Sendable {
    case black, white, checker

    fileprivate var native: pic_background {
        switch self {
        case .black: PIC_BLACK
        case .white: PIC_WHITE
        case .checker: PIC_CHECKER
        }
    }
}

/// The state of a transition, such as a wipe, from one picture of the mixer to a second one.
package struct PictureBlend: Sendable {
    package enum Effect: Sendable {
        case dissolve
        /// The second picture slides over the first from one side. `x` and `y` are the direction, as a vector of length
        /// 1.
        case wipe(x: Double, y: Double)
        /// The second picture appears in a growing circle. `x` and `y` are its centre on the canvas, in pixels.
        case circle(x: Double, y: Double)
    }

    fileprivate let native: pic_transition
    fileprivate let second: Int
    fileprivate let over: Int

    /// Creates the state of a transition for one frame.
    ///
    /// - Parameters:
    ///   - share: the progress of the transition: 0 shows only the first picture, 1 only the second.
    ///   - softness: the width of the transition's edge in pixels; 0 for a hard edge.
    ///   - second: the index of the second picture's first layer; the layers before it form the first picture.
    ///   - over: the index of the first layer that is drawn over both pictures.
    package init(_ effect: Effect, share: Double, softness: Double = 0, second: Int, over: Int) {
        let (kind, x, y) =
            switch effect {
            case .dissolve: (PIC_DISSOLVE, 0.0, 0.0)
            case .wipe(let x, let y): (PIC_WIPE, x, y)
            case .circle(let x, let y): (PIC_CIRCLE, x, y)
            }
        native = pic_transition(effect: kind, share: share, x: x, y: y, softness: softness)
        (self.second, self.over) = (second, over)
    }
}

/// A rectangle of a single colour, drawn over the layers.
package struct PictureBar: Sendable {
    fileprivate let native: pic_bar

    /// Creates a rectangle of one colour.
    /// - Parameter opacity: the opacity of the rectangle, 0 ... 1.
    package init(_ target: PictureRectangle, _ paint: PicturePaint, opacity: Double = 1) {
        native = pic_bar(target: target.native, paint: paint.native, opacity: opacityStep(opacity))
    }
}

/// Everything that the mixer draws in one frame: background, layers, transition and bars.
package struct PictureComposition: Sendable {
    package var background: PictureBackground
    /// The layers of the picture; later layers are drawn over earlier ones.
    package var layers: [PictureLayer]
    /// The transition between two pictures; `nil` if all layers belong to one picture.
    package var blend: PictureBlend?
    /// The bars: rectangles that are drawn over the layers, but under the layers from index `blend.over` on.
    package var bars: [PictureBar]

    package init(
        _ layers: [PictureLayer], over background: PictureBackground, blend: PictureBlend? = nil,
        bars: [PictureBar] = []
    ) {
        (self.background, self.layers, self.blend, self.bars) = (background, layers, blend, bars)
    }
}

/// A composition that `Element.prepare` has checked, so that a mixer can draw it.
package struct PreparedPicture: Sendable {
    fileprivate let mixer: Element
    fileprivate let composition: PictureComposition

    /// Draws the composition in every frame from `runningTime` (nanoseconds) on, until the start time of the next
    /// composition. Callable from any thread. All parts of the composition change in the same frame.
    package func show(from runningTime: UInt64) {
        let layers = composition.layers.compactMap(\.native), bars = composition.bars.map(\.native)
        let blend = composition.blend
        withExtendedLifetime(composition) {
            layers.withUnsafeBufferPointer { layers in
                bars.withUnsafeBufferPointer { bars in
                    let count = Int32(layers.count)
                    var scene = dualcam_scene()
                    scene.background = composition.background.native
                    (scene.layers, scene.layer_count) = (layers.baseAddress, count)
                    (scene.bars, scene.bar_count) = (bars.baseAddress, Int32(bars.count))
                    scene.second = blend.map { Int32($0.second) } ?? count
                    scene.over = blend.map { Int32($0.over) } ?? count
                    scene.transition = blend?.native ?? pic_transition()
                    _ = dualcam_mixer_show(mixer.pointer, runningTime, &scene)
                }
            }
        }
    }
}

extension Element {
    /// Checks a composition and returns it ready to be shown by this mixer.
    /// - Throws: `SettingError.wrongType` if the element is neither a `dualcammixer` nor a `dualcamview`, if a layer's
    ///   pad does not belong to a mixer, or if the blend's layer indices are invalid.
    package func prepare(_ composition: PictureComposition) throws(SettingError) -> PreparedPicture {
        let count = composition.layers.count
        let isWhole = composition.blend.map { 0 <= $0.second && $0.second <= $0.over && $0.over <= count } ?? true
        guard dualcam_mixer_is(pointer), isWhole, composition.layers.allSatisfy({ $0.native != nil }) else {
            throw .wrongType(object: name, property: "scene", expected: "layers of a dualcammixer's own pads")
        }
        return PreparedPicture(mixer: self, composition: composition)
    }

    /// Cancels all compositions of this mixer that were scheduled to be shown at or after `runningTime` (nanoseconds).
    /// Callable from any thread.
    package func forgetPictures(from runningTime: UInt64) { _ = dualcam_mixer_forget(pointer, runningTime) }
}

// MARK: Layers

/// A rectangle whose position and size are in pixels and may have fractions. Its position is relative to the top left
/// corner of the picture.
package struct PictureRectangle: Sendable {
    let native: pic_rect

    package init(x: Double, y: Double, width: Double, height: Double) {
        native = pic_rect(x: x, y: y, width: width, height: height)
    }
}

/// A colour as luma and chroma, 0 ... 255 each, in the colour space of the mixer's output.
package struct PicturePaint: Sendable {
    let native: pic_paint

    package init(y: UInt8, u: UInt8, v: UInt8) { native = pic_paint(y: y, u: u, v: v) }
}

/// Converts an opacity of 0 ... 1 to the range 0 ... 255 of the C drawing functions.
func opacityStep(_ opacity: Double) -> Int32 { Int32((max(0, min(1, opacity)) * 255).rounded()) }

/// The frame around a layer: rounded corners, border and shadow. Lengths are in pixels; 0 means none.
package struct PictureFrame: Sendable {
    let native: pic_frame

    /// Creates the frame of a layer.
    ///
    /// - Parameters:
    ///   - radius: the radius of the layer's outer corners.
    ///   - border: the width of the border, which is inside the layer's rectangle.
    ///   - shadow: the distance that the shadow extends beyond the layer's rectangle, up to 512.
    ///   - offset: the distance by which the shadow is moved down, -512 ... 512.
    ///   - share: the darkness of the shadow next to the layer, from 0 (invisible) to 1 (opaque).
    package init(
        radius: Double, border: Double, _ borderPaint: PicturePaint, shadow: Double, _ shadowPaint: PicturePaint,
        offset: Double, share: Double
    ) {
        native = pic_frame(
            radius: radius, border: border, shadow: shadow, shadow_offset: offset, shadow_share: share,
            border_paint: borderPaint.native, shadow_paint: shadowPaint.native)
    }
}

/// The mask of a layer's frame: how much of each pixel its rounded corners, border and shadow cover. Made for one
/// specific size and position. Takes about a millisecond to create, so it must not be created on a streaming thread.
package final class PictureMask: @unchecked Sendable {
    // Invariant: the mask is never changed once it is made, and its reference count is atomic.
    let raw: OpaquePointer

    /// Creates the mask of a frame around the rectangle `target`. Returns `nil` if the rectangle is empty or beyond
    /// 32768 pixels, a length is negative or not finite, or there is not enough memory.
    package init?(_ frame: PictureFrame, target: PictureRectangle) {
        guard let raw = pic_mask_make(target.native, frame.native) else { return nil }
        self.raw = raw
    }

    deinit { pic_mask_drop(raw) }
}

/// A colour table (a look), which maps the colours of a layer to other colours. Takes too long to create on a streaming
/// thread.
package final class PictureLook: @unchecked Sendable {
    // Invariant: the tables are never changed once they are made, and their reference count is atomic.
    let raw: OpaquePointer

    /// Creates a colour table.
    ///
    /// - Parameters:
    ///   - lattice: RGB values for `side` x `side` x `side` colours in the order of a .cube file, in which red varies
    ///     fastest.
    ///   - side: the number of steps per colour component, 2 ... 129.
    ///   - red: the weight of red in the output's luma, 0 ... 1.
    ///   - blue: the weight of blue in the output's luma, 0 ... 1.
    ///   - isFullRange: true if the output's luma is 0 ... 255, false for 16 ... 235.
    /// - Returns: `nil` if `lattice` has the wrong length, `side` is out of range, or there is not enough memory.
    package init?(lattice: [Float], side: Int, red: Double, blue: Double, isFullRange: Bool) {
        guard (2...129).contains(side), lattice.count == 3 * side * side * side else { return nil }
        let space = pic_space(red: red, blue: blue, full_range: isFullRange)
        guard let raw = pic_look_make(lattice, Int32(side), space) else { return nil }
        self.raw = raw
    }

    deinit { pic_look_drop(raw) }
}

/// A layer of the mixer's picture: one input, drawn at a position on the canvas.
package struct PictureLayer: Sendable {
    /// The mixer's sink pad that delivers the layer's pictures; for a `dualcamview`, its only sink pad.
    package var pad: Pad
    /// The part of the input's picture to draw, in pixels of the input; `nil` for the whole picture.
    package var source: PictureRectangle?
    /// The rectangle of the canvas in which the layer is drawn. It may extend beyond the canvas.
    package var target: PictureRectangle
    /// The opacity of the layer, 0 ... 1.
    package var opacity: Double
    /// The mask of the layer's frame, which must have been created for `target`; `nil` for hard edges at whole pixels.
    package var mask: PictureMask?
    /// The layer's colour table, created for the output's colour space; `nil` to leave the colours unchanged.
    package var look: PictureLook?

    package init(
        _ pad: Pad, source: PictureRectangle? = nil, target: PictureRectangle, opacity: Double = 1,
        mask: PictureMask? = nil, look: PictureLook? = nil
    ) {
        (self.pad, self.source, self.target, self.opacity) = (pad, source, target, opacity)
        (self.mask, self.look) = (mask, look)
    }

    var native: pic_layer? {
        guard let number = pad.name == "sink" ? 0 : Int32(pad.name.drop { !$0.isNumber }) else { return nil }
        let source = source ?? PictureRectangle(x: 0, y: 0, width: 0, height: 0)
        return pic_layer(
            input: number, source: source.native, target: target.native, opacity: opacityStep(opacity),
            mask: mask?.raw, look: look?.raw)
    }
}
