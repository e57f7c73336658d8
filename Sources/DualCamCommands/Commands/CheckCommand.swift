import DualCamConfig
import DualCamSession
import DualCamSupervision

/// `dualcam check FILE`
struct CheckCommand: Command {
    var file: String?
    var settings: [Setting] = []
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "check", "find all problems of a pipeline file",
        discussion: """
            Every problem is printed with its line, a caret and what would be right, then what the file says \
            that changes nothing, as notes. Exit code 0: no problem; \
            65: at least one; 69, 73 or 74: a clip, or the disk, as 'run' would tell. No device is opened: \
            'dualcam plan' tells whether this machine can do it. Where FILE is -, the pipeline comes on standard input.
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: [
            .repeated("set", "KEY=VALUE", \.settings, "override one key: --set cameras.back.rate=15"),
            .flag("json", \.json, "print the problems as a JSON object"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        PipelineSearch(place).announce(file ?? "", bareNames: !json, in: place)
        do throws(CommandFailure) {
            let given = PipelineRequest(file: file ?? "", settings: settings, simulate: false)
            let request = try Preparation.recall(given, quiet: json, in: place)
            let loaded = try Preparation.load(request, in: place)
            try await Preparation.check(loaded, quiet: json, in: place)
            let notices = try Preparation.notices(on: loaded, of: request, in: place)
            if !json { for notice in notices { place.note("note: " + notice.remark, .warning) } }
            let name = loaded.written.name.split(separator: "/").last ?? ""
            if json {
                tell(loaded.written.name, nil, notices, in: place)
            } else {
                place.output.write("\(name): no problems\n")
            }
            return .finished
        } catch {
            if json { tell(PipelineSearch.title(of: file ?? ""), error, in: place) }
            throw error
        }
    }

    /// A file that cannot be read at all is one problem.
    private func tell(
        _ name: String, _ failure: CommandFailure?, _ notices: [PipelineIssue] = [], in place: ProcessEnvironment
    ) {
        var told = failure
        if let failure, failure.problems.isEmpty {
            told?.problems = [PipelineIssue(file: name, message: failure.message, hint: failure.advice)]
        }
        let report: JSONValue = [
            "file": .string(name), "problems": told?.problemList ?? .array([]),
            "notices": .list(notices),
            "exit-code": .count((failure?.exitCode ?? .finished).rawValue),
        ]
        place.output.write(TerminalText(json: report.line))
    }
}
