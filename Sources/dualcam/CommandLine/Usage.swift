/// The description of a command: help, errors and completions are made of it.
struct CommandUsage: Sendable, Equatable {
    var name: String
    /// One line for the list of commands, without a full stop.
    var summary: String
    /// Paragraphs of its help beyond the summary.
    var discussion: String
    var parameters: [ParameterUsage]
    var options: [OptionUsage]
    /// Lines as somebody would type them, without the program's name.
    var examples: [String] = []

    /// `dualcam run FILE [options]`
    var synopsis: String {
        let words = ["dualcam", name] + parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }
        return (words + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
    }
}

struct ParameterUsage: Sendable, Equatable {
    /// The name in capitals: `FILE`.
    var name: String
    var summary: String
    /// Values, range and unit; empty where the summary says it.
    var accepted = ""
    var isRequired: Bool
    var completion: Completion
}

struct OptionUsage: Sendable, Equatable {
    /// The name without the dashes.
    var name: String
    /// The placeholder in capitals; `nil` for a flag.
    var placeholder: String?
    var summary: String
    /// Values, range and unit; empty where the summary says it.
    var accepted = ""
    var repeats = false
    var completion = Completion.nothing
    /// `o` where `-o` says the same.
    var short: Character?

    /// `--set KEY=VALUE`
    var spelling: String { (short.map { "-\($0), " } ?? "") + "--" + name + (placeholder.map { " " + $0 } ?? "") }

    /// Returns true when a word of a command line is this option.
    func isWritten(_ word: String) -> Bool { word == "--" + name || short.map { word == "-\($0)" } ?? false }
}

/// The values that a shell offers for an argument.
enum Completion: Sendable, Equatable {
    case nothing
    case directory
    /// A file, or the name of a shipped pipeline.
    case pipeline
    case words([String])
    /// `KEY=VALUE` of the pipeline file.
    case setting
    /// The name of a command.
    case command
    /// The values that the running recording accepts there.
    case running
}
