internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Makes a part's elements, links them to each other and watches them; its border is linked by whoever asks for it.
    /// - Returns: the clips in it, which must be prepared before they play.
    func make(_ part: GraphPart) throws(GraphFailure) -> [ClipLoop] {
        for element in part.elements { try builder.make(element) }
        var waiting: [String: ClipLoop] = [:]
        for loop in part.loops { waiting[loop.demuxer] = try makeLoop(loop) }
        for link in part.links {
            let loop = waiting[link.from.element]
            try builder.link(link) { pad in loop?.hold(pad) }
        }
        try watch(part)
        try showViews(in: part)
        return Array(waiting.values)
    }

    /// A clip that joins later begins a moment from now, when it will have been opened.
    private func makeLoop(_ plan: LoopPlan) throws(GraphFailure) -> ClipLoop {
        let begin = pipeline.runningTime.map { Int64($0) + 300_000_000 } ?? 0
        let loop = ClipLoop(plan, demuxer: try builder.element(plan.demuxer), pad: try pad(plan.pad), begin: begin)
        loop.install()
        return loop
    }

    private func watch(_ part: GraphPart) throws(GraphFailure) {
        let names = Set(part.elements.map(\.name))
        for output in part.outputs where names.contains(output.video.element) {
            let stream = EncodedStream()
            stream.install(on: try builder.pad(output.video.element, "sink"))
            encoded[output.name] = stream
        }
        for tee in Set(plan.outputs.flatMap { $0.tracks.map(\.encoded.element) }) where names.contains(tee) {
            EncodedStream().install(on: try builder.pad(tee, "sink"))
        }
        for input in part.inputs where !input.isAbsent {
            let seen = Arrivals()
            seen.install(on: try builder.pad(input.pad.element, input.pad.pad ?? "sink"))
            arrivals[input.name] = seen
        }
        for sound in plan.sounds where names.contains(sound.pad.element) { try listen(to: sound) }
        for gate in part.gates { try install(gate) }
        for counter in part.counters { try install(counter) }
        for branch in part.branches {
            if branch.name.rawValue.hasPrefix("combined.input.") { try keepEndsOutOfMixer(branch) }
            if let sound = plan.sounds.first(where: { $0.source == branch.name }) {
                try keepSourcesApart(sound, branch)
            }
            guard let queue = branch.queue else { continue }
            try countLosses(of: branch, in: queue)
        }
    }

    /// What is lost was waiting: it may be of the recording also when that is over, until the stream behind has ended.
    private func countLosses(of branch: BranchPlan, in queue: String) throws(GraphFailure) {
        var losing = branch
        let isInput = branch.name.rawValue.hasPrefix("combined.input.")
        // A picture that the mixer never gets is no frame that lacks in the combined file.
        if isInput { losing.output = nil }
        let gate = gates.first { $0.plan.branch == (isInput ? Self.combinedEncoder : branch.name) }
        try builder.element(queue).on("overrun") { [line, reporter, pipeline, losing] in
            let isAwaited = line.stop != nil && gate.map { $0.hasPassed && !$0.hasEnded } ?? false
            if isAwaited || line.isRecording(at: pipeline.runningTime) { reporter.lost(1, in: losing, pipeline) }
        }
    }

    /// A gate that is made anew keeps its number.
    private func install(_ plan: GatePlan) throws(GraphFailure) {
        let known = gates.firstIndex { $0.plan.branch == plan.branch }
        let index = known.map { gates[$0].index } ?? gates.count
        let gate = Gate(plan, index: index, pad: try pad(plan.pad), line: line)
        if let known { gates[known] = gate } else { gates.append(gate) }
        try watchEntry(of: plan)
        try giveWay(plan)
        gate.install(behind: try builder.pad(plan.pad.element, "sink"))
    }

    /// When the processor is short of time, the combined picture is late before a camera's own file is.
    private func giveWay(_ gate: GatePlan) throws(GraphFailure) {
        guard gate.branch == BranchName("combined.encoder") else { return }
        try pad(gate.pad).yieldStreamingThread(by: Self.deference)
        if builder.elements["combined.mixer"] != nil {
            try pad(PadReference("combined.mixer")).yieldStreamingThread(by: Self.deference)
        }
    }

    /// Steps of niceness: a thread gets a third of the time that others get beside it.
    private static var deference: Int32 { 5 }

    /// A camera that has returned goes on counting.
    private func install(_ plan: FrameCounterPlan) throws(GraphFailure) {
        do {
            let counter = FrameCounter(
                plan, mark: try builder.element(plan.element), from: counters[plan.element]?.count ?? 0)
            try counter.install()
            counters[plan.element] = counter
        } catch {
            throw GraphFailure(error, branch: nil)
        }
    }

    /// A source that fails ends its stream; a mixer whose inputs have all ended no longer keeps to the clock.
    private func keepEndsOutOfMixer(_ branch: BranchPlan) throws(GraphFailure) {
        let pad = try builder.pad(branch.input.element, branch.input.pad ?? "sink")
        pad.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
    }

    func pad(_ reference: PadReference) throws(GraphFailure) -> Pad {
        try builder.pad(reference.element, reference.pad ?? "src")
    }
}
