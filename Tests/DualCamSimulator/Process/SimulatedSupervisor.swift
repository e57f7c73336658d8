import DualCamConfig
import DualCamPlan
import DualCamSupervisorPolicy
import Kernel

@testable import DualCamRecordings
@testable import DualCamSession

/// The supervisor process: the real `SupervisionState`, whose actions are carried out by the world's clock, as
/// `SupervisorExecutor` does it.
final class SimulatedSupervisor {
    unowned let world: World
    let system: ProcessSystem
    private(set) var state: SupervisionState
    private(set) var isGone = false
    private let began: Int64
    private var worker: SimulatedWorker?
    private var hold: (folder: String, lock: FolderLock?, watch: FolderWatch?)?
    private let ledger = SupervisorLedger()
    private var lookTurn = 0
    private var lookPause: Int64 = 0
    private var isMeasuring = false
    /// The times at which workers were started.
    private var starts: [Int64] = []

    init(_ world: World) {
        self.world = world
        system = world.makeSystem()
        began = world.time
        let recording = world.scenario.pipeline.recording
        state = SupervisionState(
            hang: world.scenario.pipeline.supervision.hang, memoryLimit: 4_000_000_000,
            serves: world.scenario.serves,
            deadline: RecordingDeadline(duration: recording.duration, until: recording.until),
            relocation: Relocation(fallback: recording.fallback, directory: recording.directory))
    }

    private func live<Value>(_ work: () -> Value) -> Value {
        SystemAccess.$current.withValue(system, operation: work)
    }

    private func later(_ delay: Int64, _ work: @escaping (SimulatedSupervisor) -> Void) {
        world.add(after: delay) { [weak self] _ in
            guard let self, !self.isGone else { return }
            work(self)
        }
    }

    // MARK: Inputs
    func take(_ input: SupervisionInput) {
        guard !isGone else { return }
        let actions = live { state.observe(input, at: .nanoseconds(world.time - began), wall: world.wall) }
        world.coverage.note(input)
        for action in actions {
            perform(action)
            if isGone { return }
        }
        if case .heartbeat = input {
            keep(state.folder)
            catchUp(state.folder)
        }
        if input == .tick { measure() }
    }

    func look(after delay: Int64) {
        lookTurn += 1
        let turn = lookTurn
        lookPause = delay
        later(delay) { supervisor in
            guard turn == supervisor.lookTurn else { return }
            supervisor.take(.tick)
            guard turn == supervisor.lookTurn else { return }
            supervisor.look(after: supervisor.world.pause(500 * Span.millisecond, before: supervisor.lookPause))
        }
    }

    private func measure() {
        guard let worker, !worker.isGone, !isMeasuring else { return }
        isMeasuring = true
        later(5 * Span.millisecond) { supervisor in
            supervisor.isMeasuring = false
            supervisor.take(.measured(supervisor.measurement(of: worker)))
        }
    }

    private func measurement(of worker: SimulatedWorker) -> Measurement {
        worker.graph?.advance()
        let files = worker.graph?.made ?? []
        return Measurement(
            bytes: files.reduce(0) { $0 + $1.size }, changed: files.map(\.changed).max(), memory: worker.memory)
    }

    /// Measures the files that an ended worker left, and passes the measurement and the end to the state.
    func ended(_ worker: SimulatedWorker, _ ending: WorkerEnding) {
        let measurement = measurement(of: worker)
        later(3 * Span.millisecond) { supervisor in
            if worker.folder != nil { supervisor.take(.measured(measurement)) }
            supervisor.take(.ended(pid: worker.pid, ending))
        }
    }

    private func keep(_ folder: String?) {
        guard let folder else {
            hold = nil
            return
        }
        guard hold?.folder != folder else { return }
        live {
            let watch = FolderWatch(folder)
            hold = (folder, nil, watch)
            do throws(FolderFailure) { hold?.lock = try FolderLock.shared(folder) } catch {}
        }
    }

    private func examine(_ folder: String) -> FolderLoss? {
        live {
            if let hold, hold.folder == folder, let watch = hold.watch { return watch.look(creating: true) }
            return FolderWatch(folder).map { $0.look(creating: true) } ?? FolderLoss(.deleted)
        }
    }

    // MARK: Actions
    private func perform(_ action: SupervisionAction) {
        world.coverage.note(action)
        switch action {
        case .spawn(let folder): spawn(folder, nil)
        case .goOn(let continuation, let folder): spawn(folder, continuation)
        case .examine(let folder): later(10 * Span.millisecond) { $0.take(.examined($0.examine(folder))) }
        case .finishAside(let folder):
            hold?.lock = nil
            recover(folder) { $0.take(.finishedAside(folder, $1)) }
        case .finishTake(let folder):
            guard live({ SessionFolder.isMarked(folder) }) else { break }
            recover(folder) { supervisor, code in
                let isLeft = supervisor.live { SessionFolder.isMarked(folder) }
                supervisor.take(.finishedTake(folder, isLeft ? code : 0))
            }
        case .send(let signal): send(signal)
        case .handOver: later(Span.millisecond) { $0.worker?.ask(.handOver) }
        case .arm(let delay): later(world.plant == .noBackOff ? 0 : delay.nanoseconds) { $0.take(.due) }
        case .tell(let news, let folder): tell(news, folder)
        case .look(let folder): look(at: folder)
        case .settle(let folder):
            hold?.lock = nil
            later(Span.millisecond) { $0.take(.finishing) }
            recover(folder) { $0.take(.settled($1)) }
        case .note(let text, let severity): if severity == .error { world.tell("supervisor: \(text)") }
        case .end(let code): end(code)
        case .die(let signal): end(signal == 0 ? .finished : .fault)
        }
    }

