/// The element `dualcamintake`, which converts a camera's raw format to the plan's format. Its 8-bit values differ from
/// the exact formula by at most 1; those of `videoconvert` differ by up to 3 for RGB and grey.
package enum Intake {
    static let element = "dualcamintake"

    /// The YCbCr formats that `dualcamintake` accepts, by GStreamer's names. The element does not change luma values.
    /// It averages chroma values over the pixels that share them.
    static let planar: Set<String> = [
        "NV12", "I420", "NV21", "YV12", "YUY2", "UYVY", "YVYU", "VYUY", "NV16", "NV61", "NV24", "Y42B", "Y444", "Y41B",
        "YUV9", "YVU9",
    ]

    /// The RGB and grey formats that `dualcamintake` accepts and converts to YCbCr.
    static let coloured: Set<String> = [
        "RGB", "BGR", "RGBx", "BGRx", "xRGB", "xBGR", "RGBA", "BGRA", "ARGB", "ABGR", "RGB16", "RGB15", "GRAY8",
        "GRAY16_LE", "GRAY16_BE",
    ]

    /// The output formats of `dualcamintake`.
    package static let made: Set<String> = ["NV12", "I420"]

    /// Returns true if `dualcamintake` can convert `format` to `made`; otherwise `videoconvert` is needed. `format` is
    /// `nil` if it becomes known only when the decoder runs; the result is then false.
    static func accepts(_ format: String?, into made: String) -> Bool {
        guard let format, Self.made.contains(made) else { return false }
        return planar.contains(format) || coloured.contains(format)
    }

    /// Returns the factory name of the element that converts pictures from `format` to `made`.
    package static func converter(_ format: String?, into made: String) -> String {
        accepts(format, into: made) ? element : "videoconvert"
    }
}

extension Colour {
    /// Returns true if a raw format is RGB or grey. Pictures in such a format are converted to YCbCr with the
    /// colorimetry bt709.
    static func isConverted(_ format: String) -> Bool { Intake.coloured.contains(format) }
}
