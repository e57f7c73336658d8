import DualCamConfig
import DualCamRecordings

/// A command line that has been parsed and can be run.
protocol ParsedCommand: Sendable {
    /// Runs the command and returns its exit code. Throws a failure that the caller prints. A recording that fails
    /// after it has begun returns an exit code instead.
    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode
}

/// A command of dualcam. Its options are stored properties, which the parser fills in according to the command's
/// declaration.
protocol Command: ParsedCommand {
    init()
    static var declaration: CommandDeclaration<Self> { get }
}

extension Command {
    static var usage: CommandUsage { declaration.usage }
}

/// A command in dualcam's list of commands: its usage and its parser.
struct CommandEntry: Sendable {
    let usage: CommandUsage
    /// Parses the words of the command line that follow the command's name. Throws a failure with `ExitCode.usage`.
    let parse: @Sendable ([String]) throws(CommandFailure) -> any ParsedCommand

    init<Root: ParsedCommand>(_ declaration: CommandDeclaration<Root>) {
        usage = declaration.usage
        parse = { (words) throws(CommandFailure) in try declaration.parse(words) }
    }

    init<Root: Command>(_ type: Root.Type) { self.init(type.declaration) }
}

/// The declaration of a command: its usage, and the properties that store the values of its options.
struct CommandDeclaration<Root: ParsedCommand>: Sendable {
    let usage: CommandUsage
    /// Returns the command with the default values of all options.
    let blank: @Sendable () -> Root
    let parameters: [Argument<Root>]
    let options: [Argument<Root>]

    init(
        _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        parameters: [Argument<Root>] = [], options: [Argument<Root>] = [], blank: @escaping @Sendable () -> Root
    ) {
        (self.blank, self.parameters, self.options) = (blank, parameters, options)
        usage = CommandUsage(
            name: name, summary: summary, discussion: discussion, parameters: parameters.map(\.usage),
            options: options.map(\.usage), examples: examples)
    }

    /// Parses the words of the command line that follow the command's name. Options are written `--option value` or
    /// `--option=value`. After `--`, all words are arguments.
    ///
    /// Throws a failure with `ExitCode.usage` if an option is unknown, occurs twice but is not repeatable, or has a
    /// missing, superfluous or wrong value. Throws the same failure for a missing or superfluous argument.
    func parse(_ words: [String]) throws(CommandFailure) -> Root {
        var root = blank()
        var rest = words[...]
        var arguments: [String] = []
        var seen: Set<String> = []
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                break
            }
            if word.hasPrefix("-"), word != "-", !Self.isNegative(word) {
                try parseOption(word, &rest, &seen, into: &root)
            } else {
                arguments.append(word)
            }
        }
        try store(arguments, into: &root)
        return root
    }

    /// Returns true for a negative value such as `-3dB`, which cannot be an option because no option begins with a
    /// digit.
    private static func isNegative(_ word: String) -> Bool {
        word.dropFirst().first.map { "0123456789".contains($0) } ?? false
    }

    private func parseOption(
        _ word: String, _ rest: inout ArraySlice<String>, _ seen: inout Set<String>, into root: inout Root
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = options.first(where: { $0.usage.isWritten(parts[0]) }) else {
            throw unknownOption(parts[0])
        }
        guard seen.insert(option.usage.name).inserted || option.usage.repeats else {
            throw misuse("\(parts[0]) is given twice", next: "Give it once.")
        }
        let text = try value(of: option.usage, attached: parts.count > 1 ? parts[1] : nil, &rest)
        do throws(Refusal) {
            try option.store(&root, text)
        } catch {
            throw CommandFailure(
                .usage, naming: "\(option: option.usage.name, written: parts[0]): \(error.message)",
                next: OptionText(error.hint.map(Sentence.text) ?? ""))
        }
    }

    private func value(
        of option: ArgumentUsage, attached: String?, _ rest: inout ArraySlice<String>
    ) throws(CommandFailure) -> String {
        guard let placeholder = option.placeholder else {
            guard attached == nil else {
                throw misuse("--\(option.name) takes no value", next: "Write only --\(option.name).")
            }
            return ""
        }
        if let attached { return attached }
        guard let next = rest.first else {
            throw misuse("--\(option.name) needs a value", next: "Write --\(option.name) \(placeholder).")
        }
        guard !next.hasPrefix("-") || next == "-" else {
            throw misuse(
                "--\(option.name) needs a value, but '\(next)' follows",
                next: "Write --\(option.name)=\(placeholder) if the value begins with a dash.")
        }
        rest.removeFirst()
        return next
    }

    private func store(_ arguments: [String], into root: inout Root) throws(CommandFailure) {
        // If the last parameter may be repeated, it receives all remaining arguments.
        let rest = parameters.last.map { $0.usage.repeats ? arguments.count - parameters.count : 0 } ?? 0
        let takers = parameters + (rest > 0 ? Array(repeating: parameters[parameters.count - 1], count: rest) : [])
        for (parameter, text) in zip(takers, arguments) {
            do throws(Refusal) {
                try parameter.store(&root, text)
            } catch {
                throw misuse("\(parameter.usage.name): \(error.message)", next: error.hint.map(Sentence.text) ?? "")
            }
        }
        if arguments.count > takers.count {
            let words =
                parameters.isEmpty ? "no argument" : parameters.map(\.usage.name).joined(separator: " ") + " only"
            throw misuse(
                "'dualcam \(usage.name)' takes \(words), but '\(arguments[takers.count])' was given", next: seeHelp)
        }
        if let missing = parameters.dropFirst(arguments.count).first(where: \.usage.isRequired) {
            throw misuse("'dualcam \(usage.name)' needs \(missing.usage.name), \(missing.usage.summary)", next: seeHelp)
        }
    }

    private func unknownOption(_ name: String) -> CommandFailure {
        let known = options.map { "--" + $0.usage.name } + ["--help"]
        let next = name.likelyMeaning(among: known).map { "Did you mean \($0)?" } ?? seeHelp
        return misuse("'dualcam \(usage.name)' has no option \(name)", next: next)
    }

    private var seeHelp: String { "See 'dualcam help \(usage.name)'." }

    private func misuse(_ what: String, next: String) -> CommandFailure { CommandFailure(.usage, what, next: next) }
}

