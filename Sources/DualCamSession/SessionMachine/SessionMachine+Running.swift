import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: The start of a recording
extension SessionMachine {
    mutating func begin(_ freeBytes: Int64?) {
        if phase == .standby {
            storage.read(freeBytes)
            if life.openGraph() { act(.standBy) }
            return
        }
        guard phase == .preparing, !life.hasStarted, !storage.isMakingRoom else { return }
        storage.read(freeBytes)
        announce()
        let refusal = storage.refuseStart(in: context)
        guard refusal.isEmpty else { return perform(refusal) }
        // Readings arrive every second. Each of them repeats the attempt to start.
        if machine.isStartDoubtful { return }
        let requests = openFirst()
        life.start()
        // The recording was paused when the previous worker was lost.
        if order.beginsPaused, !planted(.pauseAfterStart) { act(.direct(.pause)) }
        act(.start(requests, after: startDelay))
        if order.beginsPaused, planted(.pauseAfterStart) { act(.direct(.pause)) }
        arm(.start, at: now + settings.startLimit)
    }

    /// The delay from now until the take begins; negative if the take includes pre-roll, which begins in the past.
    /// `nil` if the session does not stand by.
    private var startDelay: Duration? {
        guard order.standsBy else { return nil }
        if order.goesOn { return .zero }
        if let past = life.standby.last ?? settings.recording.preRoll { return .zero - past }
        return settings.recording.delay ?? .zero
    }

    private mutating func announce() {
        guard life.begin() else { return }
        order.description.overrides += direction.settings.merged(with: life.standby.settings).map(\.override)
        direction.noteColourTables(of: order.pipeline)
        // A worker may have been lost before its first ledger line reached the disk.
        let past = order.resuming?.history
        if past?.recordedFolder == nil, past?.parts.isEmpty ?? true {
            let facts: [JSONValue.Member] = .of([
                "dualcam": order.description.version, "folder": folder.path, "outputs": settings.outputs,
                "files": firstNames,
            ])
            record(.started, facts + .known(["continues": order.continuing]))
        }
        emit(.started(folder: folder.path, outputs: settings.outputs))
        for (code, message) in order.warnings { warn(code, message) }
        act(.save(manifest(.recording)))
        for file in files.all where file.isFinished && file.digest == nil {
            perform(files.completion.askForDigest(file.path))
        }
    }

    /// The file name of each output's first segment, by which a recovery recognises files that no ledger entry lists.
    private var firstNames: [JSONValue] {
        let names = order.names.files(segment: 0)
        return settings.outputs.compactMap { output in names[output].map { .of(["output": output, "file": $0]) } }
    }

    /// Begins the recording. `running` is the running time of its first frames.
    ///
    /// - Parameter past: The length of the pre-roll, from `running` until now. Durations that users set are measured
    ///   from now.
    mutating func begin(_ running: RunningTime, _ clock: String, past: Duration = .zero) {
        life.enter(.running)
        let wallClock = clocks.timeline.wall(of: running, at: now)
        clocks.beginRecording()
        take.begin(at: running, clock)
        let requests = files.awaited.filter { active.contains($0.output) }.map(\.request)
        // The difference between Unix time and running time.
        let offset = Duration.nanoseconds(wallClock - running.nanoseconds)
        record(
            .recording, at: running,
            .of(["clock": clock, "wall-clock-offset": offset, "files": list(requests)]) + firstPicture)
        emit(.recording(clock: clock, files: requests), at: running)
        perform(inputs.tellLosses(at: running, part: part))
        perform(signals.begin(at: running, part: part))
        perform(inputs.tellMeasured(at: running, part: part))
        // Cameras that returned while the recording was being started have no file yet.
        let late = active.filter { output in !requests.contains { $0.output == output } }
        perform(inputs.tellLate(late.map { InputName($0.rawValue) }, at: running, part: part))
        // The graph is already paused. A scheduled end that it received now would lie within the pause.
        if order.beginsPaused { paused(at: running) }
        planEnd(from: running + past, at: wallClock + past.nanoseconds)
        scheduleBoundary()
        scheduleSwitch()
        for output in late { reopen(output, .inputReturned) }
        act(.save(manifest(.recording)))
        if life.standby.last != nil { stop(.request) }
    }

