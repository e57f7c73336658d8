import CommandLine
import DualCamProcess
import DualCamRecordings

/// The command `dualcam help [COMMAND]`, which prints help. It also runs if any command is given the option `--help`.
struct HelpCommand: Command {
    var topic: String?
    var isManualPage = false

    static let declaration = CommandDeclaration<Self>(
        "help", "print the list of commands, or help for one command",
        parameters: [.optional("COMMAND", \.topic, "print help for this command", completion: .command)],
        options: [.flag("man", \.isManualPage, "print a manual page in man(7) format")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        if let topic {
            let usage = try Invocation.usage(of: topic)
            place.output.write(
                TerminalText(
                    laidOut: isManualPage
                        ? ManPage.page(for: usage, version: ProductVersion.current) : HelpText.page(for: usage)))
        } else {
            let program = ProgramUsage.dualcam
            place.output.write(
                TerminalText(laidOut: isManualPage ? ManPage.overview(of: program) : HelpText.overview(of: program)))
        }
        return .finished
    }
}
