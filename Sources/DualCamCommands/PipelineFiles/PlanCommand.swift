import CommandLine
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The command `dualcam plan FILE`, which shows what a recording would do and how much processor, memory, disk and USB
/// it would use.
struct PlanCommand: Command {
    var file: String?
    var simulate = false
    var settings: [Setting] = []
    var launch = false
    var dot = false
    var json = false
    var fresh = false

    static let declaration = CommandDeclaration<Self>(
        "plan", "show what a recording would do, without recording",
        discussion: """
            Without an option, prints cameras, outputs, encoders, sizes per hour and the cost. The plan is made for \
            this machine, so its cameras must be connected unless --simulate is given. If 'run' would refuse the \
            pipeline, the exit code is that of 'run'.
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .fileOrName)],
        options: [
            .flag("simulate", \.simulate, "replace cameras and microphones with test patterns and test tones"),
            .repeated("set", "KEY=VALUE", \.settings, "override one key: --set cameras.back.rate=15"),
            .flag("fresh", \.fresh, "ignore the settings remembered from earlier recordings of this file"),
            .flag("launch", \.launch, "print the graph as a gst-launch-1.0 command line"),
            .flag("dot", \.dot, "print the graph in Graphviz DOT"),
            .flag("json", \.json, "print cost, sizes, elements and branches as a JSON object"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let forms = [launch ? "--launch" : nil, dot ? "--dot" : nil, json ? "--json" : nil].compactMap { $0 }
        guard forms.count < 2 else {
            throw CommandFailure(
                .usage, "\(forms[0]) and \(forms[1]) cannot be combined", next: "Give only one of them.")
        }
        PipelineSearch(place).announce(file ?? "", bareNames: forms.isEmpty, in: place)
        let quiet = launch || dot || json
        let given = PipelineRequest(file: file ?? "", settings: settings, simulate: simulate)
        let request = fresh ? given : try Preparation.recall(given, quiet: quiet, in: place)
        let prepared = try await Preparation.prepare(request, quiet: quiet, in: place)
        let notices =
            launch || dot
            ? [] : try Preparation.notices(on: prepared.loaded, of: request, under: .run, in: place).map(\.remark)
        if !quiet { for notice in notices { place.note("note: " + notice, .warning) } }
        place.output.write(try text(of: prepared, notices))
        let refusals = await BlockingCalls.perform {
            StartCheck(prepared.loaded, simulates: simulate, in: place).refusals(of: prepared)
        }
        if let failure = CommandFailure(refusals) { throw failure }
        return .finished
    }

    private func text(of prepared: PreparedRecording, _ notices: [String]) throws(CommandFailure) -> TerminalText {
        if launch { return TerminalText(laidOut: prepared.graph.launchLine) }
        if dot { return TerminalText(laidOut: prepared.graph.dot) }
        var summary = try prepared.summary()
        if json {
            summary.notes += notices
            return try TerminalText(encoding: summary.report(of: prepared.inputs))
        }
        // If the recording is refused for its cost, the error message already lists the possible changes.
        let changes = summary.cost.fits || summary.cost.isRefused ? [] : prepared.budgetChanges()
        return TerminalText(laidOut: summary.text(inputs: prepared.inputs, changes: changes))
    }
}
