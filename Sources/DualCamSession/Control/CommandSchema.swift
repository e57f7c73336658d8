/// A command as every interface tells it: what the command line, completions, help, HTTP and the documents know of it.
package struct CommandSchema: Sendable, Equatable {
    package struct Parameter: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case text
            /// A quantity with its unit, within a range, both written as in the pipeline file.
            case quantity(String, String)
            /// One of these words; with `other`, also something else that is written so.
            case choice([String], other: String?)
            /// One of these, and nothing else is even taken for a value.
            case word([String])
            case flag
            /// A whole number within a range, in a unit; an empty one: none.
            case whole(ClosedRange<Int>, unit: String)
            case number(ClosedRange<Double>, unit: String)
            /// A whole number, on or off, or a word.
            case value
            /// A corner's word, or an object of `x` and `y`.
            case position([String])
        }

        package var name: String
        package var kind: Kind
        /// `off` where that is accepted besides.
        package var alternative: String?
        package var isRequired: Bool
        /// True when the command line takes it without its name.
        package var isPositional: Bool
        /// One phrase.
        package var summary: String
        package var example: JSONValue
    }

    /// A word of the command line for a command.
    package struct Verb: Sendable, Equatable {
        package var word: String
        /// One phrase.
        package var summary: String
        /// The arguments that the word itself stands for.
        package var implied: [JSONValue.Member] = []
        /// Two lines as somebody would type them, without the program's name.
        package var examples: [String]

        package init(_ word: String, _ summary: String, implied: [JSONValue.Member] = [], examples: [String]) {
            (self.word, self.summary) = (word, summary)
            (self.implied, self.examples) = (implied, examples)
        }
    }

    package var name: ControlCommand.Name
    /// One phrase.
    package var summary: String
    package var parameters: [Parameter]
    package var verbs: [Verb]

    /// All required parameters by example.
    package var example: JSONValue {
        .object(parameters.filter(\.isRequired).map { .init($0.name, $0.example) })
    }

    package static func of(_ name: ControlCommand.Name) -> CommandSchema { name.definition.schema }
}

// MARK: Checks
extension CommandSchema {
    /// Throws `badRequest` for the first argument that is missing, unknown, there twice or of another kind.
    func check(_ arguments: [JSONValue.Member]) throws(ControlRefusal) {
        var seen: Set<String> = []
        for argument in arguments {
            guard let parameter = parameters.first(where: { $0.name == argument.key }) else {
                throw .unknownArgument(argument.key, self)
            }
            guard seen.insert(argument.key).inserted else {
                throw ControlRefusal(.badRequest, "\(name.rawValue) has its argument '\(argument.key)' twice.")
            }
            if !parameter.kind.takes(argument.value) { throw .badArgument(parameter, argument.value, self) }
        }
        for parameter in parameters where parameter.isRequired && !seen.contains(parameter.name) {
            throw .missingArgument(parameter, self)
        }
    }
}

extension CommandSchema.Parameter.Kind {
    fileprivate func takes(_ value: JSONValue) -> Bool {
        switch self {
        case .text, .quantity, .choice: value.text.map { $0.utf8.count <= 4096 } ?? false
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

// MARK: What is accepted
extension CommandSchema.Parameter {
    /// `-12dB ... 12dB`, `0 ... 64 pixels`, `on or off`: what the command line takes for it; empty where any text will do.
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

    /// The summary, and what is accepted in brackets.
    package var explanation: String { accepted.isEmpty ? summary : "\(summary) (\(accepted))" }
}
