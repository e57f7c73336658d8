import DualCamConfig
import DualCamPlan

/// Decides what is shed under load, before frames are lost, and when it is restored.
struct LoadPolicy: Sendable, Equatable {
    enum Reading: Sendable, Equatable {
        /// The machine's reading, once a second.
        case machine(MachineReading)
        /// The branches of the recording outputs, four times a second.
        case queues([GraphStatistics.Branch])
    }

    /// The outputs from which something can be shed now.
    struct Ground: Sendable, Equatable {
        /// True when the combined output records; `isCombinedSpare`: when another output would still record without it.
        var combined = true
        var isCombinedSpare = true
        /// True when a camera's own output records and can leave out frames.
        var isolated = true
        /// True when somebody watches a preview.
        var previews = false
        /// True when a recording output has an encoder with a faster preset than planned.
        var presets = false
        /// The throttle in force for other reasons.
        var held = Throttle.none
    }

    enum Action: Sendable, Equatable {
        case shed(LoadStep, ShedReason)
        case restore(LoadStep, ShedReason)
        /// The machine does not report its load. Occurs once.
        case loadIsUnknown
        /// The disk accepts no data of an output.
        case heldUp(OutputName)
        /// The load is too high and no step is left. Not repeated until ten minutes have passed without it.
        case helpless(ShedReason)
    }

    /// A step in force.
    struct Taken: Sendable, Equatable {
        var step: LoadStep
        var cause: ShedReason
        /// The cores this process used before the step, and after it took effect; `nil` if not measured.
        fileprivate var before: Double?
        fileprivate var after: Double?

        /// The cores that restoring the step would cost.
        fileprivate var cost: Double {
            guard let before, let after else { return 0 }
            return max(0, before - after)
        }
    }

    /// The time for which the load must exceed the limit: two readings of a second, whose timers are not exact.
    static let overload = Duration.milliseconds(1900)
    /// The time after a change in which measurements do not show its effect yet.
    static let effect = Duration.seconds(1)
    /// The time between two steps, unless a queue is about to be full.
    static let settling = Duration.seconds(2)
    /// The time between two steps if a queue is about to be full.
    static let haste = Duration.milliseconds(500)
    /// The time for a camera's queue to empty after a step on other outputs, before the cameras are slowed. The
    /// combined picture's queue gets the same time below half of its frames.
    static let relief = Duration.milliseconds(1500)
    /// The share of an encoder's frames below which several steps are taken at once.
    static let farBehind = 0.7
    /// The share of the encoders' measured rate that is used, so that queues empty.
    static let room = 0.8
    /// The distance from the limit that the load must keep with a step restored.
    static let margin = 0.05
    /// The calm after which a step is restored although it seems too costly: its cost was measured long ago.
    static let secondThought = Duration.seconds(600)

    /// The load limit, `budget.limit`.
    let limit: Double
    private let steps: [LoadStep]
    private var meter = LoadMeter()
    private var queues = QueueWatch()
    private var patience = RestorePatience()
    /// The steps in the order in which they were taken.
    private(set) var taken: [Taken] = []
    private var measured: LoadMeter.Load?
    private var saidUnknown = false
    private var changedAt: Duration?
    private var overSince: Duration?
    private var wellSince: Duration?
    /// The time since when restoring the newest step would not exceed the limit.
    private var roomSince: Duration?
    private var helplessAt: Duration?

    /// - Parameter budget: The budget. An empty `shed` disables shedding; `enforce` has no effect here.
    init(_ budget: Budget) { (limit, steps) = (budget.limit, LoadStep.steps(of: budget.shed)) }

    /// The share of the available processor time that this process uses; `nil` if unknown.
    var load: Double? { measured?.share }

    /// The fullest queue of a recording output, 0 ... 1.
    var queue: Double { queues.fullest }

    var throttle: Throttle { taken.reduce(.none) { $1.step.applied(to: $0) } }

    mutating func observe(_ reading: Reading, on ground: Ground, at now: Duration) -> [Action] {
        let begin = changedAt ?? now
        changedAt = begin
        var actions: [Action] = []
        switch reading {
        case .machine(let reading): actions += apply(meter.observe(reading, at: now), begin)
        case .queues(let branches):
            queues.observe(branches)
            actions += queues.heldUp.map(Action.heldUp)
        }
        watchCalm(at: now)
        return actions + decide(ground, at: now)
    }

