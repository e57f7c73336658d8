import DualCamConfig

extension CommandDeclaration {
    /// Fills a command from the words after its name. `--option value`, `--option=value`; after `--` everything is an argument.
    ///
    /// Throws a failure with `ExitCode.usage` for an unknown option, a missing, superfluous or wrong value, an option given
    /// twice that may be given once, and a missing or superfluous argument.
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

    /// `-3dB`: no option begins with a digit.
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
            throw misuse("\(parts[0]): \(error.message)", next: error.hint.map(Sentence.text) ?? "")
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
        for (parameter, text) in zip(parameters, arguments) {
            do throws(Refusal) {
                try parameter.store(&root, text)
            } catch {
                throw misuse("\(parameter.usage.name): \(error.message)", next: error.hint.map(Sentence.text) ?? "")
            }
        }
        if arguments.count > parameters.count {
            let words =
                parameters.isEmpty ? "no argument" : parameters.map(\.usage.name).joined(separator: " ") + " only"
            throw misuse(
                "'dualcam \(usage.name)' takes \(words), but '\(arguments[parameters.count])' was given", next: seeHelp)
        }
        if let missing = parameters.dropFirst(arguments.count).first(where: \.usage.isRequired) {
            throw misuse("'dualcam \(usage.name)' needs \(missing.usage.name), \(missing.usage.summary)", next: seeHelp)
        }
    }

    private func unknownOption(_ name: String) -> CommandFailure {
        let known = options.map { "--" + $0.usage.name } + ["--help"]
        let next = Nearest.name(to: name, among: known).map { "Did you mean \($0)?" } ?? seeHelp
        return misuse("'dualcam \(usage.name)' has no option \(name)", next: next)
    }

    private var seeHelp: String { "See 'dualcam help \(usage.name)'." }

    private func misuse(_ what: String, next: String) -> CommandFailure { CommandFailure(.usage, what, next: next) }
}
