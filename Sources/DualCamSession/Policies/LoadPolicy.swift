import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Decides when to reduce frame rates, presets or outputs under high load, before frames are lost, or to restore them.
struct LoadPolicy: Sendable, Equatable {
    enum Reading: Sendable, Equatable {
        /// A reading of the machine's processor time, made once a second.
        case machine(MachineReading)
        /// The encoding branches of the recording outputs with their queues, read four times a second.
        case queues([GraphStatistics.Branch])
    }

    /// The state of the outputs, which determines the steps that could reduce the load now.
    struct Ground: Sendable, Equatable {
        /// True if the combined output is recorded.
        var combined = true
        /// True if another output would remain without the combined one.
        var isCombinedSpare = true
        /// True if at least one camera has its own recorded output whose frame rate can be reduced.
        var isolated = true
        /// True if a preview is being watched, so that ending previews would reduce the load.
        var previews = false
        /// True if the encoder of a recording output could also run with a faster preset than the planned one.
        var presets = false
        /// The reduction that already applies for other reasons, such as heat.
        var held = Throttle.none
    }

    enum Action: Sendable, Equatable {
        case shed(LoadStep, ShedReason)
        case restore(LoadStep, ShedReason)
        /// The machine does not report its load, so dualcam cannot react to high load. Reported once.
        case loadIsUnknown
        /// The disk accepts no data from this output.
        case heldUp(OutputName)
        /// The load is too high, and no step can reduce it further. Reported again only after ten minutes without this.
        case helpless(ShedReason)
    }

    /// A shedding step (a reduction of load) that is active, with its cause and its measured effect.
    struct Taken: Sendable, Equatable {
        var step: LoadStep
        var cause: ShedReason
        /// The numbers of processor cores that this process used `before` and `after` the step; `nil` if not measured.
        fileprivate var before: Double?
        fileprivate var after: Double?

        /// The number of additional processor cores that this process needs if the step is reversed; 0 if not measured.
        fileprivate var cost: Double {
            guard let before, let after else { return 0 }
            return max(0, before - after)
        }
    }

    /// The time for which the load must exceed the limit before a step is taken: about two readings, one a second.
    static let overload = Duration.milliseconds(1900)
    /// The time after a change during which measurements do not yet show the effect of the change.
    static let effect = Duration.seconds(1)
    /// The minimum time between two shedding steps, unless a queue is about to be full.
    static let settling = Duration.seconds(2)
    /// The minimum time between two shedding steps if a queue is about to be full.
    static let haste = Duration.milliseconds(500)
    /// The waiting time before the cameras' frame rates are reduced, so that a camera's queue can empty after other
    /// outputs were reduced. The queue of the combined picture gets the same time once its rate is below half.
    static let relief = Duration.milliseconds(1500)
    /// The fraction of its frames that an encoder must finish in time; below 70 %, several steps are taken at once.
    static let farBehind = 0.7
    /// The fraction of the encoders' measured speed (0.8 means 80 %) that is used, so that queues can empty.
    static let room = 0.8
    /// The margin below the limit that the load must keep when a step is reversed, as a fraction (0.05 means 5 %).
    static let margin = 0.05
    /// The time without high load after which a step is reversed even if the expected load is above the limit.
    static let secondThought = Duration.seconds(600)

    /// The highest allowed load, from `budget.limit`, as a fraction of the available processor time.
    let limit: Double
    private let steps: [LoadStep]
    private var meter = LoadMeter()
    private var queues = QueueWatch()
    private var patience = RestorePatience()
    /// The active shedding steps, in the order in which they were applied.
    private(set) var taken: [Taken] = []
    private var measured: LoadMeter.Load?
    private var saidUnknown = false
    private var changedAt: Duration?
    private var overSince: Duration?
    private var wellSince: Duration?
    /// The time since which the load has been low enough to reverse the newest step; `nil` if it is not low enough now.
    private var roomSince: Duration?
    private var helplessAt: Duration?

    /// Creates the policy. If the budget's list `shed` is empty, nothing is reduced; its `enforce` has no effect here.
    init(_ budget: Budget) { (limit, steps) = (budget.limit, LoadStep.steps(of: budget.shed)) }

    /// The fraction of the available processor time that this process uses; `nil` if unknown.
    var load: Double? { measured?.share }

    /// The level of the fullest queue before a recording output's encoder, 0 (empty) ... 1 (full).
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

    /// The load to expect, as a fraction of the available time, after the newest step is reversed; 0 if unknown.
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

    /// Returns how long to wait after the newest change before the next step, so that the effect becomes visible.
    private func pause(_ alarm: QueueWatch.Alarm, _ ground: Ground) -> Duration {
        guard alarm == .urgent else { return Self.settling }
        // All queue counts of the last second must have been made at the newest rate.
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

    /// Returns all steps needed for a frame rate that the encoders can sustain, if single steps would lose many frames;
    /// empty if single steps suffice. If the cameras' encoders fall behind, the steps apply to all outputs; otherwise
    /// only to the combined picture.
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

    /// Returns the steps to a sustainable frame rate. Presets are first in the list, because a worse picture is better
    /// than lost frames. No rate is reduced below a third at once, because a measurement over one second may mislead.
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

    /// Restarts the timers for high and low load after a change to the throttle.
    private mutating func change(at now: Duration) {
        changedAt = now
        (overSince, wellSince, roomSince) = (nil, nil, nil)
    }

    /// Returns the next step that reduces the load. Frame rates fall below half only if frames would be lost otherwise.
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
    /// Creates the state for the recorded outputs (`active`). Frames of `passedThrough` outputs cannot be dropped. The
    /// encoders of `slowedByPreset` outputs could also run with a faster preset than the planned one.
    init(active: [OutputName], passedThrough: Set<OutputName> = [], slowedByPreset: Set<OutputName> = []) {
        let cameras = active.filter { $0 != .combined }
        self.init(
            combined: active.contains(.combined), isCombinedSpare: !cameras.isEmpty,
            isolated: cameras.contains { !passedThrough.contains($0) },
            presets: active.contains(where: slowedByPreset.contains))
    }
}

/// The time without high load before a step is reversed. Doubles whenever a reversed step has to be taken again.
struct RestorePatience: Sendable, Equatable {
    static let shortest = Duration.seconds(10)
    static let longest = Duration.seconds(300)
    /// The time after a step is reversed within which new shedding is attributed to that reversal.
    static let trial = Duration.seconds(60)
    /// The time without shedding after which the required time without high load returns to its shortest value.
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
