import DualCamConfig

/// The declaration of a command: its usage, and the properties that store the values of its options.
package struct CommandDeclaration<Root: Sendable>: Sendable {
    package let usage: CommandUsage
    /// Returns the command with the default values of all options.
    package let blank: @Sendable () -> Root
    /// The positional arguments in the order in which they are given. Only the last one may be repeated.
    package let parameters: [Argument<Root>]
    /// The flags and options with a value, in the order of the help. `--help` is not among them.
    package let options: [Argument<Root>]

    /// Creates the declaration of a command of the program `program`.
    package init(
        of program: String, _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        parameters: [Argument<Root>] = [], options: [Argument<Root>] = [], blank: @escaping @Sendable () -> Root
    ) {
        (self.blank, self.parameters, self.options) = (blank, parameters, options)
        usage = CommandUsage(
            program: program, name: name, summary: summary, discussion: discussion, parameters: parameters.map(\.usage),
            options: options.map(\.usage), examples: examples)
    }

    /// Parses the words of the command line that follow the command's name. Options are written `--option value` or
    /// `--option=value`. After `--`, all words are arguments.
    ///
    /// Throws an error if an option is unknown, occurs twice but is not repeatable, or has a missing, superfluous or
    /// wrong value. Also throws for a missing, superfluous or wrong argument.
    package func parse(_ words: [String]) throws(UsageError) -> Root {
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
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = options.first(where: { $0.usage.isWritten(parts[0]) }) else {
            throw unknownOption(parts[0])
        }
        guard seen.insert(option.usage.name).inserted || option.usage.repeats else {
            throw misuse("\(parts[0]) was given twice", next: "Give it only once.")
        }
        let text = try value(of: option.usage, attached: parts.count > 1 ? parts[1] : nil, &rest)
        do throws(Refusal) {
            try option.store(&root, text)
        } catch {
            throw UsageError(
                naming: "\(option: option.usage.name, written: parts[0]): \(error.message)",
                advice: error.hint.map(Sentence.text) ?? "")
        }
    }

    private func value(
        of option: ArgumentUsage, attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let placeholder = option.placeholder else {
            guard attached == nil else {
                throw misuse("--\(option.name) does not take a value", next: "Write --\(option.name) alone.")
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

    private func store(_ arguments: [String], into root: inout Root) throws(UsageError) {
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
                "'\(usage.program) \(usage.name)' takes \(words), but '\(arguments[takers.count])' was given",
                next: seeHelp)
        }
        if let missing = parameters.dropFirst(arguments.count).first(where: \.usage.isRequired) {
            throw misuse(
                "'\(usage.program) \(usage.name)' needs \(missing.usage.name), \(missing.usage.summary)", next: seeHelp)
        }
    }

    private func unknownOption(_ name: String) -> UsageError {
        let known = options.map { "--" + $0.usage.name } + ["--help"]
        let next = name.likelyMeaning(among: known).map { "Did you mean \($0)?" } ?? seeHelp
        return misuse("'\(usage.program) \(usage.name)' has no option \(name)", next: next)
    }

    private var seeHelp: String { "See '\(usage.program) help \(usage.name)'." }

    private func misuse(_ what: String, next: String) -> UsageError { UsageError(what, advice: next) }
}
