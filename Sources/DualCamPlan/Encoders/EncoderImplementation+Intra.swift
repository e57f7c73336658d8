import DualCamConfig

extension EncoderImplementation {
    /// The ProRes encoder of FFmpeg; its `preset` is the ProRes profile.
    static let prores = EncoderImplementation(
        word: "prores-ks", codec: .prores, elements: ["avenc_prores_ks"], formats: ["I422_10LE"],
        presets: ["proxy", "lt", "standard", "hq"], speeds: Array(repeating: "standard", count: 7),
        cost: ["proxy": 0.098, "lt": 0.108, "standard": 0.118, "hq": 0.128],
        leastBitsPerMacroblock: 128, isThreaded: true,
        properties: { job in
            // libav uses either a single thread or a number of threads that it chooses itself.
            let threads = PropertyValue.enumeration(type: nil, nick: "auto")
            let always =
                [Property("profile", job.presetNick("prores-encoder-profile"))]
                + (job.threads > 1 ? [Property("threads", threads)] : [])
            guard job.bitrateIsGiven else { return always }
            return always + [Property("bits-per-mb", .int(Int64(min(8192, Double(job.bitrate) / job.macroblocks))))]
        })

    static let jpeg = EncoderImplementation(
        word: "jpeg", codec: .mjpeg, elements: ["jpegenc"], formats: ["I420", "NV12", "YV12", "YUY2", "UYVY"],
        cost: ["": 0.003],
        properties: { [Property("quality", .int(jpegQuality(for: $0)))] })

    static let vaJPEG = EncoderImplementation(
        word: "va-jpeg", codec: .mjpeg, elements: ["vajpegenc"], formats: ["NV12"], cost: ["": 0.0003],
        isHardware: true,
        properties: { [Property("quality", .int(jpegQuality(for: $0)))] })

    /// Returns the JPEG quality (0 ... 100) that gives about the requested bitrate for camera footage. JPEG encoders
    /// need it because they have no bitrate setting.
    static func jpegQuality(for job: EncoderJob) -> Int64 {
        let bitsPerPixel = Double(job.bitrate) / (Double(job.size.pixels) * job.rate.framesPerSecond)
        let table: [(least: Double, quality: Int64)] = [
            (3, 95), (2, 92), (1.4, 90), (0.7, 85), (0.45, 75), (0.3, 60), (0.2, 40),
        ]
        return table.first { bitsPerPixel >= $0.least }?.quality ?? 25
    }

    /// The bitrates of ProRes at 1920x1080 and 30 frames per second, in bits per second by profile (Apple's white paper
    /// on ProRes).
    static let proresRates = ["proxy": 45e6, "lt": 102e6, "standard": 147e6, "hq": 220e6]
}
