/// The encoders on graphics and codec chips, used through VA-API, NVENC, Quick Sync and V4L2. Property names are those
/// of GStreamer 1.22 and later. `MachineFacts.elements` lists the elements that are installed and can be opened.
extension EncoderImplementation {
    static let hardware: [EncoderImplementation] = [
        nvidia("nv-h264", .h264, "nvh264enc"), nvidia("nv-h265", .h265, "nvh265enc"),
        nvidia("nv-av1", .av1, "nvav1enc"),
        quickSync("qsv-h264", .h264, "qsvh264enc"), quickSync("qsv-h265", .h265, "qsvh265enc"),
        quickSync("qsv-vp9", .vp9, "qsvvp9enc"), quickSync("qsv-av1", .av1, "qsvav1enc"),
        va("va-h264", .h264, ["vah264enc", "vah264lpenc"]), va("va-h265", .h265, ["vah265enc", "vah265lpenc"]),
        va("va-vp9", .vp9, ["vavp9enc", "vavp9lpenc"]), va("va-av1", .av1, ["vaav1enc", "vaav1lpenc"]),
        v4l2("v4l2-h264", .h264, "v4l2h264enc"), v4l2("v4l2-h265", .h265, "v4l2h265enc"),
    ]

    private static let chipCost = ["": 0.0005]
    private static let usages = ["7", "6", "5", "4", "3", "2", "1"]

    /// Returns a hardware encoder with the given properties. Its property `bitrate` is in kbit/s and can be changed
    /// while the encoder runs.
    private static func chip(
        _ word: String, _ codec: VideoCodec, _ elements: [String], formats: [String] = ["NV12"],
        presets: [String] = usages, speeds: [String] = usages,
        _ properties: @escaping @Sendable (EncoderJob) -> [Property]
    ) -> EncoderImplementation {
        EncoderImplementation(
            word: word, codec: codec, elements: elements, formats: formats, presets: presets, speeds: speeds,
            cost: chipCost, isHardware: true, liveBitrateProperty: "bitrate",
            properties: { [Property("bitrate", $0.kilobits)] + properties($0) })
    }

    private static func va(_ word: String, _ codec: VideoCodec, _ elements: [String]) -> EncoderImplementation {
        chip(word, codec, elements) { job in
            let known = [
                Property("rate-control", .enumeration(type: nil, nick: "cbr")),
                Property("target-usage", job.presetNumber),
                Property("key-int-max", job.distance),
            ]
            return codec == .h264 || codec == .h265 ? known + [Property("b-frames", .int(0))] : known
        }
    }

    private static func nvidia(_ word: String, _ codec: VideoCodec, _ element: String) -> EncoderImplementation {
        chip(
            word, codec, [element], formats: ["NV12", "I420"],
            presets: ["low-latency-hp", "hp", "low-latency", "default", "low-latency-hq", "hq"],
            speeds: Array(repeating: "low-latency-hp", count: 2) + ["low-latency"]
                + Array(repeating: "low-latency-hq", count: 4)
        ) { job in
            [
                Property("rc-mode", .enumeration(type: nil, nick: "cbr")),
                Property("preset", .enumeration(type: nil, nick: job.preset ?? "default")),
                Property("gop-size", job.distance),
            ]
        }
    }

    private static func quickSync(_ word: String, _ codec: VideoCodec, _ element: String) -> EncoderImplementation {
        chip(word, codec, [element]) { job in
            [
                Property("rate-control", .enumeration(type: nil, nick: "cbr")),
                Property("target-usage", job.presetNumber),
                Property("gop-size", job.distance),
                Property("low-latency", .bool(true)),
            ]
        }
    }

    private static func v4l2(_ word: String, _ codec: VideoCodec, _ element: String) -> EncoderImplementation {
        EncoderImplementation(
            word: word, codec: codec, elements: [element], formats: ["NV12", "I420"], cost: chipCost, isHardware: true,
            properties: { job in
                let controls = StructurePlan(
                    "controls", [Property("video_bitrate", job.bits), Property("video_gop_size", job.distance)])
                return [Property("extra-controls", .structure(controls))]
            })
    }
}
