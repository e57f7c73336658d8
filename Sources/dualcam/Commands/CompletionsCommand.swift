/// `dualcam completions SHELL`
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

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        if pipelines {
            place.output.write(PipelineSearch(place).shippedNames().map { $0 + "\n" }.joined())
        } else if let shell {
            place.output.write(CompletionScript.text(for: shell, commands: Invocation.commands.map { $0.usage }))
        } else {
            throw CommandFailure(.usage, "'dualcam completions' needs SHELL", next: "Write bash, zsh or fish.")
        }
        return .finished
    }
}
