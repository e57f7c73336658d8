import DualCamGraph
import DualCamPlan
import DualCamSession

/// Looks whether recorded files are what was recorded: what is copied is looked at by nobody else.
struct SourceCheck {
    var files: [ComposedSession.File]
    var goesOn: () -> Bool

    /// Blocks while the files are read. One whose digest the session does not know is let pass.
    func check() throws(CommandFailure) {
        for file in files {
            guard let digest = file.digest else { continue }
            let found: String?
            do throws(GraphFailure) { found = try FileDigest.sha256(file.path, goesOn: goesOn) } catch {
                throw CommandFailure(error)
            }
            guard let found else {
                throw CommandFailure(.unavailable, "the trimming was ended", next: "Nothing was written.")
            }
            guard found == digest else {
                throw CommandFailure(
                    .diskFailed, "'\(file.path)' is not what was recorded: its SHA-256 differs",
                    next:
                        "Leave its output out with --cameras, or take it as it is with --unchecked; 'dualcam audit' tells more."
                )
            }
        }
    }
}
