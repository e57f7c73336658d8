/// Generates Markdown tables of a command's options, from the same declarations as the help.
package enum OptionTable {
    /// Returns the table of a command's options, without a final line break.
    package static func markdown(of command: CommandUsage) -> String {
        let rows = command.options.map { HelpText.row($0.spelling, $0) }
        let lines = rows.map { "| `\($0.name)` | \(escaped($0.text)) |" }
        return (["| Option | What it does |", "|---|---|"] + lines).joined(separator: "\n")
    }

    /// Escapes the characters that have a meaning in the cell of a table.
    private static func escaped(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
    }
}
