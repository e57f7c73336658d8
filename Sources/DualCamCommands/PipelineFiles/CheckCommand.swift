import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The command `dualcam check FILE`, which finds all problems of a pipeline file.
struct CheckCommand: Command {
    var file: String?
    var settings: [Setting] = []
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "check", "find all problems in a pipeline file",
        discussion: """
            Prints every problem with its line, a caret and a suggestion. Also checks what the file refers to: clips, \
            a token, certificates, the folder of the metrics, the backup destination, a port. Notes name settings that \
            have no effect, and devices and encoders that this machine lacks now. If all devices are present, a cost \
            that 'run' refuses is a problem (65); 'dualcam plan' prints the cost of a recording. Nothing is recorded. \
            If FILE is -, the pipeline is read from standard input.

            Exit codes: 0 no problem; 65 the file is wrong; 69, 73 or 74 something that the file refers to is missing, \
            or the disk has a problem, with the same code as 'run'.
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .fileOrName)],
        options: [
            .repeated("set", "KEY=VALUE", \.settings, "override one key: --set cameras.back.rate=15"),
            .flag("json", \.json, "print the problems as a JSON object"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        PipelineSearch(place).announce(file ?? "", bareNames: !json, in: place)
        let given = PipelineRequest(file: file ?? "", settings: settings, simulate: false)
        var told: [PipelineIssue]?
        do throws(CommandFailure) {
            let (request, loaded) = try await load(given, in: place)
            let notices = try Preparation.notices(on: loaded, of: request, under: .run, in: place)
            told = notices
            if !json { for notice in notices { place.note("note: " + notice.remark, .warning) } }
            let lacks = try await Preparation.check(loaded, .whole, quiet: json, in: place)
            let name = loaded.written.name.split(separator: "/").last ?? ""
            if json {
                tell(loaded.written.name, nil, notices, lacks: lacks, in: place)
            } else {
                for lack in lacks { place.note("note: at present 'run' would fail here: " + lack, .warning) }
                place.output.write("\(name): no problems\(lacks.isEmpty ? "" : " in the file")\n")
            }
            return .finished
        } catch {
            // Notices are printed even if the file has mistakes.
            let notices = told ?? Preparation.notices(beside: error, of: given, in: place)
            if json {
                tell(PipelineSearch.title(of: file ?? ""), error, notices, in: place)
            } else if told == nil {
                for notice in notices { place.note("note: " + notice.remark, .warning) }
            }
            throw error
        }
    }

    /// Loads the pipeline file with its remembered settings. Throws a failure that lists all problems of the file. If
    /// possible, it also lists problems of the machine, such as missing clips or a full disk, that concern the file's
    /// valid settings.
    private func load(
        _ given: PipelineRequest, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> (PipelineRequest, LoadedPipeline) {
        do throws(CommandFailure) {
            let request = try Preparation.recall(given, quiet: json, in: place)
            return (request, try Preparation.load(request, in: place))
        } catch {
            throw await Preparation.withLacks(error, of: given, quiet: json, in: place)
        }
    }

    /// Prints the result of the check as JSON. If the pipeline file cannot be read at all, this is its only problem.
    private func tell(
        _ name: String, _ failure: CommandFailure?, _ notices: [PipelineIssue] = [], lacks: [String] = [],
        in place: ProcessEnvironment
    ) {
        var told = failure
        if let failure, failure.problems.isEmpty {
            told?.problems = [PipelineIssue(file: name, message: failure.message, hint: failure.advice)]
        }
        let report: JSONValue = [
            "file": .string(name), "problems": told?.problemList ?? .array([]),
            "notices": .list(notices), "machine": .array(lacks.map(JSONValue.string)),
            "exit-code": .count((failure?.exitCode ?? .finished).rawValue),
        ]
        place.output.write(TerminalText(json: report.line))
    }
}
