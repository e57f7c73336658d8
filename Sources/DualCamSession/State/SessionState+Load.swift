import DualCamConfig
import DualCamPlan

// MARK: The load
extension SessionState {
    /// Who wants the combined output to rest. It records when nobody does.
    enum Shedder: Sendable, Hashable { case space, load }

    mutating func watchLoad(_ reading: MachineReading) { observeLoad(.machine(reading)) }

    /// The queues of outputs that record.
    mutating func watchQueues(_ branches: [GraphStatistics.Branch]) {
        let recording = active
        observeLoad(.queues(branches.filter { recording.contains($0.output) }))
        applyThrottle()
    }

    private mutating func observeLoad(_ reading: LoadPolicy.Reading) {
        guard settings.budget != nil else { return }
        for action in load.observe(reading, on: ground, at: now) { carryOut(action) }
        loadThrottle = load.throttle
    }

    private var ground: LoadPolicy.Ground {
        let cameras = active.filter { $0 != .combined }
        return LoadPolicy.Ground(
            combined: active.contains(.combined), isCombinedSpare: !cameras.isEmpty,
            isolated: cameras.contains { !order.passedThrough.contains($0) }, held: heatThrottle)
    }

    private mutating func carryOut(_ action: LoadPolicy.Action) {
        switch action {
        case .shed(let step, let cause):
            tellShed(Shed(step.word, share: step.share, reason: cause.reason))
            if step == .combined { shedCombined(by: .load) }
        case .restore(let step, let cause):
            tellRestored(Shed(step.word, share: share(of: step.word), reason: cause.reason))
            if step == .combined { restoreCombined(by: .load) }
        case .loadIsUnknown:
            warn(.load, "The load of this machine is not known: only the queues before the encoders are watched.")
        case .helpless(let cause): tellHelplessness(cause)
        }
    }

    /// What the load lets be done of a step.
    private func share(of word: ShedStep) -> RateShare? {
        load.throttle.sheds(for: .load).first { $0.step == word }.map(\.share) ?? .full
    }

    private mutating func tellHelplessness(_ cause: LoadPolicy.Cause) {
        let what =
            switch cause {
            case .load:
                "The load (\(Wording.percent(load.load ?? 0))) is over budget.limit (\(Wording.percent(load.limit)))"
            case .queue: "An encoder falls behind (its queue is \(Wording.percent(load.queue)) full)"
            }
        warn(
            .load,
            "\(what), and budget.shed has nothing more to leave out. "
                + "End other programs, or record fewer or smaller pictures, before frames are lost.")
    }

    /// What is left out now, and why.
    var sheds: [Shed] {
        let causes = Dictionary(load.taken.map { ($0.step.word, $0.cause.reason) }, uniquingKeysWith: { $1 })
        let own = load.throttle.sheds(for: .load).map {
            Shed($0.step, share: $0.share, reason: causes[$0.step] ?? .load)
        }
        return own + heatThrottle.sheds(for: .heat)
    }
}

// MARK: What is told of it
extension SessionState {
    mutating func tellShed(_ shed: Shed) { tell(shed, .shed) }

    mutating func tellRestored(_ shed: Shed) { tell(shed, .restored) }

    private mutating func tell(_ shed: Shed, _ kind: LedgerEntry.Kind) {
        let figures = LoadFigures(load: load.load, queue: load.queue)
        if let running = timeline.running(at: now) { shedStretches.take(shed, part: part, at: running) }
        record(kind, shed.members + figures.members)
        emit(kind == .shed ? .shed(shed, figures) : .restored(shed, figures))
    }

    /// What heat leaves out, or no more.
    mutating func tellHeat(from before: Throttle) {
        let (old, new) = (before.sheds(for: .heat), heatThrottle.sheds(for: .heat))
        for shed in new where !old.contains(shed) {
            let share = old.first { $0.step == shed.step }.map(\.share) ?? .full
            if (shed.share?.fraction ?? 0) < (share?.fraction ?? 0) { tellShed(shed) } else { tellRestored(shed) }
        }
        for shed in old where !new.contains(where: { $0.step == shed.step }) {
            tellRestored(Shed(shed.step, share: .full, reason: .heat))
        }
    }
}

// MARK: The combined output rests
extension SessionState {
    mutating func shedCombined(by shedder: Shedder) {
        combinedShedders.insert(shedder)
        carryOut(outputs.observe(.shed(.combined), at: now))
    }

    mutating func restoreCombined(by shedder: Shedder) {
        guard combinedShedders.remove(shedder) != nil, combinedShedders.isEmpty else { return }
        carryOut(outputs.observe(.restore(.combined), at: now))
    }
}

extension LoadPolicy.Cause {
    var reason: ShedReason {
        switch self {
        case .load: .load
        case .queue: .queue
        }
    }
}
