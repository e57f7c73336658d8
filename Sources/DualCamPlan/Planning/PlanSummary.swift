package import DualCamConfig

/// The estimated load and the settings of a planned recording, as `dualcam plan` prints them.
package struct PlanSummary: Sendable, Equatable {
    package var cost: RecordingCost
    /// The number of bytes that all files of the recording together grow by in one hour.
    package var bytesPerHour: Int64
    package var outputs: [Output]
    /// The sound tracks in every file, in order.
    package var sounds: [Sound]
    package var elements: [ElementPlan]
    package var branches: [BranchID]
    package var notes: [String]

    package struct Sound: Sendable, Equatable, Encodable {
        /// The names of the microphones in the track; empty if the recording's only microphone has no name.
        package var microphones: [String]
        package var codec: AudioCodec
        /// The sample rate of the track, in samples per second.
        package var rate: Int
        package var channels: Int
        /// The bitrate of the track, in bits per second.
        package var bitrate: Int
    }

    /// One output of the recording with all settings of its encoder.
    package struct Output: Sendable, Equatable {
        package var name: OutputName
        package var container: Container
        package var codec: VideoCodec
        /// The name of the output's encoder in the pipeline file, such as `x264` or `passthrough`.
        package var encoder: String
        /// The factory name of the encoder element; `nil` if the camera's stream is recorded without re-encoding.
        package var element: String?
        package var size: FrameSize
        package var rate: FrameRate
        /// The raw video format before the encoder; `nil` if the camera's stream is recorded without re-encoding.
        package var format: String?
        /// The bitrate of the output in bits per second. It is the target of the encoder, or the expected bitrate for
        /// passthrough, MJPG and ProRes.
        package var bitrate: Int
        package var preset: String?
        /// The case of `EncoderSpeed` that corresponds to the encoder's preset; `nil` if the encoder has only one
        /// speed.
        package var speed: EncoderSpeed?
        package var profile: String?
        /// The maximum distance between two key frames, in frames. `nil` if the camera encodes H.264, because its key
        /// frames are not known in advance.
        package var keyframes: Int?
        package var threads: Int
        /// The number of cores that the output's encoder keeps busy.
        package var cores: Double
        /// The reason why this encoder and preset were chosen; `nil` if no choice was possible.
        package var reason: String?
        /// The number of bytes that are written to the output's files in one hour, including sound.
        package var bytesPerHour: Int64
    }
}

extension PlanSummary {
    init(_ decisions: PlanDecisions, plan: GraphPlan) {
        let sounds = Sound.all(of: decisions)
        outputs = decisions.encoders.map { Output($0, decisions, sounds) }
        bytesPerHour = outputs.map(\.bytesPerHour).reduce(0, +)
        cost = RecordingCost(decisions, outputs: outputs)
        self.sounds = sounds
        elements = plan.elements + plan.outputs.flatMap(\.elements)
        branches = plan.branches.map(\.name)
        notes = plan.notes
    }
}

extension PlanSummary.Sound {
    fileprivate static func all(of decisions: PlanDecisions) -> [Self] {
        let (inputs, settings) = (decisions.inputs, decisions.pipeline.encoders.audio)
        guard inputs.isMixed else {
            return inputs.heard.map(\.microphone).map { Self($0, settings, $0.isNamed ? [$0.name] : []) }
        }
        return [Self(SoundMix.form(of: inputs.heard), settings, inputs.heard.map(\.microphone.name))]
    }

    private init(_ form: Microphone, _ settings: AudioEncoderSettings, _ names: [String]) {
        microphones = names
        (codec, rate, channels) = (settings.use, form.rate, form.channels)
        let raw = rate * channels * (form.bits == .twentyFour ? 24 : 16)
        bitrate =
            switch codec {
            case .aac, .opus: settings.bitrate.bitsPerSecond
            case .flac: raw * 6 / 10
            case .pcm: raw
            }
    }
}

extension PlanSummary.Output {
    init(_ encoder: EncoderDecision, _ decisions: PlanDecisions, _ sounds: [PlanSummary.Sound]) {
        let job = encoder.job
        (name, container, codec) = (encoder.output, decisions.pipeline.recording.container, encoder.codec)
        (self.encoder, element) = (encoder.word, encoder.implementation == nil ? nil : job.element)
        (size, rate, bitrate, preset, profile) = (job.size, job.rate, job.bitrate, job.preset, encoder.job.profile)
        speed = job.preset.flatMap { encoder.implementation?.speed(of: $0) }
        (threads, cores) = (job.threads, encoder.cost)
        keyframes = encoder.implementation == nil && encoder.codec == .h264 ? nil : job.keyframes
        reason = encoder.reason
        format = encoder.implementation.map { $0.formats.contains(decisions.format) ? decisions.format : $0.formats[0] }
        bytesPerHour = Int64(sounds.map(\.bitrate).reduce(job.bitrate, +|)) *| 3600 / 8
    }
}
