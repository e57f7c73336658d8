package import DualCamConfig

/// The encoder that was chosen for an output, with all its settings.
package struct EncoderDecision: Sendable {
    package var output: OutputName
    /// The encoder to use; `nil` if the camera's stream is recorded without re-encoding.
    package var implementation: EncoderImplementation?
    package var job: EncoderJob
    package var codec: VideoCodec
    /// The number of cores that the encoder keeps busy, estimated with the cost table.
    var cost: Double
    /// The reason why this encoder was chosen, such as `auto: x264 veryfast; faster would need 2.3 of 1.8 cores`. `nil`
    /// if no choice was possible.
    var reason: String?

    /// The name of the encoder in the pipeline file, or `passthrough`.
    var word: String { implementation?.word ?? "passthrough" }

    /// The name of the encoder in the pipeline file and its preset: `x264 veryfast`.
    package var name: String { [word, job.preset].compactMap(\.self).joined(separator: " ") }
}

/// An output for which an encoder must be chosen, with the size and the frame rate of its picture.
struct EncoderTask: Sendable {
    var output: OutputName
    var size: FrameSize
    var rate: FrameRate
    /// The fraction of the picture's area that shows camera footage, 0 ... 1 (0.2 means 20 %).
    var filmed: Double
    /// The camera's encoded format, if its stream is recorded without re-encoding (`use: passthrough`); `nil` if the
    /// stream is encoded.
    var passedThrough: PixelFormat?
}

/// The choice of encoders for all outputs. The outputs share the machine, so their encoders are chosen together.
extension PlanDecisions {
    private var machine: MachineFacts { inputs.machine }

    /// Returns the encoders that the planner may choose from, for each output.
    func ladders() throws(PlanIssue) -> [EncoderLadder] {
        try tasks.map { task throws(PlanIssue) in try ladder(task) }
    }

    private func ladder(_ task: EncoderTask) throws(PlanIssue) -> EncoderLadder {
        let resolution = EncoderResolution(output: task.output, pipeline: pipeline, machine: machine)
        let settings = resolution.settings
        guard let implementations = try resolution.choice() else {
            return EncoderLadder(use: settings.use, rungs: [passthrough(task, settings)])
        }
        let rungs = implementations.flatMap { self.rungs(of: $0, task, settings) }
        let silent = EncoderCatalog.implementations.filter { implementation in
            implementation.codec == implementations[0].codec && implementation.isHardware
                && implementation.elements.contains { machine.silentEncoders.contains($0) }
        }
        return EncoderLadder(
            use: settings.quality?.rawValue ?? settings.use, rungs: EncoderLadder.worthwhile(rungs),
            isOpen: rungs.count > 1, silent: silent.map(\.word))
    }

    /// Returns one decision for each preset that makes the encoder fast enough for the stream; if no preset does, only
    /// a decision for the fastest one. If the settings determine the preset, returns only a decision for that one.
    private func rungs(
        of implementation: EncoderImplementation, _ task: EncoderTask, _ settings: EncoderSettings
    ) -> [EncoderDecision] {
        if let preset = settings.presetWord(of: implementation) {
            return [decision(implementation, preset, task, settings)]
        }
        guard !implementation.ladder.isEmpty else { return [decision(implementation, nil, task, settings)] }
        var seen: Set<String> = []
        let presets = implementation.ladder.filter { seen.insert($0).inserted }
        let all = presets.map { decision(implementation, $0, task, settings) }
        let fast = all.filter { $0.cost <= implementation.mostCores }
        return fast.isEmpty ? Array(all.prefix(1)) : fast
    }

    private func decision(
        _ implementation: EncoderImplementation, _ preset: String?, _ task: EncoderTask, _ settings: EncoderSettings
    ) -> EncoderDecision {
        let quality = settings.quality.map(QualityPreset.of)
        var job = EncoderJob(
            element: implementation.element(on: machine) ?? "", size: task.size, rate: task.rate,
            bitrate: settings.bitrate?.bitsPerSecond
                ?? implementation.codec.bitrate(
                    task.size, task.rate, preset: preset, factor: quality?.bitrateFactor ?? 1),
            bitrateIsGiven: settings.bitrate != nil,
            keyframes: task.rate.frames(in: settings.keyframes), preset: preset,
            profile: quality?.profile[implementation.codec], threads: 1)
        job.bitrate = max(
            job.bitrate,
            Int(saturating: (Double(implementation.leastBitsPerMacroblock) * job.macroblocks).rounded(.down)))
        let cost = inputs.costs.encoding(
            implementation, preset: preset, WorkAmount(task.size, task.rate, bitrate: job.bitrate), filmed: task.filmed)
        if implementation.isThreaded {
            job.threads = EncoderJob.threads(cores: machine.cores, encoders: tasks.count, cost: cost)
        }
        return EncoderDecision(
            output: task.output, implementation: implementation, job: job, codec: implementation.codec, cost: cost)
    }

    private func passthrough(_ task: EncoderTask, _ settings: EncoderSettings) -> EncoderDecision {
        let codec: VideoCodec = task.passedThrough == .mjpeg ? .mjpeg : .h264
        let bitrate = codec.bitrate(task.size, task.rate, preset: nil, factor: 1)
        let job = EncoderJob(
            element: "", size: task.size, rate: task.rate, bitrate: bitrate, bitrateIsGiven: false, keyframes: 1,
            preset: nil, profile: nil, threads: 1)
        return EncoderDecision(output: task.output, implementation: nil, job: job, codec: codec, cost: 0)
    }
}
