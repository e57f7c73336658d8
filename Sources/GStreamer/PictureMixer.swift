internal import CGStreamer
internal import CMixer
internal import CPicture

/// A rectangle in pixels from the top left corner; fractions count.
public struct PictureRectangle: Sendable, Equatable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    var native: pic_rect { pic_rect(x: x, y: y, width: width, height: height) }
}

/// Luma and chroma, 0...255 each, as the mixer's output stores them.
public struct PicturePaint: Sendable, Equatable {
    public var y: UInt8
    public var u: UInt8
    public var v: UInt8

    public init(y: UInt8, u: UInt8, v: UInt8) { (self.y, self.u, self.v) = (y, u, v) }

    var native: pic_paint { pic_paint(y: y, u: u, v: v) }
}

/// What surrounds a picture that lies over another; lengths in pixels, 0 for none.
public struct PictureFrame: Sendable, Equatable {
    /// Of the outer corners.
    public var radius = 0.0
    /// The border's width, inside of the target.
    public var border = 0.0
    /// How far the shadow reaches beyond the target, up to 512.
    public var shadow = 0.0
    /// How far down the shadow is moved, -512...512.
    public var shadowOffset = 0.0
    /// How dark the shadow is beside the target, 0...1.
    public var shadowShare = 0.0
    public var borderPaint = PicturePaint(y: 235, u: 128, v: 128)
    public var shadowPaint = PicturePaint(y: 16, u: 128, v: 128)

    public init() {}

    var native: pic_frame {
        pic_frame(
            radius: radius, border: border, shadow: shadow, shadow_offset: shadowOffset, shadow_share: shadowShare,
            border_paint: borderPaint.native, shadow_paint: shadowPaint.native)
    }
}

/// A frame's weights for a target of one size at one place between the pixels. Takes a millisecond to make: not for a streaming
/// thread.
public final class PictureMask: @unchecked Sendable {
    // Invariant: the mask is never changed once it is made, and its count is atomic.
    let raw: OpaquePointer

    /// `nil` for a target without a size or beyond 32768 pixels, a length that is negative or not finite, or where memory lacks.
    public init?(_ frame: PictureFrame, target: PictureRectangle) {
        guard let raw = pic_mask_make(target.native, frame.native) else { return nil }
        self.raw = raw
    }

    deinit { pic_mask_drop(raw) }
}

/// What becomes of colours. Takes a while to make: not for a streaming thread.
public final class PictureLook: @unchecked Sendable {
    // Invariant: the tables are never changed once they are made, and their count is atomic.
    let raw: OpaquePointer

    /// - Parameters:
    ///   - lattice: RGB for `side` x `side` x `side` colours, red fastest, as a .cube file lists them.
    ///   - red: the weight of red in the output's luma, 0...1.
    ///   - blue: the weight of blue.
    ///   - isFullRange: whether the output's luma takes 0...255, else 16...235.
    ///
    /// `nil` for a lattice of another length than it must have, a side that is not 2...129, or where memory lacks.
    public init?(lattice: [Float], side: Int, red: Double, blue: Double, isFullRange: Bool) {
        guard (2...129).contains(side), lattice.count == 3 * side * side * side else { return nil }
        let space = pic_space(red: red, blue: blue, full_range: isFullRange)
        guard let raw = pic_look_make(lattice, Int32(side), space) else { return nil }
        self.raw = raw
    }

    deinit { pic_look_drop(raw) }
}

/// One of a mixer's inputs on its canvas.
public struct PictureLayer: Sendable {
    /// A sink pad of the mixer, or a view's only one.
    public var pad: Pad
    /// In the input's pixels; `nil`: the whole picture.
    public var source: PictureRectangle?
    /// On the canvas, which it may leave.
    public var target: PictureRectangle
    /// 0...1.
    public var opacity: Double
    /// Made for `target`; `nil`: hard edges at whole pixels.
    public var mask: PictureMask?
    /// Made for the output's colours; `nil`: colours as they are.
    public var look: PictureLook?

    public init(
        _ pad: Pad, source: PictureRectangle? = nil, target: PictureRectangle, opacity: Double = 1,
        mask: PictureMask? = nil, look: PictureLook? = nil
    ) {
        (self.pad, self.source, self.target, self.opacity) = (pad, source, target, opacity)
        (self.mask, self.look) = (mask, look)
    }

    var native: pic_layer? {
        guard let number = pad.name == "sink" ? 0 : Int32(pad.name.drop { !$0.isNumber }) else { return nil }
        let source = source ?? PictureRectangle(x: 0, y: 0, width: 0, height: 0)
        let share = Int32((max(0, min(1, opacity)) * 255).rounded())
        return pic_layer(
            input: number, source: source.native, target: target.native, opacity: share, mask: mask?.raw,
            look: look?.raw)
    }
}
