import DualCamConfig
import DualCamSession

/// A command to a running recording, as a word of the command line.
struct DirectingVerb: Sendable {
    var schema: CommandSchema
    var verb: CommandSchema.Verb

    static let all: [DirectingVerb] = ControlCommand.Name.allCases.map(CommandSchema.of).flatMap { schema in
        schema.verbs.map { DirectingVerb(schema: schema, verb: $0) }
    }

    var word: String { verb.word }

    /// The parameters that are given on the command line, in their order there.
    var given: [CommandSchema.Parameter] { byPosition + byName }

    var byPosition: [CommandSchema.Parameter] { parameters.filter(\.isPositional) }

    var byName: [CommandSchema.Parameter] { parameters.filter { !$0.isPositional } }

    private var parameters: [CommandSchema.Parameter] {
        schema.parameters.filter { parameter in !verb.implied.contains { $0.key == parameter.name } }
    }
}

extension CommandSchema.Parameter {
    /// True when it is given by its own option or by `--off`, without a value.
    var isSwitch: Bool { kind == .flag && !isRequired }

    /// The placeholder in capitals: `CAMERA`.
    var placeholder: String { name.uppercased() }

    /// Makes JSON of the words of the command line.
    func value(of text: String) throws(Refusal) -> JSONValue {
        switch kind {
        case .text, .quantity, .choice: return .string(text)
        case .word(let words):
            guard words.contains(text) else {
                throw Refusal("'\(text)' is not accepted", hint: "Write one of \(words.joined(separator: ", ")).")
            }
            return .string(text)
        case .flag:
            guard let flag = Self.flags[text] else {
                throw Refusal("'\(text)' is neither on nor off", hint: "Write on or off.")
            }
            return .bool(flag)
        case .whole(let range, _):
            guard let number = Int(text), range.contains(number) else {
                throw Refusal(
                    "'\(text)' is no whole number from \(range.lowerBound) to \(range.upperBound)",
                    hint: "Write it as in \(example.line).")
            }
            return .integer(Int64(number))
        case .number(let range, _):
            guard let value = try? JSONValue(parsing: text), let number = value.number, range.contains(number) else {
                let bounds = [range.lowerBound, range.upperBound].map(StateText.number)
                throw Refusal(
                    "'\(text)' is no number from \(bounds[0]) to \(bounds[1])", hint: "Write it as in \(example.line).")
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
