import DualCamConfig

extension CostTable {
    /// Coarse figures of one core of a 2023 server (and each encoder's own).
    package static let builtIn = CostTable(work: coarse.merging(encoders) { $1 }, margin: 0.5, isMeasured: false)

    private static let coarse: [String: Work] = {
        var work: [String: Work] = [
            WorkName.convert: Work(perMegapixel: 0.0006), WorkName.scale: Work(perMegapixel: 0.0006),
            WorkName.rotate: Work(perMegapixel: 0.0009), WorkName.turn: Work(perMegapixel: 0.00145),
            WorkName.canvas(.compositor): Work(perMegapixel: 0.0005),
            WorkName.copied(.compositor): Work(perMegapixel: 0.0004),
            WorkName.scaled(.compositor): Work(perMegapixel: 0.0005),
            WorkName.recoloured(.compositor): Work(perMegapixel: 0.002),
            WorkName.canvas(.dualcam): Work(perFrame: 0.00005), WorkName.copied(.dualcam): Work(perMegapixel: 0.0003),
            WorkName.scaled(.dualcam): Work(perMegapixel: 0.0008),
            WorkName.enlarged(.compositor): Work(perMegapixel: 0.0021),
            WorkName.enlarged(.dualcam): Work(perMegapixel: 0.0012),
            WorkName.recoloured(.dualcam): Work(perMegapixel: 0.0004), WorkName.looked: Work(perMegapixel: 0.0022),
            WorkName.overlaid: Work(perMegapixel: 0.0006, perFrame: 0.00001),
            WorkName.decode("mjpeg"): Work(perMegapixel: 0.002), WorkName.decode("h264"): Work(perMegapixel: 0.0063),
            WorkName.decode("other"): Work(perMegapixel: 0.0063),
            // Beyond the test sound's, whose pauses are soon encoded.
            WorkName.microphone("device"): Work(perSecond: 0.018), WorkName.microphone("clip"): Work(perSecond: 0.025),
            WorkName.cleaned: Work(perMegapixel: 0.11),
            WorkName.encode(AudioCodec.aac): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.opus): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.flac): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.pcm): Work(perSecond: 0.02),
        ]
        let drawnAnew: [TestPattern: Double] = [.scene: 0.0009, .smpte: 0.0016, .ball: 0.0065, .snow: 0.01]
        for pattern in TestPattern.allCases {
            work[WorkName.pattern(pattern)] = Work(perMegapixel: drawnAnew[pattern] ?? 0.0003)
        }
        return work
    }()

    private static let encoders: [String: Work] = {
        var work: [String: Work] = [:]
        for implementation in EncoderCatalog.implementations {
            for (preset, cost) in implementation.cost {
                let name = ["encode", implementation.word] + (preset.isEmpty ? [] : [preset])
                work[name.joined(separator: " ")] = Work(perMegapixel: cost)
            }
        }
        return work
    }()
}
