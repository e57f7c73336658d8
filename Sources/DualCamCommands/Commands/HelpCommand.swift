import DualCamRecordings

/// The command `dualcam help [COMMAND]`, which also prints the help for the option `--help` of every command.
struct HelpCommand: Command {
    var topic: String?
    var isManualPage = false

    static let declaration = CommandDeclaration<Self>(
        "help", "print the list of commands, or what one of them takes",
        parameters: [.optional("COMMAND", \.topic, "the command to tell of", completion: .command)],
        options: [.flag("man", \.isManualPage, "print a manual page, in the language of man(7)")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        if let topic {
            let usage = try Invocation.usage(of: topic)
            place.output.write(
                TerminalText(laidOut: isManualPage ? ManPage.page(for: usage) : HelpText.page(for: usage)))
        } else {
            let (standing, directing) = (Invocation.standing.map(\.usage), Invocation.directing.map(\.usage))
            place.output.write(
                TerminalText(
                    laidOut: isManualPage
                        ? ManPage.overview(of: standing, directing: directing)
                        : HelpText.overview(of: standing, directing: directing)))
        }
        return .finished
    }
}
