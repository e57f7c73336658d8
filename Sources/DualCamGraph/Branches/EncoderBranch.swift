internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer

/// The branch of an output's video encoder. Drains the encoder before the files end, and rebuilds it after an error.
@PipelineActor
final class EncoderBranch: Branch {
    let output: OutputName
    let files: FileBranch
    let rate: EncoderRate
    let preset: EncoderPreset
    /// The branch whose pictures this encoder encodes: a camera or the combined picture.
    weak var source: (any PictureSource)?
    private let live: LiveElements
    private let valves: RecordingValves
    private(set) var entry: EncoderEntry?
    /// The gate that drops pictures until a key frame if the queue is full; `nil` if no picture depends on another.
    private var gate: KeyFrameGate?
    private var stream: EncodedStream?
    private(set) var hasFailed = false
    /// True when an error of this encoder's elements was reported. Later errors are only consequences of it.
    private var isTold = false
    private var isChanging = false
    /// True when the last check of this encoder found signs of a hang.
    private var isSuspect = false
    /// True when an attempt to bring this encoder's elements to the NULL state has already failed.
    private var isImmovable = false

    /// The time that pictures may wait before an encoder counts as hung. The machine's busy time is not counted.
    private static let hang = Duration.seconds(1)
    /// The time without output from the encoder after which dualcam stops waiting for a file's last frames.
    private static let patience = Duration.seconds(2)
    /// The niceness added to the combined picture's thread, which then gets a third of a competing thread's CPU time.
    static let deference: Int32 = 5

    nonisolated init(_ output: OutputName, _ live: LiveElements, _ valves: RecordingValves, _ files: FileBranch) {
        (self.output, self.live, self.valves, self.files) = (output, live, valves, files)
        (rate, preset) = (EncoderRate(output, live), EncoderPreset(output, live))
    }

    var branch: BranchID { .encoder(output) }
    var valve: RecordingValve? { valves[branch] }
    /// The length of one frame of this encoder's output, in nanoseconds; `nil` if the output has no frame rate.
    var frameLength: Int64? { live.plan.frameLength(of: branch) }
    private var part: GraphPart { live.plan.part(of: [branch]) }
    var isAway: Bool { source?.isAway ?? false }

    func watch(_ part: GraphPart) throws(GraphFailure) {
        if let video = part.outputs.first(where: { $0.name == output })?.video.element,
            part.elements.contains(where: { $0.name == video })
        {
            stream = EncodedStream()
            stream?.install(on: try live.pad(video, "sink"))
        }
        if let plan = part.valves.first(where: { $0.branch == branch }) {
            try watchEntry(plan)
            try giveWay(plan)
            // A gate counts the pictures that it drops, and its queue drops none.
            let own = plan.needsKeyFrame ? nil : part.branches.first { $0.name == branch }
            if let own { try live.countLosses(of: own) }
            try valves.install(plan, account: files.account)
            gate = plan.needsKeyFrame ? try gate(before: plan.pad.element) : nil
        }
    }

    private func gate(before queue: String) throws(GraphFailure) -> KeyFrameGate {
        let (window, reporter, pipeline) = (live.window, live.reporter, live.pipeline)
        let plan = live.plan.branches.first { $0.name == branch }
        return try live.gate(before: queue, at: "\(queue)-guard") { time in
            guard let time, let plan, window.counts(at: UInt64(clamping: time)) else { return }
            reporter.lost(1, in: plan, pipeline)
        }
    }

