import DualCamConfig
package import DualCamPlan

/// The content of `session.json`.
///
/// Keys:
///
/// - `format` (of this file), `dualcam` (version), `name`, `host`, `state` (`recording`, `finished`, `unfinished`,
///   `recovered`).
/// - `pipeline` and `overrides`, both without possible secrets; `devices`.
/// - `colour-tables` and `overlay-images`: `file` and `digest` of each .cube file and each image that was used.
/// - `clock`; `start` and `end`, the instants at which all files begin and end (each `time` and `running-time`).
/// - `reason`, `exit-code`, `outputs`, `losses` (the frames missing in all files), `ledger`; `dropped` and `repeated`
///   by branch.
/// - `digest-algorithm`: the algorithm of the files' digests.
/// - `parts`: `start` and `end` of each worker's recording. Running times begin again in each part.
/// - `lost`: by input, the intervals in which it was missing. `shed`: the steps taken because of load or heat.
///   `thinned`: by output, the intervals in which only a fraction of its frames was recorded. `pauses`: the pauses.
///   Each entry has `part`, `start` and `end` (`null`: until the part's end).
/// - `marks`: the marked moments (`part`, `time`, `running-time`, `text`).
/// - `cadences`, if measured: by camera, the rate of its pictures (`part`, `rate`, `asked`, `start`).
/// - `key-frames`, if measured: by camera, the distance between key frames in its own H.264 (`part`, `distance` in
///   seconds, `start`).
/// - `damaged`, if any: the damaged pictures from cameras (`input`, `count`, `kept`).
/// - `signals`, if any: by input, its signal faults (`code`, `part`, `start`, `end`, and `channel` for the fault of one
///   channel).
/// - `still`, if any: by output, the intervals in which no frame was written although its inputs delivered.
/// - `continues`: the lost folder from which this recording continues (`folder`, `reason`).
///
/// An output whose microphones have names has `tracks`, the titles of the sound tracks in its files.
package struct Manifest: Sendable, Equatable {
    /// The values of the key `state`.
    package enum State: String, JSONRepresentable, Equatable { case recording, finished, unfinished, recovered }

    /// The version of the `session.json` format. It increases when an older dualcam would misread the file.
    package static let format = 1

    package var state: State
    /// All members of `session.json` except the ledger.
    var members: [JSONValue.Member]

    package init(state: State, members: [JSONValue.Member]) {
        (self.state, self.members) = (state, members)
    }

    subscript(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// Returns the text of `session.json`, with one key or one ledger entry per line.
    func text(ledger: [String]) -> String {
        let lines = members.map { "  \(JSONValue.string($0.key).line): \($0.value.line)" }
        let entries = ledger.map { "    " + $0 }.joined(separator: ",\n")
        let list = ledger.isEmpty ? "[]" : "[\n\(entries)\n  ]"
        return "{\n" + (lines + ["  \"ledger\": \(list)"]).joined(separator: ",\n") + "\n}"
    }
}

extension SessionRecord {
    /// The keys of the reduced `session.json`, for viewers who may see the recorded files but not the settings. The
    /// keys reveal nothing that the recorded files do not also reveal.
    private static let shown: Set<String> = [
        "format", "dualcam", "name", "state", "clock", "start", "end", "reason", "exit-code", "digest-algorithm",
        "parts", "outputs", "losses", "lost", "dropped", "repeated", "shed", "thinned", "pauses", "marks", "signals",
        "still", "cadences", "key-frames", "damaged",
    ]

    /// The text of the reduced `session.json` for viewers: only the members with the keys in `shown`, and an empty
    /// ledger.
    var reducedManifest: String {
        let kept = members.filter { Self.shown.contains($0.key) }.map { member in
            member.key == "outputs" ? JSONValue.Member("outputs", Self.named(member.value)) : member
        }
        return Manifest(state: .finished, members: kept).text(ledger: [])
    }

    /// Returns the value of the `outputs` key with the paths of files replaced by their names.
    private static func named(_ outputs: JSONValue) -> JSONValue {
        .array(
            (outputs.list ?? []).map { output in
                let files = (output["files"]?.list ?? []).map { file in
                    guard let name = file["file"]?.text?.split(separator: "/").last else { return file }
                    return file.replacing("file", with: .string(String(name)))
                }
                return output.replacing("files", with: .array(files))
            })
    }
}

// MARK: Members from the history
extension SessionHistory {
    /// The member `parts` of `session.json`, with the start and the end of each part, as a list of one member.
    package var partMembers: [JSONValue.Member] {
        .of(["parts": parts.enumerated().map { stretch([], $1.start, $1.end, in: $0) }])
    }

    /// The members that follow `outputs` in `session.json`: losses, shedding, pauses, marks and measurements.
    package var lossMembers: [JSONValue.Member] {
        let lost = absences.compactMap { out -> (String, JSONValue)? in
            guard case .input(let input) = out.subject else { return nil }
            let facts: [JSONValue.Member] = .of(["part": out.part, "reason": out.reason])
            return (input.rawValue, stretch(facts, out.from, out.to, in: out.part))
        }
        let left = shed.map { shed in
            let facts: [JSONValue.Member] = .of(["step": shed.step, "share": shed.share, "reason": shed.reason])
            return stretch(facts + .of(["part": shed.part]), shed.from, shed.to, in: shed.part)
        }
        let thinned = thinned.map { thinned in
            let facts: [JSONValue.Member] = .of(["share": thinned.share, "part": thinned.part])
            return (thinned.output.rawValue, stretch(facts, thinned.from, thinned.to, in: thinned.part))
        }
        let cuts = parts.indices.flatMap { part in
            pauses(in: part).cuts.map { stretch(.of(["part": part]), $0.from, $0.to, in: part) }
        }
        let marked = marks.map { mark in
            let clocks = moment(mark.at, in: mark.part).members ?? []
            return JSONValue.object(.of(["part": mark.part]) + clocks + .of(["text": mark.text]))
        }
        return .of([
            "lost": JSONValue.lists(lost), "dropped": Self.counts(losses.dropped),
            "repeated": Self.counts(losses.repeated),
            "shed": left, "thinned": JSONValue.lists(thinned), "pauses": cuts, "marks": marked,
        ])
            + .known([
                "cadences": cadences.isEmpty ? nil : JSONValue.lists(cadences.map(listed)),
                "key-frames": keyFrames.isEmpty ? nil : JSONValue.lists(keyFrames.map(listed)),
                "damaged": losses.damaged.isEmpty
                    ? nil
                    : losses.damaged.map(\.json)
                        as [JSONValue],
                "signals": signals.isEmpty ? nil : JSONValue.lists(signals.map(listed)),
                "still": still.isEmpty ? nil : JSONValue.lists(still.map(listed)),
            ])
    }

    private func listed(_ cadence: Cadence) -> (String, JSONValue) {
        let facts: [JSONValue.Member] = .of(["part": cadence.part]) + cadence.rates
        return (cadence.input.rawValue, .object(facts + .of(["start": moment(cadence.from, in: cadence.part)])))
    }

    private func listed(_ keyFrames: KeyFrames) -> (String, JSONValue) {
        let facts: [JSONValue.Member] =
            .of(["part": keyFrames.part, "distance": Duration.nanoseconds(keyFrames.distance)])
        return (keyFrames.input.rawValue, .object(facts + .of(["start": moment(keyFrames.from, in: keyFrames.part)])))
    }

    private func listed(_ spell: StillSpell) -> (String, JSONValue) {
        (spell.output.rawValue, stretch(.of(["part": spell.part]), spell.from, spell.to, in: spell.part))
    }

    private func listed(_ spell: SignalSpell) -> (String, JSONValue) {
        let facts: [JSONValue.Member] =
            .of(["code": spell.fault.code]) + .known(["channel": spell.fault.channel]) + .of(["part": spell.part])
        return (spell.input.rawValue, stretch(facts, spell.from, spell.to, in: spell.part))
    }

    private static func counts(_ losses: [Loss]) -> JSONValue {
        .object(losses.map { .init($0.branch.rawValue, .count($0.count)) })
    }

    private func stretch(
        _ facts: [JSONValue.Member], _ from: RunningTime, _ to: RunningTime?, in part: Int
    ) -> JSONValue {
        .object(facts + .of(["start": moment(from, in: part), "end": moment(to, in: part)]))
    }

    /// Returns a running time of a part as a JSON object with `time` (wall clock) and `running-time`. Returns `null` if
    /// `running` is `nil` or the part is unknown.
    package func moment(_ running: RunningTime?, in part: Int) -> JSONValue {
        guard let running, parts.indices.contains(part) else { return .null }
        let unix = parts[part].wallOffset +| running.nanoseconds
        return .of(["time": WallTime.readable.contains(unix) ? WallTime.iso8601(unix) : nil, "running-time": running])
    }
}

extension SessionDescription.PictureFile: JSONRepresentable {
    package var json: JSONValue { .of(["file": path, "digest": digest]) }
}

extension ColourTable: JSONRepresentable {
    var json: JSONValue { .of(["file": path, "digest": digest]) }
}
