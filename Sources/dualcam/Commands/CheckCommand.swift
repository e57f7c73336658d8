import DualCamConfig
import DualCamSession

/// `dualcam check FILE`
struct CheckCommand: Command {
    var file: String?
    var settings: [Setting] = []

    static let declaration = CommandDeclaration<Self>(
        "check", "find all problems of a pipeline file",
        discussion: """
            Every problem is printed with its line, a caret and what would be right. Exit code 0: none; \
            65: at least one; 69, 73 or 74: a clip, or the disk, as 'run' would tell. No device is opened: \
            'dualcam plan' tells whether this machine can do it.
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: [.repeated("set", "KEY=VALUE", \.settings, "override one key: --set cameras.back.rate=15")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let given = PipelineRequest(file: file ?? "", settings: settings, simulate: false)
        let request = try Preparation.recall(given, quiet: false, in: place)
        let loaded = try Preparation.load(request, in: place)
        try await Preparation.check(loaded, in: place)
        let name = loaded.name.split(separator: "/").last ?? ""
        place.output.write("\(name): no problems\n")
        return .finished
    }
}
