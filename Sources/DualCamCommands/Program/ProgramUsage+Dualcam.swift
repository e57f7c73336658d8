import CommandLine
import DualCamProcess

extension ProgramUsage {
    /// The usage information of dualcam: its description, and all commands that the help lists.
    static var dualcam: ProgramUsage {
        ProgramUsage(
            name: "dualcam", version: ProductVersion.current,
            summary: "record several cameras and their combined picture at once",
            introduction: """
                dualcam records several cameras at once, each to its own file, together with a combined picture, from \
                one pipeline file.
                """,
            closing: """
                'dualcam help COMMAND' prints help for one command. To try dualcam without a camera: dualcam run pip \
                --simulate --duration 10s
                """,
            description: """
                dualcam records several cameras at once, each to its own file, together with a combined picture, from one pipeline file.
                To try dualcam without a camera:
                """,
            example: "run pip --simulate --duration 10s",
            groups: [
                Group(title: "Commands", section: "COMMANDS", commands: Invocation.standing.map(\.usage)),
                Group(
                    title: "While a recording runs, from another terminal",
                    section: "COMMANDS TO A RUNNING RECORDING", commands: Invocation.directing.map(\.usage)),
            ])
    }
}

extension CompletionSources {
    /// The words that shell completion can suggest: the names of the shipped pipelines, the values that a running
    /// recording accepts, and the keys of a pipeline file.
    static var dualcam: CompletionSources {
        CompletionSources(
            names: "dualcam completions --pipelines", answers: "dualcam \(CompleteCommand.name) --",
            keys: SettingCatalogue.completions)
    }
}
