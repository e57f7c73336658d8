internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// The branch of an output's encoder. Builds and watches it, finishes its files with every frame it has given out, and
/// rebuilds it after a failure.
@PipelineActor
final class EncoderBranch: Branch {
    let output: OutputName
    let files: FileBranch
    let rate: EncoderRate
    let preset: EncoderPreset
    /// The source of the encoder's pictures.
    weak var source: (any PictureSource)?
    private let live: LiveElements
    private let valves: RecordingValves
    private(set) var entry: EncoderEntry?
    /// The gate before the encoder's queue; `nil` if pictures can be decoded singly, or an encoder makes them.
    private var gate: KeyFrameGate?
    private var stream: EncodedStream?
    private(set) var hasFailed = false
    /// True when a failure of the branch's elements has been reported. Later failures only follow from it.
    private var isTold = false
    private var isChanging = false
    /// True when the encoder seemed to hang at the last check.
    private var isSuspect = false
    /// True when the elements once failed to reach the NULL state.
    private var isImmovable = false

    /// The time that pictures wait before an encoder counts as hung, if the machine is not busy (`FairSilence`).
    private static let hang = Duration.seconds(1)
    /// The timeout after which an encoder that gives out nothing is not expected to give out the rest of a file.
    private static let patience = Duration.seconds(2)
    /// The niceness added to the combined picture's thread, which then gets a third of a competing thread's CPU time.
    static let deference: Int32 = 5

    nonisolated init(_ output: OutputName, _ live: LiveElements, _ valves: RecordingValves, _ files: FileBranch) {
        (self.output, self.live, self.valves, self.files) = (output, live, valves, files)
        (rate, preset) = (EncoderRate(output, live), EncoderPreset(output, live))
    }

    var branch: BranchID { .encoder(output) }
    var valve: RecordingValve? { valves[branch] }
    /// The length of a frame in nanoseconds; `nil` if the output has no rate.
    var frameLength: Int64? { live.plan.frameLength(of: branch) }
    private var part: GraphPart { live.plan.part(of: [branch]) }
    var isAway: Bool { source?.isAway ?? false }

    func watch(_ part: GraphPart) throws(GraphFailure) {
        if let video = part.outputs.first(where: { $0.name == output })?.video.element,
            part.elements.contains(where: { $0.name == video })
        {
            let stream = EncodedStream()
            stream.install(on: try live.pad(video, "sink"))
            self.stream = stream
        }
        if let plan = part.valves.first(where: { $0.branch == branch }) {
            try watchEntry(plan)
            try giveWay(plan)
            try valves.install(plan, account: files.account)
            gate = plan.needsKeyFrame ? try gate(before: plan.pad.element) : nil
        }
        guard gate == nil, let plan = part.branches.first(where: { $0.name == branch }) else { return }
        try live.countLosses(of: plan, behind: valve)
    }

    private func gate(before queue: String) throws(GraphFailure) -> KeyFrameGate {
        let (window, reporter, pipeline) = (live.window, live.reporter, live.pipeline)
        let plan = live.plan.branches.first { $0.name == branch }
        return try live.gate(before: queue, at: "\(queue)-guard") { time in
            guard let time, let plan, window.counts(at: UInt64(clamping: time)) else { return }
            reporter.lost(1, in: plan, pipeline)
        }
    }

    /// Watches the frames that enter and leave the encoder, also after the encoder has been rebuilt.
    private func watchEntry(_ valve: ValvePlan) throws(GraphFailure) {
        guard let frames = live.plan.branches.first(where: { $0.name == branch })?.rate, let plan = rate.plan else {
            return
        }
        let entry =
            entry
            ?? EncoderEntry(
                output, rate: frames, canThin: !valve.needsKeyFrame, line: live.window, account: files.account,
                reporter: live.reporter)
        self.entry = entry
        // Pre-roll frames in a queue behind the encoder have left it.
        let past = live.plan.elements.last {
            $0.branch == branch && live.plan.preRoll?.queues.contains($0.name) == true
        }
        let exit = try live.pad(past?.name ?? plan.video.element, "sink")
        entry.install(on: try live.pad(valve.pad.element, "sink"), exit: exit)
        if let past { try live.keepPast(in: past.name) }
        rate.meetEncoder()
    }

