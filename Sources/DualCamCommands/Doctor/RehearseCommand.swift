import CommandLine
import DualCamProcess
import DualCamRecordings

/// The internal command `dualcam job rehearse FILE`, which records like `run` but has no effect outside its folder. It
/// starts no hooks, copies and publishes nothing, opens no network addresses, deletes no sessions and remembers no
/// settings.
struct RehearseCommand: RecordingCommand {
    static let name = InternalJob.rehearse.title

    var file: String?
    var options = RecordingOptions(rehearses: true)

    static let declaration = CommandDeclaration<Self>(
        name, "record what a pipeline file describes, without side effects",
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .fileOrName)],
        options: recordingOptions)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        await supervise(in: place, serves: false)
    }
}
