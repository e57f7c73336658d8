import DualCamConfig
package import DualCamRecordings

/// The schema of a command, from which its command line, completions, help, HTTP endpoint and documentation are made.
package struct CommandSchema: Sendable {
    /// A parameter of a command. All interfaces to the command use this description.
    package struct Parameter: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case text
            /// A quantity with its unit. The two values are its limits, written as in the pipeline file.
            case quantity(String, String)
            /// One of the listed words or, if `other` is set, a text of the form that `other` describes.
            case choice([String], other: String?)
            /// One of the listed words. Any other value is rejected as a value of the wrong type.
            case word([String])
            case flag
            /// A whole number within a range. `unit` is the number's unit; empty if it has none.
            case whole(ClosedRange<Int>, unit: String)
            case number(ClosedRange<Double>, unit: String)
            /// A value of any of these types: a whole number, `on` or `off`, or a word.
            case value
            /// The name of a corner, or an object with `x` and `y`.
            case position([String])
        }

        package var name: String
        package var kind: Kind
        /// The word `off` if the parameter accepts it in addition to its values; otherwise `nil`.
        package var alternative: String?
        package var isRequired: Bool
        /// True if the command line accepts the argument without its name, by position.
        package var isPositional: Bool
        /// A phrase that describes the parameter in help texts.
        package var summary: String
        package var example: JSONValue
    }

    /// A word with which users call a command on the command line.
    package struct Verb: Sendable, Equatable {
        package var word: String
        /// A phrase that describes this use of the command in help texts.
        package var summary: String
        /// The arguments that the word stands for, such as `on` for `mute`.
        package var implied: [JSONValue.Member] = []
        /// Two example lines as a user would type them, without the program's name.
        package var examples: [String]
    }

    package let name: ControlCommand.Name
    /// A phrase that describes the command in help texts.
    package let summary: String
    package let parameters: [Parameter]
    package let verbs: [Verb]
    /// Converts arguments that `check` has accepted into a typed request. Throws `badValue` for a value out of range.
    let read: @Sendable ([JSONValue.Member]) throws(ControlRefusal) -> any CommandRequest

    /// An example of the command's arguments, which contains all required parameters with their example values.
    package var example: JSONValue {
        .object(parameters.filter(\.isRequired).map { .init($0.name, $0.example) })
    }

    // MARK: Checks
    /// Checks arguments against the schema. Throws `badRequest` for one that is missing, unknown, repeated or mistyped.
    func check(_ arguments: [JSONValue.Member]) throws(ControlRefusal) {
        var seen: Set<String> = []
        for argument in arguments {
            guard let parameter = parameters.first(where: { $0.name == argument.key }) else {
                let near = Refusal.suggestion(for: argument.key, among: parameters.map(\.name)) ?? ""
                throw ControlRefusal(
                    .badRequest, "\(name.rawValue) has no argument '\(argument.key.prefix(60))'.",
                    advice: parameters.isEmpty ? "It takes none." : Sentence.text(near))
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

    /// A phrase that names the type of the parameter's value, for error messages.
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
    /// The accepted values as text, such as `-12dB ... 12dB`, `0 ... 64 pixels` or `on or off`; empty for any text.
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

    /// The parameter's summary, followed by the accepted values in brackets.
    package var explanation: String { accepted.isEmpty ? summary : "\(summary) (\(accepted))" }
}

// MARK: Typed arguments
extension CommandRequest {
    /// Returns the command's schema, from which all interfaces to the command are made.
    ///
    /// - Parameters:
    ///   - examples: Two example lines for the command line.
    ///   - verbs: The command-line words, if they differ from the command's name.
    ///   - blank: The request without arguments.
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

/// The key path by which an argument's value is stored in a request.
typealias ArgumentPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// An argument of a command: its description, and the function that stores its value in the request.
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

/// The type of an argument's values, and their conversion from JSON. `kind` describes the values that `read` accepts.
struct ArgumentType<Value: Sendable>: Sendable {
    let kind: CommandSchema.Parameter.Kind
    var alternative: String?
    /// Converts a JSON value. Throws `badValue` with the error message of the pipeline file's parser.
    let read: @Sendable (JSONValue) throws(ControlRefusal) -> Value

    /// Returns the type for values that are written as a string and converted by `parse`.
    static func written(
        as kind: CommandSchema.Parameter.Kind, _ parse: @escaping @Sendable (String) throws(Refusal) -> Value
    ) -> Self {
        Self(kind: kind) { (value) throws(ControlRefusal) in
            do throws(Refusal) { return try parse(value.text ?? "") } catch { throw ControlRefusal(error) }
        }
    }

    /// Returns the type for values that are written as a string or are `off`.
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

    /// Returns the type for quantities within a range, which may also be `off`.
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
    /// The type for the words of an enumeration. The pipeline file's parser rejects any other word.
    static var choice: Self {
        .written(as: .choice(Value.allCases.map(\.rawValue), other: nil)) { (text) throws(Refusal) in
            try Value(parsing: text)
        }
    }

    /// The type for the words of an enumeration. Any other word is rejected as a value of the wrong type.
    static var word: Self {
        .written(as: .word(Value.allCases.map(\.rawValue))) { (text) throws(Refusal) in try Value(parsing: text) }
    }
}

/// A value in the pipeline file that may be replaced by the word `off`, such as a duration.
enum Switchable<Value: Quantity & Equatable>: Sendable, Equatable {
    case off
    case on(Value)

    /// The value that the setting has; `nil` if it is `off`.
    var value: Value? { if case .on(let value) = self { value } else { nil } }

    /// The value in the notation of the pipeline file, such as `10min` or `off`.
    var notation: String { value?.notation ?? "off" }
}
