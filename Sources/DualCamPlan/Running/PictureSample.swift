/// The measurements of one picture of a camera, taken about twice a second.
package struct PictureSample: Sendable, Equatable {
    /// The measured colours of a decoded picture. Luminance is 0 ... 1 from black to white; colour differences are
    /// fractions of their whole range.
    package struct Colours: Sendable, Equatable {
        /// `darkest`, `brightest`: the luminance that 99.5 % of the points reach, and the luminance that 99.5 % of them
        /// do not exceed.
        package var darkest: Double
        package var brightest: Double
        package var mean: Double
        /// The spread of the picture's colours: the wider one of the two colour differences, without the outermost 0.5
        /// % at each end.
        package var spread: Double
        /// The distance of the picture's mean colour from grey.
        package var tint: Double

        package init(darkest: Double, brightest: Double, mean: Double, spread: Double, tint: Double) {
            (self.darkest, self.brightest, self.mean) = (darkest, brightest, mean)
            (self.spread, self.tint) = (spread, tint)
        }
    }

    package var camera: InputName
    /// A digest of the picture; identical pictures have the same digest.
    package var digest: UInt64
    /// The picture's colours; `nil` if the picture is recorded as the camera encoded it, and is not decoded.
    package var colours: Colours?
    /// The mean difference in luminance from the picture of the previous sample, 0 ... 1; `nil` if it is unknown.
    package var difference: Double?
    /// True for a capture card's picture. A capture card shows a picture of its own while it has no signal.
    package var isOfGrabber = false

    package init(of camera: InputName, digest: UInt64, colours: Colours?) {
        (self.camera, self.digest, self.colours) = (camera, digest, colours)
    }
}
