import DualCamConfig
import DualCamPlan

/// `session.json` as a value.
///
/// Keys: `format` (of this file), `dualcam` (version), `name`, `host`, `state` (`recording`, `finished`, `unfinished`, `recovered`), `pipeline`,
/// `overrides` (both without what may be secret), `devices`, `colour-tables` and `overlay-images` (`file` and `digest` of each .cube file and each picture that was used), `clock`, `start` and `end` (each `time` and `running-time`), `reason`, `exit-code`,
/// `parts`, `outputs`, `lost`, `dropped` and `repeated` (by branch), `ledger`. `start` and `end` are the common
/// instants at which all files begin and end; `parts` has them for each worker's stretch, whose running times begin
/// anew. `lost` has, by input, when it was out; `shed` what was left out for load or heat, and `thinned`, by output, where a share of
/// its frames was recorded, each with `part`, `start` and `end` (`null`: to the part's end); so has `pauses`. `marks` are the moments
/// that were marked (`part`, `time`, `running-time`, `text`). `cadences` has, by camera, how often its pictures came, as measured (`part`,
/// `rate`, `asked`, `start`), where that was measured; so has `key-frames` how far apart the key frames of its own H.264 were (`part`,
/// `distance` in seconds, `start`); `damaged` has how many pictures cameras delivered damaged (`input`, `count`,
/// `kept`), where some did. `signals` has, by input, when what it delivered was faulty (`code`, `part`,
/// `start`, `end`, and `channel` for one of a channel), where there was such a time; `still` has, by output, when no frame of it was written though its inputs delivered. An output whose microphones have names has, as `tracks`, the titles of
/// the tracks of sound in its files. A recording that goes on from a folder that was lost has `continues` (`folder`, `reason`). `digest-algorithm` names the digests' kind.
struct Manifest: Sendable, Equatable {
    enum State: String, JSONRepresentable, Equatable { case recording, finished, unfinished, recovered }

    /// The number under `format`; it grows when an older dualcam would misread the file.
    static let format = 1

    var state: State
    /// Everything but the ledger.
    var members: [JSONValue.Member]

    subscript(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// The file's text: one key a line, the ledger one entry a line.
    func text(ledger: [String]) -> String {
        let lines = members.map { "  \(JSONValue.string($0.key).line): \($0.value.line)" }
        let entries = ledger.map { "    " + $0 }.joined(separator: ",\n")
        let list = ledger.isEmpty ? "[]" : "[\n\(entries)\n  ]"
        return "{\n" + (lines + ["  \"ledger\": \(list)"]).joined(separator: ",\n") + "\n}"
    }
}

extension SessionRecord {
    /// The reduced manifest for people who may only watch: nothing that the files do not show anyway.
    private static let shown: Set<String> = [
        "format", "dualcam", "name", "state", "clock", "start", "end", "reason", "exit-code", "digest-algorithm",
        "parts", "outputs", "losses", "lost", "dropped", "repeated", "shed", "thinned", "pauses", "marks", "signals",
        "still", "cadences", "key-frames", "damaged",
    ]

    /// `session.json` with these members alone, and an empty ledger.
    var reducedManifest: String {
        let kept = members.filter { Self.shown.contains($0.key) }.map { member in
            member.key == "outputs" ? JSONValue.Member("outputs", Self.named(member.value)) : member
        }
        return Manifest(state: .finished, members: kept).text(ledger: [])
    }

    /// Outputs whose files are told without the paths of other folders.
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

// MARK: Members that the history tells
extension SessionHistory {
    var partMembers: [JSONValue.Member] {
        .of(["parts": parts.enumerated().map { stretch([], $1.start, $1.end, in: $0) }])
    }

    /// The members behind `outputs`.
    var lossMembers: [JSONValue.Member] {
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
                    : losses.damaged.map { .of(["input": $0.input, "count": $0.count, "kept": $0.isKept]) }
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

    /// Both clocks at a running time of a part; `null` for none.
    func moment(_ running: RunningTime?, in part: Int) -> JSONValue {
        guard let running, parts.indices.contains(part) else { return .null }
        let unix = parts[part].wallOffset +| running.nanoseconds
        return .of(["time": WallTime.readable.contains(unix) ? WallTime.iso8601(unix) : nil, "running-time": running])
    }
}

extension SessionDescription.PictureFile: JSONRepresentable {
    var json: JSONValue { .of(["file": path, "digest": digest]) }
}

extension ColourTable: JSONRepresentable {
    var json: JSONValue { .of(["file": path, "digest": digest]) }
}
