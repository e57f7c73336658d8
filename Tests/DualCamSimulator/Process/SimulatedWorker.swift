import DualCamConfig
import DualCamPlan
import DualCamSupervision
import Glibc

@testable import DualCamSession

/// A process that records: the real machine, folder, journal and resumption over a simulated graph and disk. It does what
/// `RecordingSession` and `ActionExecutor` do, but in one thread and by the world's clock.
final class SimulatedWorker {
    unowned let world: World
    let system: ProcessSystem
    /// The session that it goes on with, and where it goes on with one whose folder was lost.
    let resume: String?
    let continuation: Relocation.Continuation?
    private(set) var machine: SessionMachine?
    private(set) var graph: SimulatedGraph?
    private(set) var place: SessionPlace?
    var order: SessionOrder?
    var journal = JournalQueue()
    var beat = Heartbeat()
    var beats = 0
    var timers: [Deadline: Int] = [:]
    /// The deadlines that the session waits for, and when they are due.
    var awaited: [Deadline: Duration] = [:]
    private var lateSince: Int64?
    private var timerTurn = 0
    private var begun: Int64 = 0
    /// Who asked for the end before there was a session.
    private var requests: [StopReason] = []
    private(set) var isGone = false
    private(set) var isHung = false
    var memory: Int64 = 100_000_000
    /// It dies when it has carried out so many more actions; `nil`: not.
    var actionsLeft: Int?
    var changes = SerialQueue<GraphChange>()
    var directions = SerialQueue<Direction>()
    var digests = SerialQueue<String>()
    private var lookTurn = 0
    private var lookPause: Int64 = 250 * Span.millisecond
    private var lookCount = 0
    private var hasFinished = false
    /// Digests, chapters and measurements that are under way.
    var answersDue = 0

    var pid: Int32 { system.process }
    var phase: Phase? { machine?.phase }

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

    /// Runs a part of the process, which may die in a call.
    func live<Value>(_ work: () -> Value) -> Value {
        let value = SystemAccess.$current.withValue(system, operation: work)
        if system.isDead, !isGone { die(.signal(9)) }
        return value
    }

    /// Does something later, unless the process is gone or stands still by then.
    func later(_ delay: Int64, _ work: @escaping (SimulatedWorker) -> Void) {
        world.add(after: delay) { [weak self] _ in
            guard let self, !self.isGone, !self.isHung else { return }
            work(self)
        }
    }

