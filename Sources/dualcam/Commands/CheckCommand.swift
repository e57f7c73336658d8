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

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        let found = try PipelineSearch(place).read(file ?? "")
        _ = try Wiring.load(found, settings: settings, in: place)
        let name = found.path.split(separator: "/").last ?? ""
        place.output.write("\(name): no problems\n")
        return .finished
    }
}
