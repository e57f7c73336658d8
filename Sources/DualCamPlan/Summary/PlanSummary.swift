public import DualCamConfig

/// What a recording will cost and what comes out of it: for `dualcam plan`.
public struct PlanSummary: Sendable, Equatable {
    public var cost: Cost
    /// All files of one hour together.
    public var bytesPerHour: Int64
    public var outputs: [Output]
    /// In every file, in the order of the tracks.
    public var sounds: [Sound]
    public var elements: [Element]
    public var branches: [BranchName]
    public var notes: [String]

    public typealias Cost = RecordingCost
    public typealias CPU = CPUCost

    public struct Element: Sendable, Equatable {
        public var name: String
        public var factory: String
        public var branch: BranchName
    }

    public struct Sound: Sendable, Equatable {
        /// Those that are heard, by their names; none for the only one without a name.
        public var microphones: [String]
        public var codec: AudioCodec
        /// Samples a second.
        public var rate: Int
        public var channels: Int
        /// Bits a second.
        public var bitrate: Int
    }

    /// One file (or row of files), with its encoder's settings in full.
    public struct Output: Sendable, Equatable {
        public var name: OutputName
        public var container: Container
        public var codec: VideoCodec
        /// The word for it: `x264`, `passthrough`.
        public var encoder: String
        /// `nil` for passthrough.
        public var element: String?
        public var size: FrameSize
        public var rate: FrameRate
        /// Raw format before the encoder.
        public var format: String?
        /// Bits a second: wanted of the encoder, or for passthrough, MJPG and ProRes expected.
        public var bitrate: Int
        public var preset: String?
        public var profile: String?
        /// Most frames between two key frames.
        public var keyframes: Int
        public var threads: Int
        /// Cores the encoder keeps busy.
        public var cores: Double
        /// Why it is this encoder and preset, where there was a choice.
        public var reason: String?
        /// With its sound.
        public var bytesPerHour: Int64
    }
}

extension PlanSummary {
    init(_ decisions: PlanDecisions, plan: GraphPlan) {
        let sounds = Sound.all(of: decisions)
        outputs = decisions.encoders.map { Output($0, decisions, sounds) }
        bytesPerHour = outputs.map(\.bytesPerHour).reduce(0, +)
        cost = RecordingCost(decisions, outputs: outputs)
        self.sounds = sounds
        elements = (plan.elements + plan.outputs.flatMap(\.elements)).map {
            Element(name: $0.name, factory: $0.factory, branch: $0.branch)
        }
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
        let rows = inputs.heard.map { SoundRow($0, settings.use, isMixed: true) }
        return [Self(SoundMix.form(of: rows), settings, rows.map(\.microphone.name))]
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
        (keyframes, threads, cores) = (job.keyframes, job.threads, encoder.cost)
        reason = encoder.reason
        format = encoder.implementation.map { $0.formats.contains(decisions.format) ? decisions.format : $0.formats[0] }
        bytesPerHour = Int64(job.bitrate + sounds.map(\.bitrate).reduce(0, +)) * 3600 / 8
    }
}
