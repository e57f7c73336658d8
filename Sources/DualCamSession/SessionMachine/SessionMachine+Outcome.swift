import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Outcome
extension SessionMachine {
    /// True if the session keeps its folder. A session that was stopped before its first frame removes its folder.
    ///
    /// A resumed session keeps the files of earlier workers. A session that lost its folder while recording continues
    /// in another one.
    var hasRecorded: Bool { !files.kept.isEmpty || order.resuming != nil || folder.hadFiles }

    /// True if the session is complete, so that no worker or recovery has to finish anything.
    var isWhole: Bool { files.kept.allSatisfy(\.isFinished) && (take.start != nil || failures.isEmpty) }

    var exit: ExitCode { failures.exit(life.reason) }

    /// True if another worker will continue the session.
    var isHandedOn: Bool {
        guard hasRecorded, !planted(.handOverFinishes) else { return false }
        let reason = life.reason
        return reason == .handOver || (settings.isSupervised && reason == .folderLost)
            || (settings.isSupervised && reason == .failure && (exit == .fault || failures.needsSuccessor))
    }

    var outcome: SessionOutcome {
        var outcome = SessionOutcome(
            exit: exit, reason: life.reason, folder: hasRecorded ? folder.loss?.found ?? folder.path : nil,
            files: hasRecorded ? folder.remaining(files.kept) : [], failures: failures.all)
        (outcome.isHandedOn, outcome.shortfalls) = (isHandedOn, failures.shortfalls)
        outcome.losses = hasRecorded && !isHandedOn ? proof : nil
        return outcome
    }

    /// The frames that are missing in the session's files. `nil` if a file is still open or was never closed, because
    /// its content is then unknown.
    var proof: SessionLosses? {
        files.kept.allSatisfy(\.isFinished) ? SessionLosses(ledger, rates: order.rates) : nil
    }

    func manifest(_ state: Manifest.State) -> Manifest {
        let (history, description) = (history, order.description)
        let isOver = state != .recording
        let proof = isOver ? proof : nil
        let end = history.moment(isOver ? history.parts.last?.end : nil, in: history.currentPart)
        let head: [JSONValue.Member] = .of([
            "format": Manifest.format, "dualcam": description.version, "name": description.name,
            "host": description.host, "state": state, "pipeline": description.pipeline,
            "overrides": description.overrides,
            "devices": JSONValue.object(description.devices.map { .init($0.name, .string($0.device)) }),
            "colour-tables": direction.colourTables, "clock": take.clock,
            "start": history.moment(history.parts.first?.start, in: 0), "end": end, "reason": life.reason,
            "exit-code": isOver ? exit : nil, "digest-algorithm": "sha-256",
        ])
        return Manifest(
            state: state,
            members: head + history.partMembers + .of(["outputs": settings.outputs.map { listed($0, proof) }])
                + .known(["losses": proof?.all]) + history.lossMembers
                + .known([
                    "overlay-images": description.images.isEmpty ? nil : description.images,
                    "continues": order.continuing,
                ]))
    }

    /// The history of everything recorded in this session, without the files. It is the same history that a reader of
    /// the ledger would compute.
    private var history: SessionHistory {
        var history = order.resuming?.history ?? SessionHistory()
        if let start = take.start {
            let offset = clocks.timeline.wall(of: start, at: now) -| start.nanoseconds
            history.parts.append(.init(start: start, end: take.end.time, wallOffset: offset, pauses: take.pauses))
        }
        history.absences += inputs.absences
        history.signals += signals.spells
        history.still += stillSpells
        (history.losses.dropped, history.losses.repeated) = (losses.dropped, losses.repeated)
        (history.cadences, history.keyFrames) = (ledger.cadences, ledger.keyFrames)
        history.losses.damaged = ledger.losses.damaged
        history.omissions = machine.throttling.omissions
        history.marks = take.marks
        return history
    }

    private func listed(_ output: OutputName, _ proof: SessionLosses?) -> JSONValue {
        let files = files.kept.filter { $0.output == output }
        let titles = order.description.tracks.map { $0.joined(separator: "+") }
        let counts: [JSONValue.Member] = .of([
            "output": output, "rate": order.rates[output].map { "\($0.numerator)/\($0.denominator)" },
            "finished": !files.isEmpty && files.allSatisfy(\.isFinished),
            "frames": files.reduce(0) { $0 + ($1.summary?.frames ?? 0) },
            "dropped": proof?[output].dropped ?? losses.count(of: output),
        ])
        return .object(
            counts + (proof?[output].besides ?? []) + .known(["tracks": titles.isEmpty ? nil : titles])
                + .of(["files": files.map { $0.json(in: folder.path) }]))
    }
}
