import DualCamConfig
import DualCamPlan

/// `session.json` of a session that was finished after a crash: what was in it before, and what is known now.
struct RecoveredManifest {
    private let record: SessionRecord
    private let storage: SessionStorage
    private let version: String
    private let files: [OutputName: [RecordedFile]]

    init(_ record: SessionRecord, _ storage: SessionStorage, version: String) {
        (self.record, self.storage, self.version) = (record, storage, version)
        files = Dictionary(grouping: record.history.files, by: \.output)
    }

    var text: String { ManifestText.text(members, ledger: record.ledger.lines) }

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

    /// Returns the manifest's head where only the ledger is left.
    private var membersWithoutManifest: [JSONValue.Member] {
        let recorder = record.ledger.entries.first { $0.kind == .started }?["dualcam"]?.text
        return [
            .init("format", .integer(Int64(ManifestText.format))), .init("dualcam", .string(recorder ?? version)),
            .init("name", .string(record.name)), .init("host", .null), .init("state", .null), .init("pipeline", .null),
            .init("overrides", .array([])), .init("devices", .object([])), .init("clock", .text(record.history.clock)),
            .init("start", .null), .init("end", .null), .init("reason", .null), .init("exit-code", .null),
            .init("digest-algorithm", "sha-256"),
        ]
    }

    private var found: [JSONValue.Member] {
        let history = record.history
        return [
            .init("state", "recovered"), .init("start", moment(history.parts.first?.start, part: 0)),
            .init("end", moment(end, part: history.currentPart)), .init("reason", .text(history.reason)),
            .init("parts", parts), .init("outputs", .array(record.history.allOutputs.map(json))),
            .init("lost", absences),
            .init("dropped", counts(history.dropped)), .init("repeated", counts(history.repeated)),
            .init("shed", Manifest.Stretch.list(history.shed.map { .init($0, moment: moment) })),
            .init("thinned", Manifest.Stretch.byOutput(history.thinned.map { .init($0, moment: moment) })),
            .init("pauses", pauses),
            .init("marks", .array(history.marks.map { $0.json(moment($0.at, part: $0.part)) })),
        ]
    }

    private var pauses: JSONValue {
        let history = record.history
        return .array(history.parts.indices.flatMap { history.pauses(in: $0).json($0, moment: moment) })
    }

    private var parts: JSONValue {
        .array(
            record.history.parts.enumerated().map { index, part in
                ["start": moment(part.start, part: index), "end": moment(part.end, part: index)]
            })
    }

    /// The times when inputs were away, by input.
    private var absences: JSONValue {
        .lists(
            record.history.absences.compactMap { absence in
                if case .input(let input) = absence.subject { (input.rawValue, json(absence)) } else { nil }
            })
    }

    private func json(_ absence: SessionHistory.Absence) -> JSONValue {
        [
            "part": .count(absence.part), "reason": .text(absence.reason),
            "start": moment(absence.from, part: absence.part), "end": moment(absence.to, part: absence.part),
        ]
    }

    private func counts(_ losses: [SessionHistory.Loss]) -> JSONValue {
        .object(losses.map { .init($0.branch.rawValue, .count($0.count)) })
    }

    private var end: RunningTime? {
        let last = record.history.files.filter { $0.part == record.history.currentPart && isPlayable($0) }
        return record.history.parts.last?.end ?? last.compactMap(\.summary?.end).max()
    }

    private func moment(_ running: RunningTime?, part: Int) -> JSONValue {
        guard let running, record.history.parts.indices.contains(part) else { return .null }
        let unix = record.history.parts[part].wallOffset +| running.nanoseconds
        let time = WallTime.readable.contains(unix) ? WallTime.iso8601(unix) : nil
        return ["time": .text(time), "running-time": .time(running)]
    }

    /// An output as it was, with its files as they are.
    private func json(_ output: OutputName) -> JSONValue {
        let files = (files[output] ?? []).filter { storage.size(of: $0.path) != nil }
        let lost = record.history.dropped.reduce(0) { $0 +| ($1.output == output ? $1.count : 0) }
        let found: [JSONValue.Member] = [
            .init("output", .string(output.rawValue)),
            .init("finished", .bool(!files.isEmpty && files.allSatisfy(isPlayable))),
            .init("frames", .count(files.reduce(0) { $0 +| ($1.summary?.frames ?? 0) })),
            .init("dropped", .count(lost)),
            .init("files", .array(files.map(json))),
        ]
        let before = record.members.first { $0.key == "outputs" }?.value.list?
            .first { $0["output"]?.text == output.rawValue }
        let others = (before?.members ?? []).filter { member in !found.contains { $0.key == member.key } }
        return .object(found.dropLast() + others + found.suffix(1))
    }

    private func json(_ file: RecordedFile) -> JSONValue {
        let listed = file.json(in: record.folder, isFinished: isPlayable(file))
        guard record.history.recovered.contains(file.path) else { return listed }
        let found: [JSONValue.Member] = [.init("recovered", .bool(true)), .init("playable", .bool(isPlayable(file)))]
        return .object((listed.members ?? []) + found)
    }

    private func isPlayable(_ file: RecordedFile) -> Bool { !record.history.unplayable.contains(file.path) }
}
