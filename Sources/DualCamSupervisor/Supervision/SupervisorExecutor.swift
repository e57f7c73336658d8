import DualCamTransfer
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

/// Carries out the actions that the supervisor's state machine requests.
struct SupervisorExecutor {
    private(set) var order: SupervisionOrder
    let place: ProcessEnvironment
    let inputContinuation: AsyncStream<SupervisorInput>.Continuation

    let journal = DispatchQueue(label: "dualcam.supervisor.journal")
    /// The number of times that a lost worker has been replaced.
    var restarts = 0
    private var worker: WorkerProcess?
    let hold = FolderHold()
    let settling = SettlingProcess()
    /// The folders of the sessions that other processes are finishing now.
    let claims = FolderClaims()
    private let ledger = SupervisorLedger()
    var hasLooked = false
    /// True if a worker of `dualcam serve` has resumed a take. The files of earlier workers are then finished only
    /// after that take.
    private(set) var isResuming = false
    private var watch: PipelineWatch?
    /// The backup state that was last sent to the worker; `nil` if the worker has not received one yet.
    private var shown: BackupState?
    private var takes: TakeLog
    /// The descriptor of the unnamed file in which a worker stores copies of files for the next workers; `nil` if there
    /// is none. It stays open until this process ends.
    private let files: Int32?
    /// The first worker, which was started early and waits for its instructions; `nil` once it has received them.
    private var waiting: WaitingWorker?

    init(_ supervisor: Supervisor, inputContinuation: AsyncStream<SupervisorInput>.Continuation) {
        (order, place, self.inputContinuation) = (supervisor.order, supervisor.place, inputContinuation)
        (files, waiting) = (supervisor.files, supervisor.waiting)
        takes = TakeLog(order)
        if order.serves, !order.found.isPiped {
            watch = PipelineWatch(order.found.path) { inputContinuation.yield(.rereadAsked) }
        }
    }

    /// Performs an action of the supervisor. Returns the exit code if the action ends the supervisor; otherwise `nil`.
    mutating func perform(_ action: SupervisionAction) async -> ExitCode? {
        switch action {
        case .spawn(let folder): spawn(resuming: folder)
        case .goOn(let continuation, let folder): spawn(resuming: folder, continuation)
        case .examine(let folder):
            journal.async { [inputContinuation, hold] in
                inputContinuation.yield(.state(.examined(hold.look(at: folder))))
            }
        case .finishAside(let folder): finishAside(folder)
        case .finishTake(let folder): finishTake(folder)
        case .send(let signal): worker?.send(signal)
        case .handOver: worker?.handOver()
        case .arm(let delay): arm(delay)
        case .tell(let news, let folder): tell(news, folder: folder)
        case .look(let folder): look(folder)
        case .settle(let folder): settle(folder)
        case .note(let text, let severity): note(text, severity)
        case .end(let code): return code
        case .die(let signal): return await die(signal)
        }
        return nil
    }

    /// Sends the state of backups to the worker, which displays it to users. If `schedule` is `nil`, the state says
    /// that no session is backed up automatically.
    mutating func show(_ schedule: BackupRunner?) {
        let backups = schedule?.state ?? BackupState(order.pipeline.backup, order.pipeline.publish)
        guard let worker, shown != backups else { return }
        worker.show(backups)
        shown = backups
    }

    private mutating func spawn(resuming folder: String?, _ continuation: Relocation.Continuation? = nil) {
        do throws(ChildProcess.Refusal) {
            let worker = WorkerProcess(
                try claimWaiting(),
                order.worker(takes, resuming: folder, continuation, restarts: restarts),
                pipeline: takes.file(resuming: folder, newest: order.found).bytes, places: order.places
            ) { [inputContinuation] in inputContinuation.yield($0) }
            (self.worker, shown) = (worker, nil)
            if folder != nil, takes.hasFileChanged(since: order.found) { worker.reload(order.found.bytes) }
            if order.serves { (hasLooked, isResuming) = (false, folder != nil) }
            inputContinuation.yield(.state(.started(pid: worker.pid)))
        } catch {
            note("error: No process can be started: \(String(cString: strerror(error.errorNumber))).", .error)
            inputContinuation.yield(.state(.started(pid: 0)))
            inputContinuation.yield(.state(.ended(pid: 0, .exit(ExitCode.fault.rawValue))))
        }
    }

    /// Returns the worker that was started early or, once it has been used, a newly started worker.
    private mutating func claimWaiting() throws(ChildProcess.Refusal) -> WaitingWorker {
        defer { waiting = nil }
        if let waiting { return waiting }
        return try WaitingWorker(in: place, keeping: files)
    }

