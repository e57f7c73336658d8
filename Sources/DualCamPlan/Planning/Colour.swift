import DualCamConfig

/// The meaning of numbers as colours, in GStreamer's words; a picture with another one costs a conversion of the whole frame.
struct Colour: Sendable, Hashable {
    /// `bt709`, `bt601`, `1:4:0:0` (range, matrix, transfer, primaries).
    var colorimetry: String
    /// `mpeg2`, `jpeg`; `nil` where the source does not say.
    var chromaSite: String?

    static let bt709 = Colour(colorimetry: "bt709", chromaSite: "mpeg2")
    /// The colour that `jpegdec` gives to every picture.
    static let jpeg = Colour(colorimetry: "1:4:0:0", chromaSite: "jpeg")

    /// Returns the colour that GStreamer sees in a YCbCr picture of which a camera or a clip says `colorimetry`. Without a matrix, or with
    /// that of RGB, GStreamer drops all of it for its own assumption (`validate_colorimetry` in video-info.c, 1.22), and an element
    /// that makes pictures of such a colour is refused by the caps that ask for it: Matroska may tell the range alone (`2:0:0:0`).
    static func seen(_ colorimetry: String?, in size: FrameSize, chromaSite: String?) -> Colour {
        let said = colorimetry.map { Colour(colorimetry: $0, chromaSite: chromaSite) }
        return said.flatMap { $0.hasMatrix ? $0 : nil }
            ?? Colour(colorimetry: assumed(for: size), chromaSite: chromaSite)
    }

    /// Returns true when a raw format has to be converted to YCbCr, which is bt709 then.
    static func isConverted(_ format: String) -> Bool { Intake.coloured.contains(format) }

    /// Returns the colorimetry that GStreamer assumes where a picture does not say it (`gst_video_info_set_format`).
    static func assumed(for size: FrameSize) -> String {
        size.height >= 2160 ? "bt2020" : size.height > 576 ? "bt709" : "bt601"
    }

    /// Range, matrix, transfer and primaries in GStreamer's numbers, where known.
    var fields: [Substring] {
        let names = [
            "bt601": "2:4:5:4", "bt709": "2:3:5:1", "smpte240m": "2:5:5:5", "bt2020": "2:6:5:7", "sRGB": "1:1:7:1",
        ]
        return (names[colorimetry] ?? colorimetry).split(separator: ":")
    }

    /// True when the colour says how luma and chroma are made of red, green and blue.
    private var hasMatrix: Bool { fields.count == 4 && fields[1] != "0" && fields[1] != "1" }

    /// True when luma takes all of 0 ... 255.
    var isFullRange: Bool { fields.first == "1" }

    /// BT.709's weights where the matrix says none.
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

    /// Differing in nothing but the range: GStreamer 1.22 then relabels the picture without converting it.
    func differsInRangeOnly(from other: Colour) -> Bool {
        fields.count == 4 && other.fields.count == 4 && fields[0] != other.fields[0] && fields[1] == other.fields[1]
    }

    /// Returns true when the same numbers are the same colours, but for primaries and transfer, which nothing here converts.
    func hasNumbers(of other: Colour) -> Bool { fields.prefix(2) == other.fields.prefix(2) }

    /// The colour of a picture made of others: theirs where they agree; else the first (the main one's first) from which none
    /// differs in its range alone.
    static func common(_ colours: [Colour]) -> Colour {
        guard let first = colours.first else { return .bt709 }
        return (colours + [.bt709]).first { candidate in
            !colours.contains { candidate.differsInRangeOnly(from: $0) }
        } ?? first
    }
}
