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
            65: at least one. No device is opened: 'dualcam plan' tells whether this machine can do it.
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: [.repeated("set", "KEY=VALUE", \.settings, "override one key: --set cameras.back.rate=15")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        PipelineSearch(place).announce(file ?? "", in: place)
        let request = PipelineRequest(file: file ?? "", settings: settings, simulate: false)
        let loaded = try Preparation.load(request, in: place)
        try await Preparation.check(loaded, in: place)
        let name = loaded.name.split(separator: "/").last ?? ""
        place.output.write("\(name): no problems\n")
        return .finished
    }
}
