import DualCamConfig
import DualCamPlan

/// `session.json` as a value.
///
/// Keys: `format` (of this file), `dualcam` (version), `name`, `host`, `state` (`recording`, `finished`, `unfinished`), `pipeline`,
/// `overrides`, `devices`, `clock`, `start` and `end` (each `time` and `running-time`), `reason`, `exit-code`,
/// `outputs`, `dropped` (by branch), `ledger`. `start` and `end` are the common instants at which all files begin and
/// end. `digest-algorithm` names the digests' kind.
struct Manifest: Sendable, Equatable {
    enum State: String, Sendable, Equatable { case recording, finished, unfinished }

    struct Moment: Sendable, Equatable {
        var unixNanoseconds: Int64
        var running: RunningTime

        var json: JSONValue { ["time": .string(WallTime.iso8601(unixNanoseconds)), "running-time": .time(running)] }
    }

    var description: SessionDescription
    var state: State
    var clock: String?
    var start: Moment?
    var end: Moment?
    var reason: StopReason?
    var exit: ExitCategory?
    var outputs: [Output]
    /// Lost frames by branch, in the order in which the branches first lost one.
    var dropped: [JSONValue.Member]

    struct Output: Sendable, Equatable {
        var name: OutputName
        /// Lost in the output's own branches.
        var dropped: Int
        var files: [RecordedFile]

        var json: JSONValue {
            [
                "output": .string(name.rawValue), "finished": .bool(!files.isEmpty && files.allSatisfy(\.isFinished)),
                "frames": .count(files.reduce(0) { $0 + ($1.summary?.frames ?? 0) }), "dropped": .count(dropped),
                "files": .array(files.map(\.json)),
            ]
        }
    }

    /// The file's text: one key a line, the ledger one entry a line.
    func text(ledger: [String]) -> String { ManifestText.text(members, ledger: ledger) }

    private var members: [JSONValue.Member] {
        [
            .init("format", .integer(Int64(ManifestText.format))),
            .init("dualcam", .string(description.version)), .init("name", .string(description.name)),
            .init("host", .string(description.host)), .init("state", .string(state.rawValue)),
            .init("pipeline", .string(description.pipeline)),
            .init("overrides", .array(description.overrides.map(JSONValue.string))),
            .init("devices", .object(description.devices.map { .init($0.name, .string($0.device)) })),
            .init("clock", .text(clock)), .init("start", start?.json ?? .null), .init("end", end?.json ?? .null),
            .init("reason", .text(reason?.rawValue)), .init("exit-code", .count(exit?.rawValue)),
            .init("digest-algorithm", "sha-256"), .init("outputs", .array(outputs.map(\.json))),
            .init("dropped", .object(dropped)),
        ]
    }
}
