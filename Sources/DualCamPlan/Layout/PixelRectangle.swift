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

    /// Creates a rectangle from edges that are rounded to even pixels, so that neighbours share their edge; at least 2
    /// x 2.
    init(left: Double, top: Double, right: Double, bottom: Double) {
        let (x, y) = (even(left), even(top))
        self.init(x: x, y: y, width: max(2, even(right) - x), height: max(2, even(bottom) - y))
    }

    /// Returns the rectangle moved into `canvas`, and cut if it is too large.
    func clamped(to canvas: FrameSize) -> PixelRectangle {
        let (width, height) = (min(width, canvas.width), min(height, canvas.height))
        return PixelRectangle(
            x: max(0, min(x, canvas.width - width)), y: max(0, min(y, canvas.height - height)), width: width,
            height: height)
    }
}

/// Returns the nearest even number. 4:2:0 pictures can only be cut and placed at even coordinates.
func even(_ value: Double) -> Int { Int((value / 2).rounded()) * 2 }

extension FrameSize {
    /// The shorter side of the picture on which the pipeline file's lengths are pixels. On other pictures they are
    /// scaled, so that they look alike.
    private static let reference = 1080.0

    /// Returns a length from the pipeline file (margin, radius, border, shadow, outline) in this picture's pixels.
    func pixels(_ length: Int) -> Double { Double(length) * Double(min(width, height)) / Self.reference }

    /// Returns the nearest even number of pixels to a length from the pipeline file.
    func evenPixels(_ length: Int) -> Int { even(pixels(length)) }
}
