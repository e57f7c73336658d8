package import DualCamConfig

/// The GStreamer elements of a sound codec, and the formats that they accept.
package struct SoundCodec: Sendable {
    package var encoder: String?
    package var decoder: String?
    package var parser: String?
    /// The raw audio format that the codec's encoder receives.
    private var format: SoundPlan.Format
    /// True when the codec supports 24-bit samples.
    private(set) var isWide = false
    var rates: [Int]?
    var channels: ClosedRange<Int>
    /// The maximum bitrate of the codec's encoder; `nil` if it accepts every bitrate that a pipeline file can set.
    private(set) var highestBitrate: Bitrate?
    /// The delay that encoding adds to the sound, in samples. For AAC it is 1024, measured as 21.3 ms at 48 kHz.
    package var delay = 0

    package init(_ codec: AudioCodec) {
        switch codec {
        case .aac:
            (encoder, decoder, parser, format, channels) = ("avenc_aac", "avdec_aac", "aacparse", .f32, 1...6)
            delay = planted(.codecDelayForgotten) ? 0 : 1024
            rates = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
        case .opus:
            (encoder, decoder, parser, format, channels) = ("opusenc", "opusdec", "opusparse", .s16, 1...8)
            rates = [8000, 12000, 16000, 24000, 48000]
            highestBitrate = Bitrate(bitsPerSecond: 650_000)
        case .flac:
            (encoder, decoder, parser, format, channels) = ("flacenc", "flacdec", "flacparse", .s16, 1...8)
            isWide = true
        case .pcm: (format, channels, isWide) = (.s16, 1...2, true)
        }
    }

    /// Returns the audio format to record if a pipeline requests samples of this size in bits.
    package func format(_ bits: SampleBits) -> SoundPlan.Format { isWide && bits == .twentyFour ? .s32 : format }
}

extension PipelineChecks {
    /// The issues with the microphones and their sound encoder.
    var soundIssues: [PlanIssue] {
        guard !pipeline.microphones.isEmpty else { return [] }
        let word = pipeline.encoders.audio.use
        let codec = SoundCodec(word)
        var found: [PlanIssue] = []
        if !pipeline.recording.container.accepts(word) {
            let fitting = AudioCodec.allCases.filter { pipeline.recording.container.accepts($0) }
            found.add(
                "encoders.audio.use",
                "\(pipeline.recording.container.rawValue) files cannot hold \(word.rawValue) sound here",
                hint: "write " + fitting.map { "`\($0.rawValue)`" }.joined(separator: " or "))
        }
        if let encoder = codec.encoder, !machine.elements.contains(encoder) {
            found.add(
                "encoders.audio.use", "this machine has no encoder for \(word.rawValue) (\(encoder))",
                hint: "write `pcm` in a mov or mkv file, or install it with Scripts/dualcam", code: .elementMissing)
        }
        if let highest = codec.highestBitrate, pipeline.encoders.audio.bitrate > highest {
            found.add(
                "encoders.audio.bitrate", "the encoder of \(word.rawValue) makes at most \(highest.notation)",
                hint: "write that, or less")
        }
        return found + pipeline.microphones.flatMap { rangeIssues($0, codec, word) } + mixIssues
    }

    /// The issues that prevent mixing the microphones into one track. All of them must have the same sample rate;
    /// different numbers of channels are converted.
    private var mixIssues: [PlanIssue] {
        guard pipeline.recording.sound == .mix, let first = pipeline.microphones.first,
            pipeline.microphones.count > 1
        else { return [] }
        let missing = PlanIssue(
            "recording.sound", "this machine cannot mix sound (\(SoundMix.element))",
            hint: "install gstreamer1.0-plugins-base, or write `tracks`", code: .elementMissing)
        return (machine.elements.contains(SoundMix.element) ? [] : [missing])
            + pipeline.microphones.filter { $0.rate != first.rate }.map {
                PlanIssue(
                    "\($0.keyPath).rate",
                    "a mix has one rate, and microphone \(first.name) has \(first.rate) samples a second",
                    hint: "write \(first.rate) here, or `tracks` for recording.sound")
            }
    }

    private func rangeIssues(_ microphone: Microphone, _ codec: SoundCodec, _ word: AudioCodec) -> [PlanIssue] {
        let path = microphone.keyPath
        var found: [PlanIssue] = []
        if let rates = codec.rates, !rates.contains(microphone.rate) {
            found.add(
                "\(path).rate", "\(word.rawValue) cannot be made at \(microphone.rate) samples a second",
                hint: "it takes " + rates.map(String.init).joined(separator: ", "))
        }
        if !codec.channels.contains(microphone.channels) {
            found.add(
                "\(path).channels", "\(word.rawValue) cannot be made with \(microphone.channels) channels",
                hint: "it takes \(codec.channels.lowerBound) to \(codec.channels.upperBound)")
        }
        if microphone.bits == .twentyFour, !codec.isWide {
            found.add(
                "\(path).bits", "\(word.rawValue) has no samples of 24 bits",
                hint: "write `flac` or `pcm` for encoders.audio.use, or leave bits out")
        }
        return found + microphone.cleaningIssues(on: machine)
    }
}
