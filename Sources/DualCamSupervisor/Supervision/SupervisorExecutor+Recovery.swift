import Dispatch
import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy
import DualCamWorker
import Glibc
import Kernel

// MARK: Recovery after a crash
extension SupervisorExecutor {
    /// The name of the command that finishes the files of sessions after a crash.
    private static let recovering = "recover"

    func look(_ folder: String) {
        journal.async { [inputContinuation, hold] in
            let loss = hold.look(at: folder)
            inputContinuation.yield(
                .state(loss.map { .examined($0) } ?? .looked(isMarked: SessionFolder.isMarked(folder))))
        }
    }

    /// Releases the supervisor's lock on a session whose folder was moved while it was being recorded, and finishes
    /// that session in the background. Recording continues in a new session. `folder` is the folder's current path.
    func finishAside(_ folder: String) {
        journal.async { [self] in
            hold.release()
            recover(folder, gently: true) { [inputContinuation] code in
                let audit = code == 0 ? Audit.ifReadable(closing: folder) : nil
                inputContinuation.yield(.state(.finishedAside(folder, code, audit?.exit)))
            }
        }
    }

    /// Finishes the session in `folder` with a separate process, so that a damaged file cannot crash the supervisor.
    func settle(_ folder: String) {
        journal.async { [self] in
            hold.release()
            recover(folder, gently: false) { [inputContinuation] code in
                let audit = code == 0 ? Audit.ifReadable(closing: folder) : nil
                if let audit { close(with: audit) }
                inputContinuation.yield(.state(.settled(code, audit?.exit)))
            }
        }
    }

    /// Finishes, in the background, a take that no worker will finish. Does nothing if the folder is not marked as
    /// unfinished, or if another process is already finishing it.
    func finishTake(_ folder: String) {
        journal.async { [self] in
            guard SessionFolder.isMarked(folder), !claims.has(folder) else { return }
            if hold.folder == folder { hold.release() }
            recover(folder, gently: true) { [inputContinuation] code in
                let isFinished = code == 0 || !SessionFolder.isMarked(folder)
                if isFinished, let audit = Audit.ifReadable(closing: folder) { close(with: audit) }
                inputContinuation.yield(.state(.finishedTake(folder, isFinished ? 0 : code)))
            }
        }
    }

    /// Once recording has begun, finishes in the background the sessions that earlier crashes left in the recording
    /// directory. The processes continue even if the supervisor ends first.
    mutating func lookForUnfinished(besides state: SupervisionState) {
        guard !hasLooked, isTimeToLook(state) else { return }
        hasLooked = true
        let directory = order.pipeline.recording.directory
        journal.async { [self, own = state.folder] in
            let folders = SessionFolder.unfinished(in: directory).filter { $0 != own }
            if folders.isEmpty { return }
            note("recovering unfinished sessions in \(directory) in the background", .information)
            recoverAll(folders[...], in: directory, failed: false)
        }
    }

    /// Returns true once sessions left by earlier crashes may be finished. If a worker resumes a take, they must wait
    /// until that take has ended.
    private func isTimeToLook(_ state: SupervisionState) -> Bool {
        guard order.serves else { return state.hasRecorded }
        guard let beat = state.beat, beat.stage == .standby || !isResuming else { return false }
        return beat.takes > 0 || (!isResuming && [.standby, .recording].contains(beat.stage))
    }

    /// Finishes the sessions in these folders one after another. Skips sessions that another process is recording. The
    /// whole directory is not recovered at once, because it also contains the current session. `failed`: true if an
    /// earlier session in the list could not be finished.
    private func recoverAll(_ folders: ArraySlice<String>, in directory: String, failed: Bool) {
        guard let folder = folders.first else {
            let problem = "some unfinished sessions in \(directory) could not be recovered; run 'dualcam recover'"
            return note(
                failed ? problem : "recovered the unfinished sessions in \(directory)", failed ? .warning : .information
            )
        }
        recover(folder, gently: true) { code in
            recoverAll(
                folders.dropFirst(), in: directory,
                failed: failed || ![0, ExitCode.outputNotCreated.rawValue].contains(code))
        }
    }

    /// Finishes a session in a separate process.
    ///
    /// - Parameters:
    ///   - gently: True to run the process at low priority and to discard its messages.
    ///   - then: Receives the exit code of the process; 0 if another process is already finishing the session.
    private func recover(_ path: String, gently: Bool, then: @escaping @Sendable (Int32) -> Void) {
        guard claims.claim(path) else { return then(0) }
        do throws(ChildProcess.Refusal) {
            let child = try ChildProcess(
                place.launcher, [Self.recovering, "--", path], environment: place.environment,
                inheriting: .plain, silent: [STDIN_FILENO, STDOUT_FILENO] + (gently ? [STDERR_FILENO] : []))
            if gently { child.yieldToOthers() } else { settling.begin(child.pid) }
            DispatchQueue(label: "dualcam.supervisor.recover").async {
                let code = child.wait()
                claims.release(path)
                then(code < 0 ? ExitCode.fault.rawValue : code)
            }
        } catch {
            claims.release(path)
            then(ExitCode.fault.rawValue)
        }
    }
}
