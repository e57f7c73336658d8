import CommandLine
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The command `dualcam forget FILE`, which deletes the settings remembered for a pipeline file.
struct ForgetCommand: Command {
    var file: String?

    static let declaration = CommandDeclaration<Self>(
        "forget", "forget the settings remembered for a pipeline file",
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .fileOrName)])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        PipelineSearch(place).announce(file ?? "", bareNames: false, in: place)
        let found = try PipelineSearch(place).read(file ?? "")
        guard !found.isPiped else {
            throw CommandFailure(
                .usage, "no settings are saved for a pipeline from standard input", next: "Give a file.")
        }
        let request = PipelineRequest(file: found.path, settings: [], simulate: false)
        let loaded = try Preparation.load(request, in: place)
        let told = SettingsStore(place).forget(loaded, at: found.path, in: place)
        place.output.write("\(told)\n")
        return .finished
    }
}