    // MARK: Events of the graph
    mutating func handle(_ event: GraphEvent) {
        switch event {
        case .recording(let running, let wallClock, let clock, let past):
            awaitStart(running, wallClock, clock, past: past)
        case .stopping(let running): stopping(running)
        case .fileFinished(let summary): fileFinished(summary)
        case .dropped(let branch, let output, let count, let running):
            perform(losses.drop(branch, output, count, lasting: order.soundBuffers[branch], at: running))
        case .repeated(let branch, let count, let running): perform(losses.repeat(branch, count, at: running))
        case .jumped(let branch, let jumps, let running): perform(losses.jump(branch, jumps, at: running))
        case .absentFromClip(let input, let count, let isDelay, let running):
            perform(losses.lack(input, count, isDelay: isDelay, at: running))
        case .inputLost(let input, let running):
            leave(input)
            perform(inputs.lost(input, at: running, in: context))
        case .inputReturned(let input, let running): inputReturned(input, running)
        case .damaged(let input, let count, let isKept, let running):
            perform(losses.damage(input, count, isKept: isKept, at: running))
        case .cadence(let input, let frame, let isConverted, let running):
            measured(input, frame.nanoseconds, isConverted: isConverted, from: running)
        case .keyFrames(let input, let distance, let running): measured(input, distance, from: running)
        case .rateChanged(let output, let share, let running):
            perform(machine.throttling.rateChanged(output, share, at: running, part: part))
        case .levels(let levels, let running):
            tell(levels, at: running)
        case .picture(let sample, let running): see(sample, at: running)
        case .failed(let failure):
            if let limit = failure.fileLimit { fileSizes.learn(limit) }
            fail(SessionFailure(failure))
        case .warning(let branch, let text):
            if phase == .preparing, let branch { inputs.warned(of: branch) }
            warn(.graph, branch: branch, text)
        case .controlDiffers(let input, let text):
            warn(.cameraControl, branch: .source(input), text.hasSuffix(".") ? text : text + ".")
        case .closed: graphEnded("The graph closed by itself.")
        }
    }

    private mutating func measured(_ input: InputName, _ frame: Int64, isConverted: Bool, from time: RunningTime) {
        let asked = direction.pipeline?.cameras.first { $0.name == input.rawValue }?.rate.framesPerSecond
        let cadence = SessionHistory.Cadence(
            input: input, part: part, from: time, frame: frame, asked: asked, isConverted: isConverted)
        perform(inputs.measured(cadence, isRecorded: recordedPart != nil))
    }

    private mutating func measured(_ input: InputName, _ distance: Duration, from time: RunningTime) {
        let keyFrames = SessionHistory.KeyFrames(
            input: input, part: part, from: time, distance: distance.nanoseconds,
            segment: direction.pipeline?.recording.segment.flatMap { $0 > .zero ? $0 : nil })
        perform(inputs.measured(keyFrames, isRecorded: recordedPart != nil))
    }

    private mutating func tell(_ levels: SoundLevels, at time: RunningTime) {
        status.hear(levels, order: (direction.pipeline?.microphones ?? []).map(\.input))
        act(.tellLevels(levels, at: time))
        hear(levels, at: time)
    }

    private mutating func inputReturned(_ input: InputName, _ running: RunningTime) {
        perform(inputs.returned(input, at: running, now: now))
        let output = OutputName(input.rawValue)
        if active.contains(output) { reopen(output, .inputReturned) }
    }

    /// Completes a change that the graph has made. A restored output gets a new file.
    mutating func applied(_ change: GraphChange) {
        if change == .stop(at: nil) { return stopApplied() }
        guard phase == .running, case .restoreOutput(let output) = change, outputs.opened(output, at: now) else {
            return
        }
        // If the output's camera is missing, the output gets its file when the camera returns. Shortly before the end,
        // no new file is begun.
        let isBack = active.contains(output) ? reopen(output, .outputRestored) : true
        if isBack { failures.recover(output) }
    }

    mutating func folderMade(_ output: OutputName, _ failure: FolderFailure?) {
        guard phase == .running else { return }
        guard let failure else { return act(.apply(.restoreOutput(output))) }
        fail(SessionFailure(failure).of(output))
    }
}
