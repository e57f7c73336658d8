import DualCamConfig
import DualCamPlan

/// `session.json` of a session that was finished after a crash: what was in it before, and what is known now.
struct RecoveredManifest {
    private let record: SessionRecord
    private let version: String

    init(_ record: SessionRecord, version: String) { (self.record, self.version) = (record, version) }

    var text: String { ManifestText.text(members, ledger: record.ledger.lines) }

    private var members: [JSONValue.Member] {
        var members = record.members.isEmpty ? papersWithoutManifest : record.members
        for member in found {
            if let index = members.firstIndex(where: { $0.key == member.key }) {
                members[index] = member
            } else {
                members.append(member)
            }
        }
        return members
    }

    /// What a ledger alone tells of its session.
    private var papersWithoutManifest: [JSONValue.Member] {
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
            .init("state", "recovered"), .init("start", moment(history.parts.first.map(\.start), part: 0)),
            .init("end", moment(end, part: history.currentPart)), .init("reason", .text(history.reason)),
            .init("outputs", .array(outputs.map(json))),
            .init("dropped", .object(history.dropped.map { .init($0.branch.rawValue, .count($0.count)) })),
        ]
    }

    private var end: RunningTime? {
        let last = record.history.files.filter { $0.part == record.history.currentPart }
        return record.history.parts.last?.end ?? last.compactMap(\.summary?.end).max()
    }

    private func moment(_ running: RunningTime?, part: Int) -> JSONValue {
        guard let running, record.history.parts.indices.contains(part) else { return .null }
        let unix = record.history.parts[part].wallOffset &+ running.nanoseconds
        return ["time": .string(WallTime.iso8601(unix)), "running-time": .time(running)]
    }

    private var outputs: [OutputName] {
        record.history.files.reduce(into: record.history.outputs) { outputs, file in
            if !outputs.contains(file.output) { outputs.append(file.output) }
        }
    }

    /// An output as it was, with its files as they are.
    private func json(_ output: OutputName) -> JSONValue {
        let files = record.history.files.filter { $0.output == output && Disk.size($0.path) != nil }
        let lost = record.history.dropped.reduce(0) { $0 + ($1.output == output ? $1.count : 0) }
        let found: [JSONValue.Member] = [
            .init("output", .string(output.rawValue)),
            .init("finished", .bool(!files.isEmpty && files.allSatisfy(isPlayable))),
            .init("frames", .count(files.reduce(0) { $0 + ($1.summary?.frames ?? 0) })), .init("dropped", .count(lost)),
            .init("files", .array(files.map(json))),
        ]
        let before = record.members.first { $0.key == "outputs" }?.value.list?
            .first { $0["output"]?.text == output.rawValue }
        let others = (before?.members ?? []).filter { member in !found.contains { $0.key == member.key } }
        return .object(found.dropLast() + others + found.suffix(1))
    }

    private func json(_ file: RecordedFile) -> JSONValue {
        var members = file.json.members ?? []
        if let index = members.firstIndex(where: { $0.key == "file" }) {
            members[index].value = .string(record.listedName(of: file.path))
        }
        guard record.history.recovered.contains(file.path) else { return .object(members) }
        if let index = members.firstIndex(where: { $0.key == "finished" }) {
            members[index].value = .bool(isPlayable(file))
        }
        return .object(members + [.init("recovered", .bool(true)), .init("playable", .bool(isPlayable(file)))])
    }

    private func isPlayable(_ file: RecordedFile) -> Bool { !record.history.unplayable.contains(file.path) }
}
