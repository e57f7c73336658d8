import DualCamGraph
import DualCamPlan
import Glibc

/// `dualcam calibrate`
struct CalibrateCommand: Command {
    var output: DirectoryPath?
    var only: String?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "calibrate", "measure what recording costs on this machine",
        discussion: """
            Takes about a minute, best while nothing else runs. 'run' and 'plan' use the figures from \
            then on: they are kept in $XDG_CACHE_HOME/dualcam (or ~/.cache/dualcam) for this host, \
            processor and GStreamer. Measure again after a change of any of these.
            """,
        options: [
            .value("output", "DIR", \.output, "the folder whose disk is measured (default: ~/Videos/DualCam)"),
            .value("only", "ENCODER", \.only, "measure this encoder alone and print its figures; nothing is kept"),
            .flag("json", \.json, "print the table as a JSON object"),
        ])

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        try await Preparation.startGStreamer(quiet: json, in: place)
        let shelf = CalibrationShelf(place)
        let work = CalibrationRun(place: place, shelf: shelf, output: output?.path, only: only)
        let file = try await work.measure()
        let text = try JSONText.line(file)
        if only == nil {
            let path = shelf.path(of: file.machine.host)
            if let problem = FileWriting.write(text, to: path) {
                throw CommandFailure(
                    .outputNotCreated, "the calibration \(path) cannot be written: \(problem)",
                    next: "Make room there, or set XDG_CACHE_HOME to a folder that can be written.")
            }
            if !json { place.output.write(CalibrationText.text(file, path: path)) }
        }
        if json || only != nil { place.output.write(text) }
        return .finished
    }
}