    /// Installs the counters of frames that enter and leave the encoder. If the encoder is rebuilt, the counts
    /// continue.
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
        // Frames that wait as pre-roll in a queue after the encoder count as having left the encoder.
        let past = live.plan.elements.last {
            $0.branch == branch && live.plan.preRoll?.queues.contains($0.name) == true
        }
        let exit = try live.pad(past?.name ?? plan.video.element, "sink")
        entry.install(on: try live.pad(valve.pad.element, "sink"), exit: exit)
        if let past { try live.keepPast(in: past.name) }
        rate.meetEncoder()
    }

    /// Lowers the priority of the combined picture's streaming thread. If the CPU is overloaded, the combined picture
    /// then loses frames before the cameras' own files do.
    private func giveWay(_ valve: ValvePlan) throws(GraphFailure) {
        guard output == .combined else { return }
        try live.pad(valve.pad).yieldStreamingThread(by: Self.deference)
    }

    // MARK: Files
    /// Makes the output's next file begin with a key frame at `time`: nanoseconds of running time without pauses.
    func beginFile(at time: Int64) {
        entry?.keep(firstFrom: time)
        // If a new encoder replaces the current one, its first frame is a key frame anyway.
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

    /// Builds a second encoder with the preset that the throttle requires, which takes over at the next file's start.
    func preparePreset() async {
        guard !live.isClosed, !isAway, !isChanging, !hasFailed else { return }
        await preset.prepare(behind: valve)
    }

    /// Makes frames wait when the encoder's queue is full, instead of dropping them. Used after the recording's end,
    /// when no new frames arrive.
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

    /// Stops recording the output to reduce load, and finishes its files with all frames recorded so far. If the
    /// encoder has failed or hangs, the files end with the last encoded frame.
    func shed() async throws(GraphFailure) {
        guard files.isWriting, !hasFailed, let now = live.pipeline.runningTime, let encoder = rate.encoder, let valve,
            !valve.hasEnded
        else { return try await files.drop(finishing: true) }
        let end = live.window.recorded(Int64(clamping: now))
        files.close(at: end, within: Self.patience)
        entry?.keep(firstFrom: end)
        valve.askForKeyFrame(at: end, of: encoder)
    }

    /// Drains the encoder, so that the output's files end with all its frames.
    /// - Returns: the end of the last recorded frame, in nanoseconds of running time; `nil` if no encoder is built.
    func finishFiles() async -> Int64? {
        let now = live.now
        guard let plan = rate.plan, let valve, let queue = try? live.pad(valve.plan.pad.element, "sink") else {
            return nil
        }
        let tee = try? live.pad(plan.video.element, "sink")
        // The end of stream is queued after the frames that are still waiting.
        _ = try? await blocking("ending \(output)", within: .seconds(3)) { queue.sendEndOfStream() }
        let isComplete = await awaitEnd(through: tee)
        let (end, recorded) = valve.reached ?? (live.window.start ?? now, live.window.recorded(now))
        files.close(at: recorded)
        if !isComplete { try? await files.drop(finishing: true) }
        return end
    }

    /// Waits until the end of stream has passed through `tee`, which follows the encoder. Gives up and returns false
    /// when the encoder no longer outputs frames.
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
    /// Registers an error of this encoder's elements and returns true if it must be reported. Returns false for later
    /// errors and for errors during removal, because they are only consequences.
    func registerFailure() -> Bool {
        guard !isChanging, source?.isTakenOut != true, !isTold else { return false }
        (isTold, hasFailed) = (true, true)
        return true
    }

    /// Resets the error state after the failed elements were removed, so that the next error is reported again.
    func forgetFailure() { isTold = false }

    /// Marks this encoder as working again, because it was rebuilt with its source.
    func healed() { (isTold, hasFailed) = (false, false) }

    /// Reports the encoder as failed if two checks in a row find it hung. Called several times a second. A single check
    /// is not reliable, because the whole process may have been stopped for a while.
    func findHang() {
        let hangs = hangs
        if hangs, isSuspect {
            (hasFailed, isTold) = (true, true)
            live.failures.report(.hung(output, branch))
        }
        isSuspect = hangs
    }

    /// True when pictures have waited too long for the encoder although the file's queue is not full. If that queue is
    /// full, the disk is the cause, not the encoder.
    private var hangs: Bool {
        guard !hasFailed, !isAway, !isChanging, let valve, !valve.hasEnded else { return false }
        guard valve.held != nil, let held = live.silences[.encoder(output)] else { return false }
        return held > Self.hang && !files.isFull
    }

    /// Rebuilds this output's encoder if it has failed or its stream has ended.
    ///
    /// - Throws: an error if the encoder cannot be rebuilt. It names no output, so that another process continues, if a
    ///   hung encoder could not be stopped for the second time: only the process's end frees its memory and threads.
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

    /// Rebuilds the encoder for the next take if an end of stream has passed through it, or if its preset must change.
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
            // The next take tries to rebuild the encoder again, and reports the failure.
            hasFailed = true
            await live.remove(part.elements)
            live.warn(error.branch, error.message)
        }
    }

    // MARK: Statistics
    /// The encoder's frame counts and the fill level of its queue; `nil` if the encoder's elements do not exist.
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
