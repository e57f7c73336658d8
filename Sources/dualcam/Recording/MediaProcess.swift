import DualCamControl
import DualCamSession
import Glibc

/// Makes stills and waveforms of recorded files (`dualcam make-media`), and does what takes its time
/// (`dualcam session-work`), in a process of its own for each, which has the processor and the
/// disk only when no recording wants them: whatever is in a file, the recording does not read it.
struct MediaProcess: Sendable {
    /// The longest time that one file may take, on a busy machine.
    private static let limit = Duration.seconds(1800)
    /// The longest time that the work at a session may take.
    private static let workLimit = Duration.seconds(86_400)
    /// Bytes: some hundred thousand files and cuts.
    private static let mostTimeline = 1 << 28

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
            work: { work($0, in: directory, $1) },
            timeline: { timeline($0, $1, in: directory) },
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

    private func work(
        _ order: SessionWork.Order, in directory: String, _ report: (SessionWork.Progress) -> Bool
    ) -> SessionWork.Outcome {
        let arguments = order.arguments == .null ? nil : order.arguments.line
        let words =
            [SessionWorkCommand.name, order.kind.rawValue, directory]
            + [order.session, order.file, arguments].compactMap(\.self)
        let measures = order.kind == .calibrate
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: launcher, words, environment: environment, isIdle: !measures, within: Self.workLimit,
                ending: measures || order.kind.makesFiles ? SIGTERM : SIGKILL
            ) {
                let line = WorkLine.newest(in: $0)
                return report(.init(line?.percent, left: line?.left))
            }
        } catch {
            return .failed("It could not be started: \(String(cString: strerror(error.errorNumber))).")
        }
        let last = WorkLine.newest(in: ended.output)
        if let result = last?.result { return .done(result) }
        if let session = order.session, let file = order.file {
            do throws(LibraryFailure) {
                try SessionLibrary(directory).forgetProxyDraft(of: file, in: session)
            } catch {}
        }
        return .failed(last?.problem ?? "It ended before it was done (\(ended.code)).")
    }

    /// The session as a timeline, by `dualcam timeline`.
    private func timeline(
        _ session: String, _ format: TimelineFormat, in directory: String
    ) -> Result<[UInt8], SessionWork.Problem> {
        let words = [
            TimelineCommand.declaration.usage.name, "--as", format.rawValue, "-o", "-", "--", "\(directory)/\(session)",
        ]
        do throws(ChildProcess.Refusal) {
            let ended = try ChildProcess.output(
                of: launcher, words, environment: environment, isIdle: true, within: Self.limit, most: Self.mostTimeline
            )
            guard ended.code == ExitCode.finished.rawValue else {
                return .failure(.init("The timeline cannot be made (\(ended.code))."))
            }
            return .success(ended.output)
        } catch {
            return .failure(.init("It could not be started: \(String(cString: strerror(error.errorNumber)))."))
        }
    }
}
