import DualCamConfig
import DualCamPlan

/// The `session.json` of a session that was finished after a crash: its previous content, updated by the recovery.
struct RecoveredManifest {
    private let record: SessionRecord
    private let storage: SessionStorage
    private let version: String
    private let files: [OutputName: [RecordedFile]]
    private let losses: SessionLosses

    init(_ record: SessionRecord, _ storage: SessionStorage, version: String) {
        (self.record, self.storage, self.version) = (record, storage, version)
        losses = SessionLosses(record.history, rates: record.rates)
        files = Dictionary(grouping: record.history.files, by: \.output)
    }

    /// The text of the recovered `session.json`. Ledger lines that cannot be read are kept as strings, so that they are
    /// not lost.
    var text: String {
        let unread = record.ledger.unread.map { JSONValue.string($0).line }
        return Manifest(state: .recovered, members: members).text(ledger: record.ledger.lines + unread)
    }

    private var members: [JSONValue.Member] {
        var members = record.members.isEmpty ? membersWithoutManifest : record.members
        for member in found {
            if let index = members.firstIndex(where: { $0.key == member.key }) {
                members[index] = member
            } else {
                members.append(member)
            }
        }
        return members
    }

    /// The first members of `session.json`, created from the ledger because no usable `session.json` exists.
    private var membersWithoutManifest: [JSONValue.Member] {
        let recorder = record.ledger.entries.first { $0.kind == .started }?["dualcam"]?.text
        let none = JSONValue.null
        return .of([
            "format": Manifest.format, "dualcam": recorder ?? version, "name": record.name, "host": none, "state": none,
            "pipeline": none, "overrides": JSONValue.array([]), "devices": JSONValue.object([]),
            "clock": record.history.clock, "start": none, "end": none, "reason": none, "exit-code": none,
            "digest-algorithm": "sha-256",
        ])
    }

    private var found: [JSONValue.Member] {
        let history = record.history
        return .of([
            "state": Manifest.State.recovered, "start": history.moment(history.parts.first?.start, in: 0),
            "end": history.moment(end, in: history.currentPart), "reason": history.reason,
        ]) + history.partMembers + .of(["outputs": history.allOutputs.map(json), "losses": losses.all])
            + history.lossMembers
    }

    private var end: RunningTime? {
        let last = record.history.files.filter {
            ($0.part == record.history.currentPart || planted(.endOfAnyPart)) && $0.isPlayable
        }
        return record.history.parts.last?.end ?? last.compactMap(\.summary?.end).max()
    }

    /// Returns an output's entry in `session.json` as JSON: the members that the earlier `session.json` had, updated
    /// with the files that exist now.
    private func json(_ output: OutputName) -> JSONValue {
        let files = (files[output] ?? []).filter { storage.size(of: $0.path) != nil }
        let found: [JSONValue.Member] =
            .of([
                "output": output, "finished": !files.isEmpty && files.allSatisfy(\.isPlayable),
                "frames": files.reduce(0) { $0 +| ($1.summary?.frames ?? 0) },
                "dropped": losses[output].dropped,
            ]) + losses[output].besides + .of(["files": files.map(json)])
        let before = record.members.first { $0.key == "outputs" }?.value.list?
            .first { $0["output"]?.text == output.rawValue }
        let others = (before?.members ?? []).filter { member in !found.contains { $0.key == member.key } }
        return .object(found.dropLast() + others + found.suffix(1))
    }

    private func json(_ file: RecordedFile) -> JSONValue {
        let listed = file.json(in: record.folder, isFinished: file.isPlayable)
        guard file.recovery != nil else { return listed }
        return .object((listed.members ?? []) + .of(["recovered": true, "playable": file.isPlayable]))
    }
}
