/// The speed presets of x264 and x265, from fast to slow.
private let speedWords = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
]

extension EncoderImplementation {
    /// The encoder x264, used without B-frames and with a short lookahead, so that every file can be finished within a
    /// second after Ctrl-C.
    static let x264 = EncoderImplementation(
        word: "x264", codec: .h264, elements: ["x264enc"], formats: ["NV12", "I420", "YV12"], presets: speedWords,
        speeds: ["ultrafast", "superfast", "veryfast", "faster", "medium", "slow", "veryslow"],
        cost: [
            "ultrafast": 0.005, "superfast": 0.009, "veryfast": 0.015, "faster": 0.025, "fast": 0.032, "medium": 0.05,
            "slow": 0.08, "slower": 0.15, "veryslow": 0.3, "placebo": 0.7,
        ],
        highestBitrate: 2_048_000_000, isThreaded: true, liveBitrateProperty: "bitrate", countsFrames: true,
        properties: { job in
            let looksAhead = job.preset != "ultrafast" && job.preset != "superfast"
            // The preset ultrafast produces a baseline stream, regardless of the profile that the following caps
            // request.
            return [
                Property("bitrate", job.kilobits),
                Property("speed-preset", job.presetNick("GstX264EncPreset")),
                Property("key-int-max", job.distance),
                Property("bframes", .int(0)),
                Property("rc-lookahead", .int(looksAhead ? Int64(job.lookahead(10)) : 0)),
                Property("threads", job.threadCount),
            ] + (job.profile == "high" ? [Property("cabac", .bool(true)), Property("dct8x8", .bool(true))] : [])
        })

    /// The encoder openh264. Its bitrate is not changed while it runs, because a change also changes the stream header,
    /// which no muxer accepts within a file.
    static let openh264 = EncoderImplementation(
        word: "openh264", codec: .h264, elements: ["openh264enc"], formats: ["I420"],
        presets: ["low", "medium", "high"],
        speeds: ["low", "low", "medium", "medium", "high", "high", "high"],
        cost: ["low": 0.007, "medium": 0.0082, "high": 0.0084],
        // The maximum of the highest H.264 level that openh264 supports.
        highestBitrate: 288_000_000, mostMacroblocks: 36_864, isThreaded: true,
        properties: { job in
            [
                Property("bitrate", job.bits),
                Property("rate-control", .enumeration(type: "RC_MODES", nick: "bitrate")),
                Property("complexity", job.presetNick("GstOpenh264encComplexity")),
                Property("gop-size", job.distance),
                Property("multi-thread", job.threadCount),
                Property(
                    "slice-mode",
                    .enumeration(type: "GstOpenh264EncSliceModes", nick: job.threads > 1 ? "auto" : "n-slices")),
            ]
        })

    /// The encoder x265. Its bitrate is not changed while it runs, because a change also changes the stream header,
    /// which no muxer accepts within a file.
    static let x265 = EncoderImplementation(
        word: "x265", codec: .h265, elements: ["x265enc"], formats: ["I420"], presets: speedWords,
        speeds: ["ultrafast", "superfast", "veryfast", "faster", "fast", "slow", "slower"],
        cost: [
            "ultrafast": 0.035, "superfast": 0.06, "veryfast": 0.068, "faster": 0.07, "fast": 0.08, "medium": 0.09,
            "slow": 0.2, "slower": 0.6, "veryslow": 1, "placebo": 2,
        ],
        highestBitrate: 102_400_000, mostCores: 4, isThreaded: true,
        properties: { job in
            [
                Property("bitrate", job.kilobits),
                Property("speed-preset", job.presetNick("GstX265SpeedPreset")),
                Property("key-int-max", job.distance),
                Property(
                    "option-string",
                    .string(
                        "bframes=0:rc-lookahead=\(job.lookahead(5)):frame-threads=\(min(3, job.threads)):"
                            + "pools=\(job.threads):log-level=none")),
            ]
        })

    static let vp9 = EncoderImplementation(
        word: "vpx-vp9", codec: .vp9, elements: ["vp9enc"], formats: ["I420", "YV12"],
        presets: ["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"], speeds: ["9", "8", "8", "8", "4", "4", "3"],
        cost: [
            "9": 0.0125, "8": 0.0135, "7": 0.0155, "6": 0.0175, "5": 0.034, "4": 0.06, "3": 0.1, "2": 0.2, "1": 0.4,
            "0": 1,
        ],
        mostCores: 3, isThreaded: true, liveBitrateProperty: "target-bitrate",
        properties: { job in
            [
                Property("target-bitrate", job.bits),
                Property("end-usage", .enumeration(type: "GstVPXEncEndUsage", nick: "cbr")),
                Property("deadline", .int(1)),
                Property("cpu-used", job.presetNumber),
                Property("lag-in-frames", .int(0)),
                Property("keyframe-max-dist", job.distance),
                Property("threads", job.threadCount),
                Property("row-mt", .bool(job.threads > 1)),
            ]
        })

    static let aom = EncoderImplementation(
        word: "aom-av1", codec: .av1, elements: ["av1enc"], formats: ["I420", "YV12"],
        presets: ["10", "9", "8", "7", "6", "5"], speeds: ["10", "9", "8", "7", "6", "5", "5"],
        cost: ["10": 0.028, "9": 0.032, "8": 0.036, "7": 0.045, "6": 0.095, "5": 0.15], mostCores: 3, isThreaded: true,
        liveBitrateProperty: "target-bitrate",
        properties: { job in
            [
                Property("target-bitrate", job.kilobits),
                Property("usage-profile", .enumeration(type: "GstAV1EncUsageProfile", nick: "realtime")),
                Property("end-usage", .enumeration(type: "GstAV1EncEndUsageMode", nick: "cbr")),
                // With the default value 0 of these properties, the library's rate control would abort the process.
                Property("min-quantizer", .int(2)),
                Property("max-quantizer", .int(58)),
                Property("cpu-used", job.presetNumber),
                Property("lag-in-frames", .int(0)),
                Property("keyframe-max-dist", job.distance),
                Property("threads", job.threadCount),
            ]
        })

    static let svt = EncoderImplementation(
        word: "svt-av1", codec: .av1, elements: ["svtav1enc"], formats: ["I420"],
        presets: ["13", "12", "11", "10", "9", "8", "7", "6", "5", "4"],
        speeds: ["12", "11", "10", "9", "8", "6", "4"],
        cost: ["13": 0.01, "12": 0.012, "11": 0.016, "10": 0.02, "9": 0.03, "8": 0.05, "": 0.2], isThreaded: true,
        properties: { job in
            [
                Property("target-bitrate", job.kilobits),
                Property("preset", job.presetNumber),
                Property("intra-period-length", .int(Int64(max(0, job.keyframes - 1)))),
                Property("logical-processors", job.threadCount),
                Property("parameters-string", .string("pred-struct=1")),
            ]
        })

    static let rav1e = EncoderImplementation(
        word: "rav1e", codec: .av1, elements: ["rav1enc"], formats: ["I420"],
        presets: ["10", "9", "8", "7", "6", "5", "4"], speeds: ["10", "9", "8", "7", "6", "5", "4"],
        cost: ["10": 0.06, "9": 0.08, "8": 0.12, "7": 0.16, "6": 0.2, "": 0.4], isThreaded: true,
        properties: { job in
            [
                Property("bitrate", job.bits),
                Property("speed-preset", job.presetNumber),
                Property("low-latency", .bool(true)),
                Property("max-key-frame-interval", job.distance),
                Property("threads", job.threadCount),
            ]
        })
}