    private func spawn(_ folder: String?, _ continuation: Relocation.Continuation?) {
        checkBackOff()
        for other in world.workers where !other.isGone {
            world.breach(.oneRecorder, "worker \(other.pid) lives while another one is started")
        }
        let worker = SimulatedWorker(world, resume: folder, continuation)
        world.workers.append(worker)
        if world.plant == .twoWorkers { world.workers.append(SimulatedWorker(world, resume: folder, continuation)) }
        world.tell("the supervisor starts worker \(worker.pid)\(folder.map { " for \($0)" } ?? "")")
        self.worker = worker
        world.disturb()
        later(Span.millisecond) { $0.take(.started(pid: worker.pid)) }
    }

    /// Checks that workers that die shortly after their start are restarted ever more slowly.
    private func checkBackOff() {
        starts.append(world.time)
        guard starts.count >= 5 else { return }
        let length = starts[starts.count - 1] - starts[starts.count - 5]
        // The pauses between five starts are 0, 0.5, 2 and 5 s, unless one of the workers lived for ten seconds.
        if length < 7_400 * Span.millisecond {
            world.breach(.backsOff, "five workers were started within \(length / Span.millisecond) ms")
        }
    }

    private func send(_ signal: Int32) {
        if world.plant == .signalNotPassed, signal != 9 { return }
        guard let worker else { return }
        if signal == 9 {
            let isWell = !worker.isHung && worker.memory < 1_000_000_000 && !worker.isGone
            if isWell { world.breach(.spares, "worker \(worker.pid) is ended though it works") }
            return later(2 * Span.millisecond) { _ in worker.die(.signal(9)) }
        }
        later(2 * Span.millisecond) { _ in worker.ask(signal == 2 ? .interrupt : .terminate) }
    }

    private func tell(_ news: SupervisionNews, _ folder: String?) {
        world.tell("supervisor: \(news.entry.line.dropFirst(38))")
        guard let folder else { return }
        if world.plant == .gapUntold, case .gap = news.kind { return }
        writeDown { (ledger) throws(FolderFailure) in try ledger.append(news, to: folder) }
    }

    private func catchUp(_ folder: String?) {
        if let folder { writeDown { (ledger) throws(FolderFailure) in try ledger.catchUp(folder) } }
    }

    private func writeDown(_ write: (SupervisorLedger) throws(FolderFailure) -> Void) {
        let failure = live { ActionExecutor.failure { () throws(FolderFailure) in try write(ledger) } }
        if failure != nil { world.truth.isLedgerHurt = true }
    }

    private func look(at folder: String) {
        later(10 * Span.millisecond) { supervisor in
            let loss = supervisor.examine(folder)
            let isMarked = supervisor.live { SessionFolder.isMarked(folder) }
            supervisor.take(loss.map { .examined($0) } ?? .looked(isMarked: isMarked))
        }
    }

    /// Runs a recovery of a session in a process of its own.
    private func recover(_ folder: String, _ then: @escaping (SimulatedSupervisor, Int32) -> Void) {
        later(300 * Span.millisecond) { supervisor in
            let code = Recovery(supervisor.world).recover(folder)
            then(supervisor, code.rawValue)
        }
    }

    // MARK: The end
    private func end(_ code: ExitCode) {
        world.exit = world.plant == .alwaysFinished ? .finished : code
        world.tell("the supervisor ends with \(code)")
        checkEnd(code)
        leave()
    }

    private func checkEnd(_ code: ExitCode) {
        for worker in world.workers where !worker.isGone {
            world.breach(.nobodyLeft, "the supervisor ends, and worker \(worker.pid) lives")
        }
        guard !world.scenario.serves, code == .finished, let last = world.workers.last, let told = last.endTold,
            [.heat, .battery, .diskFull].contains(told.reason), let gone = last.goneAt,
            gone - told.time > 50 * Span.millisecond
        else { return }
        world.breach(
            .firstReason, "worker \(last.pid) ended (\(told.reason.rawValue)), and the supervisor with \(code)")
    }

    /// Ends the process.
    func leave() {
        isGone = true
        hold = nil
        world.disk.end(system.process)
    }

    /// Kills the supervisor. Its worker notices and finishes the recording.
    func die() {
        guard !isGone else { return }
        world.tell("the supervisor is killed")
        leave()
        world.isCutOff = true
        let worker = worker
        world.add(after: 3 * Span.millisecond) { _ in worker?.ask(.terminate) }
        world.people.findHung(world)
    }
}
