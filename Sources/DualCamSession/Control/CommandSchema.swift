import DualCamConfig

/// The schema of a command, from which the command line, completions, help, HTTP and the documents are made.
package struct CommandSchema: Sendable {
    /// A parameter of a command, for every interface.
    package struct Parameter: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case text
            /// A quantity with its unit, within a range. Both limits are written as in the pipeline file.
            case quantity(String, String)
            /// A word of this list; with `other`, also a text of the described form.
            case choice([String], other: String?)
            /// A word of this list. No other text is accepted as a value at all.
            case word([String])
            case flag
            /// A whole number within a range, in a unit; an empty unit means none.
            case whole(ClosedRange<Int>, unit: String)
            case number(ClosedRange<Double>, unit: String)
            /// A whole number, on or off, or a word.
            case value
            /// A corner's word, or an object of `x` and `y`.
            case position([String])
        }

        package var name: String
        package var kind: Kind
        /// The word `off` if it is accepted as well; `nil` if not.
        package var alternative: String?
        package var isRequired: Bool
        /// True when the command line accepts the argument without its name.
        package var isPositional: Bool
        /// A phrase that describes the parameter.
        package var summary: String
        package var example: JSONValue
    }

    /// A word of the command line that stands for a command.
    package struct Verb: Sendable, Equatable {
        package var word: String
        /// A phrase that describes the command.
        package var summary: String
        /// The arguments that the word itself stands for.
        package var implied: [JSONValue.Member] = []
        /// Two lines as a user would type them, without the program's name.
        package var examples: [String]
    }

    package let name: ControlCommand.Name
    /// A phrase that describes the command.
    package let summary: String
    package let parameters: [Parameter]
    package let verbs: [Verb]
    /// Converts arguments that have been checked to the typed request.
    let read: @Sendable ([JSONValue.Member]) throws(ControlRefusal) -> any CommandRequest

    /// All required parameters with their example values.
    package var example: JSONValue {
        .object(parameters.filter(\.isRequired).map { .init($0.name, $0.example) })
    }

    // MARK: Checks
    /// Throws `badRequest` for the first argument that is missing, unknown, repeated or of the wrong kind.
    func check(_ arguments: [JSONValue.Member]) throws(ControlRefusal) {
        var seen: Set<String> = []
        for argument in arguments {
            guard let parameter = parameters.first(where: { $0.name == argument.key }) else {
                let near = Refusal.suggestion(for: argument.key, among: parameters.map(\.name)) ?? ""
                throw ControlRefusal(
                    .badRequest, "\(name.rawValue) has no argument '\(argument.key.prefix(60))'.",
                    advice: parameters.isEmpty ? "It takes none." : Wording.sentence(near))
            }
            guard seen.insert(argument.key).inserted else {
                throw ControlRefusal(.badRequest, "\(name.rawValue) has its argument '\(argument.key)' twice.")
            }
            let (kind, value) = (parameter.kind, argument.value)
            if let text = value.text, !TextLimit.accepts(text) {
                throw ControlRefusal(
                    .badRequest,
                    "\(name.rawValue): '\(argument.key)' is too long: \(text.unicodeScalars.count) characters.",
                    advice: "Send \(TextLimit.text) at most.")
            }
            guard kind.accepts(value) else {
                throw ControlRefusal(
                    .badRequest,
                    "\(name.rawValue): '\(argument.key)' must be \(kind.phrase), not \(value.line.prefix(60)).",
                    advice: "Send it as in \(JSONValue.of([argument.key: parameter.example]).line).")
            }
        }
        for parameter in parameters where parameter.isRequired && !seen.contains(parameter.name) {
            throw ControlRefusal(
                .badRequest, "\(name.rawValue) needs its argument '\(parameter.name)'.",
                advice: "Send it, as in \(example.line).")
        }
    }
}

