import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Reduces frame rates, quality or outputs because of load and heat, and reports this. Stores the intervals in which
/// frames were dropped on purpose.
struct Throttling: Sendable {
    /// The number of live previews that are being encoded now.
    var previews = 0
    private let isWatched: Bool
    private var load: LoadPolicy
    /// The throttle that was last requested from the graph.
    private var asked = Throttle.none
    /// True if changed encoder presets have not taken effect yet. Encoders apply presets only when new files begin.
    var awaitsFiles = false
    /// The throttle that heat required when it was last reported.
    private var toldHeat = Throttle.none
    /// The intervals, in all parts of the session, in which frames were dropped on purpose.
    private(set) var omissions: SessionHistory.Omissions

    /// Creates the state in which nothing is reduced.
    ///
    /// - Parameters:
    ///   - budget: The budget that limits the load; `nil` if the load is not measured.
    ///   - history: The session's history, with the intervals in which earlier workers dropped frames on purpose; `nil`
    ///     if there were none.
    init(_ budget: Budget?, after history: SessionHistory? = nil) {
        (isWatched, load) = (budget != nil, LoadPolicy(budget ?? Budget()))
        omissions = history?.omissions ?? .init()
    }

    /// The newest measurements of the load and of the encoder queues.
    var figures: LoadFigures { LoadFigures(load: load.load, queue: load.queue) }

    /// The shedding steps that are active because of the load. Steps that are active because of heat are not included.
    var sheds: [Shed] {
        let causes = Dictionary(load.taken.map { ($0.step.word, $0.cause) }, uniquingKeysWith: { $1 })
        return load.throttle.sheds(for: .load).map { Shed($0.step, share: $0.share, reason: causes[$0.step] ?? .load) }
    }

    /// Returns the fraction of an output's frames that is recorded, as the graph last reported it; `full` (all frames)
    /// if it reported none.
    func share(of output: OutputName, part: Int) -> RateShare {
        omissions.thinned.last {
            $0.output == output && ($0.part == part || planted(.shareOfPartBefore)) && $0.to == nil
        }?.share ?? .full
    }

    mutating func observe(
        _ reading: LoadPolicy.Reading, on ground: LoadPolicy.Ground, heat: Throttle, in context: SessionContext
    ) -> [SessionEffect] {
        guard isWatched else { return [] }
        var ground = ground
        (ground.held, ground.previews) = (heat, previews > 0)
        let actions = load.observe(reading, on: ground, at: context.now)
        return actions.flatMap { carryOut($0, context) }
    }

    private mutating func carryOut(_ action: LoadPolicy.Action, _ context: SessionContext) -> [SessionEffect] {
        switch action {
        case .shed(let step, let cause):
            let told = tell(Shed(step.word, share: step.share, reason: cause), .shed, context)
            return step.word == .combined ? told + [.shedCombined(.load)] : told
        case .restore(let step, let cause):
            let told = tell(Shed(step.word, share: share(of: step.word), reason: cause), .restored, context)
            return step.word == .combined && !planted(.restoreUntold) ? told + [.restoreCombined(.load)] : told
        case .loadIsUnknown:
            let message = "The load of this machine is not known: only the queues before the encoders are watched."
            return [.warn(.load, message)]
        case .heldUp(let output):
            let message =
                "The disk accepts no data of \(output): encoded frames wait for it, and frames are lost until it accepts data."
            return [.warn(.disk, message)]
        case .helpless(let cause): return [.warn(.load, helplessness(cause))]
        }
    }

    /// Returns the fraction that remains under the current load for this word of `budget.shed`; `full` (all frames) if
    /// nothing is reduced. Returns `nil` for a step that has no fraction, such as a faster preset.
    private func share(of word: ShedStep) -> RateShare? {
        load.throttle.sheds(for: .load).first { $0.step == word }.map(\.share) ?? .full
    }

    private func helplessness(_ cause: ShedReason) -> String {
        let what =
            switch cause {
            case .load, .heat:
                "The load (\((load.load ?? 0).percent)) is over budget.limit (\(load.limit.percent))"
            case .queue: "An encoder falls behind (its queue is \(load.queue.percent) full)"
            }
        return "\(what), and budget.shed has nothing more to leave out. "
            + "End other programs, or record fewer or smaller pictures, before frames are lost."
    }

    /// Requests a new throttle from the graph if load and heat together require a different one. Reports the shedding
    /// steps that change because of heat.
    mutating func apply(heat: Throttle, in context: SessionContext) -> [SessionEffect] {
        var effects: [SessionEffect] = []
        if heat != toldHeat {
            effects += tell(heat: heat, after: toldHeat, context)
            toldHeat = heat
        }
        let wanted = load.throttle.combined(with: heat)
        guard context.phase == .running, wanted != asked else { return effects }
        if wanted.fastestPresets != asked.fastestPresets { awaitsFiles.toggle() }
        asked = wanted
        return effects + [.act(.apply(.throttle(wanted)))]
    }

    /// Records that the graph keeps a different fraction of an output's frames, from the frame at `time` on.
    mutating func rateChanged(
        _ output: OutputName, _ share: RateShare, at time: RunningTime, part: Int
    ) -> [SessionEffect] {
        omissions.thin(output, share, part: part, at: time)
        if planted(.rateUntold) { return [] }
        return [.record(.rateChanged, at: time, .of(["output": output, "share": share, "at": time]))]
    }

    // MARK: Reports
    private mutating func tell(
        _ shed: Shed, _ kind: LedgerEntry.Kind, _ context: SessionContext
    ) -> [SessionEffect] {
        if let running = context.running {
            omissions.shed(
                .init(
                    step: shed.step.rawValue, share: shed.shareText, reason: shed.reason.rawValue, part: context.part,
                    from: running))
        }
        let event = kind == .shed ? SessionEvent.Kind.shed(shed, figures) : .restored(shed, figures)
        return SessionEffect.tell(event)
    }

    /// Reports the shedding steps that begin, change or end because of heat.
    private mutating func tell(
        heat: Throttle, after before: Throttle, _ context: SessionContext
    ) -> [SessionEffect] {
        let (old, new) = (before.sheds(for: .heat), heat.sheds(for: .heat))
        var effects: [SessionEffect] = []
        for shed in new where !old.contains(shed) {
            let share = old.first { $0.step == shed.step }.map(\.share) ?? .full
            let isLess = (shed.share?.fraction ?? 0) < (share?.fraction ?? 0)
            effects += tell(shed, isLess ? .shed : .restored, context)
        }
        for shed in old where !new.contains(where: { $0.step == shed.step }) {
            effects += tell(Shed(shed.step, share: .full, reason: .heat), .restored, context)
        }
        return effects
    }
}
