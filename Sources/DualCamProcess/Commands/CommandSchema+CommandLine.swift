package import DualCamConfig
package import DualCamRecordings
import DualCamSession

extension CommandSchema.Parameter {
    /// True if the parameter is a flag that the user sets by an option without a value, such as `--on` or `--off`.
    package var isSwitch: Bool { kind == .flag && !isRequired }

    /// The placeholder for the parameter in the help: its name in capitals, such as `CAMERA`.
    package var placeholder: String { name.uppercased() }

    /// Converts the text of an argument on the command line to JSON. Throws if the parameter does not accept the value.
    package func value(of text: String) throws(Refusal) -> JSONValue {
        switch kind {
        case .text, .quantity, .choice: return .string(text)
        case .word(let words):
            guard words.contains(text) else {
                throw Refusal("'\(text)' is not a valid value", hint: "Write one of \(words.joined(separator: ", ")).")
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
                    "'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)",
                    hint: "Write it as in \(example.line).")
            }
            return .integer(Int64(number))
        case .number(let range, _):
            guard let value = JSONValue(ifJSON: text), let number = value.number, range.contains(number) else {
                let bounds = [range.lowerBound, range.upperBound].map(Wording.shortest)
                throw Refusal(
                    "'\(text)' is not a number from \(bounds[0]) to \(bounds[1])",
                    hint: "Write it as in \(example.line).")
            }
            return value
        case .value: return Int64(text).map(JSONValue.integer) ?? Self.flags[text].map(JSONValue.bool) ?? .string(text)
        case .position: return Self.position(text)
        }
    }

    private static let flags = ["on": true, "off": false]

    /// Parses a corner's name, or a position such as `60%,10%` from the left and from the top.
    private static func position(_ text: String) -> JSONValue {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? ["x": .string(parts[0]), "y": .string(parts[1])] : .string(text)
    }
}
