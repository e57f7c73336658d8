import DualCamConfig
import DualCamPlan

// MARK: Outcome
extension SessionMachine {
    /// A session that was stopped before its first frame leaves nothing behind.
    ///
    /// One that was resumed leaves what there was.
    var hasRecorded: Bool { !files.kept.isEmpty || order.resuming != nil }

    /// True when nothing is left to be done to the session, now or by another worker.
    var isWhole: Bool { files.kept.allSatisfy(\.isFinished) && (take.start != nil || failures.isEmpty) }

    var exit: ExitCategory { failures.exit(life.reason) }

    /// True when another worker goes on with the session.
    var isHandedOn: Bool {
        guard hasRecorded else { return false }
        let reason = life.reason
        return reason == .handOver || (settings.isSupervised && reason == .folderLost)
            || (settings.isSupervised && reason == .failure && (exit == .fault || failures.needsSuccessor))
    }

    var outcome: SessionOutcome {
        var outcome = SessionOutcome(
            exit: exit, reason: life.reason, folder: hasRecorded ? folder.loss?.found ?? folder.path : nil,
            files: hasRecorded ? folder.remaining(files.kept) : [], failures: failures.all)
        (outcome.isHandedOn, outcome.shortfalls) = (isHandedOn, failures.shortfalls)
        return outcome
    }

    func manifest(_ state: Manifest.State) -> Manifest {
        let parts = parts
        var manifest = Manifest(
            description: order.description, state: state, clock: take.clock, start: parts.first?.start,
            end: state == .recording ? nil : parts.last?.end, reason: life.reason,
            exit: state == .recording ? nil : exit, folder: folder.path, parts: parts,
            outputs: settings.outputs.map(listed), absences: inputs.absences,
            dropped: losses.dropped.map { .init($0.branch.rawValue, .count($0.count)) },
            repeated: losses.repeated.map { .init($0.branch.rawValue, .count($0.count)) })
        let json = { (time: RunningTime?, part: Int) in time.map { moment($0, part: part).json } ?? .null }
        manifest.shed = machine.throttling.stretches.map { .init($0, moment: json) }
        manifest.thinned = machine.throttling.thinned.map { .init($0, moment: json) }
        let past = (order.resuming?.history.parts.indices).map(Array.init) ?? []
        manifest.pauses = past.flatMap { order.resuming?.history.pauses(in: $0).json($0, moment: json) ?? [] }
        manifest.pauses += take.pauses.json(part, moment: json)
        manifest.colourTables = direction.colourTables
        manifest.continues = order.continuing
        manifest.marks = take.marks.all.map { $0.json(json($0.at, $0.part)) }
        return manifest
    }

    private func listed(_ output: OutputName) -> Manifest.Output {
        Manifest.Output(
            name: output, rate: order.rates[output].map { "\($0.numerator)/\($0.denominator)" },
            dropped: losses.count(of: output), files: files.kept.filter { $0.output == output },
            tracks: order.description.tracks)
    }

    /// Every worker's stretch, this one's last.
    private var parts: [Manifest.Part] {
        let past = (order.resuming?.history.parts ?? []).map { part in
            Manifest.Part(start: part.moment(part.start), end: part.end.map(part.moment))
        }
        return past + (take.start.map { [Manifest.Part(start: moment($0), end: take.end.time.map(moment))] } ?? [])
    }

    /// A moment of this part or of one before.
    private func moment(_ running: RunningTime, part number: Int) -> Manifest.Moment {
        let past = order.resuming?.history.parts ?? []
        return past.indices.contains(number) ? past[number].moment(running) : moment(running)
    }
}

extension SessionHistory.Part {
    fileprivate func moment(_ running: RunningTime) -> Manifest.Moment {
        Manifest.Moment(unixNanoseconds: wallOffset +| running.nanoseconds, running: running)
    }
}
