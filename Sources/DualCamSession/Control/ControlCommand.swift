/// One thing a person asks of a session, by whatever door.
///
/// As JSON it is an object of its arguments, beside its name: `layout` with `{"layout": "stacked"}`. Quantities are written as in the
/// pipeline file, with their unit: `{"gain": "-3dB"}`.
public struct ControlCommand: Sendable, Equatable {
    /// The raw values are the words of the command line and of every interface.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case layout, main, swap, inset, divider, zoom
        case switching = "switch"
        case look, adjust
        case overlay
        case control, controls
        case gain, mute, sound, microphone
        case windFilter = "wind-filter"
        case pause, resume, mark, record, stop, split, bitrate
    }

    public let name: Name
    /// As its form has them: every required one is there, none is unknown or of another kind.
    public let arguments: [JSONValue.Member]

    /// Throws `badRequest` when the arguments are not those of the command's form.
    public init(_ name: Name, _ arguments: [JSONValue.Member] = []) throws(ControlRefusal) {
        try ControlForm.of(name).check(arguments)
        (self.name, self.arguments) = (name, arguments)
    }

    /// Throws `unknownCommand`, naming the nearest, or `badRequest`.
    public init(named word: String, _ arguments: JSONValue) throws(ControlRefusal) {
        guard let name = Name(rawValue: word) else { throw .unknownCommand(word) }
        guard let members = arguments.members else {
            throw ControlRefusal(
                .badRequest, "The arguments of \(word) are no JSON object.",
                advice: "Send one, as in \(ControlForm.of(name).example.line).")
        }
        try self.init(name, members)
    }

    public subscript(_ key: String) -> JSONValue? { arguments.first { $0.key == key }?.value }
}

/// What a command takes: for checking, for the description of the interfaces and for help.
public struct ControlForm: Sendable, Equatable {
    public struct Parameter: Sendable, Equatable {
        public enum Kind: Sendable, Equatable {
            case text
            /// One of these.
            case word([String])
            case flag
            /// Within a range.
            case whole(ClosedRange<Int>)
            case number(ClosedRange<Double>)
            /// A whole number, on or off, or a word.
            case value
            /// A corner's word, or an object of `x` and `y`.
            case position
        }

        public var name: String
        public var kind: Kind
        public var isRequired: Bool
        /// One phrase.
        public var summary: String
        public var example: JSONValue

        init(_ name: String, _ kind: Kind, _ summary: String, example: JSONValue, isRequired: Bool = true) {
            (self.name, self.kind, self.isRequired) = (name, kind, isRequired)
            (self.summary, self.example) = (summary, example)
        }
    }

    public var name: ControlCommand.Name
    /// One phrase.
    public var summary: String
    public var parameters: [Parameter]

    /// All required parameters by example.
    public var example: JSONValue {
        .object(parameters.filter(\.isRequired).map { .init($0.name, $0.example) })
    }

    public static func of(_ name: ControlCommand.Name) -> ControlForm {
        let (summary, parameters) = table(name)
        return ControlForm(name: name, summary: summary, parameters: parameters)
    }

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

extension ControlForm.Parameter.Kind {
    fileprivate func takes(_ value: JSONValue) -> Bool {
        switch self {
        case .text: value.text.map { $0.utf8.count <= 4096 } ?? false
        case .word(let words): value.text.map(words.contains) ?? false
        case .flag: value.flag != nil
        case .whole(let range): value.count.map(range.contains) ?? false
        case .number(let range): value.number.map(range.contains) ?? false
        case .value: value.whole != nil || value.flag != nil || value.text != nil
        case .position: value.text != nil || value.members.map { $0.allSatisfy { $0.value.text != nil } } ?? false
        }
    }

    /// For messages.
    var phrase: String {
        switch self {
        case .text: "a string"
        case .word(let words): "one of " + words.joined(separator: ", ")
        case .flag: "true or false"
        case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .value: "a whole number, true, false or a word"
        case .position: "a corner or an object of x and y"
        }
    }
}