    // MARK: Readings
    private mutating func apply(_ finding: LoadMeter.Finding, _ changed: Duration) -> [Action] {
        switch finding {
        case .tooEarly: return []
        case .unknown:
            (measured, overSince) = (nil, nil)
            defer { saidUnknown = true }
            return saidUnknown ? [] : [.loadIsUnknown]
        case .measured(let load):
            measured = load
            guard load.from >= changed + Self.effect else { return [] }
            if let last = taken.indices.last, taken[last].after == nil { taken[last].after = load.used }
            overSince = load.share > limit ? overSince ?? load.from : nil
            return []
        }
    }

    private mutating func watchCalm(at now: Duration) {
        let isWell = queues.isCalm && (measured?.share ?? 0) < limit - Self.margin
        wellSince = isWell ? wellSince ?? now : nil
        roomSince = isWell && loadWithNewest < limit - Self.margin ? roomSince ?? now : nil
    }

    /// The expected load with the newest step restored.
    private var loadWithNewest: Double {
        guard let measured else { return 0 }
        return (measured.used + (taken.last?.cost ?? 0)) / measured.available
    }

    // MARK: Actions
    private mutating func decide(_ ground: Ground, at now: Duration) -> [Action] {
        if let cause = trouble(on: ground, at: now) { return shed(cause, ground, at: now) }
        guard isTimeToRestore(at: now),
            let newest = planted(.oldestRestoredFirst) && !taken.isEmpty ? taken.removeFirst() : taken.popLast()
        else { return [] }
        patience.restored(at: now)
        change(at: now)
        return [.restore(newest.step, newest.cause)]
    }

    private func trouble(on ground: Ground, at now: Duration) -> ShedReason? {
        if let alarm = queues.alarm, now - (changedAt ?? now) >= pause(alarm, ground) { return .queue }
        return overSince.flatMap { since in
            measured.map { $0.to - since >= (planted(.shedAtOnce) ? .zero : Self.overload) }
        } == true ? .load : nil
    }

    /// Returns the time that the newest change gets to show its effect.
    private func pause(_ alarm: QueueWatch.Alarm, _ ground: Ground) -> Duration {
        guard alarm == .urgent else { return Self.settling }
        // The queue's counts of the last second must all belong to the newest share.
        if let step = taken.last?.step, let share = step.share, share < .half, step.isOfCameras || queues.isOfCombined {
            return Self.relief
        }
        let reachesCameras = next(ground, .queue)?.isOfCameras == true && taken.last?.step.isOfCameras == false
        return reachesCameras && !planted(.camerasSlowedInHaste) ? Self.relief : Self.haste
    }

    private func isTimeToRestore(at now: Duration) -> Bool {
        let hasRoom = roomSince.map { now - $0 >= patience.length(at: now) || planted(.restoreAtOnce) } ?? false
        return hasRoom || wellSince.map { now - $0 >= Self.secondThought } == true
    }

    private mutating func shed(_ cause: ShedReason, _ ground: Ground, at now: Duration) -> [Action] {
        let evenly = cause == .queue ? stepsToEvenShare(on: ground) : []
        let steps = evenly.isEmpty ? next(ground, cause).map { [$0] } ?? [] : evenly
        guard !steps.isEmpty else {
            defer { helplessAt = now }
            return helplessAt.map { now - $0 < Self.secondThought } == true ? [] : [.helpless(cause)]
        }
        taken += steps.map { Taken(step: $0, cause: cause, before: measured?.used) }
        patience.shed(at: now)
        change(at: now)
        return steps.map { .shed($0, cause) }
    }

    /// Returns the steps to the share of frames that encoders have proven to bear, if single steps would lose many
    /// frames. If the cameras' encoders fall behind, the share applies to all outputs; else to the combined picture
    /// alone. Empty if single steps suffice.
    private func stepsToEvenShare(on ground: Ground) -> [LoadStep] {
        guard queues.alarm == .urgent else { return [] }
        let reached = throttle.combined(with: ground.held)
        if let pace = queues.pace(of: { $0 != .combined }), pace < Self.farBehind {
            return steps([.combinedRate, .isolatedRate], toShare: pace * reached.isolated.fraction, on: ground)
        }
        if let pace = queues.pace(of: { $0 == .combined }), pace < Self.farBehind {
            return steps([.combinedRate], toShare: pace * reached.combined.fraction, on: ground)
        }
        return []
    }

