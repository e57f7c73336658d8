/// Generates the help from the commands' declarations. Lines have at most 80 columns.
package enum HelpText {
    /// The maximum length of a line in characters. A single longer word is not broken.
    package static let width = 80

    /// Returns the help text that lists all commands of a program.
    package static func overview(of program: ProgramUsage) -> String {
        let groups = program.groups.map { group in
            group.title + ":\n" + table(group.commands.map { ($0.name, $0.summary) })
        }
        let sections =
            [wrap(program.introduction, indent: 0), "Usage: \(program.name) COMMAND [options]"] + groups + [
                wrap(program.closing, indent: 0)
            ]
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// Returns the help page of one command: summary, synopsis, arguments, options, examples and discussion.
    package static func page(for command: CommandUsage) -> String {
        var sections = [
            wrap("\(command.program) \(command.name): \(command.summary)", indent: 0), "Usage: " + command.synopsis,
        ]
        if !command.parameters.isEmpty {
            sections.append("Arguments:\n" + table(command.parameters.map { row($0.name, $0) }))
        }
        sections.append(
            "Options:\n" + table(command.options.map { row($0.spelling, $0) } + [("-h, --help", "print this page")]))
        if !command.examples.isEmpty {
            sections.append(
                "Examples:\n" + command.examples.map { "  \(command.program) \($0)" }.joined(separator: "\n"))
        }
        if !command.discussion.isEmpty { sections.append(wrap(command.discussion, indent: 0)) }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// Returns a row of the help: how an argument is written, and its description with the accepted values in
    /// parentheses.
    package static func row(_ written: String, _ argument: ArgumentUsage) -> (name: String, text: String) {
        let remark = argument.repeats ? "may be repeated" : argument.accepted
        return (written, remark.isEmpty ? argument.summary : "\(argument.summary) (\(remark))")
    }

    /// Formats rows in two columns. Long text in the second column is wrapped.
    package static func table(_ rows: [(name: String, text: String)]) -> String {
        let column = (rows.map(\.name.count).max() ?? 0) + 4
        return rows.map { row in
            let text = wrap(row.text, indent: column).dropFirst(column)
            return "  " + padded(row.name, to: column - 2) + text
        }.joined(separator: "\n")
    }

    /// Formats rows in columns. Each column is as wide as its longest cell. Each row begins with two spaces.
    ///
    /// - Parameter areFigures: True to right-align all columns except the first.
    package static func columns(_ rows: [[String]], areFigures: Bool = false) -> [String] {
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
    package static func wrap(_ text: String, indent: Int) -> String {
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
    package static func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }

    /// Appends spaces until the text has `width` characters. A longer text is returned unchanged.
    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
