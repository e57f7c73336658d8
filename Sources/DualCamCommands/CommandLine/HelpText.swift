/// Generates the help from the commands' declarations. Lines have at most 80 columns.
enum HelpText {
    static let width = 80

    /// Returns the help text that lists all commands.
    ///
    /// - Parameter directing: The commands that control a running recording.
    static func overview(of commands: [CommandUsage], directing: [CommandUsage]) -> String {
        let rows = commands.map { ($0.name, $0.summary) }
        let others = directing.map { ($0.name, $0.summary) }
        return """
            dualcam records several cameras at once, each to its own file, together with a
            combined picture, from one pipeline file.

            Usage: dualcam COMMAND [options]

            Commands:
            \(table(rows))

            While a recording runs, from another terminal:
            \(table(others))

            'dualcam help COMMAND' tells more of one. The shortest way to a recording
            without any camera: dualcam run pip --simulate --duration 10s

            """
    }

    static func page(for command: CommandUsage) -> String {
        var sections = [wrap("dualcam \(command.name): \(command.summary)", indent: 0), "Usage: " + command.synopsis]
        if !command.parameters.isEmpty {
            sections.append("Arguments:\n" + table(command.parameters.map { row($0.name, $0) }))
        }
        sections.append(
            "Options:\n" + table(command.options.map { row($0.spelling, $0) } + [("-h, --help", "print this page")]))
        if !command.examples.isEmpty {
            sections.append("Examples:\n" + command.examples.map { "  dualcam \($0)" }.joined(separator: "\n"))
        }
        if !command.discussion.isEmpty { sections.append(wrap(command.discussion, indent: 0)) }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// Returns a row of the help: how an argument is written, and its description with the accepted values in
    /// parentheses.
    static func row(_ written: String, _ argument: ArgumentUsage) -> (name: String, text: String) {
        let remark = argument.repeats ? "may be repeated" : argument.accepted
        return (written, remark.isEmpty ? argument.summary : "\(argument.summary) (\(remark))")
    }

    /// Formats rows in two columns. Long text in the second column is wrapped.
    static func table(_ rows: [(name: String, text: String)]) -> String {
        let column = (rows.map(\.name.count).max() ?? 0) + 4
        return rows.map { row in
            let text = wrap(row.text, indent: column).dropFirst(column)
            return "  " + padded(row.name, to: column - 2) + text
        }.joined(separator: "\n")
    }

    /// Formats rows in columns. Each column is as wide as its longest cell. Each row begins with two spaces.
    ///
    /// - Parameter areFigures: True to right-align all columns except the first.
    static func columns(_ rows: [[String]], areFigures: Bool = false) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return areFigures && column > 0 ? blanks + text : text + blanks
            }
            return trimmed("  " + cells.joined(separator: "  "))
        }
    }

    /// Wraps the paragraphs of the text between words. Each line begins with `indent` spaces.
    static func wrap(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, indent + line.count + 1 + word.count > width {
                    lines.append(margin + line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line.isEmpty ? "" : margin + line)
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the text without trailing spaces.
    static func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// The description of a command and its arguments. Help, error messages and completions are generated from it.
struct CommandUsage: Sendable, Equatable {
    var name: String
    /// The command's description in the list of all commands: one line, without a full stop.
    var summary: String
    /// The paragraphs that follow the summary on the command's help page.
    var discussion: String
    var parameters: [ArgumentUsage]
    var options: [ArgumentUsage]
    /// Examples of the command as a user types them, but without the program's name.
    var examples: [String] = []

    /// The command's synopsis, such as `dualcam run FILE [options]`.
    var synopsis: String {
        let words = ["dualcam", name] + parameters.map(\.word)
        return (words + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
    }
}

struct ArgumentUsage: Sendable, Equatable {
    /// The argument's name: in capitals for a positional argument (`FILE`), without dashes for an option.
    var name: String
    /// The name of the option's value in capitals; `nil` for a flag or a positional argument.
    var placeholder: String?
    var summary: String
    /// The accepted values, range and unit of the argument, as text for the help; empty if the summary already names
    /// them.
    var accepted = ""
    var isRequired = false
    var repeats = false
    var completion = Completion.nothing
    /// The letter of the option's short form, such as `o` for `-o`; `nil` if it has none.
    var short: Character?

    /// The positional argument as the synopsis shows it: `FILE`, `[DIR]` or `SESSION...`.
    var word: String { (isRequired ? name : "[\(name)]") + (repeats ? "..." : "") }

    /// The option as the help shows it, such as `--set KEY=VALUE`.
    var spelling: String { (short.map { "-\($0), " } ?? "") + "--" + name + (placeholder.map { " " + $0 } ?? "") }

    /// Returns true if a word of the command line is this option, in its long form (`--output`) or its short form
    /// (`-o`).
    func isWritten(_ word: String) -> Bool { word == "--" + name || short.map { word == "-\($0)" } ?? false }
}

/// The kind of values that a shell suggests when the user completes an argument.
enum Completion: Sendable, Equatable {
    case nothing
    case directory
    /// A file, or the name of a pipeline shipped with dualcam.
    case pipeline
    case words([String])
    /// A key of the pipeline file with its value, as `KEY=VALUE`.
    case setting
    /// The name of a command of dualcam.
    case command
    /// Values that are requested from the running recording, because they depend on its current state.
    case running
}
