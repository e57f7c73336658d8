import DualCamConfig

/// One way to encode a codec with GStreamer: the elements, their formats, and the mapping of dualcam's units to their
/// properties.
struct EncoderImplementation: Sendable {
    /// The encoder's word in the pipeline file: `x264`.
    var word: String
    var codec: VideoCodec
    /// The element factories for the word, the preferred one first.
    var elements: [String]
    /// The raw formats that the encoder accepts, by GStreamer's names.
    var formats: [String]
    /// The encoder's own presets for speed or quality, fast to slow; empty if it has none.
    var presets: [String] = []
    /// The presets by the portable scale, one for each `EncoderSpeed`; empty if the encoder has none.
    /// `Scripts/encoder-speeds` measures their cost and quality.
    var speeds: [String] = []
    /// The cores per megapixel a second by preset, for the built-in table, measured at 720p on one core of a 2023
    /// server. The key `""` applies to every preset.
    var cost: [String: Double]
    /// The minimum number of bits that the encoder spends on a macroblock (16 x 16 pixels).
    var leastBitsPerMacroblock = 0
    /// The maximum of its bitrate property, in bits a second.
    var highestBitrate = 2_000_000_000
    /// The largest picture in macroblocks; `nil`: every size that a pipeline file can contain.
    var mostMacroblocks: Int?
    /// True for encoders on a graphics or codec chip. Codec words prefer them, and they need almost no CPU time.
    var isHardware = false
    /// The maximum number of cores that one stream can use, however many threads there are.
    var mostCores = 8.0
    /// True when the number of threads can be set.
    var isThreaded = false
    /// The bitrate property, if the element accepts changes while it runs.
    var liveBitrateProperty: String?
    /// True when the rate control counts frames instead of their times. A camera that delivers half of its rate would
    /// then get half of the bitrate.
    var countsFrames = false
    var properties: @Sendable (EncoderJob) -> [Property]

    /// The presets to choose from if the file sets neither preset nor speed, fast to slow. A chip's speed does not
    /// depend on the preset.
    var ladder: [String] {
        isHardware && hasSpeeds ? Array(repeating: speeds[3], count: 5) : Array(speeds.prefix(5))
    }

    /// False if every speed is the same.
    var hasSpeeds: Bool { Set(speeds).count > 1 }

    /// Returns the preset for a speed; `nil`: none.
    func preset(for speed: EncoderSpeed) -> String? {
        EncoderSpeed.allCases.firstIndex(of: speed).flatMap { $0 < speeds.count ? speeds[$0] : nil }
    }

    /// Returns the preset that needs the least processor time; `nil`: `preset` is as fast already, or there is no
    /// choice. A chip's speed does not depend on the preset.
    func faster(than preset: String?) -> String? {
        guard hasSpeeds, !isHardware, let fastest = speeds.first, let preset,
            let (here, there) = presets.firstIndex(of: preset).flatMap({ here in
                presets.firstIndex(of: fastest).map { (here, $0) }
            }), there < here
        else { return nil }
        return fastest
    }

    /// Returns the speed that is nearest to a preset, the faster one of two; `nil`: the preset is unknown, or there is
    /// only one speed.
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

/// All values that an implementation needs to configure its element.
struct EncoderJob: Sendable, Equatable {
    var element: String
    var size: FrameSize
    var rate: FrameRate
    /// Bits a second.
    var bitrate: Int
    /// True when the encoder settings contain the bitrate; otherwise it was computed.
    var bitrateIsGiven: Bool
    /// The maximum number of frames between key frames.
    var keyframes: Int
    var preset: String?
    /// The H.264 or H.265 profile that the stream must have; `nil`: the encoder's choice.
    var profile: String?
    var threads: Int

    /// Macroblocks a second.
    var macroblocks: Double {
        Double((size.width + 15) / 16 * ((size.height + 15) / 16)) * rate.framesPerSecond
    }

    /// Returns the number of frames that the encoder may hold to look ahead: `most`, but not more than a second's
    /// frames. Held frames are not on the disk, and the file's sound waits for them.
    func lookahead(_ most: Int) -> Int { max(0, min(most, Int(saturating: rate.framesPerSecond.rounded(.down)))) }

    var kilobits: PropertyValue { .int(Int64(max(1, bitrate / 1000))) }
    var bits: PropertyValue { .int(Int64(bitrate)) }
    var distance: PropertyValue { .int(Int64(keyframes)) }
    var presetNumber: PropertyValue { .int(Int64(preset.flatMap { Int($0) } ?? 0)) }
    func presetNick(_ type: String) -> PropertyValue { .enumeration(type: type, nick: preset ?? "") }
    var threadCount: PropertyValue { .int(Int64(threads)) }
}
