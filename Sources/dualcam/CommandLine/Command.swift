import DualCamConfig

/// A command line that has been parsed and can be run.
protocol ParsedCommand: Sendable {
    /// Throws when there is nothing to show for it; a recording that failed half-way tells its own exit code.
    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode
}

/// A command: its options as stored properties, filled in from its declaration.
protocol Command: ParsedCommand {
    init()
    static var declaration: CommandDeclaration<Self> { get }
}

extension Command {
    static var usage: CommandUsage { declaration.usage }
}

/// A command of the program's list.
struct CommandEntry: Sendable {
    let usage: CommandUsage
    /// Throws a failure with `ExitCode.usage`.
    let parse: @Sendable ([String]) throws(CommandFailure) -> any ParsedCommand

    init<Root: ParsedCommand>(_ declaration: CommandDeclaration<Root>) {
        usage = declaration.usage
        parse = { (words) throws(CommandFailure) in try declaration.parse(words) }
    }

    init<Root: Command>(_ type: Root.Type) { self.init(type.declaration) }
}

/// The usage of a command, and the places where the values of its options go.
struct CommandDeclaration<Root: ParsedCommand>: Sendable {
    let usage: CommandUsage
    /// The command as it is when nothing is given.
    let blank: @Sendable () -> Root
    let parameters: [Parameter<Root>]
    let options: [Option<Root>]

    init(
        _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        parameters: [Parameter<Root>] = [], options: [Option<Root>] = [], blank: @escaping @Sendable () -> Root
    ) {
        self.blank = blank
        self.parameters = parameters
        self.options = options
        usage = CommandUsage(
            name: name, summary: summary, discussion: discussion, parameters: parameters.map(\.usage),
            options: options.map(\.usage), examples: examples)
    }
}

extension CommandDeclaration where Root: Command {
    init(
        _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        parameters: [Parameter<Root>] = [], options: [Option<Root>] = []
    ) {
        self.init(
            name, summary, discussion: discussion, examples: examples, parameters: parameters, options: options,
            blank: { Root() })
    }
}

/// The place of a value in a command.
typealias StoragePath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// An argument by position.
struct Parameter<Root>: Sendable {
    let usage: ParameterUsage
    let store: @Sendable (inout Root, String) throws(Refusal) -> Void

    init(usage: ParameterUsage, store: @escaping @Sendable (inout Root, String) throws(Refusal) -> Void) {
        (self.usage, self.store) = (usage, store)
    }

    static func required<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, Value?>, _ summary: String, completion: Completion? = nil
    ) -> Parameter {
        Parameter(name, path, summary, isRequired: true, completion: completion)
    }

    static func optional<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, Value?>, _ summary: String, completion: Completion? = nil
    ) -> Parameter {
        Parameter(name, path, summary, isRequired: false, completion: completion)
    }

    private init<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, Value?>, _ summary: String, isRequired: Bool,
        completion: Completion?
    ) {
        usage = ParameterUsage(
            name: name, summary: summary, isRequired: isRequired, completion: completion ?? Value.completion)
        store = { (root, text) throws(Refusal) in root[keyPath: path] = try Value(argument: text) }
    }
}

/// An option by name: a flag, or one with a value.
struct Option<Root>: Sendable {
    let usage: OptionUsage
    /// Gets an empty text for a flag.
    let store: @Sendable (inout Root, String) throws(Refusal) -> Void

    static func flag(_ name: String, _ path: StoragePath<Root, Bool>, _ summary: String) -> Option {
        Option(usage: OptionUsage(name: name, placeholder: nil, summary: summary)) { root, _ in
            root[keyPath: path] = true
        }
    }

    /// - Parameter short: `o` for an option that may be written `-o`, too.
    static func value<Value: OptionValue>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, Value?>, _ summary: String,
        short: Character? = nil, completion: Completion? = nil
    ) -> Option {
        let usage = OptionUsage(
            name: name, placeholder: placeholder, summary: summary, completion: completion ?? Value.completion,
            short: short)
        return Option(usage: usage) { (root, text) throws(Refusal) in
            root[keyPath: path] = try Value(argument: text)
        }
    }

    /// May be given any number of times.
    static func repeated<Value: OptionValue>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, [Value]>, _ summary: String
    ) -> Option {
        let usage = OptionUsage(
            name: name, placeholder: placeholder, summary: summary, repeats: true, completion: Value.completion)
        return Option(usage: usage) { (root, text) throws(Refusal) in
            root[keyPath: path].append(try Value(argument: text))
        }
    }
}
