import DualCamConfig

/// A rectangle of whole pixels; `x` and `y` count from the top left corner.
package struct PixelRectangle: Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
}

extension PixelRectangle {
    init(_ size: FrameSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// Spans the edges after rounding each to an even pixel, so that neighbours share their edge; at least 2 x 2.
    init(left: Double, top: Double, right: Double, bottom: Double) {
        let (x, y) = (even(left), even(top))
        self.init(x: x, y: y, width: max(2, even(right) - x), height: max(2, even(bottom) - y))
    }

    /// Moved, and where it is too large cut, to lie within `canvas`.
    func clamped(to canvas: FrameSize) -> PixelRectangle {
        let (width, height) = (min(width, canvas.width), min(height, canvas.height))
        return PixelRectangle(
            x: max(0, min(x, canvas.width - width)), y: max(0, min(y, canvas.height - height)), width: width,
            height: height)
    }
}

/// The nearest even whole number: 4:2:0 pictures can only be cut and placed there.
func even(_ value: Double) -> Int { Int((value / 2).rounded()) * 2 }

extension FrameSize {
    /// The shorter side of a picture on which the file's lengths are pixels; on others they are in proportion, so that they
    /// look alike.
    private static let reference = 1080.0

    /// Returns a length of the file (margin, radius, border, shadow, outline) in this picture's pixels.
    func pixels(_ length: Int) -> Double { Double(length) * Double(min(width, height)) / Self.reference }

    /// Returns the even number of pixels that is nearest to a length of the file.
    func evenPixels(_ length: Int) -> Int { even(pixels(length)) }
}
