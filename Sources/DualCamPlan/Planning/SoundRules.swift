import DualCamConfig

/// How each sound codec is made: its elements and what they take.
struct SoundCodec: Sendable {
    var encoder: String?
    var parser: String?
    /// The raw format it takes.
    private var format: SoundPlan.Format
    /// It keeps samples of 24 bits.
    private(set) var isWide = false
    var rates: [Int]?
    var channels: ClosedRange<Int>
    /// Samples by which the encoded sound is late (measured in `gstreamer.md`: 21.3 ms at 48 kHz).
    var delay = 0

    init(_ codec: AudioCodec) {
        switch codec {
        case .aac:
            (encoder, parser, format, channels, delay) = ("avenc_aac", "aacparse", .f32, 1...6, 1024)
            rates = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
        case .opus:
            (encoder, parser, format, channels) = ("opusenc", "opusparse", .s16, 1...8)
            rates = [8000, 12000, 16000, 24000, 48000]
        case .flac: (encoder, parser, format, channels, isWide) = ("flacenc", "flacparse", .s16, 1...8, true)
        case .pcm: (encoder, parser, format, channels, isWide) = (nil, nil, .s16, 1...2, true)
        }
    }

    /// What is recorded of a pipeline that asks for samples of so many bits.
    func format(_ bits: SampleBits) -> SoundPlan.Format { isWide && bits == .twentyFour ? .s32 : format }
}

/// What can be said of the microphone and its encoder before any device is opened.
struct SoundChecks {
    let pipeline: Pipeline
    let machine: MachineFacts

    func issues() -> [PlanIssue] {
        guard let microphone = pipeline.microphone else { return [] }
        let word = pipeline.encoders.audio.use
        let codec = SoundCodec(word)
        var found: [PlanIssue] = []
        if !ContainerRules.accepts(word, in: pipeline.recording.container) {
            let fitting = AudioCodec.allCases.filter { ContainerRules.accepts($0, in: pipeline.recording.container) }
            found.append(
                PlanIssue(
                    "encoders.audio.use",
                    "\(pipeline.recording.container.rawValue) files cannot hold \(word.rawValue) sound here",
                    hint: "write " + fitting.map { "`\($0.rawValue)`" }.joined(separator: " or ")))
        }
        if let encoder = codec.encoder, !machine.elements.contains(encoder) {
            found.append(
                PlanIssue(
                    "encoders.audio.use", "this machine has no encoder for \(word.rawValue) (\(encoder))",
                    hint: "write `pcm` in a mov or mkv file, or install it with Scripts/dualcam", code: .elementMissing)
            )
        }
        return found + rangeIssues(microphone, codec, word)
    }

    private func rangeIssues(_ microphone: Microphone, _ codec: SoundCodec, _ word: AudioCodec) -> [PlanIssue] {
        var found: [PlanIssue] = []
        if let rates = codec.rates, !rates.contains(microphone.rate) {
            found.append(
                PlanIssue(
                    "microphone.rate", "\(word.rawValue) cannot be made at \(microphone.rate) samples a second",
                    hint: "it takes " + rates.map(String.init).joined(separator: ", ")))
        }
        if !codec.channels.contains(microphone.channels) {
            found.append(
                PlanIssue(
                    "microphone.channels", "\(word.rawValue) cannot be made with \(microphone.channels) channels",
                    hint: "it takes \(codec.channels.lowerBound) to \(codec.channels.upperBound)"))
        }
        if microphone.bits == .twentyFour, !codec.isWide {
            found.append(
                PlanIssue(
                    "microphone.bits", "\(word.rawValue) has no samples of 24 bits",
                    hint: "write `flac` or `pcm` for encoders.audio.use, or leave bits out"))
        }
        return found + SoundCleaning.issues(microphone, machine)
    }
}
