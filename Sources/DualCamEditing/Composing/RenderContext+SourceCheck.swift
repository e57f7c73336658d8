import CommandLine
import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

extension RenderContext {
    /// Compares the recorded source files with their SHA-256 in the ledger, unless `--unchecked` is given. A decoder
    /// conceals damage, so a damaged source would otherwise lead to a damaged copy without an error. Accepts a file
    /// without a recorded digest. Blocks while files are read.
    /// - Parameters:
    ///   - all: The session's files.
    ///   - held: The files that are read. This object stores the digests that were calculated for them.
    ///   - ended: The error to throw if the user ends the command.
    ///   - option: The name of the option that leaves out an output, for the advice; `nil` if there is no such option.
    func check(
        _ all: [OutputName: [ComposedSession.File]], reading held: HeldSources, ended: CommandFailure,
        leavingOut option: String? = nil
    ) throws(CommandFailure) {
        if options.isUnchecked { return }
        let paths = held.paths
        let files = all.values.joined().filter { paths.contains($0.path) }.sorted { $0.path < $1.path }
        for file in files {
            guard let digest = file.digest else { continue }
            let found = try translated { () throws(GraphFailure) in try FileDigest.sha256(file.path, goesOn: goesOn) }
            guard let found else { throw ended }
            guard found == digest else {
                throw CommandFailure.damaged(file.path, next: Self.advice(leavingOut: option))
            }
            held.note(found, of: file.path)
        }
    }

    private static func advice(leavingOut option: String?) -> OptionText {
        guard let option else {
            return "See 'dualcam audit'\(commandLineOnly: "; use it anyway with --unchecked")."
        }
        return
            "See 'dualcam audit'; leave its output out with \(option: option)\(commandLineOnly: ", or use it anyway with --unchecked")."
    }
}