    /// Keeps the session's folder locked between two workers, so that no other process finishes the session. If
    /// `folder` is `nil`, releases the lock.
    private func keep(_ folder: String?) {
        journal.async { [self] in
            guard let folder else { return hold.release() }
            if let failure = hold.hold(folder) { note("warning: " + failure.message, .warning) }
        }
    }

    /// Performs the effects of inputs that need no decision of the state machine, such as forwarding a pressed key.
    mutating func handle(_ input: SupervisorInput, _ state: SupervisionState) {
        switch input {
        case .state(.tick):
            lookAtFile()
            if settling.hasWorked(on: order.pipeline.machine) { inputContinuation.yield(.state(.finishing)) }
        case .state(.heartbeat(_, let beat)):
            keep(state.folder)
            catchUp(state.folder)
            keep(beat)
        case .rereadAsked: reread()
        case .reread(let found, let pipeline): adopt(found, pipeline)
        case .pressed(let key): press(key)
        default: break
        }
    }

    private func press(_ key: TerminalKey) {
        switch key {
        case .help: note(TerminalKey.help(serving: order.serves), .information)
        case .take where !order.serves, .quit: break
        case .take, .pause, .mark, .snapshot: worker?.press(key)
        }
    }

    private func arm(_ delay: Duration) {
        Task { [inputContinuation] in
            do { try await Task.sleep(for: delay) } catch { return }
            inputContinuation.yield(.state(.due))
        }
    }

    func note(_ text: String, _ severity: Severity) {
        if order.quiet || order.json, severity != .error { return }
        // The status line of an earlier worker may still be on the terminal.
        order.quiet || order.json ? place.note(text, severity) : place.noteAboveStatus(text, severity)
    }

    private func tell(_ news: SupervisionNews, folder: String?) {
        if let folder { writeDown { (ledger) throws(FolderFailure) in try ledger.append(news, to: folder) } }
        if order.json { place.output.write(TerminalText(json: news.eventLine), patience: .milliseconds(100)) }
        if let text = news.note { note(text.text, text.severity) }
    }

    /// Writes events to the ledger that were reported before the worker created the ledger.
    private func catchUp(_ folder: String?) {
        if let folder { writeDown { (ledger) throws(FolderFailure) in try ledger.catchUp(folder) } }
    }

    private func writeDown(_ write: @escaping @Sendable (SupervisorLedger) throws(FolderFailure) -> Void) {
        journal.async { [self] in
            do throws(FolderFailure) { try write(ledger) } catch { note("warning: " + error.message, .warning) }
        }
    }

    /// Ends this process with the same signal that ended the worker. First restores the terminal and the signal's
    /// default action.
    private func die(_ number: Int32) async -> ExitCode {
        TerminalMode.end()
        signal(number, SIG_DFL)
        kill(getpid(), number)
        // Another thread may receive the signal, so the process may not end at once.
        await pause(for: .seconds(1))
        return .fault
    }
}

// MARK: Settings, takes and the pipeline file
extension SupervisorExecutor {
    /// Stores the takes and the changed settings that a heartbeat reports. Writes the settings to the disk if they have
    /// changed.
    private mutating func keep(_ beat: Heartbeat) {
        guard takes.keep(beat, order.found), let memory = order.memory else { return }
        let (settings, name, path) = (takes.settings, order.pipeline.name, order.found.path)
        journal.async { [self] in
            let problem = memory.remember(settings, of: name, at: path, now: WallTime.unixNow() / 1_000_000_000)
            if let problem {
                note("warning: changed settings cannot be saved in \(memory.folder): \(problem).", .warning)
            }
        }
    }

    /// Checks whether the pipeline file was changed. Called twice a second.
    private func lookAtFile() { watch?.look() }

    /// Reads the pipeline file again. If it has no mistakes, the new version replaces the version in use. Otherwise
    /// prints the mistakes.
    private func reread() {
        guard !order.found.isPiped else {
            return note("the pipeline came from standard input and cannot be reloaded", .warning)
        }
        journal.async { [self] in
            do throws(CommandFailure) {
                var search = PipelineSearch(place)
                search.isExact = true
                let found = try search.read(order.found.path)
                let given = place.giving(found.bytes, at: found.path)
                inputContinuation.yield(.reread(found, try Preparation.load(order.request, in: given).pipeline))
            } catch {
                _ = place.report(error)
                note("error: The pipeline file has mistakes; the old settings stay in use.", .error)
            }
        }
    }

    /// Replaces the version of the pipeline file in use, and sends the new version to the worker. The worker applies
    /// the settings that can change while it runs.
    private mutating func adopt(_ found: PipelineSearch.Found, _ pipeline: Pipeline) {
        guard found != order.found else { return }
        order.memory = pipeline.control.remember ? SettingsStore(place) : nil
        (order.found, order.pipeline) = (found, pipeline)
        worker?.reload(found.bytes)
    }
}
