import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamWorker

/// A recording that has been asked to stop. The caller can wait for its end.
struct Stopping {
    private static let pace = Duration.milliseconds(100)

    var recorder: RunningRecorder
    var answer: JSONValue
    /// The recording's answer to the request to stop, as text for users.
    var text: String
    /// The folder of the recording's session; `nil` if no session had begun, or if the caller does not wait for the
    /// end.
    var folder: String?

    /// Asks a recording to stop. If the caller waits for the end, the request also succeeds if the recording is already
    /// ending, or if its process is lost before it answers.
    init(
        of recorder: RunningRecorder, isAwaited: Bool, json: Bool, in place: ProcessEnvironment
    ) async throws(CommandFailure) {
        self.recorder = recorder
        if isAwaited {
            let state = try await recorder.state(json: json, in: place)
            folder = state["folder"]?.text.map { Self.absolute($0, of: recorder.process) }
            if state["phase"]?.text == ControlState.Phase.finishing.rawValue {
                (answer, text) = (["at": .null], "stopping already")
                return
            }
        }
        let command = try translated { () throws(ControlRefusal) in try ControlCommand(.stop) }
        guard let answer = try await recorder.end(json: json, isAwaited: isAwaited && folder != nil, in: place) else {
            (self.answer, text) = (["at": .null], "stopping")
            return
        }
        self.answer = answer
        text = AnswerText.line(of: command, answer)
    }

    /// Returns the absolute path of a session's folder. A relative path refers to the working directory of the process
    /// that started the recording.
    ///
    /// - Parameter process: The id of that process.
    private static func absolute(_ folder: String, of process: Int32) -> String {
        guard !folder.hasPrefix("/"), let start = DiskView.resolved("/proc/\(process)/cwd") else { return folder }
        return start + "/" + folder
    }

    /// Waits until the recording's files are finished and `dualcam run` has released its devices. Returns the exit code
    /// of the recording.
    func end(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        var end = RecordingEnd()
        let (growth, start) = (FolderGrowth(), ContinuousClock.now)
        waiting: while true {
            let seen = await look(growth, in: place)
            switch end.observe(seen, at: start.duration(to: .now)) {
            case .wait: await pause(for: Self.pace)
            // The process was lost before it recorded the request in the ledger, and another process continues the
            // take.
            case .askAgain: _ = try? await recorder.end(json: false, isAwaited: true, in: place)
            case .over, .abandoned: break waiting
            }
        }
        guard let folder else { return .finished }
        return try await code(of: folder)
    }

    private func look(_ growth: FolderGrowth, in place: ProcessEnvironment) async -> RecordingEnd.Sight {
        let stage = await stage(in: place)
        let isAlive = recorder.isAlive(in: place)
        return await withoutFailure { [folder] in
            RecordingEnd.Sight(
                stage: stage, isMarked: folder.map { SessionFolder.isMarked($0) } ?? false, isAlive: isAlive,
                growth: folder.map { growth.look(in: [$0]) })
        }
    }

    /// Returns the session's stage as reported by the recording process. Asks the current process, which may have
    /// replaced the process that was asked to stop.
    private func stage(in place: ProcessEnvironment) async -> RecordingEnd.Stage {
        guard SocketCondition(of: recorder.path) == .listening,
            let state = try? await recorder.ask(
                json: false, in: place, { (client) throws(ControlClientFailure) in try client.state() }),
            let phase = state["phase"]?.text
        else { return .unseen }
        if phase == ControlState.Phase.standby.rawValue { return .over }
        guard state["folder"]?.text.map({ Self.absolute($0, of: recorder.process) }) == folder else { return .over }
        return phase == ControlState.Phase.finishing.rawValue ? .finishing : .recording
    }

    private func code(of folder: String) async throws(CommandFailure) -> ExitCode {
        let (told, audit) = await withoutFailure {
            (try? SessionRecord.read(folder, usingLedgerAlone: true), Audit.ifReadable(closing: folder))
        }
        guard let told, told.isFinished || told.exitCode != nil else {
            throw CommandFailure(
                .fault, "the recording \(recorder.text) left its files unfinished",
                next: "Finish them with 'dualcam recover \(folder)'.")
        }
        return RecordingEnd.code(
            told.exitCode.map { ExitCode(rawValue: Int32(clamping: $0)) ?? .fault },
            reason: told.history.reason.flatMap(StopReason.init(rawValue:)), proof: audit?.exit)
    }

    /// Runs blocking work that cannot throw, outside Swift's cooperative thread pool.
    private func withoutFailure<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await BlockingCalls.perform(work)
    }
}

extension RunningRecorder {
    /// Asks the recording to stop.
    ///
    /// - Parameter isAwaited: True if the caller checks the files afterwards. A process that is lost before it answers
    ///   is then not an error.
    /// - Returns: The recording's answer; `nil` if there was none and `isAwaited` is true.
    fileprivate func end(
        json: Bool, isAwaited: Bool, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> JSONValue? {
        let command = try translated { () throws(ControlRefusal) in try ControlCommand(.stop) }
        return try await ask(json: json, in: place) { (client) throws(ControlClientFailure) in
            do throws(ControlClientFailure) { return try client.perform(command) } catch {
                switch error {
                case .nobodyThere, .late, .lost, .garbled: if isAwaited { return nil }
                case .refused, .forbidden: break
                }
                throw error
            }
        }
    }
}
