/// `dualcam help [COMMAND]`; `--help` anywhere comes here too.
struct HelpCommand: Command {
    var topic: String?

    static let declaration = CommandDeclaration<Self>(
        "help", "print the list of commands, or what one of them takes",
        parameters: [.optional("COMMAND", \.topic, "the command to tell of", completion: .command)])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        if let topic {
            place.output.write(TerminalText(laidOut: HelpText.page(for: try Invocation.usage(of: topic))))
        } else {
            let text = HelpText.overview(
                of: Invocation.standing.map(\.usage), directing: Invocation.directing.map(\.usage))
            place.output.write(TerminalText(laidOut: text))
        }
        return .finished
    }
}