extension CommandDeclaration where Root: Command {
    init(
        _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        parameters: [Argument<Root>] = [], options: [Argument<Root>] = []
    ) {
        self.init(
            name, summary, discussion: discussion, examples: examples, parameters: parameters, options: options,
            blank: { Root() })
    }
}

/// The key path of the property of a command that stores an option's value.
typealias StoragePath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// An argument of a command: a positional value, a flag, or an option with a value.
struct Argument<Root>: Sendable {
    let usage: ArgumentUsage
    /// Parses the argument's text and stores the value in the command. For a flag, the text is empty.
    let store: @Sendable (inout Root, String) throws(Refusal) -> Void

    static func required<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, Value?>, _ summary: String, completion: Completion? = nil
    ) -> Argument {
        var usage = ArgumentUsage(name: name, summary: summary, completion: completion ?? Value.completion)
        usage.isRequired = true
        return Argument(usage, path)
    }

    static func optional<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, Value?>, _ summary: String, completion: Completion? = nil
    ) -> Argument {
        Argument(ArgumentUsage(name: name, summary: summary, completion: completion ?? Value.completion), path)
    }

    /// Declares a positional argument that may be repeated. It must be the command's last argument.
    static func several<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, [Value]>, _ summary: String, completion: Completion? = nil
    ) -> Argument {
        var usage = ArgumentUsage(name: name, summary: summary, completion: completion ?? Value.completion)
        (usage.isRequired, usage.repeats) = (true, true)
        return Argument(usage: usage) { (root, text) throws(Refusal) in
            root[keyPath: path].append(try Value(argument: text))
        }
    }

    static func flag(_ name: String, _ path: StoragePath<Root, Bool>, _ summary: String) -> Argument {
        Argument(usage: ArgumentUsage(name: name, summary: summary)) { root, _ in root[keyPath: path] = true }
    }

    /// Declares an option with a value.
    ///
    /// - Parameter short: The letter of the option's short form, such as `o` for `-o`; `nil` if it has none.
    static func value<Value: OptionValue>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, Value?>, _ summary: String,
        short: Character? = nil, completion: Completion? = nil
    ) -> Argument {
        let usage = ArgumentUsage(
            name: name, placeholder: placeholder, summary: summary, completion: completion ?? Value.completion,
            short: short)
        return Argument(usage, path)
    }

    /// Declares an option whose value is parsed by a closure.
    ///
    /// - Parameter read: Parses the option's value from its text.
    static func value<Value>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, Value?>, _ summary: String,
        by read: @escaping @Sendable (String) throws(Refusal) -> Value
    ) -> Argument {
        let usage = ArgumentUsage(name: name, placeholder: placeholder, summary: summary)
        return Argument(usage: usage) { (root, text) throws(Refusal) in root[keyPath: path] = try read(text) }
    }

    /// Declares an option whose value is a list of names with commas between them.
    static func names(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, [String]?>, _ summary: String
    ) -> Argument {
        value(name, placeholder, path, summary) { (text) throws(Refusal) in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard !names.contains("") else {
                throw Refusal("'\(text)' lacks a name", hint: "Write them as in back,front.")
            }
            return names
        }
    }

    /// Declares an option that may be given several times.
    static func repeated<Value: OptionValue>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, [Value]>, _ summary: String
    ) -> Argument {
        let usage = ArgumentUsage(
            name: name, placeholder: placeholder, summary: summary, repeats: true, completion: Value.completion)
        return Argument(usage: usage) { (root, text) throws(Refusal) in
            root[keyPath: path].append(try Value(argument: text))
        }
    }
}

extension Argument {
    private init<Value: OptionValue>(_ usage: ArgumentUsage, _ path: StoragePath<Root, Value?>) {
        self.init(usage: usage) { (root, text) throws(Refusal) in root[keyPath: path] = try Value(argument: text) }
    }
}
