import DualCamPlan
import DualCamSession

/// What matters of a recording's state, as people read it.
struct StateFacts {
    typealias Fact = (name: String, value: String)

    /// The columns of a table, behind the recording's name and its state.
    static let columns = ["recorded", "frames", "lost", "load", "levels", "disk"]

    private let state: JSONValue
    private let status: JSONValue?
    private let outputs: [JSONValue]

    init(_ state: JSONValue) {
        self.state = state
        status = state["status"]
        outputs = status?["outputs"]?.list ?? []
    }

    static func phase(_ state: JSONValue) -> String {
        let word = state["phase"]?.text ?? "unknown"
        return word == ControlState.Phase.standby.rawValue ? "ready, nothing is recorded" : word
    }

    /// A line each; what is not known is left out.
    var rows: [Fact] {
        let facts: [(String, String?)] = [
            ("recorded", recorded.map { [$0, size].compactMap { $0 }.joined(separator: ", ") }),
            ("frames", frames { "\($0) \($1)" }), ("lost", lost), ("load", load), ("levels", levels),
            ("disk", disk.map { $0 + " free" + (lasts.map { ", enough for " + $0 } ?? "") }),
            ("folder", state["folder"]?.text),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The cells of a table's line.
    var cells: [String] {
        let cells = [
            recorded, frames { "\($1)" }, lost, load, levels, disk.map { $0 + (lasts.map { " (\($0))" } ?? "") },
        ]
        return cells.map { $0 ?? "-" }
    }

    private var recorded: String? { status?["recorded"]?.nanoseconds.map { Wording.clock(.nanoseconds($0)) } }

    private var size: String? {
        outputs.isEmpty ? nil : Wording.bytes(outputs.reduce(0) { $0 + ($1["bytes"]?.whole ?? 0) })
    }

    private func frames(_ text: (String, Int) -> String) -> String? {
        let texts = outputs.compactMap { output in
            output["frames"]?.count.map { text(output["output"]?.text ?? "", $0) }
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// `2 of back; no signal: front`
    private var lost: String? {
        guard status?.members != nil else { return nil }
        let dropped = outputs.compactMap { output -> String? in
            guard let count = output["dropped"]?.count, count > 0 else { return nil }
            return "\(count) of \(output["output"]?.text ?? "an output")"
        }
        let away = status?["lost"]?.list ?? []
        let parts =
            [dropped.joined(separator: ", ")] + (away.isEmpty ? [] : ["no signal: " + AnswerText.value(.array(away))])
        let text = parts.filter { !$0.isEmpty }.joined(separator: "; ")
        return text.isEmpty ? "nothing" : text
    }

    private var load: String? {
        let sheds = (status?["shed"]?.list ?? []).map { shed in
            [shed["step"], shed["share"]].compactMap { $0?.text }.joined(separator: " ")
        }
        let heat = status?["heat"]?["level"]?.text.flatMap { $0 == HeatLevel.nominal.rawValue ? nil : "heat \($0)" }
        let parts = [
            status?["load"]?.number.map { $0.percent }, sheds.isEmpty ? nil : "shed: " + sheds.joined(separator: ", "),
            heat,
        ]
        let text = parts.compactMap { $0 }.joined(separator: ", ")
        return text.isEmpty ? nil : text
    }

    /// The loudest channel's peak of each microphone.
    private var levels: String? {
        let named = (status?["microphones"]?.members ?? []).compactMap { member in
            Self.peak(member.value).map { "\(member.key) \($0)" }
        }
        return named.isEmpty ? status?["levels"].flatMap(Self.peak) : named.joined(separator: ", ")
    }

    private static func peak(_ levels: JSONValue) -> String? {
        guard let peak = levels["peak"]?.list?.compactMap(\.number).max() else { return nil }
        return peak > -120 ? Wording.number(peak, fractionDigits: 0) + " dB" : "silent"
    }

    private var disk: String? { status?["free"]?.whole.map { Wording.bytes($0) } }

    private var lasts: String? { status?["lasts"]?.nanoseconds.map { Wording.span(.nanoseconds($0)) } }
}
