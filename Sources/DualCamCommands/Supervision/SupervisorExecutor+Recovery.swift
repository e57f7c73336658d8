import Dispatch
import DualCamConfig
import DualCamControl
import DualCamSession
import DualCamSupervision
import Glibc

// MARK: Recovery after a crash
extension SupervisorExecutor {
    /// The command that finishes what a crash left.
    private static let recovering = "recover"

    func look(_ folder: String) {
        journal.async { [inputContinuation, hold] in
            let loss = hold.look(at: folder)
            inputContinuation.yield(
                .state(loss.map { .examined($0) } ?? .looked(isMarked: SessionFolder.isMarked(folder))))
        }
    }

    /// Finishes a session that was moved, in the background: its supervisor holds its lock no more.
    func finishAside(_ folder: String) {
        journal.async { [self] in
            hold.release()
            recover(folder, gently: true) { [inputContinuation] code in
                let audit = code == 0 ? Audit.ifReadable(closing: folder) : nil
                inputContinuation.yield(.state(.finishedAside(folder, code, audit?.exit)))
            }
        }
    }

    /// Finishes the session in `folder` by a process of its own: a damaged file must not end this one.
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

    /// Finishes a take that no worker finishes any more, in the background; one that is not marked any more was finished.
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

    /// Finishes sessions of earlier crashes in the same directory in the background, once recording has begun. It goes on when
    /// this process ends first.
    mutating func lookForUnfinished(besides state: SupervisionState) {
        guard !hasLooked, isTimeToLook(state), Invocation.commands.contains(where: { $0.usage.name == Self.recovering })
        else { return }
        hasLooked = true
        let directory = order.pipeline.recording.directory
        journal.async { [self, own = state.folder] in
            let folders = SessionFolder.unfinished(in: directory).filter { $0 != own }
            if folders.isEmpty { return }
            note("finishing what was left unfinished in \(directory) in the background", .information)
            recoverAll(folders[...], in: directory, failed: false)
        }
    }

    /// Returns true when leftovers may be finished: the files of a take that a worker resumed are finished only after that take.
    private func isTimeToLook(_ state: SupervisionState) -> Bool {
        guard order.serves else { return state.hasRecorded }
        guard let beat = state.beat, beat.stage == .standby || !isResuming else { return false }
        return beat.takes > 0 || (!isResuming && [.standby, .recording].contains(beat.stage))
    }

    /// One folder after the other, and never the whole directory: the session under way lies in it, too. A session that another
    /// process records is none of this one's concern.
    private func recoverAll(_ folders: ArraySlice<String>, in directory: String, failed: Bool) {
        guard let folder = folders.first else {
            let problem = "not everything unfinished in \(directory) could be finished; see 'dualcam recover'"
            return note(
                failed ? problem : "finished what was left in \(directory)", failed ? .warning : .information)
        }
        recover(folder, gently: true) { code in
            recoverAll(
                folders.dropFirst(), in: directory,
                failed: failed || ![0, ExitCode.outputNotCreated.rawValue].contains(code))
        }
    }

    /// - Parameter then: Gets the exit code; a session that is being finished already counts as done.
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
