@testable import DualCamPlan

/// H.264 test pictures of 160x90 at 25 frames per second with a given key frame distance, like those of a camera that
/// encodes itself.
enum KeyedPictures {
    /// Returns the elements from the source to the caps of complete pictures, in order; the last one is called `whole`.
    ///
    /// - Parameters:
    ///   - count: The number of pictures.
    ///   - interval: The distance of key frames, in pictures.
    ///   - reordered: The maximum number of consecutive B frames.
    static func row(count: Int, interval: Int, reordered: Int = 0) -> [ElementPlan] {
        let raw = StructurePlan(
            "video/x-raw",
            [
                Property("width", .int(160)), Property("height", .int(90)), Property("framerate", .fraction(25, 1)),
            ])
        let whole = StructurePlan("video/x-h264", [Property("alignment", .string("au"))])
        return [
            ElementPlan("videotestsrc", name: "source", branch: .still, [Property("num-buffers", .int(Int64(count)))]),
            .caps("raw", .still, raw),
            ElementPlan(
                "x264enc", name: "encoder", branch: .still,
                [
                    Property("key-int-max", .uint(UInt64(interval))), Property("bframes", .uint(UInt64(reordered))),
                    Property("option-string", .string("scenecut=0")),
                ]),
            ElementPlan("h264parse", name: "parser", branch: .still), .caps("whole", .still, whole),
        ]
    }
}
