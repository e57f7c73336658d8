import DualCamConfig
import DualCamPlan

/// Decides what is left out when the machine cannot bear a recording, before frames are lost, and when it is taken up again.
struct LoadPolicy: Sendable, Equatable {
    enum Reading: Sendable, Equatable {
        /// The machine's reading, once a second.
        case machine(MachineReading)
        /// The branches of the outputs that record, four times a second.
        case queues([GraphStatistics.Branch])
    }

    /// The outputs from which something can be left out now.
    struct Ground: Sendable, Equatable {
        /// The combined output records; without it another output would.
        var combined = true
        var isCombinedSpare = true
        /// True when a camera's own output records whose frames can be left out.
        var isolated = true
        /// Somebody watches a preview.
        var previews = false
        /// An output that records has an encoder with a faster preset than the planned one.
        var presets = false
        /// The throttle that is in force for other reasons.
        var held = Throttle.none
    }

    enum Action: Sendable, Equatable {
        case shed(LoadStep, ShedReason)
        case restore(LoadStep, ShedReason)
        /// The machine does not tell its load; said once.
        case loadIsUnknown
        /// The disk takes nothing of an output.
        case heldUp(OutputName)
        /// The load is too much, and no step is left; told once until it was well for a while.
        case helpless(ShedReason)
    }

    /// A step that is in force.
    struct Taken: Sendable, Equatable {
        var step: LoadStep
        var cause: ShedReason
        /// Cores this process used before the step, and once it had its effect; `nil`: not measured.
        fileprivate var before: Double?
        fileprivate var after: Double?

        /// Cores that restoring would cost.
        fileprivate var cost: Double {
            guard let before, let after else { return 0 }
            return max(0, before - after)
        }
    }

    /// The load must be over the limit for this long; there are two readings a second, whose timers are not exact.
    static let overload = Duration.milliseconds(1900)
    /// Measurements within this time after a change do not show its effect yet.
    static let effect = Duration.seconds(1)
    /// The time between two steps, unless a queue is about to be full.
    static let settling = Duration.seconds(2)
    /// The time between two steps when one is.
    static let haste = Duration.milliseconds(500)
    /// After a step that spares other outputs, a camera's queue gets this long to empty before the cameras themselves are slowed; so does
    /// the combined picture's from a third of its frames on, before the next step.
    static let relief = Duration.milliseconds(1500)
    /// If an encoder takes a smaller share of its frames than this, several steps are taken at once.
    static let farBehind = 0.7
    /// The part of the encoders' measured rate that is used, so that their queues empty.
    static let room = 0.8
    /// The load must stay this far below the limit with a step restored.
    static let margin = 0.05
    /// After so much calm a step is restored although it seems to cost too much: what it cost was measured long ago.
    static let secondThought = Duration.seconds(600)

    /// `budget.limit`
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
    /// Since when the newest step could be restored without going over the limit.
    private var roomSince: Duration?
    private var helplessAt: Duration?

    /// - Parameter budget: nothing is ever left out when its `shed` is empty; `enforce` is not looked at.
    init(_ budget: Budget) { (limit, steps) = (budget.limit, LoadStep.steps(of: budget.shed)) }

    /// The share of what this process can have that it uses; `nil`: not known.
    var load: Double? { measured?.share }

    /// The fullest queue of an output that records, 0 ... 1.
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

    /// The load to be expected with the newest step restored.
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
        // The queue's counts of the last second are to be those of the newest share.
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

    /// The steps to the share of their frames that the cameras' encoders have shown to bear, for all outputs alike, or that the combined
    /// picture's has, for that alone: where it is much less than what comes, one step after the other would lose frames in heaps. Empty
    /// where single steps will do.
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

    /// The steps until these rates are what the encoders bear. Not below a third at once: a second's measure may mislead. Before them
    /// the encoders' presets: a worse picture costs less than frames.
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

    /// Every change begins a new count.
    private mutating func change(at now: Duration) {
        changedAt = now
        (overSince, wellSince, roomSince) = (nil, nil, nil)
    }

    /// The next step that can help. Less than half of the frames is recorded only where an encoder would drop them otherwise.
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

/// The time of calm before a step is restored: it doubles whenever restoring leads to shedding again.
struct RestorePatience: Sendable, Equatable {
    static let shortest = Duration.seconds(10)
    static let longest = Duration.seconds(300)
    /// Shedding within this time after a restoring is taken for its consequence.
    static let trial = Duration.seconds(60)
    /// After so long without shedding the time is the shortest again.
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
