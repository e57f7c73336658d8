import CommandLine
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The command `dualcam completions SHELL`, which prints a completion script for a shell.
struct CompletionsCommand: Command {
    var shell: Shell?
    var pipelines = false

    static let declaration = CommandDeclaration<Self>(
        "completions", "print a completion script for a shell",
        discussion: """
            bash: source <(dualcam completions bash)
            zsh: dualcam completions zsh > ~/.zfunc/_dualcam (a folder of $fpath)
            fish: dualcam completions fish > ~/.config/fish/completions/dualcam.fish
            """,
        parameters: [.optional("SHELL", \.shell, "bash, zsh or fish")],
        options: [.flag("pipelines", \.pipelines, "print the names of the shipped pipelines instead")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        if pipelines {
            place.output.write(TerminalText(lines: PipelineSearch(place).shippedNames()))
        } else if let shell {
            let program = ProgramUsage.dualcam
            let script = CompletionScript.text(
                for: shell, program: program.name, commands: program.commands, sources: .dualcam)
            place.output.write(TerminalText(laidOut: script))
        } else {
            throw CommandFailure(.usage, "'dualcam completions' needs SHELL", next: "Write bash, zsh or fish.")
        }
        return .finished
    }
}
