import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// Looks whether recorded files are what was recorded, before new ones are made of them: what is copied nobody looks at, and a decoder
/// shows what is damaged as well as it can.
struct SourceCheck {
    private let files: [ComposedSession.File]

    /// - Parameters:
    ///   - all: the session's files.
    ///   - paths: those of the files that are read.
    init(_ all: [OutputName: [ComposedSession.File]], reading paths: Set<String>) {
        files = all.values.joined().filter { paths.contains($0.path) }.sorted { $0.path < $1.path }
    }

    /// Blocks while the files are read. One whose digest the session does not know is let pass.
    ///
    /// - Parameters:
    ///   - goesOn: is asked at each megabyte.
    ///   - ended: thrown where it is not to go on.
    ///   - option: the name of the option by which an output is left out; `nil`: there is none.
    func check(
        while goesOn: () -> Bool, ended: CommandFailure, leavingOut option: String? = nil
    ) throws(CommandFailure) {
        for file in files {
            guard let digest = file.digest else { continue }
            let found: String?
            do throws(GraphFailure) { found = try FileDigest.sha256(file.path, goesOn: goesOn) } catch {
                throw CommandFailure(error)
            }
            guard let found else { throw ended }
            guard found == digest else {
                throw CommandFailure(
                    .diskFailed, naming: "'\(file.path)' is not what was recorded: its SHA-256 differs",
                    next: Self.advice(leavingOut: option))
            }
        }
    }

    private static func advice(leavingOut option: String?) -> OptionText {
        guard let option else {
            return "See 'dualcam audit'\(commandLineOnly: "; take it as it is with --unchecked")."
        }
        return
            "See 'dualcam audit'; leave its output out with \(option: option)\(commandLineOnly: ", or take it as it is with --unchecked")."
    }
}
