import DualCamConfig

extension EncoderImplementation {
    /// Returns the colour encoding that this encoder's input must have, so that players show the file's colours
    /// correctly. `picture` is the colour encoding before the encoder, which is returned unchanged if possible.
    ///
    /// Determined with ffprobe (libav 5.1) and parsebin (GStreamer 1.22) for mov, mp4 and mkv, and for every range and
    /// matrix.
    func colour(for picture: Colour, _ size: FrameSize, in container: Container) -> Colour {
        switch codec {
        // A JPEG picture does not declare its colour encoding, and all JPEG pictures use the same one.
        case .mjpeg: .jpeg
        // The stream does not declare a colour encoding, so players guess it from the picture's size.
        case .prores, .av1: .guessed(for: size)
        // The stream can declare only some named colour encodings, and a range only together with these.
        case .vp9: picture.isNamed ? picture : .bt709
        case .h264, .h265:
            picture.isFullRange && !(Self.tellsAll.contains(word) && container == .mkv) ? .guessed(for: size) : picture
        }
    }

    /// The encoders that write range, matrix, transfer and primaries into the stream. Full range is kept only for these
    /// encoders in mkv, where all players use the declared range. Tags in mov contain no range. For mp4, GStreamer 1.22
    /// always assumes limited range, and editing programs assume it for H.264.
    private static let tellsAll = ["x264", "x265"]
}

extension Colour {
    /// Returns the colour encoding that players assume for a picture of this size if the file declares none.
    static func guessed(for size: FrameSize) -> Colour { size.height > 576 ? .bt709 : .bt601 }

    static let bt601 = Colour(colorimetry: "bt601", chromaSite: "mpeg2")

    fileprivate var isNamed: Bool { ["bt601", "bt709", "2:4:5:4", "2:3:5:1"].contains(colorimetry) }

    /// A copy of the colour encoding with limited range, in which black is 16 and white is 235.
    var limited: Colour {
        guard isFullRange else { return self }
        let rest = fields.dropFirst().joined(separator: ":")
        let names = ["3:5:1": "bt709", "4:5:4": "bt601"]
        return Colour(colorimetry: names[rest] ?? "2:\(rest)", chromaSite: chromaSite)
    }
}
