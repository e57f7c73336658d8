@testable import DualCamPlan

/// Test pictures of 160x90 at 25 frames a second as H.264, whose key frames are so many pictures apart: what a camera's own H.264 is like.
enum KeyedPictures {
    /// The elements from the source to the caps of whole pictures, in their order; the last one is called `whole`.
    ///
    /// - Parameters:
    ///   - count: the number of pictures.
    ///   - interval: the distance of key frames, in pictures.
    ///   - reordered: the largest number of B-frames in a row.
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
