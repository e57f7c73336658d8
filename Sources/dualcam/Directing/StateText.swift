import DualCamControl
import DualCamSession

/// The state of a recording, for people.
enum StateText {
    /// Returns a head line with the recording, then a line for each setting with its value and its range.
    static func text(_ state: JSONValue, of recorder: RunningRecorder) -> TerminalText {
        let head = ([recorder.text + ": " + phase(state)] + facts(state)).joined(separator: ", ")
        let folder = state["folder"]?.text.map { ["  " + $0] } ?? []
        let settings = (state["settings"]?.members ?? []).map { member in
            (member.key, member.value["value"].map(AnswerText.value) ?? "", range(member.value))
        }
        return TerminalText(lines: [head] + folder + rows(settings))
    }

    private static func phase(_ state: JSONValue) -> String {
        let word = state["phase"]?.text ?? "unknown"
        return word == ControlState.Phase.standby.rawValue ? "ready, nothing is recorded" : word
    }

    private static func facts(_ state: JSONValue) -> [String] {
        let status = state["status"]
        let facts: [String?] = [
            status?["recorded"]?.nanoseconds.map { Wording.clock(.nanoseconds($0)) + " recorded" },
            status?["free"]?.whole.map { Wording.bytes($0) + " free" },
            status?["lasts"]?.nanoseconds.map { "enough for " + Wording.span(.nanoseconds($0)) },
            status?["lost"]?.list.flatMap { $0.isEmpty ? nil : "lost: " + AnswerText.value(.array($0)) },
        ]
        return facts.compactMap { $0 }
    }

    private static func range(_ setting: JSONValue) -> String {
        if let obstacle = setting["obstacle"]?.text { return "not now: " + obstacle }
        if let choices = setting["choices"]?.list { return choices.map(AnswerText.value).joined(separator: " | ") }
        guard let least = setting["least"]?.number, let most = setting["most"]?.number else { return "" }
        let step = setting["step"]?.number.map { $0 == 0 ? "" : ", step \(number($0))" } ?? ""
        return "\(number(least)) ... \(number(most))\(setting["unit"]?.text ?? "")\(step)"
    }

    /// Lays rows out in three columns.
    private static func rows(_ rows: [(String, String, String)]) -> [String] {
        let first = rows.map(\.0.count).max() ?? 0
        let second = rows.map(\.1.count).max() ?? 0
        return rows.map { name, value, range in
            let line = "  \(HelpText.padded(name, to: first))  \(HelpText.padded(value, to: second))  \(range)"
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Returns a number as short as it can be: `1`, `0.5`, `29.97`.
    static func number(_ number: Double) -> String {
        var text = Wording.number(number, fractionDigits: 3)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

/// The events of a recording, a line each.
enum NewsText {
    /// The events that come once a second or more often, or repeat what other lines say.
    private static let quiet: Set<String> = ["levels", "status", "state"]

    /// `12.433 s  layout: stacked`; `nil` for what nobody wants to read.
    static func line(of news: JSONValue) -> String? {
        guard let event = news["event"]?.text, !quiet.contains(event) else { return nil }
        let moment = news["running-time"].flatMap { $0 == .null ? news["at"] : $0 } ?? .null
        let time = AnswerText.seconds(moment).map { $0 + "  " } ?? ""
        let facts = (news.members ?? []).filter { !["event", "time", "running-time"].contains($0.key) }
            .filter { $0.key != "at" || $0.value != moment }.compactMap(fact)
        guard let command = news["command"]?.text, event == "directed" else {
            return time + event + (facts.isEmpty ? "" : ": " + AnswerText.list(facts, isAlone: false))
        }
        let changed = facts.filter { $0.key != "command" }
        return time + command + (changed.isEmpty ? "" : ": " + AnswerText.list(changed, isAlone: true))
    }

    /// Returns an event's member, with the number of files and the like in place of their list; `nil` for an empty one.
    private static func fact(_ member: JSONValue.Member) -> JSONValue.Member? {
        switch member.value {
        case .null: nil
        case .array(let values) where values.isEmpty: nil
        case .array(let values) where values.contains { $0.members != nil }: .init(member.key, .count(values.count))
        default: member
        }
    }
}
