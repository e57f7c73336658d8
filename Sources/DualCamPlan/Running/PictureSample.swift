/// The figures of one picture of a camera, looked at about twice a second.
package struct PictureSample: Sendable, Equatable {
    /// The colours of a picture whose pixels are at hand. Shares are 0 ... 1, of black to white for luminance, and of the whole range
    /// for the two colour differences.
    package struct Colours: Sendable, Equatable {
        /// The luminance that all but 0.5 % of the points reach, and the one that all but 0.5 % stay below.
        package var darkest: Double
        package var brightest: Double
        package var mean: Double
        /// The wider spread of the two colour differences, without the outermost 0.5 % at each end.
        package var spread: Double
        /// The distance of the mean colour from grey.
        package var tint: Double

        package init(darkest: Double, brightest: Double, mean: Double, spread: Double, tint: Double) {
            (self.darkest, self.brightest, self.mean) = (darkest, brightest, mean)
            (self.spread, self.tint) = (spread, tint)
        }
    }

    package var camera: InputName
    /// Identical pictures have the same digest.
    package var digest: UInt64
    /// `nil`: the picture is recorded as the camera has encoded it, and nothing decodes it.
    package var colours: Colours?
    /// The mean difference of luminance to the picture that was looked at before, 0 ... 1; `nil`: it is not known.
    package var difference: Double?
    /// True for the picture of a grabber, which shows one of its own where it has no signal.
    package var isOfGrabber = false

    package init(of camera: InputName, digest: UInt64, colours: Colours?) {
        (self.camera, self.digest, self.colours) = (camera, digest, colours)
    }
}
