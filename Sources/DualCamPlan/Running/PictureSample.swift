/// The measurements of one picture of a camera, taken about twice a second.
package struct PictureSample: Sendable, Equatable {
    /// The colours of a picture whose pixels are available. Luminance is 0 ... 1 from black to white; colour
    /// differences are shares of their whole range.
    package struct Colours: Sendable, Equatable {
        /// The luminance that 99.5 % of the points reach, and the one that 99.5 % of them do not exceed.
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
    /// A digest; identical pictures have the same.
    package var digest: UInt64
    /// The colours; `nil`: the picture is recorded as the camera encoded it, and is not decoded.
    package var colours: Colours?
    /// The mean difference of luminance from the previous sample's picture, 0 ... 1; `nil`: not known.
    package var difference: Double?
    /// True for a grabber's picture. Grabbers show a picture of their own while they have no signal.
    package var isOfGrabber = false

    package init(of camera: InputName, digest: UInt64, colours: Colours?) {
        (self.camera, self.digest, self.colours) = (camera, digest, colours)
    }
}
