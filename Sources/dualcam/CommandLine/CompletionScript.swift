/// Completion scripts, generated from the same declarations that parse the command line.
enum CompletionScript {
    static func text(for shell: Shell, commands: [CommandUsage]) -> String {
        switch shell {
        case .bash: BashCompletion(commands: commands).text
        case .zsh: ZshCompletion(commands: commands).text
        case .fish: FishCompletion(commands: commands).text
        }
    }

    /// Prints the names of the shipped pipelines wherever the script runs.
    static let pipelines = "dualcam completions --pipelines 2>/dev/null"

    /// Prints what a running recording takes after the words that follow.
    static let running = "dualcam \(CompleteCommand.name) --"

    /// Text within single quotes, as bash and zsh read it.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
