import CommandLine
import DualCamProcess
import DualCamRecordings
import DualCamWorker
import Glibc

/// The `dualcam calibrate` command, which measures what recording costs on this machine.
struct CalibrateCommand: Command {
    var file: String?
    var simulate = false
    var settings: [Setting] = []
    var output: DirectoryPath?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "calibrate", "measure the cost of recording on this machine",
        discussion: """
            Makes short recordings of test pictures, which take about a minute in total. For the best results, run \
            nothing else meanwhile. 'run' and 'plan' then use the figures, which are kept in $XDG_CACHE_HOME/dualcam \
            (or ~/.cache/dualcam) for this host, processor and GStreamer. Calibrate again if any of these changes.

            With FILE, records it for a few seconds, keeps no files and stores the measured cost. Every recording does \
            the same in its first seconds. A measured cost takes precedence over the sum of the single figures.
            """,
        parameters: [.optional("FILE", \.file, "the pipeline file to rehearse", completion: .fileOrName)],
        options: [
            .flag("simulate", \.simulate, "as for 'dualcam run'"),
            .repeated("set", "KEY=VALUE", \.settings, "as for 'dualcam run'"),
            .value("output", "DIR", \.output, "the folder whose disk is measured (default: ~/Videos/DualCam)"),
            .flag("json", \.json, "print the table as a JSON object"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        if let file { try begin(file, in: place) }
        try await place.startGStreamer(quiet: json)
        let store = CalibrationStore(place)
        if let file { return try await rehearse(file, store, in: place) }
        let work = CalibrationRun(place: place, store: store, output: output?.path)
        let file = try await work.measure()
        let text = try store.keep(file)
        place.output.write(
            json
                ? TerminalText(json: text)
                : TerminalText(laidOut: file.text(keptIn: store.path(of: file.machine.host))))
        return .finished
    }

    /// Checks the arguments of a rehearsal, and prints which pipeline file will be rehearsed.
    private func begin(_ file: String, in place: ProcessEnvironment) throws(CommandFailure) {
        guard output == nil else {
            throw CommandFailure(.usage, "--output cannot be combined with FILE", next: "Leave one of them out.")
        }
        guard file != PipelineSearch.pipe else {
            throw CommandFailure(.usage, "a rehearsal needs a FILE, not standard input", next: "Give the file's path.")
        }
        PipelineSearch(place).announce(file, bareNames: false, in: place)
    }

    private func rehearse(
        _ file: String, _ store: CalibrationStore, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> ExitCode {
        if !json { place.note("rehearsing \(file) for \(Rehearsal.length); only its measured cost is kept") }
        let request = PipelineRequest(file: file, settings: settings, simulate: simulate)
        let cost = try await Rehearsal(request: request, store: store, place: place).run()
        if json {
            place.output.write(try TerminalText(encoding: cost.report))
        } else {
            let (cores, table) = (cost.cpu.cores, cost.cpu.byTable)
            let told =
                "\(file) keeps \(Wording.number(cores, fractionDigits: 2)) of \(cost.cores) cores busy "
                + "(by the table: \(Wording.number(table, fractionDigits: 2)))."
            place.output.write(TerminalText(lines: [told]))
        }
        return .finished
    }
}