extension CommandSchema.Parameter.Kind {
    fileprivate func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .text, .quantity, .choice: value.text != nil
        case .word(let words): value.text.map(words.contains) ?? false
        case .flag: value.flag != nil
        case .whole(let range, _): value.count.map(range.contains) ?? false
        case .number(let range, _): value.number.map(range.contains) ?? false
        case .value: value.whole != nil || value.flag != nil || value.text != nil
        case .position: value.text != nil || value.members.map { $0.allSatisfy { $0.value.text != nil } } ?? false
        }
    }

    /// The kind in words, for messages.
    var phrase: String {
        switch self {
        case .text, .quantity, .choice: "a string"
        case .word(let words): "one of " + words.joined(separator: ", ")
        case .flag: "true or false"
        case .whole(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range, _): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .value: "a whole number, true, false or a word"
        case .position: "a corner or an object of x and y"
        }
    }
}

// MARK: Accepted values
extension CommandSchema.Parameter {
    /// The values that the command line accepts, such as `-12dB ... 12dB`, `0 ... 64 pixels` or `on or off`; empty for
    /// any text.
    package var accepted: String {
        switch kind {
        case .text: alternative ?? ""
        case .quantity(let least, let most): "\(least) ... \(most)" + (alternative.map { ", or \($0)" } ?? "")
        case .choice(let words, let other):
            (words + [other, alternative].compactMap { $0 }).joined(separator: ", ")
        case .word(let words): words.joined(separator: ", ")
        case .flag: "on or off"
        case .whole(let range, let unit): Self.range("\(range.lowerBound)", "\(range.upperBound)", unit)
        case .number(let range, let unit):
            Self.range(Wording.plain(range.lowerBound), Wording.plain(range.upperBound), unit)
        case .value: "a whole number, on or off, or a word"
        case .position(let words): (words + ["or X%,Y%"]).joined(separator: ", ")
        }
    }

    private static func range(_ least: String, _ most: String, _ unit: String) -> String {
        "\(least) ... \(most)" + (unit.isEmpty ? "" : " " + unit)
    }

    /// The summary, followed by the accepted values in brackets.
    package var explanation: String { accepted.isEmpty ? summary : "\(summary) (\(accepted))" }
}

// MARK: Typed arguments
extension CommandRequest {
    /// Returns the schema of the command, once for all interfaces.
    ///
    /// - Parameters:
    ///   - examples: Two lines of the command line.
    ///   - verbs: The words of the command line, if they differ from the command's name.
    ///   - blank: The request without any argument.
    static func command(
        _ name: ControlCommand.Name, _ summary: String, examples: [String] = [], verbs: [CommandSchema.Verb]? = nil,
        blank: Self = Self(), _ arguments: [CommandArgument<Self>] = []
    ) -> CommandSchema {
        CommandSchema(
            name: name, summary: summary, parameters: arguments.map(\.parameter),
            verbs: verbs ?? [.init(word: name.rawValue, summary: summary, examples: examples)]
        ) { (members) throws(ControlRefusal) in
            var value = blank
            for argument in arguments {
                guard let member = members.first(where: { $0.key == argument.parameter.name }) else { continue }
                try argument.store(&value, member.value)
            }
            return value
        }
    }
}

/// The key path under which an argument's value is stored in a request.
typealias ArgumentPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// An argument of a command: its description, and the function that stores its value.
struct CommandArgument<Request>: Sendable {
    let parameter: CommandSchema.Parameter
    let store: @Sendable (inout Request, JSONValue) throws(ControlRefusal) -> Void

    static func required<Value>(
        _ name: String, _ path: ArgumentPath<Request, Value>, _ type: ArgumentType<Value>, _ summary: String,
        example: JSONValue
    ) -> Self {
        let parameter = CommandSchema.Parameter(
            name: name, kind: type.kind, alternative: type.alternative, isRequired: true, isPositional: true,
            summary: summary, example: example)
        return Self(parameter: parameter) { (request, value) throws(ControlRefusal) in
            request[keyPath: path] = try type.read(value)
        }
    }

