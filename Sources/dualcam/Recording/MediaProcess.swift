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
    /// The longest time in which arguments are judged, when the processor is busy.
    private static let patience = Duration.seconds(20)
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
            isMetered: { [environment] in NetworkMetering.isMetered(environment) },
            judge: { judge($0, in: directory) },
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
        guard let input = UnnamedFile(HandedWork(.work(order), in: directory)) else { return .failed(Self.noRoom.text) }
        let measures = order.kind == .calibrate
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: launcher, [SessionWorkCommand.name], environment: environment, input: input.descriptor,
                isIdle: !measures, within: Self.workLimit,
                ending: measures || order.kind.makesFiles || order.kind.sends ? SIGTERM : SIGKILL
            ) {
                report(WorkLine.newest(in: $0)?.progress ?? .init(nil))
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
        return .failed(last?.problem?.text ?? "It ended before it was done (\(ended.code)).")
    }

    private static let noRoom = SessionWork.Problem(
        "There is no room for what it is to do.", advice: "Make room in /dev/shm or /tmp.")

    /// What is wrong with the arguments of an order; `nil`: nothing.
    private func judge(_ order: SessionWork.Order, in directory: String) -> SessionWork.Problem? {
        switch answer(to: .judge(order), in: directory, within: Self.patience) {
        case .success: nil
        case .failure(let problem): problem
        }
    }

    /// The session as a timeline, by `dualcam timeline`.
    private func timeline(
        _ session: String, _ format: TimelineFormat, in directory: String
    ) -> Result<[UInt8], SessionWork.Problem> {
        answer(to: .timeline(session: session, format), in: directory, within: Self.limit, isIdle: true)
    }

    /// What another process prints, or why it did not do what it is to do.
    private func answer(
        to task: HandedWork.Task, in directory: String, within limit: Duration, isIdle: Bool = false
    ) -> Result<[UInt8], SessionWork.Problem> {
        guard let input = UnnamedFile(HandedWork(task, in: directory)) else { return .failure(Self.noRoom) }
        do throws(ChildProcess.Refusal) {
            let ended = try ChildProcess.output(
                of: launcher, [SessionWorkCommand.name], environment: environment, input: input.descriptor,
                isIdle: isIdle, within: limit, most: Self.mostTimeline)
            if ended.code == ExitCode.finished.rawValue { return .success(ended.output) }
            let told = WorkLine.newest(in: ended.output)?.problem
            return .failure(told ?? .init("It ended before it was done (\(ended.code)).", advice: "Try again."))
        } catch {
            return .failure(.init("It could not be started: \(String(cString: strerror(error.errorNumber)))."))
        }
    }
}

extension UnnamedFile {
    /// What another process is to do.
    fileprivate convenience init?(_ handed: HandedWork) { self.init(Array(handed.json.line.utf8)) }
}
