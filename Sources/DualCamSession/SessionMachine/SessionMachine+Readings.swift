import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Periodic readings
extension SessionMachine {
    /// Passes a reading of the graph's statistics and the clocks, made four times a second, to the components of the
    /// session.
    mutating func read(_ statistics: GraphStatistics, _ reading: ClockReading) {
        if let running = statistics.now { clocks.timeline.synchronise(running: running, at: now) }
        clocks.note(reading)
        inputs.read(statistics.inputs)
        machine.throttling.previews = statistics.previews
        guard phase < .finishing else { return readEnd(statistics) }
        perform(inputs.judge(isLive: phase == .running || life.isStanding, at: now))
        if life.isStanding { tellStandby() }
        guard phase == .running else { return }
        perform(clocks.observe(reading, at: now))
        followClock(reading)
        observe(.tick(inputsAreAway: !inputs.away.isEmpty))
        let recording = active
        observeLoad(.queues(statistics.branches.filter { recording.contains($0.output) }))
        if !take.isPaused {
            storage.written(statistics.outputs.filter { outputs.place(of: $0.name) == .own }, at: now)
        }
        if !take.isPaused, fileSizes.observe(statistics.outputs, at: now) { cutLargeFiles() }
        perform(clocks.observe(statistics.sounds, at: now))
        watchStillness(statistics)
        tellStatus(statistics)
    }

    /// Stores the limits of the session's folder, such as its file size limit, and warns about problems of the folder.
    mutating func apply(_ facts: FolderFacts) {
        if let limit = facts.fileLimit { fileSizes.learn(limit) }
        folder.groupProblem = facts.groupProblem
        for warning in facts.warnings(of: folder.path) { warn(warning.code, warning.message) }
    }

    /// Passes a reading of the machine's sensors and counters, made once a second, to the policies for heat, power and
    /// load.
    mutating func read(_ reading: MachineReading) {
        guard phase < .finishing else { return }
        perform(machine.observe(reading, hasBegun: hasBegun, in: context))
        guard phase == .running else { return }
        observeLoad(.machine(reading))
    }

    private mutating func observeLoad(_ reading: LoadPolicy.Reading) {
        let recording = LoadPolicy.Ground(
            active: active, passedThrough: order.passedThrough, slowedByPreset: order.slowedByPreset)
        let heat = machine.heat.throttle
        perform(machine.throttling.observe(reading, on: recording, heat: heat, in: context))
        // The throttle depends on both load and heat.
        perform(machine.throttling.apply(heat: heat, in: context))
        cutForPresets()
    }

    /// Stores a reading of the free disk space, made once a second, and decides what to do about it. Also repeats an
    /// attempt to start that had to wait for space.
    mutating func space(_ freeBytes: Int64?) {
        storage.read(freeBytes)
        noteSpace()
        if hasBegun { begin(freeBytes) }
        guard phase == .running else { return }
        perform(storage.judge(isPaused: take.isPaused, &clocks, in: context))
    }

    private mutating func tellStatus(_ statistics: GraphStatistics) {
        guard phase == .running, status.isDue(at: now) else { return }
        var told = SessionEvent.Status(
            recorded: take.recorded(until: running), freeBytes: storage.freeBytes,
            outputs: statistics.outputs.map(withLosses),
            lasts: storage.lasts, isFlowing: inputs.deliver && !active.isEmpty && !take.isPaused, lost: inputs.away,
            workload: workload, heat: machine.heat.status, battery: machine.power.battery, levels: status.levels)
        told.isPaused = take.isPaused
        told.signals = signals.read()
        told.groupProblem = folder.groupProblem
        told.still = still.still
        (told.cadences, told.keyFrames) = (inputs.cadences.map(withTimeOfDay), inputs.keyFrames)
        told.damaged = losses.damaged
        told.previews = statistics.previews
        perform(status.tell(told, at: now))
    }

    private func withTimeOfDay(_ cadence: SessionHistory.Cadence) -> SessionHistory.Cadence {
        var cadence = cadence
        cadence.since = clocks.timeline.wall(of: cadence.from, at: now)
        return cadence
    }

    /// Returns an output's statistics with the dropped frames of all workers, as in the ledger.
    private func withLosses(_ output: GraphStatistics.Output) -> GraphStatistics.Output {
        var output = output
        let told = losses.dropped.reduce(0) { $0 +| ($1.isOf(output.name) ? $1.count : 0) }
        output.dropped = max(output.dropped, told)
        return output
    }

    private var workload: SessionEvent.Workload {
        let rates = settings.outputs.compactMap { output in
            order.rates[output].map { rate in
                let share = outputs.isOut(output) ? 0 : machine.throttling.share(of: output, part: part).fraction
                return SessionEvent.Workload.Rate(output: output, framesPerSecond: rate.framesPerSecond * share)
            }
        }
        let figures = machine.throttling.figures
        return .init(load: figures.load, queue: figures.queue, sheds: machine.sheds, rates: rates)
    }

    /// Reports the status while the session stands by.
    private mutating func tellStandby() {
        guard status.isDue(at: now) else { return }
        var told = SessionEvent.Status(
            recorded: .zero, freeBytes: storage.freeBytes, outputs: [], isFlowing: false, lost: inputs.away,
            heat: machine.heat.status, battery: machine.power.battery, obstacle: life.standby.obstacle)
        told.signals = signals.read()
        perform(status.tell(told, at: now))
        status.restart(at: now)
    }
}
