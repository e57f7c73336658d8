import DualCamControl
import DualCamSession
import Glibc

/// Makes stills and waveforms of recorded files in a process of its own for each (`dualcam make-media`), which has the processor and the
/// disk only when no recording wants them: whatever is in a file, the recording does not read it.
struct MediaProcess: Sendable {
    /// The longest time that one file may take, on a busy machine.
    private static let limit = Duration.seconds(1800)

    /// The path by which the program starts itself; `nil` where the system does not tell.
    private let launcher: String?
    private let environment: [String: String]
    private let pruning: PruningProcess

    init(in place: ProcessEnvironment) {
        (launcher, pruning) = (place.launcher, PruningProcess(in: place))
        environment = place.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    }

    /// - Parameter directory: The recording directory.
    func tools(_ directory: String) -> LibraryTools {
        LibraryTools(
            delete: { [pruning] session in
                do throws(FolderFailure) {
                    try pruning.delete(session, in: directory)
                    return nil
                } catch {
                    return error
                }
            }
        ) { session, file in
            do throws(ChildProcess.Refusal) {
                let words = [MakeMediaCommand.name, directory, session, file]
                let code = try ChildProcess.output(
                    of: launcher, words, environment: environment, isIdle: true, within: Self.limit
                ).code
                return code == ExitCode.finished.rawValue
                    ? .made : code == ExitCode.outputNotCreated.rawValue ? .notYet : .failed
            } catch {
                return .failed
            }
        }
    }
}
