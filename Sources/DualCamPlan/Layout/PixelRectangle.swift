import DualCamConfig

/// A rectangle with whole-pixel coordinates. `x` and `y` are relative to the top left corner of the picture.
package struct PixelRectangle: Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
}

extension PixelRectangle {
    init(_ size: FrameSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// Creates a rectangle from its edges, which are rounded to even pixels, so that adjacent rectangles share an edge.
    /// The size is at least 2 x 2.
    init(left: Double, top: Double, right: Double, bottom: Double) {
        let (x, y) = (even(left), even(top))
        self.init(x: x, y: y, width: max(2, even(right) - x), height: max(2, even(bottom) - y))
    }

    /// Returns the rectangle moved to lie within a canvas, and cropped if it is larger than the canvas.
    func clamped(to canvas: FrameSize) -> PixelRectangle {
        let (width, height) = (min(width, canvas.width), min(height, canvas.height))
        return PixelRectangle(
            x: max(0, min(x, canvas.width - width)), y: max(0, min(y, canvas.height - height)), width: width,
            height: height)
    }
}

/// Returns the nearest even number. Coordinates must be even, because 4:2:0 pictures can be cropped and placed only at
/// even coordinates.
func even(_ value: Double) -> Int { Int((value / 2).rounded()) * 2 }

extension FrameSize {
    /// The shorter side, in pixels, of the canvas for which lengths in a pipeline file are given. On other canvases,
    /// these lengths are scaled in proportion.
    private static let reference = 1080.0

    /// Converts a length from the pipeline file (margin, radius, border, shadow, outline), in pixels of a 1080p canvas,
    /// to pixels of a picture of this size.
    func pixels(_ length: Int) -> Double { Double(length) * Double(min(width, height)) / Self.reference }

    /// Converts a length from the pipeline file, in pixels of a 1080p canvas, to an even number of pixels of this
    /// canvas.
    func evenPixels(_ length: Int) -> Int { even(pixels(length)) }
}
