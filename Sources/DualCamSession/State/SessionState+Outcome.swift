import DualCamConfig
import DualCamPlan

// MARK: What the session came to
extension SessionState {
    var kept: [RecordedFile] { files.filter { !$0.cancelled } }

    /// A session that was stopped before its first frame leaves nothing behind.
    ///
    /// One that was resumed leaves what there was.
    var hasRecorded: Bool { !kept.isEmpty || order.resuming != nil }

    /// Whether nothing is left to be done to the session, now or by another worker.
    var isWhole: Bool {
        kept.allSatisfy(\.isFinished) && (start != nil || failures.isEmpty)
    }

    /// What an output recovered from is told in the ledger, and no fault of the whole.
    var exit: ExitCategory {
        let lasting = failures.first { !healed.contains($0) }
        return lasting?.exit ?? ([.heat, .battery].contains(reason) ? .heat : .success)
    }

    /// Whether another worker goes on with the session.
    var isHandedOn: Bool {
        guard hasRecorded else { return false }
        return reason == .handOver
            || (settings.isSupervised && reason == .failure && (exit == .fault || needsSuccessor))
    }

    var outcome: SessionOutcome {
        var outcome = SessionOutcome(
            exit: exit, reason: reason, folder: hasRecorded ? folder : nil, files: hasRecorded ? kept : [],
            failures: failures)
        outcome.isHandedOn = isHandedOn
        return outcome
    }

    func manifest(_ state: Manifest.State) -> Manifest {
        let parts = parts
        var manifest = Manifest(
            description: order.description, state: state, clock: clock, start: parts.first?.start,
            end: state == .recording ? nil : parts.last?.end, reason: reason, exit: state == .recording ? nil : exit,
            folder: folder, parts: parts, outputs: settings.outputs.map(listed), absences: absences,
            dropped: dropped.map { .init($0.branch.rawValue, .count($0.count)) },
            repeated: repeated.map { .init($0.branch.rawValue, .count($0.count)) })
        let json = { (time: RunningTime?, part: Int) in time.map { moment($0, part: part).json } ?? .null }
        manifest.shed = shedStretches.map { .init($0, moment: json) }
        manifest.thinned = thinned.map { .init($0, moment: json) }
        let past = (order.resuming?.history.parts.indices).map(Array.init) ?? []
        manifest.pauses = past.flatMap { order.resuming?.history.pauses(in: $0).json($0, moment: json) ?? [] }
        manifest.pauses += cuts.json(part, moment: json)
        manifest.colourTables = direction.colourTables
        manifest.marks = marks.map { $0.json(json($0.at, $0.part)) }
        return manifest
    }

    private func listed(_ output: OutputName) -> Manifest.Output {
        Manifest.Output(
            name: output, rate: order.rates[output].map { "\($0.numerator)/\($0.denominator)" },
            dropped: dropped.reduce(0) { $0 + ($1.output == output ? $1.count : 0) },
            files: kept.filter { $0.output == output }, tracks: order.description.tracks)
    }

    /// Every worker's stretch, this one's last.
    private var parts: [Manifest.Part] {
        let past = (order.resuming?.history.parts ?? []).map { part in
            Manifest.Part(start: part.moment(part.start), end: part.end.map(part.moment))
        }
        return past + (start.map { [Manifest.Part(start: moment($0), end: end.map(moment))] } ?? [])
    }

    /// A moment of this part or of one before.
    private func moment(_ running: RunningTime, part number: Int) -> Manifest.Moment {
        let past = order.resuming?.history.parts ?? []
        return past.indices.contains(number) ? past[number].moment(running) : moment(running)
    }

    func moment(_ running: RunningTime) -> Manifest.Moment {
        Manifest.Moment(unixNanoseconds: timeline.wall(of: running, at: now), running: running)
    }
}

extension SessionHistory.Part {
    fileprivate func moment(_ running: RunningTime) -> Manifest.Moment {
        Manifest.Moment(unixNanoseconds: wallOffset + running.nanoseconds, running: running)
    }
}
