import DualCamConfig

/// An output's encoder with all its settings.
struct EncoderDecision: Sendable {
    var output: OutputName
    /// `nil`: the camera's own stream is passed through.
    var implementation: EncoderImplementation?
    var job: EncoderJob
    var codec: VideoCodec
    /// Cores it keeps busy, by the coarse table.
    var cost: Double

    /// The word of the pipeline file.
    var word: String { implementation?.word ?? "passthrough" }
}

/// A stream that is to be encoded: an output and its picture.
struct EncoderTask: Sendable {
    var output: OutputName
    var size: FrameSize
    var rate: FrameRate
    /// What is passed through, where `use: passthrough` says so.
    var passedThrough: PixelFormat?
}

/// Decides all encoders together: they share the machine.
struct EncoderDecisions {
    let pipeline: Pipeline
    let machine: MachineFacts
    let tasks: [EncoderTask]

    func decide() throws(PlanIssue) -> [EncoderDecision] {
        var choices: [(task: EncoderTask, settings: EncoderSettings, choice: EncoderChoice)] = []
        for task in tasks {
            let resolution = EncoderResolution(output: task.output, pipeline: pipeline, machine: machine)
            choices.append((task, resolution.settings, try resolution.choice()))
        }
        let chosen = choices
        let step = EncoderArithmetic.step(cores: machine.cores) { step in
            chosen.map { decision($0.task, $0.settings, $0.choice, step: step).cost }.reduce(0, +)
        }
        return chosen.map { decision($0.task, $0.settings, $0.choice, step: step) }
    }

    private func decision(
        _ task: EncoderTask, _ settings: EncoderSettings, _ choice: EncoderChoice, step: Int
    ) -> EncoderDecision {
        switch choice {
        case .passthrough: return passthrough(task, settings)
        case .encode(let implementation, let element):
            let quality = settings.quality.map(QualityPreset.of)
            let preset =
                settings.preset ?? quality?.presets[implementation.word]
                ?? implementation.preset(upTo: step + (quality?.slower ?? 0), task.size, task.rate)
            let cost = EncoderArithmetic.cores(implementation, preset: preset, task.size, task.rate)
            var job = EncoderJob(
                element: element, size: task.size, rate: task.rate,
                bitrate: settings.bitrate?.bitsPerSecond
                    ?? EncoderArithmetic.bitrate(
                        implementation.codec, task.size, task.rate, preset: preset, factor: quality?.bitrateFactor ?? 1),
                bitrateIsGiven: settings.bitrate != nil,
                keyframes: EncoderArithmetic.frames(in: settings.keyframes, at: task.rate), preset: preset,
                profile: quality?.profile[implementation.codec],
                threads: implementation.isThreaded
                    ? EncoderArithmetic.threads(cores: machine.cores, encoders: tasks.count, cost: cost) : 1)
            job.bitrate = max(job.bitrate, Int(Double(implementation.leastBitsPerMacroblock) * job.macroblocks))
            return EncoderDecision(
                output: task.output, implementation: implementation, job: job, codec: implementation.codec,
                cost: cost)
        }
    }

    private func passthrough(_ task: EncoderTask, _ settings: EncoderSettings) -> EncoderDecision {
        let codec: VideoCodec = task.passedThrough == .mjpeg ? .mjpeg : .h264
        let bitrate = EncoderArithmetic.bitrate(codec, task.size, task.rate, preset: nil, factor: 1)
        let job = EncoderJob(
            element: "", size: task.size, rate: task.rate, bitrate: bitrate, bitrateIsGiven: false, keyframes: 1,
            preset: nil, profile: nil, threads: 1)
        return EncoderDecision(
            output: task.output, implementation: nil, job: job, codec: codec, cost: 0)
    }
}

extension EncoderImplementation {
    /// The word at `step` of the ladder, or the slowest one before it at which one stream still keeps up.
    fileprivate func preset(upTo step: Int, _ size: FrameSize, _ rate: FrameRate) -> String? {
        let words = ladder.prefix(step + 1)
        return words.last { EncoderArithmetic.cores(self, preset: $0, size, rate) <= mostCores } ?? words.first
    }
}