    /// Lowers the thread's priority, so that the combined picture is late before a camera's file is if the processor is
    /// short of time.
    private func giveWay(_ valve: ValvePlan) throws(GraphFailure) {
        guard output == .combined else { return }
        try live.pad(valve.pad).yieldStreamingThread(by: Self.deference)
    }

    // MARK: Files
    /// Makes the next file begin with a key frame at the recorded time `time` (nanoseconds).
    func beginFile(at time: Int64) {
        entry?.keep(firstFrom: time)
        // The first frame of a different encoder is a key frame.
        if let valve, preset.replaceEncoder(at: time, behind: valve, files, done: { [weak self] in self?.changed($0) })
        {
            return
        }
        askForKeyFrame(at: time)
    }

    private func changed(_ failure: GraphFailure?) {
        guard let failure else { return rate.meetEncoder() }
        if registerFailure() { live.failures.report(failure) }
    }

    /// Starts the encoder with the preset that the throttle wants for the next file.
    func preparePreset() async {
        guard !live.isClosed, !isAway, !isChanging, !hasFailed else { return }
        await preset.prepare(behind: valve)
    }

    /// Makes frames wait for room in the queue instead of being dropped. After the recording's end, no new frame needs
    /// the room.
    func holdBack() { setLeaky("no") }

    private func setLeaky(_ nick: String) {
        if let gate { return gate.holdBack(nick == "no") }
        guard let queue = valve.flatMap({ live[$0.plan.pad.element] }) else { return }
        do throws(GraphFailure) {
            try translating(in: branch) { try queue.set("leaky", .enumeration(type: "GstQueueLeaky", nick: nick)) }
        } catch {
            live.warn(branch, "its queue loses frames when it is full as before: \(error.message)")
        }
    }

    func askForKeyFrame(at time: Int64) {
        if let encoder = rate.encoder { valve?.askForKeyFrame(at: time, of: encoder) }
    }

    /// Finishes the output's files with all frames recorded until now. If the encoder has failed or gives out nothing
    /// more, finishes them with the frames that have come out.
    func shed() async throws(GraphFailure) {
        guard files.isWriting, !hasFailed, let now = live.pipeline.runningTime, let encoder = rate.encoder, let valve,
            !valve.hasEnded
        else { return try await files.drop(finishing: true) }
        let end = live.window.recorded(Int64(clamping: now))
        files.close(at: end, within: Self.patience)
        entry?.keep(firstFrom: end)
        valve.askForKeyFrame(at: end, of: encoder)
    }

    /// Makes the encoder give out the frames that it holds, so that the files end complete.
    /// - Returns: the end of the last recorded frame, in nanoseconds of running time; `nil` without an encoder's queue.
    func finishFiles() async -> Int64? {
        let now = live.now
        guard let plan = rate.plan, let valve, let queue = try? live.pad(valve.plan.pad.element, "sink") else {
            return nil
        }
        let tee = try? live.pad(plan.video.element, "sink")
        // The end of stream is queued behind the frames that still wait.
        _ = try? await blocking("ending \(output)", within: .seconds(3)) { queue.sendEndOfStream() }
        let isComplete = await awaitEnd(through: tee)
        let (end, recorded) = valve.reached ?? (live.window.start ?? now, live.window.recorded(now))
        files.close(at: recorded)
        if !isComplete { try? await files.drop(finishing: true) }
        return end
    }

    /// Waits for the end of stream behind the encoder while frames come out of it. Returns false if the end of stream
    /// does not arrive.
    private func awaitEnd(through tee: Pad?) async -> Bool {
        guard let stream, let tee else { return true }
        while true {
            let given = entry?.counts.framesOut
            let hasEnded = try? await blocking("ending \(output)", within: .seconds(3)) {
                stream.waitForEnd(through: tee, within: 1)
            }
            if hasEnded == true || entry?.counts.framesOut == given { return hasEnded ?? false }
        }
    }

