import DualCamConfig
import DualCamPlan
import DualCamSupervisorPolicy
import Kernel

@testable import DualCamRecordings
@testable import DualCamSession

/// A worker process. It records one session, or one take after the other with `dualcam serve`, as `TakeLoop` does.
final class SimulatedWorker {
    unowned let world: World
    let system: ProcessSystem
    /// The folder of the session that the worker continues; `nil` to begin a new session.
    let resume: String?
    /// The recording that the worker continues in another folder, because the folder of its session was lost; `nil`
    /// otherwise.
    let continuation: Relocation.Continuation?
    /// The sessions that are not over, the newest last.
    private(set) var sessions: [SimulatedSession] = []
    private var beat = Heartbeat()
    /// The reasons of the stop requests so far.
    private var requests: [StopReason] = []
    private(set) var isGone = false
    /// The reason and the world's time of the newest session's first report that it ends.
    var endTold: (reason: StopReason, time: Int64)?
    /// The world's time at which the worker died.
    private(set) var goneAt: Int64?
    private(set) var isHung = false
    var memory: Int64 = 100_000_000
    /// The number of actions after which the worker dies; `nil` if it does not die in an action.
    var actionsLeft: Int?
    /// The outcome of the newest session that has ended.
    private var outcome: SessionOutcome?
    /// True if no further session begins.
    private var isEnding = false
    private var directed: Directed?

    var pid: Int32 { system.process }
    var session: SimulatedSession? { sessions.last }
    var graph: SimulatedGraph? { session?.graph }
    var place: SessionPlace? { session?.place }
    var phase: Phase? { session?.phase }
    var folder: String? { beat.folder }
    var isWaitingForDisk: Bool { sessions.contains { $0.isWaitingForDisk } }

    init(_ world: World, resume: String?, _ continuation: Relocation.Continuation?) {
        (self.world, self.resume, self.continuation) = (world, resume, continuation)
        system = world.makeSystem()
        send()
        if world.time < world.mortalUntil { actionsLeft = world.random.number(0...12) }
        world.add(after: world.random.number(150 * Span.millisecond...1200 * Span.millisecond)) { [weak self] _ in
            self?.open()
        }
        tickWhilePreparing()
    }

    /// Runs code as the process, which may die in one of its kernel calls.
    func live<Value>(_ work: () -> Value) -> Value {
        let value = SystemAccess.$current.withValue(system, operation: work)
        if system.isDead, !isGone { die(.signal(9)) }
        return value
    }

    /// Returns false if the process dies before it carries out another action.
    func outlives() -> Bool {
        guard let left = actionsLeft else { return true }
        actionsLeft = left - 1
        if left <= 0 { die(.signal(9)) }
        return left > 0
    }

    private func later(_ delay: Int64, _ work: @escaping (SimulatedWorker) -> Void) {
        world.add(after: delay) { [weak self] _ in
            guard let self, !self.isGone, !self.isHung else { return }
            work(self)
        }
    }

    // MARK: Start
    private func open() {
        guard !isGone, !isHung else { return }
        do {
            var order = try live { Result { try makeOrder() } }.get()
            let place = SessionPlace(directory: order.directory)
            if world.scenario.serves, order.resuming == nil {
                order.standsBy = true
                world.tell("worker \(pid) stands by")
                return begin(order, place, after: nil)
            }
            let failure = live {
                ActionExecutor.failure { () throws(FolderFailure) in try place.make(order, at: world.wall) }
            }
            guard !isGone else { return }
            if let failure { return refuse(SessionFailure(failure)) }
            world.tell("worker \(pid) \(resume == nil ? "begins" : "goes on with") \(place.path)")
            begin(order, place, after: nil)
        } catch let failure as SessionReadFailure {
            world.tell("worker \(pid): \(failure.message)")
            exit(.outputNotCreated)
        } catch {
            exit(.fault)
        }
    }

    private func makeOrder() throws -> SessionOrder {
        var order = try world.scenario.order(at: world.wall)
        if let continuation {
            (order.continuing, order.directory) = (continuation.past, continuation.directory)
            if !continuation.name.isEmpty { order.names = order.names.inFolder(named: continuation.name) }
        }
        if let resume { order.resuming = try SessionOrder.Resumption(reading: resume) }
        return order
    }

    private func begin(_ order: SessionOrder, _ place: SessionPlace, after former: SimulatedGraph?) {
        let session = SimulatedSession(self, order, place, after: former)
        sessions.append(session)
        session.begin(requests)
    }

