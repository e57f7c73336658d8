import DualCamControl
import DualCamEditing
import DualCamProcess
import DualCamRecordings
import DualCamTransfer
import Glibc
import Kernel

/// Starts the processes that read recorded files: `dualcam job make-media` makes stills and waveforms, and `dualcam
/// job session` runs jobs. The processes have low priority, and damaged files cannot affect the recording. Only the
/// options of a job are checked in this process, without opening recorded files.
struct MediaProcess: Sendable {
    /// The time limit for making one still, waveform or timeline. It allows for a busy machine.
    private static let limit = Duration.seconds(1800)
    /// The time limit for one job.
    private static let workLimit = Duration.seconds(86_400)
    /// The maximum size of a timeline file in bytes, enough for several hundred thousand files and cuts.
    private static let mostTimeline = 1 << 28

    /// The path by which dualcam starts itself in a new process; `nil` if the system does not report the path.
    private let launcher: String?
    private let environment: [String: String]
    private let pruning: PruningProcess
    private let place: ProcessEnvironment

    init(in place: ProcessEnvironment) {
        self.place = place
        (launcher, pruning) = (place.launcher, PruningProcess(in: place))
        environment = place.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    }

    /// Returns the functions by which a session library runs jobs, writes timelines, deletes sessions and makes media
    /// files.
    ///
    /// - Parameter directory: The path of the recording directory that contains the sessions.
    func tools(_ directory: String) -> LibraryTools {
        LibraryTools(
            work: { work($0, in: directory, $1) },
            isMetered: { [environment] in NetworkMetering.isMetered(environment) },
            judge: { [place] in Self.problem(of: $0, in: directory, place) },
            timeline: { session, format, isPortable in
                Result { () throws(Job.Problem) in
                    try answer(
                        to: .timeline(session: session, format, isPortable: isPortable), in: directory,
                        within: Self.limit, isIdle: true)
                }
            },
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
                let words = InternalJob.makeMedia.words + [directory, session, file]
                let code = try ChildProcess.output(
                    of: launcher, words, environment: environment, inheriting: .plain, isIdle: true, within: Self.limit
                ).code
                return code == ExitCode.finished.rawValue
                    ? .made : code == ExitCode.outputNotCreated.rawValue ? .notYet : .failed
            } catch {
                return .failed
            }
        }
    }

    private func work(
        _ order: Job.Order, in directory: String, _ report: (JobProgress) -> Bool
    ) -> Job.Outcome {
        let measures = order.kind == .calibrate
        do throws(Job.Problem) {
            let ended = try perform(
                .work(order), in: directory, within: Self.workLimit, isIdle: !measures,
                ending: measures || order.kind.makesFiles || order.kind.sends ? SIGTERM : SIGKILL
            ) {
                report(JobReport.newest(in: $0)?.progress ?? .init(nil))
            }
            let last = JobReport.newest(in: ended.output)
            if let result = last?.result { return .done(result) }
            if let session = order.session, let file = order.file {
                do throws(LibraryFailure) {
                    try SessionLibrary(directory).forgetProxyDraft(of: file, in: session)
                } catch {}
            }
            return .failed(last?.problem?.text ?? "The process ended early (\(ended.code)).")
        } catch {
            return .failed(error.text)
        }
    }

    /// Returns what is wrong with the options of a job that makes new files; `nil` if they are valid. Blocks.
    static func problem(of order: Job.Order, in directory: String, _ place: ProcessEnvironment) -> Job.Problem? {
        guard let kind = order.kind.rendering, let session = order.session else {
            return nil
        }
        do throws(CommandFailure) {
            try RenderOrder(kind, of: directory + "/" + session, order.arguments, texts: order.texts).check(in: place)
            return nil
        } catch {
            return Job.Problem(error)
        }
    }

    /// Runs a task in another process and returns the output of that process. Throws the problem that the process
    /// reports.
    private func answer(
        to task: JobRequest.Task, in directory: String, within limit: Duration, isIdle: Bool
    ) throws(Job.Problem) -> [UInt8] {
        let ended = try perform(task, in: directory, within: limit, isIdle: isIdle, most: Self.mostTimeline)
        if ended.code == ExitCode.finished.rawValue { return ended.output }
        let told = JobReport.newest(in: ended.output)?.problem
        throw told ?? .init("The process ended early (\(ended.code)).", advice: "Try again.")
    }

    /// Runs a task in another process, waits until that process ends, and returns its exit code and output.
    private func perform(
        _ task: JobRequest.Task, in directory: String, within limit: Duration, isIdle: Bool, most: Int = 1 << 20,
        ending: Int32 = SIGKILL, hearing: (inout [UInt8]) -> Bool = { _ in true }
    ) throws(Job.Problem) -> (code: Int32, output: [UInt8]) {
        guard let input = UnnamedFile(Array(JobRequest(task, in: directory).json.line.utf8)) else {
            throw .init("There is no space for the temporary file.", advice: "Free space in /dev/shm or /tmp.")
        }
        do throws(ChildProcess.Refusal) {
            return try ChildProcess.output(
                of: launcher, InternalJob.session.words, environment: environment, inheriting: task.needs,
                input: input.descriptor, isIdle: isIdle, within: limit, most: most, ending: ending, hearing: hearing)
        } catch {
            throw .init("The process could not be started: \(String(cString: strerror(error.errorNumber))).")
        }
    }
}

extension JobRequest.Task {
    /// The environment variables that the process of this task inherits.
    fileprivate var needs: InheritedEnvironment {
        switch self {
        case .work(let order):
            switch order.kind {
            case .publish: .whole
            // Environment variables configure rclone, which makes backups, and the recordings of a calibration.
            case .backup, .calibrate: .user
            case .audit, .recover, .proxy, .compose, .export, .trim, .dub, .stabilise: .plain
            }
        case .timeline: .plain
        }
    }
}
