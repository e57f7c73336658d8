/// The measurements of one picture of a camera, made about twice per second.
package struct PictureSample: Sendable, Equatable {
    /// The measured colours of a decoded picture. Luminance is 0 (black) ... 1 (white). Colour differences are
    /// fractions of their full range.
    package struct Colours: Sendable, Equatable {
        /// The luminance that 99.5 % of the measured points reach or exceed, 0 ... 1.
        package var darkest: Double
        /// The luminance that 99.5 % of the measured points do not exceed, 0 ... 1.
        package var brightest: Double
        package var mean: Double
        /// The width of the picture's range of colours, measured in the colour difference (Cb or Cr) that varies more.
        /// The outermost 0.5 % of the values at each end are ignored.
        package var spread: Double
        /// The distance between the mean colour of the picture and grey, as a fraction of the range of a colour
        /// difference.
        package var tint: Double

        package init(darkest: Double, brightest: Double, mean: Double, spread: Double, tint: Double) {
            (self.darkest, self.brightest, self.mean) = (darkest, brightest, mean)
            (self.spread, self.tint) = (spread, tint)
        }
    }

    package var camera: InputName
    /// A digest of the picture's content. Identical pictures have the same digest.
    package var digest: UInt64
    /// The measured colours of the picture; `nil` if the camera's encoded pictures are recorded unchanged and are not
    /// decoded.
    package var colours: Colours?
    /// The mean difference in luminance between this picture and the picture of the previous sample, 0 ... 1; `nil` if
    /// unknown.
    package var difference: Double?
    /// True for a picture from a capture card, which may generate its own picture while it receives no signal.
    package var isOfGrabber = false

    package init(of camera: InputName, digest: UInt64, colours: Colours?) {
        (self.camera, self.digest, self.colours) = (camera, digest, colours)
    }
}
