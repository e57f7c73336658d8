/// The element `dualcamintake`, which converts a camera's raw format to the plan's format. Values are within 1 of the
/// exact formula; `videoconvert` is up to 3 off with RGB and grey.
enum Intake {
    static let element = "dualcamintake"

    /// The YCbCr formats that `dualcamintake` accepts, by GStreamer's names. It keeps luma values unchanged, and
    /// averages chroma over the pixels that share it.
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
    static let made: Set<String> = ["NV12", "I420"]

    /// Returns true if `dualcamintake` can convert `format` into `made`. Other formats need `videoconvert`, also `nil`:
    /// a format that only the decoder knows.
    static func accepts(_ format: String?, into made: String) -> Bool {
        guard let format, Self.made.contains(made) else { return false }
        return planar.contains(format) || coloured.contains(format)
    }

    /// Returns the name of the element that converts pictures from one raw format to another.
    static func converter(_ format: String?, into made: String) -> String {
        accepts(format, into: made) ? element : "videoconvert"
    }
}
