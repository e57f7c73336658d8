import DualCamConfig
import DualCamPlan

extension Pipeline {
    /// Returns the pipeline with the combined-picture settings of an export: frame size, encoder, and a layout for the
    /// new aspect ratio.
    func exported(as picture: ExportPicture, on machine: MachineFacts) -> Pipeline {
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

    /// Returns a pipeline whose only camera is the recorded combined file. Overlays are not drawn again, because the
    /// file already contains them.
    func ofCombinedFile(named name: OutputName) -> Pipeline {
        var shown = self
        var (camera, picture) = (Camera(name: name.rawValue), Combined())
        picture.layout = .grid
        if let combined { (picture.size, picture.rate) = (combined.size, combined.rate) }
        (camera.size, camera.rate) = (picture.size, picture.rate)
        (shown.cameras, shown.combined, shown.layouts) = ([camera], picture, [])
        return shown
    }

    /// The settings of the combined picture for exporting a session that has no combined picture. The size is that of
    /// the only camera, or 1920x1080.
    private var ownPicture: Combined {
        var picture = Combined()
        picture.rate = cameras.map(\.rate).max() ?? picture.rate
        if let camera = cameras.first, cameras.count == 1 { picture.size = camera.turnedSize }
        return picture
    }
}

extension ExportPicture {
    /// Returns the first of the export's encoders that is installed on the machine. If none is installed, returns the
    /// first of the list.
    func encoder(on machine: MachineFacts) -> String? {
        let atHand = EncoderCatalog.list(on: machine).filter(\.available)
        return encoders.first { word in atHand.contains { $0.word == word || $0.codec.rawValue == word } }
            ?? encoders.first
    }
}

extension FrameSize {
    /// Returns true if both frame sizes have the same aspect ratio, within one hundredth.
    fileprivate func hasShape(of other: FrameSize) -> Bool {
        let (one, two) = (Double(width * other.height), Double(other.width * height))
        return abs(one - two) <= 0.01 * max(one, two)
    }

    /// Returns the size scaled to a width of `most` pixels, with both sides rounded to even numbers. If `most` is `nil`
    /// or not less than the width, returns the size unchanged.
    fileprivate func narrowed(to most: Int?) -> FrameSize {
        guard let most, most < width else { return self }
        let even = { (side: Double) in max(Self.accepted.lowerBound, Int((side / 2).rounded()) * 2) }
        return FrameSize(width: even(Double(most)), height: even(Double(height * most) / Double(width)))
    }
}

extension FrameRate {
    /// Returns the rate divided by the smallest whole number that makes the result at most `highest`. Frames can then
    /// be skipped at regular intervals.
    fileprivate func divided(to highest: FrameRate) -> FrameRate {
        let steps = (framesPerSecond / highest.framesPerSecond - 0.001).rounded(.up)
        return FrameRate(numerator, denominator * max(1, Int(steps)))
    }
}
