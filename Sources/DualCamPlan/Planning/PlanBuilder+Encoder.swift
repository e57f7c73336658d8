import DualCamConfig

extension PlanBuilder {
    /// Adds the encoder of an output to the plan: the leaky queue whose source pad is the valve, the conversion, the
    /// encoder, and the tee that supplies the files.
    mutating func addEncoder(_ encoder: EncoderDecision, from tee: PadReference, decidesStart: Bool) {
        guard let implementation = encoder.implementation else { return }
        let name = encoder.output.rawValue
        let branch = BranchID.encoder(encoder.output)
        let held =
            encoder.output == .combined ? encoder.job.rate.mixerBuffers(wait: pipeline.pictureWait.nanoseconds) : 0
        let buffers = max(held, Self.backlog(encoder.job.size, encoder.job.rate))
        var elements = [ElementPlan.queue("\(name).encoder-queue", branch, buffers: buffers, isLeaky: true)]
        // A failing encoder must not stop the camera's pictures in the combined picture.
        if tee.isTee { elements.insert(.guarding("\(name).encoder-queue", branch), at: 0) }
        elements += viewing(encoder, branch)
        listView(encoder)
        elements += encoding(encoder.job, implementation, name, branch)
        let past = past("\(name).past", branch, bitrate: encoder.job.bitrate)
        chain(elements + framing(encoder, branch) + past + [.tee("\(name).encoded", branch)], after: tee)
        addBranch(branch, encoder, valve: "\(name).encoder-queue", needsKeyFrame: false, decidesStart: decidesStart)
    }

    /// Adds an output that records the camera's stream without re-encoding. The stream is split before it is decoded,
    /// and recording starts at a key frame.
    ///
    /// - Parameter stream: the pad that delivers the camera's encoded stream.
    /// - Returns: the pad at which the stream can be decoded for the combined picture.
    mutating func addPassthrough(_ camera: CameraDecision, _ stream: PadReference) -> PadReference {
        guard let encoder = decisions.encoder(for: OutputName(camera.name)) else { return stream }
        let name = camera.name
        let (source, branch) = (BranchID.source(InputName(name)), BranchID.encoder(encoder.output))
        let parsed = chain(
            encoder.codec == .h264 && !camera.isClip
                ? [ElementPlan("h264parse", name: "\(name).parser", branch: source)] : [], after: stream)
        chain([.tee("\(name).delivered", source)], after: parsed)
        let split = PadReference("\(name).delivered", "src_%u")
        // The second parser only converts the stream to the muxer's format, so that the decoder can receive a
        // different format.
        let repacking =
            encoder.codec == .h264 ? [ElementPlan("h264parse", name: "\(name).repack", branch: branch)] : []
        // If frames depend on each other, all frames up to the next key frame are dropped before the queue.
        let isKeyed = encoder.codec == .h264
        let queue = ElementPlan.queue("\(name).encoder-queue", branch, buffers: 60, isLeaky: !isKeyed)
        let past = past("\(name).past", branch, bitrate: encoder.job.bitrate)
        chain(
            [.guarding("\(name).encoder-queue", branch), queue] + repacking + [
                .caps("\(name).stream", branch, encoder.codec.stream)
            ] + past + [.tee("\(name).encoded", branch)],
            after: split)
        addBranch(branch, encoder, valve: "\(name).encoder-queue", needsKeyFrame: isKeyed, decidesStart: true)
        guard camera.isDecoded else { return split }
        return chain([.queue("\(name).decoder-queue", source, buffers: 30, isLeaky: !isKeyed)], after: split)
    }

    private mutating func addBranch(
        _ branch: BranchID, _ encoder: EncoderDecision, valve queue: String, needsKeyFrame: Bool, decidesStart: Bool
    ) {
        plan.branches.append(
            BranchPlan(
                name: branch, input: PadReference(queue, "sink"), queue: queue, output: encoder.output,
                rate: encoder.job.rate))
        plan.valves.append(
            ValvePlan(
                pad: PadReference(queue, "src"), media: .video, needsKeyFrame: needsKeyFrame,
                decidesStart: decidesStart, branch: branch, bufferNanoseconds: encoder.job.rate.frameNanoseconds))
    }

    /// Returns the encoder element of an output, preceded by the elements that convert the plan's raw frames to a
    /// format that the encoder accepts.
    package func encoding(
        _ job: EncoderJob, _ implementation: EncoderImplementation, _ name: String, _ branch: BranchID
    ) -> [ElementPlan] {
        let encoder = ElementPlan(
            job.element, name: "\(name).encoder", branch: branch, implementation.properties(job))
        let wanted = implementation.formats[0]
        guard !implementation.formats.contains(decisions.format) else { return [encoder] }
        return [
            ElementPlan(
                Intake.converter(decisions.format, into: wanted), name: "\(name).encoder-convert", branch: branch),
            .caps("\(name).encoder-input", branch, .raw(wanted, job.size, job.rate)), encoder,
        ]
    }

    /// Returns the elements that follow an encoder: caps with the required profile, a parser, and caps that every muxer
    /// accepts.
    package func framing(_ encoder: EncoderDecision, _ branch: BranchID) -> [ElementPlan] {
        let name = encoder.output.rawValue
        var elements: [ElementPlan] = []
        if let profile = encoder.job.profile {
            let caps = StructurePlan(encoder.codec.stream.name, [Property("profile", .string(profile))])
            elements.append(.caps("\(name).profile", branch, caps))
        }
        if let parser = encoder.codec.parser {
            elements.append(ElementPlan(parser, name: "\(name).parser", branch: branch))
            elements.append(.caps("\(name).stream", branch, encoder.codec.stream))
        }
        return elements
    }

    /// Returns the size, in frames, of the queue before an encoder: one second or 100 MB, whichever is less, but at
    /// least 4 frames. The queue fills during an overload until dualcam has reduced other work, and occupies memory
    /// only then.
    static func backlog(_ size: FrameSize, _ rate: FrameRate) -> Int {
        max(4, min(Int(rate.framesPerSecond.rounded(.up)), 100_000_000 / (size.pixels * 3 / 2)))
    }
}

extension CameraDecision {
    var isClip: Bool { if case .clip = source { true } else { false } }
}