    /// Ends the process because a session could not begin.
    private func refuse(_ failure: SessionFailure) {
        world.tell("worker \(pid): \(failure.message)")
        let outcome = SessionOutcome(exit: failure.exit, reason: .failure, folder: nil, files: [], failures: [failure])
        note(SessionEvent(.finished(outcome), unixNanoseconds: world.wall, runningTime: nil))
        exit(failure.exit)
    }

    // MARK: Heartbeats
    func note(_ event: SessionEvent) {
        let before = beat
        beat.apply(event)
        if case .status = event.kind { send() } else if beat != before { send() }
    }

    func keep(_ directed: Directed) {
        self.directed = directed
        (beat.directed, beat.muted) = (directed.settings.map(\.override), directed.muted.sorted())
        send()
    }

    /// Sends a heartbeat to the supervisor.
    private func send() {
        let (beat, pid) = (beat, pid)
        world.add(after: 2 * Span.millisecond) { world in
            guard world.plant != .deafToHeartbeats || beat.stage == .preparing else { return }
            world.supervisor?.take(.heartbeat(pid: pid, beat))
        }
    }

    /// Sends heartbeats at a fixed rate while nothing is recorded.
    private func tickWhilePreparing() {
        later(500 * Span.millisecond) { worker in
            if worker.beat.stage != .recording, worker.beat.stage != .standby { worker.send() }
            worker.tickWhilePreparing()
        }
    }

    func look(after delay: Int64) { for session in sessions { session.look(after: delay) } }

    // MARK: Requests to stop
    func ask(_ reason: StopReason) {
        requests.append(reason)
        world.disturb()
        // A second request also hurries earlier sessions whose digests are still being computed.
        for session in requests.count > 1 ? sessions : session.map({ [$0] }) ?? [] { session.take(.stop(reason)) }
    }

    func take(_ command: ControlCommand, _ number: Int) { session?.take(command, number) }

    // MARK: One session after the other
    /// Prepares the next session, because the present one has released its graph.
    func graphIsFree(of session: SimulatedSession) {
        guard world.scenario.serves, session === self.session, let state = session.machine else { return }
        switch state.life.reason {
        case .request, .duration, .diskFull, .reload: isEnding = !requests.isEmpty
        case .failure, nil: isEnding = state.outcome.isHandedOn || state.take.start == nil || !requests.isEmpty
        default: isEnding = true
        }
        if !isEnding { later(20 * Span.millisecond) { $0.standByAgain(after: session.graph) } }
    }

    private func standByAgain(after graph: SimulatedGraph?) {
        guard requests.isEmpty, var order = try? live({ Result { try world.scenario.order(at: world.wall) } }).get()
        else { return endIfDone() }
        order.standsBy = true
        order.absent = Set(graph?.inputs.filter(\.isLost).map(\.name) ?? [])
        if let directed, let pipeline = directed.pipeline { (order.pipeline, order.directed) = (pipeline, directed) }
        world.tell("worker \(pid) stands by again")
        begin(order, SessionPlace(directory: order.directory), after: graph)
    }

    func finished(_ session: SimulatedSession, _ outcome: SessionOutcome) {
        if self.session === session || self.outcome == nil { self.outcome = outcome }
        later(30 * Span.millisecond) { worker in
            guard worker.world.scenario.serves, !worker.isEnding || worker.sessions.count > 1 else {
                return worker.exit(Self.code(outcome))
            }
            session.end(isKilled: false)
            worker.sessions.removeAll { $0 === session }
            worker.endIfDone()
        }
    }

    private func endIfDone() {
        guard sessions.isEmpty, isEnding || !requests.isEmpty else { return }
        exit(outcome.map(Self.code) ?? .finished)
    }

    private static func code(_ outcome: SessionOutcome) -> ExitCode {
        let isHandedOn = outcome.isHandedOn || outcome.reason == .handOver
        return isHandedOn ? (outcome.reason == .handOver ? ExitCode.handedOver : .fault) : outcome.exit
    }

    // MARK: The end
    private func exit(_ code: ExitCode) { die(.exit(code.rawValue)) }

    /// Ends the process, whatever it is doing.
    func die(_ ending: WorkerEnding) {
        guard !isGone else { return }
        world.disturb()
        (isGone, system.isDead, goneAt) = (true, true, world.time)
        for session in sessions { session.end(isKilled: ending.isKill) }
        world.disk.end(pid)
        world.supervisor?.ended(self, ending)
    }

    /// Makes the process hang until it is killed.
    func hang() {
        guard !isGone else { return }
        world.disturb()
        isHung = true
        for session in sessions { session.graph?.freeze() }
    }
}

extension WorkerEnding {
    fileprivate var isKill: Bool { if case .signal = self { true } else { false } }
}
