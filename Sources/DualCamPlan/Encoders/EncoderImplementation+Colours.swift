import DualCamConfig

extension EncoderImplementation {
    /// The colour that pictures must have before they are encoded, so that whoever plays the file takes their numbers for what
    /// they are. Found with ffprobe (libav 5.1) and parsebin (GStreamer 1.22) in mov, mp4 and mkv, for every range and matrix.
    func colour(for picture: Colour, _ size: FrameSize, in container: Container) -> Colour {
        switch codec {
        // A JPEG picture says nothing of its colours: there is one way only.
        case .mjpeg: .jpeg
        // Nothing is said, and players guess by the size.
        case .prores, .av1: .guessed(for: size)
        // The stream knows some names, and the range of none but those.
        case .vp9: picture.isNamed ? picture : .bt709
        case .h264, .h265:
            picture.isFullRange && !(Self.tellsAll.contains(word) && container == .mkv) ? .guessed(for: size) : picture
        }
    }

    /// These write range, matrix, transfer and primaries into the stream. The tags of mov have no range, GStreamer 1.22 reads the
    /// one of mp4 as limited whatever it says, and editors take H.264 for limited unasked; in mkv all read what is meant.
    private static let tellsAll = ["x264", "x265"]
}

extension Colour {
    /// Returns the colours that players assume of a picture that does not say them.
    static func guessed(for size: FrameSize) -> Colour { size.height > 576 ? .bt709 : .bt601 }

    static let bt601 = Colour(colorimetry: "bt601", chromaSite: "mpeg2")

    fileprivate var isNamed: Bool { ["bt601", "bt709", "2:4:5:4", "2:3:5:1"].contains(colorimetry) }

    /// The same colours with black at 16 and white at 235.
    var limited: Colour {
        guard isFullRange else { return self }
        let rest = fields.dropFirst().joined(separator: ":")
        let names = ["3:5:1": "bt709", "4:5:4": "bt601"]
        return Colour(colorimetry: names[rest] ?? "2:\(rest)", chromaSite: chromaSite)
    }
}
