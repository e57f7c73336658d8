/// Generates manual pages in the language of man(7), from the same declarations as the help.
package enum ManPage {
    /// Returns the manual page of a program.
    package static func overview(of program: ProgramUsage) -> String {
        let pages = program.commands.map { "\\fB\(escaped(program.name))\\-\(escaped($0.name))\\fR(1)" }
        let sections =
            [
                head(program.name, of: program.name, program.version, summary: program.summary),
                ".SH SYNOPSIS\n.B \(escaped(program.name))\n.I COMMAND\n[options]",
                ".SH DESCRIPTION\n\(program.description)\n.PP\n.EX\n"
                    + escaped("\(program.name) \(program.example)") + "\n.EE",
            ]
            + program.groups.map { group in
                ".SH \(group.section)\n" + list(group.commands.map { ($0.name, $0.summary) })
            }
        return (sections + [".SH SEE ALSO\n" + pages.joined(separator: ",\n")]).joined(separator: "\n") + "\n"
    }

    /// Returns the manual page of a command.
    ///
    /// - Parameter version: The version of the command's program.
    package static func page(for command: CommandUsage, version: String) -> String {
        let program = command.program
        var sections = [
            head("\(program)-\(command.name)", of: program, version, summary: command.summary),
            ".SH SYNOPSIS\n.B " + escaped(command.synopsis),
        ]
        if !command.discussion.isEmpty { sections.append(".SH DESCRIPTION\n" + paragraphs(command.discussion)) }
        if !command.parameters.isEmpty {
            sections.append(".SH ARGUMENTS\n" + list(command.parameters.map { HelpText.row($0.name, $0) }))
        }
        let options = command.options.map { HelpText.row($0.spelling, $0) }
        sections.append(".SH OPTIONS\n" + list(options + [("-h, --help", "print the help")]))
        if !command.examples.isEmpty {
            let lines = command.examples.map { escaped("\(program) " + $0) }
            sections.append(".SH EXAMPLES\n.EX\n" + lines.joined(separator: "\n") + "\n.EE")
        }
        sections.append(".SH SEE ALSO\n\\fB\(escaped(program))\\fR(1)")
        return sections.joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, of program: String, _ version: String, summary: String) -> String {
        """
        .TH \(escaped(name.uppercased())) 1 "" "\(program) \(version)" "User Commands"
        .SH NAME
        \(escaped(name)) \\- \(escaped(summary))
        """
    }

    private static func list(_ rows: [(name: String, text: String)]) -> String {
        rows.map { ".TP\n\\fB\(escaped($0.name))\\fR\n\(escaped($0.text))" }.joined(separator: "\n")
    }

    private static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n.PP\n")
    }

    /// Escapes text for man(7). Hyphens can then be copied as hyphens, and a leading dot or apostrophe does not start a
    /// request.
    private static func escaped(_ text: String) -> String {
        let plain = text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return plain.first == "." || plain.first == "'" ? "\\&" + plain : plain
    }
}
