import DualCamConfig

/// The colour encoding of a picture, in GStreamer's terms. A picture with another encoding costs a conversion of the
/// whole frame.
struct Colour: Sendable, Hashable {
    /// The colorimetry: `bt709`, `bt601`, or `1:4:0:0` (range, matrix, transfer, primaries).
    var colorimetry: String
    /// The position of the chroma samples, in GStreamer's terms: `mpeg2`, `jpeg`; `nil` if the source does not declare
    /// it.
    var chromaSite: String?

    static let bt709 = Colour(colorimetry: "bt709", chromaSite: "mpeg2")
    /// The colour encoding that `jpegdec` gives to every picture.
    static let jpeg = Colour(colorimetry: "1:4:0:0", chromaSite: "jpeg")

    /// Returns the colour encoding that GStreamer uses for a YCbCr picture whose camera or clip declares `colorimetry`.
    ///
    /// If the matrix is missing or RGB, GStreamer replaces the whole colorimetry with its default
    /// (`validate_colorimetry` in video-info.c, 1.22). Caps that demand the declared colorimetry would then not match.
    /// Matroska may declare only the range (`2:0:0:0`).
    static func seen(_ colorimetry: String?, in size: FrameSize, chromaSite: String?) -> Colour {
        let said = colorimetry.map { Colour(colorimetry: $0, chromaSite: chromaSite) }
        return said.flatMap { $0.hasMatrix ? $0 : nil }
            ?? Colour(colorimetry: assumed(for: size), chromaSite: chromaSite)
    }

    /// Returns true when a raw format is RGB or grey. Such pictures must be converted to YCbCr, and become bt709.
    static func isConverted(_ format: String) -> Bool { Intake.coloured.contains(format) }

    /// Returns the colorimetry that GStreamer assumes if a picture declares none (`gst_video_info_set_format`).
    static func assumed(for size: FrameSize) -> String {
        size.height >= 2160 ? "bt2020" : size.height > 576 ? "bt709" : "bt601"
    }

    /// The colorimetry's range, matrix, transfer and primaries, as GStreamer's numbers; fewer than four if the
    /// colorimetry is unknown.
    var fields: [Substring] {
        let names = [
            "bt601": "2:4:5:4", "bt709": "2:3:5:1", "smpte240m": "2:5:5:5", "bt2020": "2:6:5:7", "sRGB": "1:1:7:1",
        ]
        return (names[colorimetry] ?? colorimetry).split(separator: ":")
    }

    /// True when the colorimetry defines how luma and chroma are computed from red, green and blue.
    private var hasMatrix: Bool { fields.count == 4 && fields[1] != "0" && fields[1] != "1" }

    /// True when the luma of this colour encoding uses the whole range 0 ... 255.
    var isFullRange: Bool { fields.first == "1" }

    /// The luma weights and the value range of this colour encoding; BT.709's weights if its matrix defines none.
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

    /// Returns true if the two colour encodings differ only in the range. GStreamer 1.22 then relabels the picture
    /// without converting it.
    func differsInRangeOnly(from other: Colour) -> Bool {
        fields.count == 4 && other.fields.count == 4 && fields[0] != other.fields[0] && fields[1] == other.fields[1]
    }

    /// Returns true if equal stored values mean equal colours in both encodings. Primaries and transfer are ignored,
    /// because no element here converts them.
    func hasNumbers(of other: Colour) -> Bool { fields.prefix(2) == other.fields.prefix(2) }

    /// Returns the colour encoding of a picture that is composed of several cameras: their common encoding if all
    /// agree.
    ///
    /// Otherwise returns the first encoding that differs from none of the others in its range alone. The main camera's
    /// encoding is tried first.
    static func common(_ colours: [Colour]) -> Colour {
        guard let first = colours.first else { return .bt709 }
        return (colours + [.bt709]).first { candidate in
            !colours.contains { candidate.differsInRangeOnly(from: $0) }
        } ?? first
    }
}
