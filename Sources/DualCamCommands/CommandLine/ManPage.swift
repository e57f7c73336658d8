/// Generates manual pages in the language of man(7), from the same declarations as the help.
enum ManPage {
    /// Returns the manual page of the program `dualcam`.
    ///
    /// - Parameter directing: The commands that control a running recording.
    static func overview(of commands: [CommandUsage], directing: [CommandUsage]) -> String {
        let pages = (commands + directing).map { "\\fBdualcam\\-\(escaped($0.name))\\fR(1)" }
        return [
            head("dualcam", summary: "record several cameras and their combined picture at once"),
            ".SH SYNOPSIS\n.B dualcam\n.I COMMAND\n[options]",
            """
            .SH DESCRIPTION
            dualcam records several cameras at once, each to its own file, together with a combined picture, from one pipeline file.
            The shortest way to a recording without any camera:
            .PP
            .EX
            dualcam run pip \\-\\-simulate \\-\\-duration 10s
            .EE
            """,
            ".SH COMMANDS\n" + list(commands.map { ($0.name, $0.summary) }),
            ".SH COMMANDS TO A RECORDING THAT RUNS\n" + list(directing.map { ($0.name, $0.summary) }),
            ".SH SEE ALSO\n" + pages.joined(separator: ",\n"),
        ].joined(separator: "\n") + "\n"
    }

    static func page(for command: CommandUsage) -> String {
        var sections = [
            head("dualcam-" + command.name, summary: command.summary),
            ".SH SYNOPSIS\n.B " + escaped(command.synopsis),
        ]
        if !command.discussion.isEmpty { sections.append(".SH DESCRIPTION\n" + paragraphs(command.discussion)) }
        if !command.parameters.isEmpty {
            sections.append(".SH ARGUMENTS\n" + list(command.parameters.map { HelpText.row($0.name, $0) }))
        }
        let options = command.options.map { HelpText.row($0.spelling, $0) }
        sections.append(".SH OPTIONS\n" + list(options + [("-h, --help", "print the help")]))
        if !command.examples.isEmpty {
            let lines = command.examples.map { escaped("dualcam " + $0) }
            sections.append(".SH EXAMPLES\n.EX\n" + lines.joined(separator: "\n") + "\n.EE")
        }
        sections.append(".SH SEE ALSO\n\\fBdualcam\\fR(1)")
        return sections.joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, summary: String) -> String {
        """
        .TH \(escaped(name.uppercased())) 1 "" "dualcam \(VersionCommand.version)" "User Commands"
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