    /// Returns the steps to a bearable rate, presets first: a worse picture costs less than lost frames. No rate falls
    /// below a third at once, because the measure of one second may mislead.
    private func steps(_ words: [ShedStep], toShare share: Double, on ground: Ground) -> [LoadStep] {
        var reached = throttle.combined(with: ground.held)
        let presets = steps.filter {
            $0.word == .preset && !planted(.presetsSkipped) && $0.applied(to: reached) != reached
                && isPossible($0, on: ground, under: reached)
        }
        let bearable = share * Self.room
        let lowest =
            words.compactMap { $0.share(in: reached) }.contains { $0 <= .third || planted(.sixthAtOnce) }
            ? RateShare.sixth : .third
        return presets
            + steps.filter { step in
                guard words.contains(step.word), let share = step.word.share(in: reached)?.fraction, share > bearable,
                    (step.share ?? .full) >= lowest,
                    step.applied(to: reached) != reached, isPossible(step, on: ground, under: reached)
                else { return false }
                reached = step.applied(to: reached)
                return true
            }
    }

    /// Restarts all counts after a change.
    private mutating func change(at now: Duration) {
        changedAt = now
        (overSince, wellSince, roomSince) = (nil, nil, nil)
    }

    /// Returns the next step that can help. A share below half is used only if an encoder would drop frames otherwise.
    private func next(_ ground: Ground, _ cause: ShedReason) -> LoadStep? {
        let now = throttle.combined(with: ground.held)
        return steps.first { step in
            step.applied(to: now) != now
                && (cause == .queue || planted(.thirdForLoad) || (step.share ?? .half) >= .half)
                && isPossible(step, on: ground, under: now)
        }
    }

    private func isPossible(_ step: LoadStep, on ground: Ground, under throttle: Throttle) -> Bool {
        switch step.word {
        case .preset: ground.presets
        case .preview: ground.previews
        case .combinedRate:
            ground.combined && !throttle.combinedRests && ((step.share ?? .full) >= .third || queues.isOfCombined)
        case .combinedPreset: ground.combined && !throttle.combinedRests
        case .combined: ground.combined && ground.isCombinedSpare
        case .isolatedRate: ground.isolated
        }
    }
}

extension LoadPolicy.Ground {
    /// - Parameters:
    ///   - active: the outputs that record.
    ///   - passedThrough: outputs of which no frame can be left out.
    ///   - slowedByPreset: outputs whose encoders have a faster preset than the planned one.
    init(active: [OutputName], passedThrough: Set<OutputName> = [], slowedByPreset: Set<OutputName> = []) {
        let cameras = active.filter { $0 != .combined }
        self.init(
            combined: active.contains(.combined), isCombinedSpare: !cameras.isEmpty,
            isolated: cameras.contains { !passedThrough.contains($0) },
            presets: active.contains(where: slowedByPreset.contains))
    }
}

/// The calm needed before a step is restored. It doubles whenever restoring leads to shedding again.
struct RestorePatience: Sendable, Equatable {
    static let shortest = Duration.seconds(10)
    static let longest = Duration.seconds(300)
    /// The time after restoring in which shedding counts as its consequence.
    static let trial = Duration.seconds(60)
    /// The time without shedding after which the calm is the shortest again.
    static let forgetting = Duration.seconds(600)

    private var length = shortest
    private var lastRestored: Duration?
    private var lastShed: Duration?

    mutating func restored(at now: Duration) { lastRestored = now }

    mutating func shed(at now: Duration) {
        length = length(at: now)
        if let restored = lastRestored, now - restored < Self.trial {
            length = planted(.patienceStays) ? length : min(length * 2, Self.longest)
        }
        (lastRestored, lastShed) = (nil, now)
    }

    func length(at now: Duration) -> Duration {
        guard let lastShed, now - lastShed < Self.forgetting || planted(.neverForgets) else { return Self.shortest }
        return length
    }
}
