import DualCamConfig

extension EncoderImplementation {
    /// Returns the colour encoding that pictures must have before this encoder, so that players show the file's colours
    /// correctly. Determined with ffprobe (libav 5.1) and parsebin (GStreamer 1.22) in mov, mp4 and mkv, for every
    /// range and matrix.
    func colour(for picture: Colour, _ size: FrameSize, in container: Container) -> Colour {
        switch codec {
        // A JPEG picture does not declare its colours, and only one encoding is in use.
        case .mjpeg: .jpeg
        // The stream declares nothing, and players guess by the size.
        case .prores, .av1: .guessed(for: size)
        // The stream can declare some names, and a range only for those.
        case .vp9: picture.isNamed ? picture : .bt709
        case .h264, .h265:
            picture.isFullRange && !(Self.tellsAll.contains(word) && container == .mkv) ? .guessed(for: size) : picture
        }
    }

    /// The encoders that write range, matrix, transfer and primaries into the stream. The tags of mov have no range,
    /// GStreamer 1.22 always reads mp4 as limited range, and editors assume limited range for H.264. In mkv all players
    /// read the declared range.
    private static let tellsAll = ["x264", "x265"]
}

extension Colour {
    /// Returns the colour encoding that players assume for a picture that declares none.
    static func guessed(for size: FrameSize) -> Colour { size.height > 576 ? .bt709 : .bt601 }

    static let bt601 = Colour(colorimetry: "bt601", chromaSite: "mpeg2")

    fileprivate var isNamed: Bool { ["bt601", "bt709", "2:4:5:4", "2:3:5:1"].contains(colorimetry) }

    /// The same colour encoding with limited range: black at 16 and white at 235.
    var limited: Colour {
        guard isFullRange else { return self }
        let rest = fields.dropFirst().joined(separator: ":")
        let names = ["3:5:1": "bt709", "4:5:4": "bt601"]
        return Colour(colorimetry: names[rest] ?? "2:\(rest)", chromaSite: chromaSite)
    }
}
