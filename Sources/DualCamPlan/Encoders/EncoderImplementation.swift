import DualCamConfig

/// One way to encode a codec on GStreamer: which elements, what they accept, and how our units become their properties.
struct EncoderImplementation: Sendable {
    /// The word of the pipeline file: `x264`.
    var word: String
    var codec: VideoCodec
    /// Factories that serve the word, the better one first.
    var elements: [String]
    /// Raw formats it takes, as GStreamer names them.
    var formats: [String]
    /// Its words for speed (or quality), fast to slow; empty where it has none.
    var presets: [String] = []
    /// Its presets by the portable scale, one for each `EncoderSpeed`; empty where it has none. `Scripts/encoder-speeds` measures
    /// what they cost and what they are worth.
    var speeds: [String] = []
    /// Cores per megapixel a second by preset, for the built-in table; measured at 720p on one core of a 2023 server; `""`:
    /// whatever the preset.
    var cost: [String: Double]
    /// The fewest bits it spends on a macroblock (16 x 16 pixels).
    var leastBitsPerMacroblock = 0
    /// The most bits a second its property can say.
    var highestBitrate = 2_000_000_000
    /// The largest picture it takes, in macroblocks; `nil`: every size that the pipeline file can say.
    var mostMacroblocks: Int?
    /// Uses a graphics or codec chip: preferred by codec words, and it costs next to no CPU.
    var isHardware = false
    /// Cores that one stream can use at all, however many threads there are.
    var mostCores = 8.0
    /// True when threads can be set.
    var isThreaded = false
    /// The property for the bitrate, where the element takes another one while it runs.
    var liveBitrateProperty: String?
    /// True if its rate control counts frames instead of their times: a camera that delivers half of its rate would get half of the
    /// bitrate.
    var countsFrames = false
    var properties: @Sendable (EncoderJob) -> [Property]

    /// The words `preset` is chosen from when the file names neither preset nor speed, fast to slow. A chip is as fast as it is.
    var ladder: [String] {
        isHardware && hasSpeeds ? Array(repeating: speeds[3], count: 5) : Array(speeds.prefix(5))
    }

    /// False where every speed is the same.
    var hasSpeeds: Bool { Set(speeds).count > 1 }

    /// Returns its preset for a speed; `nil`: it has none.
    func preset(for speed: EncoderSpeed) -> String? {
        EncoderSpeed.allCases.firstIndex(of: speed).flatMap { $0 < speeds.count ? speeds[$0] : nil }
    }

    /// Returns the preset that takes the least of the processor; `nil`: `preset` takes no more, or there is nothing to choose. A chip is
    /// as fast as it is.
    func faster(than preset: String?) -> String? {
        guard hasSpeeds, !isHardware, let fastest = speeds.first, let preset,
            let (here, there) = presets.firstIndex(of: preset).flatMap({ here in
                presets.firstIndex(of: fastest).map { (here, $0) }
            }), there < here
        else { return nil }
        return fastest
    }

    /// Returns the speed that a preset comes nearest to, the faster one of two; `nil`: it has no such preset, or one speed.
    func speed(of preset: String) -> EncoderSpeed? {
        guard hasSpeeds, let place = presets.firstIndex(of: preset) else { return nil }
        let distance = { (speed: EncoderSpeed) in
            abs((self.preset(for: speed).flatMap(presets.firstIndex) ?? 0) - place)
        }
        return EncoderSpeed.allCases.min { distance($0) < distance($1) }
    }

    func liveBitrate(of job: EncoderJob) -> LiveBitrate? {
        guard let name = liveBitrateProperty,
            case .int(let whole)? = properties(job).first(where: { $0.name == name })?.value
        else { return nil }
        return LiveBitrate(
            property: name, whole: whole, unit: whole == Int64(job.bitrate) ? 1 : 1000, highest: highestBitrate,
            isTried: !isHardware, countsFrames: countsFrames)
    }
}

/// Everything an implementation needs to set its element.
struct EncoderJob: Sendable, Equatable {
    var element: String
    var size: FrameSize
    var rate: FrameRate
    /// Bits a second.
    var bitrate: Int
    /// True when the bitrate stands in the file (or in its quality preset), or was computed.
    var bitrateIsGiven: Bool
    /// Frames between key frames, at most.
    var keyframes: Int
    var preset: String?
    /// H.264 or H.265 profile that the stream has to have; `nil`: the encoder's choice.
    var profile: String?
    var threads: Int

    /// Macroblocks a second.
    var macroblocks: Double {
        Double((size.width + 15) / 16 * ((size.height + 15) / 16)) * rate.framesPerSecond
    }

    /// Frames that the encoder may keep to look ahead: `most`, but no more than come in a second. What it keeps is on no disk, and the
    /// file's sound waits for it.
    func lookahead(_ most: Int) -> Int { max(0, min(most, Int(saturating: rate.framesPerSecond.rounded(.down)))) }

    var kilobits: PropertyValue { .int(Int64(max(1, bitrate / 1000))) }
    var bits: PropertyValue { .int(Int64(bitrate)) }
    var distance: PropertyValue { .int(Int64(keyframes)) }
    var presetNumber: PropertyValue { .int(Int64(preset.flatMap { Int($0) } ?? 0)) }
    func presetNick(_ type: String) -> PropertyValue { .enumeration(type: type, nick: preset ?? "") }
    var threadCount: PropertyValue { .int(Int64(threads)) }
}
