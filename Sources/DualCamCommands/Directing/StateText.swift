import CommandLine
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSession

/// Describes the state of a recording as text for users.
enum StateText {
    /// Returns a heading that names the recording, followed by the most important information about its state. If
    /// `settings` is true, adds a line for each setting with its value and range.
    static func text(_ state: JSONValue, of recorder: RunningRecorder, settings: Bool = false) -> TerminalText {
        let known = state["settings"]?.members ?? []
        let told = HelpText.columns(StateFacts(state).rows.map { [$0.name, $0.value] })
        let ranges = known.map { member in
            [member.key, member.value["value"].map(AnswerText.value) ?? "", range(member.value)]
        }
        let hint = known.isEmpty ? [] : ["  \(known.count) settings: dualcam status --settings"]
        let rest = settings ? HelpText.columns(ranges) : hint
        return TerminalText(lines: ["\(recorder.text): \(StateFacts.phase(state))"] + told + rest)
    }

    /// Returns a table with one row for each recording. In `recordings`, `state` is `nil` for a recording that did not
    /// answer.
    static func table(_ recordings: [(recorder: RunningRecorder, state: JSONValue?)]) -> TerminalText {
        let rows = recordings.map { recorder, state in
            [recorder.text, state.map(StateFacts.phase) ?? "does not answer"]
                + (state.map { StateFacts($0).cells } ?? StateFacts.columns.map { _ in "" })
        }
        return TerminalText(
            lines: HelpText.columns([["recording", "state"] + StateFacts.columns] + rows, areFigures: true))
    }

    private static func range(_ setting: JSONValue) -> String {
        if let obstacle = setting["obstacle"]?.text { return "not now: " + obstacle }
        if let choices = setting["choices"]?.list { return choices.map(AnswerText.value).joined(separator: " | ") }
        guard let least = setting["least"]?.number, let most = setting["most"]?.number else { return "" }
        let step = setting["step"]?.number.map { $0 == 0 ? "" : ", step \(Wording.shortest($0))" } ?? ""
        return "\(Wording.shortest(least)) ... \(Wording.shortest(most))\(setting["unit"]?.text ?? "")\(step)"
    }

    // MARK: Events
    /// The names of events that `dualcam status --watch` does not print. They arrive at least once a second, or repeat
    /// what other lines say.
    private static let quiet: Set<String> = ["levels", "status", "state"]

    /// Returns a line that describes an event of a recording, such as `12.433 s  layout: stacked`; `nil` for an event
    /// that is not printed or for JSON without an event.
    static func line(ofNews news: JSONValue) -> String? {
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

    /// Returns a member of an event as it is displayed. A list of objects is replaced by the number of objects. Returns
    /// `nil` for an empty member.
    private static func fact(_ member: JSONValue.Member) -> JSONValue.Member? {
        switch member.value {
        case .null: nil
        case .array(let values) where values.isEmpty: nil
        case .array(let values) where values.contains { $0.members != nil }: .init(member.key, .count(values.count))
        default: member
        }
    }
}

/// Describes a recording's answers to commands as text for users.
enum AnswerText {
    /// Returns a line that describes a recording's answer to a command, such as `layout: stacked from 12.433 s on`.
    static func line(of command: ControlCommand, _ answer: JSONValue) -> String {
        let members = (answer.members ?? []).filter { $0.key != "at" }
        let time = answer["at"].flatMap(seconds)
        switch command.name {
        case .pause: return "paused" + (time.map { " at \($0)" } ?? "")
        case .resume: return "recording again" + since(time)
        case .record: return "recording" + since(time)
        case .split: return "new files" + since(time)
        case .stop: return "stopping" + (time.map { " at \($0)" } ?? "")
        case .mark:
            let text = command.arguments.first?.value.text.map { " '\($0)'" } ?? ""
            return "marked" + text + (time.map { " at \($0)" } ?? "")
        default: break
        }
        return command.name.rawValue + (members.isEmpty ? "" : ": " + list(members, isAlone: true)) + since(time)
    }

    /// Returns one line for each recorded file that contains a new mark. Each line shows the output, the file and the
    /// position of the mark in it, such as `  back  DualCam_20261121_140503_back.mov  12.433 s`.
    static func places(of answer: JSONValue) -> [String] {
        let files = answer["files"]?.list ?? []
        let width = files.map { $0["output"]?.text?.count ?? 0 }.max() ?? 0
        return files.map { file in
            let output = HelpText.padded(file["output"]?.text ?? "", to: width)
            return "  \(output)  \(file["file"]?.text ?? "")  \(file["at"].flatMap(seconds) ?? "")"
        }
    }

    /// Returns the members of a JSON object as text, such as `camera back, factor 2`.
    ///
    /// - Parameter isAlone: True to omit the key if there is only one member.
    static func list(_ members: [JSONValue.Member], isAlone: Bool) -> String {
        if isAlone, members.count == 1 { return members.map { value($0.value) }.joined() }
        return members.map { "\($0.key) \(value($0.value))" }.joined(separator: ", ")
    }

    private static func since(_ time: String?) -> String { time.map { " from \($0) on" } ?? "" }

    /// Returns a number of seconds as text, such as `12.433 s`; `nil` if the value is not a number.
    static func seconds(_ value: JSONValue) -> String? {
        value.number.map { Wording.number($0, fractionDigits: 3) + " s" }
    }

    /// Returns a JSON value as a user would type it on the command line: `on` for `true`, `none` for `null`, and a list
    /// with spaces between its values.
    static func value(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .bool(let flag): flag ? "on" : "off"
        case .null: "none"
        case .decimal, .integer: value.number.map(Wording.shortest) ?? value.line
        case .array(let values): values.map(Self.value).joined(separator: " ")
        case .object(let members): members.map { Self.value($0.value) }.joined(separator: ",")
        }
    }
}