    // MARK: Failing and recovering
    /// Returns true if a failure of the branch's elements is to be reported. Failures after the first, or during
    /// removal, only follow from it.
    func registerFailure() -> Bool {
        guard !isChanging, source?.isTakenOut != true, !isTold else { return false }
        (isTold, hasFailed) = (true, true)
        return true
    }

    /// Forgets a failure of elements that have been removed.
    func forgetFailure() { isTold = false }

    /// Marks the branch as working after it was made again together with its source.
    func healed() { (isTold, hasFailed) = (false, false) }

    /// Checks whether the encoder hangs, several times a second. Reports a hang only after two checks in a row, because
    /// this process itself may have been stopped in between.
    func findHang() {
        let hangs = hangs
        if hangs, isSuspect {
            (hasFailed, isTold) = (true, true)
            live.failures.report(.hung(output, branch))
        }
        isSuspect = hangs
    }

    /// True when frames have waited too long. A disk that accepts nothing also blocks the encoder, but only if the
    /// file's queue is full.
    private var hangs: Bool {
        guard !hasFailed, !isAway, !isChanging, let valve, !valve.hasEnded else { return false }
        guard valve.held != nil, let held = live.silences[.encoder(output)] else { return false }
        return held > Self.hang && !files.isFull
    }

    /// Rebuilds the encoder if it has failed.
    ///
    /// - Throws: a failure without an output if the encoder could not be freed for the second time. A hung encoder
    ///   keeps its memory and threads until the process ends.
    func restore() async throws(GraphFailure) {
        guard !live.isClosed, !part.elements.isEmpty, !isAway, !isChanging, hasFailed || valve?.hasEnded ?? true else {
            return
        }
        isChanging = true
        defer { isChanging = false }
        hasFailed = true
        try? await files.drop(finishing: true)
        await preset.withdraw(behind: valve)
        if await !live.remove(self.part.elements) {
            guard !isImmovable else { throw .immovable(branch) }
            isImmovable = true
        }
        preset.choose()
        let part = self.part
        do throws(GraphFailure) { try await live.remake(part, branch) } catch {
            await live.remove(part.elements)
            throw error.of(branch, output)
        }
        healed()
    }

    /// Rebuilds the encoder if the end of stream of the previous take has passed through it.
    func renew() async {
        isSuspect = false
        setLeaky("downstream")
        await preset.withdraw(behind: valve)
        guard !live.isClosed, !isAway, !isChanging, let valve, valve.hasPassed || !preset.isAsWanted else { return }
        isChanging = true
        defer { isChanging = false }
        await live.remove(self.part.elements)
        preset.choose()
        let part = self.part
        do throws(GraphFailure) {
            try await live.remake(part, branch)
            healed()
        } catch {
            // The next take tries again, and reports the failure.
            hasFailed = true
            await live.remove(part.elements)
            live.warn(error.branch, error.message)
        }
    }

    // MARK: Statistics
    /// The encoder's frame counts and the level of its queue; `nil` if the encoder is missing.
    var statistics: GraphStatistics.Branch? {
        guard let entry, let name = live.plan.branches.first(where: { $0.name == branch })?.queue,
            let queue = live[name], let level = try? queue.integer("current-level-buffers"),
            let most = try? queue.integer("max-size-buffers"), most > 0
        else { return nil }
        let (framesIn, framesOut) = entry.counts
        var statistics = GraphStatistics.Branch(
            output: output, framesIn: framesIn, framesOut: framesOut, queue: min(1, Double(level) / Double(most)),
            isHeldUp: files.isFull)
        statistics.waiting = Int(level)
        return statistics
    }
}

extension GraphFailure {
    fileprivate static func hung(_ output: OutputName, _ branch: BranchID) -> GraphFailure {
        GraphFailure(
            .encoderFailed, branch: branch, output: output,
            message: "\(branch): the encoder hangs: it has taken no picture for a second, though pictures come",
            advice: "If it happens again, choose another encoder: 'dualcam encoders' lists those at hand.")
    }

    fileprivate static func immovable(_ branch: BranchID) -> GraphFailure {
        GraphFailure(
            .fault, branch: branch,
            message: "\(branch): the encoder hangs again and cannot be stopped; another process has to go on",
            advice: "Choose another encoder: 'dualcam encoders' lists those at hand.")
    }
}