    // MARK: Begin
    private func open() {
        guard !isGone, !isHung else { return }
        do {
            let order = try live { Result { try makeOrder() } }.get()
            let place = SessionPlace(directory: order.directory)
            let failure = live {
                ActionExecutor.failure { () throws(FolderFailure) in try place.make(order, at: world.wall) }
            }
            guard !isGone else { return }
            if let failure { return refuse(SessionFailure(failure)) }
            begin(order, place)
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

    private func begin(_ order: SessionOrder, _ place: SessionPlace) {
        (self.order, self.place, begun) = (order, place, world.uptime)
        let path = place.path
        world.tell("worker \(pid) \(resume == nil ? "begins" : "goes on with") \(path)")
        let graph = SimulatedGraph(world, world.scenario) { [weak self] event in
            self?.later(Span.millisecond) { $0.take(.graph(event)) }
        }
        world.prepare(graph)
        self.graph = graph
        machine = SessionMachine(order: order, folder: path, wallStart: world.wall, calendar: { WallTime.utc($0) })
        journal.begin(place)
        pumpJournal()
        for reason in requests { take(.stop(reason)) }
        take(.machine(world.readings.reading(at: world.uptime, &world.random)))
        take(.begin(freeBytes: freeBytes))
        probeStorage()
        look(after: 250 * Span.millisecond)
    }

    private func probeStorage() {
        guard order?.settings.recording.maxLoss != nil, order?.goesOn == false else { return }
        later(40 * Span.millisecond) { $0.take(.storageProbed(StorageFacts(delays: [.milliseconds(5)]))) }
    }

    /// A session that could not be begun.
    private func refuse(_ failure: SessionFailure) {
        world.tell("worker \(pid): \(failure.message)")
        let outcome = SessionOutcome(exit: failure.exit, reason: .failure, folder: nil, files: [], failures: [failure])
        emit(SessionEvent(.finished(outcome), unixNanoseconds: world.wall, runningTime: nil))
        exit(failure.exit)
    }

    // MARK: Inputs
    /// The session's clock stands still while the machine sleeps.
    var elapsed: Duration { .nanoseconds(world.uptime - begun) }

    func take(_ input: SessionInput) {
        guard !isGone, !isHung, let before = machine?.life else { return }
        let (phase, ending) = (before.phase, before.ending)
        if world.plant == .stopLostWhilePreparing, case .stop = input, phase == .preparing { return }
        if case .graph(.failed(let failure)) = input { lookAfter(failure) }
        if case .deadline(let deadline) = input { awaited[deadline] = nil }
        let actions = live { machine?.observe(input, at: elapsed) ?? [] }
        guard let life = machine?.life else { return }
        world.coverage.note(input, phase, ending)
        world.coverage.move(from: .init(phase, ending), to: .init(life.phase, life.ending))
        if life.phase < phase || (life.phase == phase && life.ending ?? .files < ending ?? .files) {
            world.breach(.oneWay, "the session went from \(phase) back to \(life.phase)")
        }
        if phase < .finishing, life.phase >= .finishing { world.disturb() }
        let planted = world.plant == .actionAfterEnd && phase == .finished ? [SessionAction.inspect([])] : []
        if phase == .finished, !(actions + planted).isEmpty { world.breach(.nothingAfterEnd, "\(actions + planted)") }
        for action in actions {
            perform(action)
            if isGone { return }
        }
        checkDeadlines(life)
        if life.phase == .finished, !hasFinished, let state = machine { finish(state) }
        if world.plant == .actionAfterEnd, hasFinished, phase < .finished { take(.inspected) }
    }

    /// An end under way is waited for by somebody.
    private func checkDeadlines(_ life: Lifecycle) {
        guard life.phase == .finishing, let ending = life.ending else { return }
        let armed = Set(timers.keys)
        let isWatched =
            switch ending {
            case .files: armed.contains(.finish)
            case .closing: armed.contains(.close) || !life.hasGraph
            case .inspecting: true
            case .saving: armed.contains(.save)
            }
        if !isWatched { world.breach(.deadlinesFire, "nothing limits how long the session is \(ending)") }
        if machine?.direction.waiting.count ?? 0 > 1_000 { world.breach(.bounded, "commands pile up") }
    }

    /// Nothing is late by two seconds for which the machine was awake.
    private func checkAwaited() {
        let isLate = awaited.values.contains { $0 < elapsed }
        lateSince = isLate ? lateSince ?? world.uptime : nil
        guard let lateSince, world.uptime - lateSince > 2 * Span.second else { return }
        let late = awaited.filter { $0.value < elapsed }.keys.map { "\($0)" }.sorted().joined(separator: ", ")
        world.breach(.deadlinesFire, "the session waits for deadlines that have passed: \(late)")
    }

    func arm(_ deadline: Deadline, at due: Duration) {
        awaited[deadline] = due
        if world.plant == .segmentDeadlineLost, deadline == .segment { return }
        if world.plant == .finishDeadlineLost, deadline == .finish { return }
        if world.plant == .closeDeadlineLost, deadline == .close { return }
        if world.plant == .endDeadlineLost, deadline == .end { return }
        timerTurn += 1
        let turn = timerTurn
        timers[deadline] = turn
        wait(for: deadline, turn, until: due)
    }

    private func wait(for deadline: Deadline, _ turn: Int, until due: Duration) {
        later((due - elapsed).nanoseconds) { worker in
            guard worker.timers[deadline] == turn else { return }
            if worker.elapsed < due { return worker.wait(for: deadline, turn, until: due) }
            worker.timers[deadline] = nil
            worker.take(.deadline(deadline))
        }
    }

    func ask(_ reason: StopReason) {
        requests.append(reason)
        world.disturb()
        take(.stop(reason))
    }

    func take(_ command: ControlCommand, _ number: Int) {
        guard machine != nil, phase != .finished, !isGone, !isHung else { return }
        world.people.note(number, of: pid)
        world.disturb()
        take(.command(CommandNumber(value: number), command))
    }

    // MARK: Looks
    /// Reads statistics, space and sensors from now on.
    func look(after delay: Int64) {
        lookTurn += 1
        let turn = lookTurn
        lookPause = delay
        later(delay) { $0.lookAround(turn) }
    }

    private func lookAround(_ turn: Int) {
        guard turn == lookTurn, machine != nil, phase != .finished, let graph else { return }
        take(.reading(graph.statistics(), world.clocks))
        lookCount += 1
        checkAwaited()
        if lookCount % 4 == 0 || lookPause >= Span.second {
            take(.space(freeBytes))
            take(.machine(world.readings.reading(at: world.uptime, &world.random)))
            lookAtFolder(creating: false)
            retryJournal()
        }
        guard turn == lookTurn, !isGone else { return }
        look(after: world.pause(250 * Span.millisecond, before: lookPause))
    }

    var freeBytes: Int64? { live { place.flatMap { SessionFolder.freeBytes($0.path) } } }

    // MARK: The end
    private func finish(_ state: SessionMachine) {
        hasFinished = true
        let outcome = state.outcome
        world.people.check(pid, world)
        world.tell("worker \(pid) has finished: \(outcome.exit), \(outcome.reason?.rawValue ?? "no reason")")
        let isHandedOn = outcome.isHandedOn || outcome.reason == .handOver
        let code = isHandedOn ? (outcome.reason == .handOver ? ExitCode.handedOver : .fault) : outcome.exit
        later(30 * Span.millisecond) { $0.exit(code) }
    }

    func exit(_ code: ExitCode) { die(.exit(code.rawValue)) }

    /// The process ends, in whatever it was doing.
    func die(_ ending: WorkerEnding) {
        guard !isGone else { return }
        world.disturb()
        if case .signal = ending, phase == .running || phase == .finishing { world.truth.brokenParts += 1 }
        graph?.crash()
        if machine?.take.start == nil { for file in graph?.made ?? [] { file.isUnheardOf = true } }
        if case .signal = ending, graph?.start != nil { world.truth.untold += journal.untold }
        if let path = place?.path, let graph, machine?.take.start != nil {
            world.truth.pauses[path, default: []].append(graph.cuts)
        }
        (isGone, system.isDead) = (true, true)
        place = nil
        journal = JournalQueue()
        world.disk.end(pid)
        world.supervisor?.ended(self, ending)
    }

    /// It stands still until somebody ends it.
    func hang() {
        guard !isGone else { return }
        world.disturb()
        isHung = true
        graph?.freeze()
    }
}
