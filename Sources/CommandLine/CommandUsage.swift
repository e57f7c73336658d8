/// The description of a command and its arguments. Help, error messages and completions are generated from it.
package struct CommandUsage: Sendable, Equatable {
    /// The name of the program that has the command.
    package var program: String
    /// The command's name: the word that follows the program's name.
    package var name: String
    /// The command's description in the list of all commands: one line, without a full stop.
    package var summary: String
    /// The paragraphs that follow the summary on the command's help page.
    package var discussion: String
    /// The positional arguments in the order in which they are given.
    package var parameters: [ArgumentUsage]
    /// The flags and options with a value, in the order of the help. `--help` is not among them.
    package var options: [ArgumentUsage]
    /// Examples of the command as a user types them, but without the program's name.
    package var examples: [String] = []

    package init(
        program: String, name: String, summary: String, discussion: String = "", parameters: [ArgumentUsage] = [],
        options: [ArgumentUsage] = [], examples: [String] = []
    ) {
        (self.program, self.name, self.summary, self.discussion) = (program, name, summary, discussion)
        (self.parameters, self.options, self.examples) = (parameters, options, examples)
    }

    /// The command's synopsis, such as `program verb FILE [options]`.
    package var synopsis: String {
        let words = [program, name] + parameters.map(\.word)
        return (words + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
    }
}

/// The kind of value that an option has in interfaces for programs, such as HTTP. Clients of these interfaces cannot
/// name files of this machine.
package enum ProgramValue: Sendable, Equatable {
    /// The option's value is the same in interfaces for programs as on the command line.
    case same
    /// The option's value is the text of the file that the option names on the command line.
    case document
    /// The option's value is the name of a file in the folder on which the command works.
    case fileName
}

/// The description of one argument of a command: a positional value, a flag, or an option with a value.
package struct ArgumentUsage: Sendable, Equatable {
    /// The argument's name: in capitals for a positional argument (`FILE`), without dashes for an option.
    package var name: String
    /// The name of the option's value in capitals; `nil` for a flag or a positional argument.
    package var placeholder: String?
    package var summary: String
    /// The accepted values, range and unit of the argument, as text for the help; empty if the summary already names
    /// them.
    package var accepted = ""
    /// True for a positional argument that must be given. Options are never required.
    package var isRequired = false
    /// True if the argument may be given several times. If a positional argument may be repeated, it is the last one.
    package var repeats = false
    /// The values that a shell suggests for a positional argument or for the value of an option.
    package var completion = Completion.nothing
    /// The letter of the option's short form, such as `o` for `-o`; `nil` if it has none.
    package var short: Character?
    /// The kind of the option's value in interfaces for programs, such as HTTP; `nil` if the option exists only on the
    /// command line.
    package var programValue: ProgramValue? = .same

    package init(
        name: String, placeholder: String? = nil, summary: String, accepted: String = "", isRequired: Bool = false,
        repeats: Bool = false, completion: Completion = .nothing, short: Character? = nil
    ) {
        (self.name, self.placeholder, self.summary, self.accepted) = (name, placeholder, summary, accepted)
        (self.isRequired, self.repeats, self.completion, self.short) = (isRequired, repeats, completion, short)
    }

    /// The positional argument as the synopsis shows it: `FILE`, `[DIR]` or `SESSION...`.
    package var word: String { (isRequired ? name : "[\(name)]") + (repeats ? "..." : "") }

    /// The option as the help shows it, such as `--set KEY=VALUE`.
    package var spelling: String {
        (short.map { "-\($0), " } ?? "") + "--" + name + (placeholder.map { " " + $0 } ?? "")
    }

    /// The option's summary in interfaces for programs, such as HTTP; `nil` to use `summary` without its command-line
    /// syntax.
    package var programSummary: String?

    /// The option's summary as interfaces for programs show it. Without a `programSummary`, it is `summary` with
    /// examples such as `--mix anna=3dB` shortened to `anna=3dB`.
    package var plainSummary: String {
        programSummary ?? summary.replacing("--\(name) ", with: "").replacing("--\(name)=", with: "")
    }

    /// Returns true if a word of the command line is this option, in its long form (`--output`) or its short form
    /// (`-o`).
    package func isWritten(_ word: String) -> Bool { word == "--" + name || short.map { word == "-\($0)" } ?? false }
}
