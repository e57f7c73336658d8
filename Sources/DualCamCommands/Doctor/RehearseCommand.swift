import DualCamConfig
import DualCamSession

/// The hidden `dualcam rehearse FILE`: `run` without anything that others notice. No hook is started, nothing is copied or published,
/// no address is opened, no older session is deleted, and nothing is remembered.
struct RehearseCommand: RecordingCommand {
    static let name = "rehearse"

    var file: String?
    var options = RecordingOptions(rehearses: true)

    static let declaration = CommandDeclaration<Self>(
        name, "record what a pipeline file describes, unnoticed",
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: recordingOptions)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        await supervise(in: place, serves: false)
    }
}
