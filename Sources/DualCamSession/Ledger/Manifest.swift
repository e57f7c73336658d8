import DualCamConfig
import DualCamPlan

/// `session.json` as a value.
///
/// Keys: `format` (of this file), `dualcam` (version), `name`, `host`, `state` (`recording`, `finished`, `unfinished`), `pipeline`,
/// `overrides`, `devices`, `colour-tables` (`file` and `digest` of each .cube file that was used), `clock`, `start` and `end` (each `time` and `running-time`), `reason`, `exit-code`,
/// `parts`, `outputs`, `lost`, `dropped` and `repeated` (by branch), `ledger`. `start` and `end` are the common
/// instants at which all files begin and end; `parts` has them for each worker's stretch, whose running times begin
/// anew. `lost` has, by input, when it was out; `shed` what was left out for load or heat, and `thinned`, by output, where a share of
/// its frames was recorded, each with `part`, `start` and `end` (`null`: to the part's end); so has `pauses`. `marks` are the moments
/// that were marked (`part`, `time`, `running-time`, `text`). An output whose microphones have names has, as `tracks`, the titles of
/// the tracks of sound in its files. A recording that goes on from a folder that was lost has `continues` (`folder`, `reason`). `digest-algorithm` names the digests' kind.
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
    var folder: String
    var parts: [Part]
    var outputs: [Output]
    var absences: [Absence]
    /// Lost frames by branch, in the order in which the branches first lost one.
    var dropped: [JSONValue.Member]
    /// Combined frames that show an older picture than they should, in the order in which the branches first repeated one.
    var repeated: [JSONValue.Member]
    var shed: [Stretch] = []
    var thinned: [Stretch] = []
    var pauses: [JSONValue] = []
    var marks: [JSONValue] = []
    var colourTables: [ColourTable] = []
    /// The session in another folder of which this is the rest.
    var continues: SessionOrder.Continuation?

    struct Part: Sendable, Equatable {
        var start: Moment
        var end: Moment?

        var json: JSONValue { ["start": start.json, "end": end?.json ?? .null] }
    }

    /// A time in which an input was out.
    struct Absence: Sendable, Equatable {
        var input: InputName
        /// The part in whose running time it is told.
        var part: Int
        var reason: String
        var start: Moment
        /// `nil`: it did not come back in this part.
        var end: Moment?

        var json: JSONValue {
            [
                "part": .count(part), "reason": .string(reason), "start": start.json, "end": end?.json ?? .null,
            ]
        }
    }

    struct Output: Sendable, Equatable {
        var name: OutputName
        /// Frames per second as a fraction: `30/1`.
        var rate: String?
        /// Lost in the output's own branches.
        var dropped: Int
        var files: [RecordedFile]
        /// The tracks, as `SessionDescription` has them.
        var tracks: [[String]] = []

        func json(in folder: String) -> JSONValue {
            let titles = tracks.map { JSONValue.string($0.joined(separator: "+")) }
            return .object(
                [
                    .init("output", .string(name.rawValue)), .init("rate", .text(rate)),
                    .init("finished", .bool(!files.isEmpty && files.allSatisfy(\.isFinished))),
                    .init("frames", .count(files.reduce(0) { $0 + ($1.summary?.frames ?? 0) })),
                    .init("dropped", .count(dropped)),
                ] + (titles.isEmpty ? [] : [.init("tracks", .array(titles))])
                    + [.init("files", .array(files.map { $0.json(in: folder) }))])
        }
    }

    /// The file's text: one key a line, the ledger one entry a line.
    func text(ledger: [String]) -> String { ManifestText.text(members + link, ledger: ledger) }

    private var link: [JSONValue.Member] { continues.map { [.init("continues", $0.json)] } ?? [] }

    private var members: [JSONValue.Member] {
        [
            .init("format", .integer(Int64(ManifestText.format))),
            .init("dualcam", .string(description.version)), .init("name", .string(description.name)),
            .init("host", .string(description.host)), .init("state", .string(state.rawValue)),
            .init("pipeline", .string(description.pipeline)),
            .init("overrides", .array(description.overrides.map(JSONValue.string))),
            .init("devices", .object(description.devices.map { .init($0.name, .string($0.device)) })),
            .init("colour-tables", .array(colourTables.map(\.json))),
            .init("clock", .text(clock)), .init("start", start?.json ?? .null), .init("end", end?.json ?? .null),
            .init("reason", .text(reason?.rawValue)), .init("exit-code", .count(exit?.rawValue)),
            .init("digest-algorithm", "sha-256"), .init("parts", .array(parts.map(\.json))),
            .init("outputs", .array(outputs.map { $0.json(in: folder) })), .init("lost", lost),
            .init("dropped", .object(dropped)), .init("repeated", .object(repeated)),
            .init("shed", Stretch.list(shed)), .init("thinned", Stretch.byOutput(thinned)),
            .init("pauses", .array(pauses)), .init("marks", .array(marks)),
        ]
    }

    private var lost: JSONValue {
        .lists(absences.map { ($0.input.rawValue, $0.json) })
    }
}

extension ColourTable {
    fileprivate var json: JSONValue { ["file": .string(path), "digest": .string(digest)] }
}
