package import DualCamConfig

extension Pipeline {
    /// Returns the pipeline with the combined picture of an export: its frame, its encoder, and a layout that fits.
    package func exported(as picture: ExportPicture, on machine: MachineFacts) -> Pipeline {
        var exported = self
        var drawn = combined ?? ownPicture
        let size = picture.size ?? drawn.size.narrowed(to: picture.width)
        if combined == nil || !size.hasShape(of: drawn.size) {
            drawn.layout = cameras.count > 1 ? picture.layout : .grid
        }
        drawn.size = size
        if let highest = picture.highestRate {
            drawn.rate = picture.skipsEvenly ? drawn.rate.divided(to: highest) : min(drawn.rate, highest)
        }
        drawn.fit = picture.fit ?? drawn.fit
        drawn.safeArea = picture.safeArea
        exported.combined = drawn
        var encoder = EncoderOverride()
        encoder.use = picture.encoder(on: machine)
        (encoder.speed, encoder.quality, encoder.keyframes) = (picture.speed, picture.quality, picture.keyframes)
        encoder.bitrate = drawn.rate > FrameRate(30) ? picture.fastBitrate ?? picture.bitrate : picture.bitrate
        exported.encoders = Encoders()
        exported.encoders.outputs[.combined] = encoder
        return exported
    }

    /// Returns the pipeline with its combined file in place of all cameras, as it was recorded: overlays are not drawn
    /// again.
    package func ofCombinedFile(named name: OutputName) -> Pipeline {
        var shown = self
        var (camera, picture) = (Camera(name: name.rawValue), Combined())
        picture.layout = .grid
        if let combined { (picture.size, picture.rate) = (combined.size, combined.rate) }
        (camera.size, camera.rate) = (picture.size, picture.rate)
        (shown.cameras, shown.combined, shown.layouts) = ([camera], picture, [])
        return shown
    }

    /// The combined picture of a session without one: the size of its only camera, or 1920x1080.
    private var ownPicture: Combined {
        var picture = Combined()
        picture.rate = cameras.map(\.rate).max() ?? picture.rate
        if let camera = cameras.first, cameras.count == 1 { picture.size = camera.turnedSize }
        return picture
    }
}

extension ExportPicture {
    /// Returns the first of the encoders that the machine has, else the first.
    func encoder(on machine: MachineFacts) -> String? {
        let atHand = EncoderCatalog.list(on: machine).filter(\.available)
        return encoders.first { word in atHand.contains { $0.word == word || $0.codec.rawValue == word } }
            ?? encoders.first
    }
}

extension FrameSize {
    /// Returns true if both frames have the same proportions, to a hundredth.
    fileprivate func hasShape(of other: FrameSize) -> Bool {
        let (one, two) = (Double(width * other.height), Double(other.width * height))
        return abs(one - two) <= 0.01 * max(one, two)
    }

    /// Returns the same shape with a width of at most `most` pixels, in even pixels; `nil`: the same size.
    fileprivate func narrowed(to most: Int?) -> FrameSize {
        guard let most, most < width else { return self }
        let even = { (side: Double) in max(Self.accepted.lowerBound, Int((side / 2).rounded()) * 2) }
        return FrameSize(width: even(Double(most)), height: even(Double(height * most) / Double(width)))
    }
}

extension FrameRate {
    /// Returns the rate of every frame, or of every second or third one and so on: the first rate that is not above
    /// `highest`.
    fileprivate func divided(to highest: FrameRate) -> FrameRate {
        let steps = (framesPerSecond / highest.framesPerSecond - 0.001).rounded(.up)
        return FrameRate(numerator, denominator * max(1, Int(steps)))
    }
}