    static func optional<Value>(
        _ name: String, _ path: ArgumentPath<Request, Value?>, _ type: ArgumentType<Value>, _ summary: String,
        example: JSONValue, isPositional: Bool = false
    ) -> Self {
        let parameter = CommandSchema.Parameter(
            name: name, kind: type.kind, alternative: type.alternative, isRequired: false, isPositional: isPositional,
            summary: summary, example: example)
        return Self(parameter: parameter) { (request, value) throws(ControlRefusal) in
            request[keyPath: path] = try type.read(value)
        }
    }
}

/// The JSON form of a type of values. `read` is called only with values that `kind` accepts.
struct ArgumentType<Value: Sendable>: Sendable {
    let kind: CommandSchema.Parameter.Kind
    var alternative: String?
    /// Converts a value. Throws `badValue` with the message of the pipeline file's checks.
    let read: @Sendable (JSONValue) throws(ControlRefusal) -> Value

    /// Returns the type of a value that is written as text.
    static func written(
        as kind: CommandSchema.Parameter.Kind, _ parse: @escaping @Sendable (String) throws(Refusal) -> Value
    ) -> Self {
        Self(kind: kind) { (value) throws(ControlRefusal) in
            do throws(Refusal) { return try parse(value.text ?? "") } catch { throw ControlRefusal(error) }
        }
    }

    /// Returns the type of a value that is written as text, or is `off`.
    static func orOff<Amount: Quantity & Equatable>(
        _ kind: CommandSchema.Parameter.Kind, _ parse: @escaping @Sendable (String) throws(Refusal) -> Amount
    ) -> Self where Value == Switchable<Amount> {
        var type = written(as: kind) { (text) throws(Refusal) in
            if text == "off" { return .off }
            return .on(try parse(text))
        }
        type.alternative = "off"
        return type
    }

    /// Returns the type of a quantity within a range, or `off`.
    static func quantityOrOff<Amount: Quantity & Comparable>(_ range: ClosedRange<Amount>) -> Self
    where Value == Switchable<Amount> {
        orOff(.quantity(range.lowerBound.notation, range.upperBound.notation)) { (text) throws(Refusal) in
            do throws(Refusal) { return try Amount(parsing: text, in: range) } catch { throw error.mentioning("off") }
        }
    }
}

extension ArgumentType<String> {
    static var text: Self { .written(as: .text) { $0 } }
}

extension ArgumentType<Bool> {
    static var flag: Self { Self(kind: .flag) { (value) throws(ControlRefusal) in value.flag ?? false } }
}

extension ArgumentType<Int> {
    static func pixels(_ range: ClosedRange<Int>) -> Self {
        Self(kind: .whole(range, unit: "pixels")) { (value) throws(ControlRefusal) in value.count ?? range.lowerBound }
    }
}

extension ArgumentType<Double> {
    static func number(_ range: ClosedRange<Double>, unit: String = "") -> Self {
        Self(kind: .number(range, unit: unit)) { (value) throws(ControlRefusal) in value.number ?? range.lowerBound }
    }
}

extension ArgumentType where Value: Quantity & Comparable {
    static func quantity(_ range: ClosedRange<Value>) -> Self {
        .written(as: .quantity(range.lowerBound.notation, range.upperBound.notation)) { (text) throws(Refusal) in
            try Value(parsing: text, in: range)
        }
    }
}

extension ArgumentType where Value: RawRepresentable<String> & CaseIterable {
    /// The type of one of the words; another word is refused as a value that is not accepted.
    static var choice: Self {
        .written(as: .choice(Value.allCases.map(\.rawValue), other: nil)) { (text) throws(Refusal) in
            try Value(parsing: text)
        }
    }

    /// The type of one of the words; another word is refused as a value of the wrong kind.
    static var word: Self {
        .written(as: .word(Value.allCases.map(\.rawValue))) { (text) throws(Refusal) in try Value(parsing: text) }
    }
}

/// A value of the pipeline file that may be `off` instead.
enum Switchable<Value: Quantity & Equatable>: Sendable, Equatable {
    case off
    case on(Value)

    /// The value; `nil` if off.
    var value: Value? { if case .on(let value) = self { value } else { nil } }

    /// The notation in the pipeline file.
    var notation: String { value?.notation ?? "off" }
}
