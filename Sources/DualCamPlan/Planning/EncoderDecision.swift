import DualCamConfig

/// An output's encoder with all its settings.
struct EncoderDecision: Sendable {
    var output: OutputName
    /// `nil`: the camera's own stream is passed through.
    var implementation: EncoderImplementation?
    var job: EncoderJob
    var codec: VideoCodec
    /// Cores it keeps busy, by the cost table of the plan.
    var cost: Double

    /// The word of the pipeline file.
    var word: String { implementation?.word ?? "passthrough" }
}

/// A stream that is to be encoded: an output and its picture.
struct EncoderTask: Sendable {
    var output: OutputName
    var size: FrameSize
    var rate: FrameRate
    /// What is seen in it.
    var content: PictureContent
    /// What is passed through, where `use: passthrough` says so.
    var passedThrough: PixelFormat?
}

/// Decides all encoders together: they share the machine.
struct EncoderDecisions {
    let pipeline: Pipeline
    let machine: MachineFacts
    let tasks: [EncoderTask]
    let costs: CostTable

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
                ?? self.preset(of: implementation, upTo: step + (quality?.slower ?? 0), task)
            var job = EncoderJob(
                element: element, size: task.size, rate: task.rate,
                bitrate: settings.bitrate?.bitsPerSecond
                    ?? EncoderArithmetic.bitrate(
                        implementation.codec, task.size, task.rate, preset: preset, factor: quality?.bitrateFactor ?? 1),
                bitrateIsGiven: settings.bitrate != nil,
                keyframes: EncoderArithmetic.frames(in: settings.keyframes, at: task.rate), preset: preset,
                profile: quality?.profile[implementation.codec], threads: 1)
            job.bitrate = max(job.bitrate, Int(Double(implementation.leastBitsPerMacroblock) * job.macroblocks))
            let cost = cost(of: implementation, preset, task, bitrate: job.bitrate)
            if implementation.isThreaded {
                job.threads = EncoderArithmetic.threads(cores: machine.cores, encoders: tasks.count, cost: cost)
            }
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

extension EncoderDecisions {
    /// The word at `step` of the ladder, or the slowest one before it at which one stream still keeps up.
    private func preset(of implementation: EncoderImplementation, upTo step: Int, _ task: EncoderTask) -> String? {
        let words = implementation.ladder.prefix(step + 1)
        let keepingUp = words.last { word in
            let bitrate = EncoderArithmetic.bitrate(implementation.codec, task.size, task.rate, preset: word, factor: 1)
            return cost(of: implementation, word, task, bitrate: bitrate) <= implementation.mostCores
        }
        return keepingUp ?? words.first
    }

    /// Cores that the encoder keeps busy.
    private func cost(
        of implementation: EncoderImplementation, _ preset: String?, _ task: EncoderTask, bitrate: Int
    ) -> Double {
        costs.encoding(
            implementation, preset: preset, WorkAmount(task.size, task.rate, bitrate: bitrate), task.content)
    }
}
