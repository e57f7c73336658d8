import DualCamConfig

extension FrameSize {
    /// The shorter side of a picture on which the file's lengths are pixels; on others they are in proportion, so that they
    /// look alike.
    private static let reference = 1080.0

    /// Returns a length of the file (margin, radius, border, shadow, outline) in this picture's pixels.
    func pixels(_ length: Int) -> Double { Double(length) * Double(min(width, height)) / Self.reference }

    /// Returns the even number of pixels that is nearest to a length of the file.
    func evenPixels(_ length: Int) -> Int { even(pixels(length)) }
}
