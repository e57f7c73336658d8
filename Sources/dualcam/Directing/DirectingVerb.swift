import DualCamSession

/// A command to a running recording, as a word of the command line.
struct DirectingVerb: Sendable {
    var word: String
    var form: ControlForm
    /// The names of the arguments that are given by position; the others are options.
    var positions: [String]
    /// The arguments that the word itself stands for.
    var implied: [JSONValue.Member] = []
    var summary: String

    static let all: [DirectingVerb] = ControlCommand.Name.allCases.flatMap(verbs)

    private static func verbs(of name: ControlCommand.Name) -> [DirectingVerb] {
        let form = ControlForm.of(name)
        var verb = DirectingVerb(
            word: name.rawValue, form: form, positions: form.parameters.filter(\.isRequired).map(\.name),
            summary: form.summary)
        switch name {
        case .mark: verb.positions = ["text"]
        case .inset: verb.positions = ["position"]
        case .zoom: verb.positions = ["camera", "factor"]
        case .look: verb.positions = ["look"]
        case .mute:
            return [verb.meaning(true, "mute", "record silence"), verb.meaning(false, "unmute", "record sound again")]
        default: break
        }
        return [verb]
    }

    private func meaning(_ on: Bool, _ word: String, _ summary: String) -> DirectingVerb {
        DirectingVerb(
            word: word, form: form, positions: [], implied: [.init("on", .bool(on))], summary: summary)
    }

    /// What is given on the command line, in its order there.
    var given: [ControlForm.Parameter] { byPosition + byName }

    var byPosition: [ControlForm.Parameter] { form.parameters.filter { positions.contains($0.name) } }

    var byName: [ControlForm.Parameter] {
        form.parameters.filter { parameter in
            !positions.contains(parameter.name) && !implied.contains { $0.key == parameter.name }
        }
    }
}

extension ControlForm.Parameter {
    /// Given by `--on` or `--off`, without a value.
    var isSwitch: Bool { kind == .flag && !isRequired }

    /// In capitals: `CAMERA`.
    var placeholder: String { name.uppercased() }

    /// From the words of the command line to JSON.
    func value(of text: String) throws(ValueError) -> JSONValue {
        switch kind {
        case .text: return .string(text)
        case .word(let words):
            guard words.contains(text) else {
                throw ValueError(
                    fault: "'\(text)' is not accepted", next: "Write one of \(words.joined(separator: ", ")).")
            }
            return .string(text)
        case .flag:
            guard let flag = Self.flags[text] else {
                throw ValueError(fault: "'\(text)' is neither on nor off", next: "Write on or off.")
            }
            return .bool(flag)
        case .whole(let range):
            guard let number = Int(text), range.contains(number) else {
                throw ValueError(
                    fault: "'\(text)' is no whole number from \(range.lowerBound) to \(range.upperBound)",
                    next: "Write it as in \(example.line).")
            }
            return .integer(Int64(number))
        case .number(let range):
            guard let value = try? JSONValue(parsing: text), let number = value.number, range.contains(number) else {
                let bounds = [range.lowerBound, range.upperBound].map(StateText.number)
                throw ValueError(
                    fault: "'\(text)' is no number from \(bounds[0]) to \(bounds[1])",
                    next: "Write it as in \(example.line).")
            }
            return value
        case .value: return Int64(text).map(JSONValue.integer) ?? Self.flags[text].map(JSONValue.bool) ?? .string(text)
        case .position: return Self.position(text)
        }
    }

    private static let flags = ["on": true, "off": false]

    /// A corner, or `60%,10%` from the left and from the top.
    private static func position(_ text: String) -> JSONValue {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? ["x": .string(parts[0]), "y": .string(parts[1])] : .string(text)
    }
}
