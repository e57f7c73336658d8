/// `dualcamintake`: converts a camera's raw format to the plan's, within 1 of the exact formula. `videoconvert` is up to 3 off
/// with RGB and grey.
enum Intake {
    static let element = "dualcamintake"

    /// YCbCr, GStreamer's names: the numbers stay what they are, chroma becomes the mean of the pixels under it.
    static let planar: Set<String> = [
        "NV12", "I420", "NV21", "YV12", "YUY2", "UYVY", "YVYU", "VYUY", "NV16", "NV61", "NV24", "Y42B", "Y444", "Y41B",
        "YUV9", "YVU9",
    ]

    /// RGB and grey, of which YCbCr has to be made.
    static let coloured: Set<String> = [
        "RGB", "BGR", "RGBx", "BGRx", "xRGB", "xBGR", "RGBA", "BGRA", "ARGB", "ABGR", "RGB16", "RGB15", "GRAY8",
        "GRAY16_LE", "GRAY16_BE",
    ]

    /// The formats that it puts out.
    static let made: Set<String> = ["NV12", "I420"]

    /// Others are left to `videoconvert`; `nil`, what only the decoder knows, too.
    static func accepts(_ format: String?, into made: String) -> Bool {
        guard let format, Self.made.contains(made) else { return false }
        return planar.contains(format) || coloured.contains(format)
    }

    /// The element that converts one raw format into another.
    static func converter(_ format: String?, into made: String) -> String {
        accepts(format, into: made) ? element : "videoconvert"
    }
}
