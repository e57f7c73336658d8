package import DualCamConfig

/// An encoder that dualcam supports: its GStreamer elements, the formats that they accept, and the mapping of dualcam's
/// settings to element properties.
package struct EncoderImplementation: Sendable {
    /// The encoder's name in the pipeline file, such as `x264`.
    var word: String
    var codec: VideoCodec
    /// The factory names of the elements that implement the encoder, the preferred one first.
    var elements: [String]
    /// The raw video formats that the encoder accepts, by GStreamer's names.
    package var formats: [String]
    /// The encoder's own presets for speed or quality, from fast to slow; empty if it has none.
    var presets: [String] = []
    /// The encoder's preset for each case of `EncoderSpeed`, in the same order; empty if the encoder has no presets.
    /// `Benchmarks/encoder-speeds` measures the speed and the quality of presets.
    var speeds: [String] = []
    /// The number of cores that encoding one megapixel per second keeps busy, by preset. Measured for the built-in cost
    /// table at 720p on one core of a server from 2023. The key `""` applies to every preset.
    var cost: [String: Double]
    /// The minimum number of bits that the encoder spends on a macroblock (16 x 16 pixels).
    var leastBitsPerMacroblock = 0
    /// The maximum value of the encoder's bitrate property, in bits per second.
    var highestBitrate = 2_000_000_000
    /// The size of the largest picture that the encoder accepts, in macroblocks; `nil` if it accepts all sizes that are
    /// allowed in a pipeline file.
    var mostMacroblocks: Int?
    /// True for an encoder on a graphics or codec chip. If the settings name only a codec, such encoders are preferred.
    /// They use almost no CPU time.
    package var isHardware = false
    /// The maximum number of cores that the encoder can use for one stream, however many threads it has.
    var mostCores = 8.0
    /// True when the number of the encoder's threads can be set.
    package var isThreaded = false
    /// The name of the encoder's bitrate property if it can be changed while the encoder runs; otherwise `nil`.
    var liveBitrateProperty: String?
    /// True when the encoder's rate control counts frames instead of measuring time. If a camera then delivers only
    /// half of its frames, the stream has only half of the bitrate.
    var countsFrames = false
    package var properties: @Sendable (EncoderJob) -> [Property]

    /// The presets that the planner may choose from if the file sets neither preset nor speed, from fast to slow. For a
    /// hardware encoder, every entry is its preset for the speed `medium`, because its speed does not depend on the
    /// preset.
    var ladder: [String] {
        isHardware && hasSpeeds ? Array(repeating: speeds[3], count: 5) : Array(speeds.prefix(5))
    }

    /// True when the encoder's speeds use different presets; false if all speeds use the same one.
    var hasSpeeds: Bool { Set(speeds).count > 1 }

    /// Returns the encoder's preset for a speed; `nil` if it has no presets.
    func preset(for speed: EncoderSpeed) -> String? {
        EncoderSpeed.allCases.firstIndex(of: speed).flatMap { $0 < speeds.count ? speeds[$0] : nil }
    }

    /// Returns the encoder's fastest preset. Returns `nil` if that preset is not faster than `preset`, or if all
    /// presets have the same speed, as with hardware encoders.
    func faster(than preset: String?) -> String? {
        guard hasSpeeds, !isHardware, let fastest = speeds.first, let preset,
            let (here, there) = presets.firstIndex(of: preset).flatMap({ here in
                presets.firstIndex(of: fastest).map { (here, $0) }
            }), there < here
        else { return nil }
        return fastest
    }

    /// Returns the speed that is nearest to a preset; if two are equally near, the faster one. Returns `nil` if the
    /// preset is unknown, or if the encoder has only one speed.
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

/// The values that configure an encoder's element for one output.
package struct EncoderJob: Sendable, Equatable {
    package var element: String
    package var size: FrameSize
    package var rate: FrameRate
    /// The bitrate of the encoded stream, in bits per second.
    package var bitrate: Int
    /// True when the pipeline file sets the bitrate; false if the bitrate was computed from size and rate.
    var bitrateIsGiven: Bool
    /// The maximum distance between two key frames, in frames.
    var keyframes: Int
    var preset: String?
    /// The H.264 or H.265 profile that the stream must have; `nil` if the encoder may choose it.
    package var profile: String?
    package var threads: Int

    /// The number of macroblocks that the encoder must process per second.
    var macroblocks: Double {
        Double((size.width + 15) / 16 * ((size.height + 15) / 16)) * rate.framesPerSecond
    }

    /// Returns the number of frames that the encoder may hold back for its lookahead: `most`, but at most as many as
    /// one second has. Frames that are held back are not on the disk yet, and the sound in the file has to wait for
    /// them.
    func lookahead(_ most: Int) -> Int { max(0, min(most, Int(saturating: rate.framesPerSecond.rounded(.down)))) }

    var kilobits: PropertyValue { .int(Int64(max(1, bitrate / 1000))) }
    var bits: PropertyValue { .int(Int64(bitrate)) }
    var distance: PropertyValue { .int(Int64(keyframes)) }
    var presetNumber: PropertyValue { .int(Int64(preset.flatMap { Int($0) } ?? 0)) }
    func presetNick(_ type: String) -> PropertyValue { .enumeration(type: type, nick: preset ?? "") }
    var threadCount: PropertyValue { .int(Int64(threads)) }
}
