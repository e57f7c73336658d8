import DualCamConfig

/// The colour encoding of a picture, in GStreamer's terms. To change the encoding, the whole picture must be converted.
package struct Colour: Sendable, Hashable {
    /// The colorimetry: `bt709`, `bt601`, or numbers such as `1:4:0:0` (range, matrix, transfer, primaries).
    var colorimetry: String
    /// The position of the chroma samples, by GStreamer's name (`mpeg2`, `jpeg`); `nil` if the source does not declare
    /// it.
    var chromaSite: String?

    static let bt709 = Colour(colorimetry: "bt709", chromaSite: "mpeg2")
    /// The colour encoding that `jpegdec` declares for every picture.
    static let jpeg = Colour(colorimetry: "1:4:0:0", chromaSite: "jpeg")

    /// Returns the colour encoding that GStreamer uses for a YCbCr picture whose camera or clip declares `colorimetry`.
    ///
    /// If the matrix is missing or RGB, GStreamer replaces the whole colorimetry with its default
    /// (`validate_colorimetry` in video-info.c, 1.22). Caps with the declared colorimetry would then not match.
    /// Matroska may declare only the range (`2:0:0:0`).
    static func seen(_ colorimetry: String?, in size: FrameSize, chromaSite: String?) -> Colour {
        let said = colorimetry.map { Colour(colorimetry: $0, chromaSite: chromaSite) }
        return said.flatMap { $0.hasMatrix ? $0 : nil }
            ?? Colour(colorimetry: assumed(for: size), chromaSite: chromaSite)
    }

    /// Returns the colorimetry that GStreamer assumes for a picture of this size that declares none
    /// (`gst_video_info_set_format`).
    static func assumed(for size: FrameSize) -> String {
        size.height >= 2160 ? "bt2020" : size.height > 576 ? "bt709" : "bt601"
    }

    /// The range, matrix, transfer and primaries of the colorimetry, as GStreamer's numbers. Fewer than four if the
    /// colorimetry is unknown.
    var fields: [Substring] {
        let names = [
            "bt601": "2:4:5:4", "bt709": "2:3:5:1", "smpte240m": "2:5:5:5", "bt2020": "2:6:5:7", "sRGB": "1:1:7:1",
        ]
        return (names[colorimetry] ?? colorimetry).split(separator: ":")
    }

    /// True if the colorimetry defines how luma and chroma are computed from red, green and blue.
    private var hasMatrix: Bool { fields.count == 4 && fields[1] != "0" && fields[1] != "1" }

    /// True if the luma of this colour encoding uses the full range, 0 ... 255.
    var isFullRange: Bool { fields.first == "1" }

    /// The luma weights and the range of values of this colour encoding. If its matrix defines no weights, BT.709's
    /// weights are used.
    var space: PictureSpace {
        let matrix = fields.count > 1 ? fields[1] : ""
        let weights: (red: Double, blue: Double) =
            switch matrix {
            case "2": (0.30, 0.11)
            case "4": (0.2990, 0.1140)
            case "5": (0.212, 0.087)
            case "6": (0.2627, 0.0593)
            default: (0.2126, 0.0722)
            }
        return PictureSpace(red: weights.red, blue: weights.blue, isFullRange: isFullRange)
    }

    /// Returns true if the two colour encodings have the same matrix but different ranges. From one to the other,
    /// GStreamer 1.22 would change only the declared range, without converting the picture.
    func differsInRangeOnly(from other: Colour) -> Bool {
        fields.count == 4 && other.fields.count == 4 && fields[0] != other.fields[0] && fields[1] == other.fields[1]
    }

    /// Returns true if the same stored values represent the same colours in both encodings. Primaries and transfer are
    /// ignored, because no element of this program converts them.
    func hasNumbers(of other: Colour) -> Bool { fields.prefix(2) == other.fields.prefix(2) }

    /// Returns the colour encoding for a picture that is drawn from several cameras. If all cameras have the same
    /// encoding, returns that encoding.
    ///
    /// Otherwise returns the first suitable encoding, in the order of `colours` and then BT.709. An encoding is
    /// unsuitable if it has the same matrix as another camera's encoding but a different range.
    static func common(_ colours: [Colour]) -> Colour {
        guard let first = colours.first else { return .bt709 }
        return (colours + [.bt709]).first { candidate in
            !colours.contains { candidate.differsInRangeOnly(from: $0) }
        } ?? first
    }
}
