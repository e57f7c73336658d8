import DualCamSession

/// The answers of a recording, for people.
enum AnswerText {
    /// `layout: stacked from 12.433 s on`
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

    /// `  back  DualCam_20261121_140503_back.mov  12.433 s`: where a mark lies, a line for each file.
    static func places(of answer: JSONValue) -> [String] {
        let files = answer["files"]?.list ?? []
        let width = files.map { $0["output"]?.text?.count ?? 0 }.max() ?? 0
        return files.map { file in
            let output = HelpText.padded(file["output"]?.text ?? "", to: width)
            return "  \(output)  \(file["file"]?.text ?? "")  \(file["at"].flatMap(seconds) ?? "")"
        }
    }

    /// `camera back, factor 2`
    ///
    /// - Parameter isAlone: True where a single value needs no key.
    static func list(_ members: [JSONValue.Member], isAlone: Bool) -> String {
        if isAlone, members.count == 1 { return members.map { value($0.value) }.joined() }
        return members.map { "\($0.key) \(value($0.value))" }.joined(separator: ", ")
    }

    private static func since(_ time: String?) -> String { time.map { " from \($0) on" } ?? "" }

    /// `12.433 s`
    static func seconds(_ value: JSONValue) -> String? {
        value.number.map { Wording.number($0, fractionDigits: 3) + " s" }
    }

    /// A value as somebody would write it on the command line.
    static func value(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .bool(let flag): flag ? "on" : "off"
        case .null: "none"
        case .decimal, .integer: value.number.map(StateText.number) ?? value.line
        case .array(let values): values.map(Self.value).joined(separator: " ")
        case .object(let members): members.map { Self.value($0.value) }.joined(separator: ",")
        }
    }
}
