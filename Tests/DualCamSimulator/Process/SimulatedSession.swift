import DualCamConfig
import DualCamPlan
import DualCamSupervisorPolicy
import Glibc

@testable import DualCamRecordings
@testable import DualCamSession

/// One session of a recording process: the real state machine, folder and journal with a simulated graph and disk. It
/// does what `RecordingSession` and `ActionExecutor` do, but on one thread and by the world's clock.
final class SimulatedSession {
    unowned let world: World
    unowned let worker: SimulatedWorker
    /// The session's number among all sessions of the world.
    let number: Int
    private(set) var machine: SessionMachine?
    private(set) var graph: SimulatedGraph?
    private(set) var place: SessionPlace?
    let order: SessionOrder?
    var journal = JournalQueue()
    var timers: [Deadline: Int] = [:]
    /// The deadlines that the session waits for, and when they are due.
    var awaited: [Deadline: Duration] = [:]
    private var lateSince: Int64?
    private var timerTurn = 0
    private let begun: Int64
    /// The folder in which the session records; kept even after the session has lost it.
    var begunIn: String?
    var changes = SerialQueue<GraphChange>()
    var directions = SerialQueue<Direction>()
    var digests = SerialQueue<String>()
    private var lookTurn = 0
    private var lookPause: Int64 = 250 * Span.millisecond
    private var lookCount = 0
    private var hasFinished = false
    /// The first reported reason for the end.
    private(set) var firstEnd: StopReason?
    /// The world's time at which the end was reported, minus 10 ms. A failure within these 10 ms may not have reached
    /// the session.
    private(set) var endTold: Int64 = 0
    var limits = LimitWatch()
    /// True once nothing more happens in the session.
    private(set) var isOver = false
    /// True once the session has released its graph.
    private(set) var hasLeftGraph = false

    var pid: Int32 { worker.pid }
    var phase: Phase? { machine?.phase }
    var isHung: Bool { worker.isHung }

    /// Creates a session that has not begun yet.
    ///
    /// - Parameters:
    ///   - place: The place of the session's folder; its `folder` is `nil` while the session stands by.
    ///   - former: The graph of the previous session, whose devices stay open; `nil` for the worker's first session.
    init(_ worker: SimulatedWorker, _ order: SessionOrder, _ place: SessionPlace, after former: SimulatedGraph?) {
        (self.worker, world, self.order, self.place) = (worker, worker.world, order, place)
        (begun, number) = (worker.world.uptime, worker.world.makeSessionNumber())
        let graph = SimulatedGraph(world, world.scenario, after: former) { [weak self] event in
            self?.later(Span.millisecond) { $0.take(.graph(event)) }
        }
        world.prepare(graph)
        self.graph = graph
        machine = SessionMachine(
            order: order, folder: place.folder?.path ?? "", wallStart: world.wall, calendar: { WallTime.utc($0) })
    }

    /// Records the reason and the time of the session's first report that it ends, and checks that the reason is true.
    func noteEnd(_ reason: StopReason) {
        guard firstEnd == nil else { return }
        (firstEnd, endTold) = (reason, world.time - 10 * Span.millisecond)
        worker.endTold = (reason, world.time)
        checkCause(of: reason)
    }

    func begin(_ requests: [StopReason]) {
        if place?.folder != nil { settleIn() }
        noteReadings()
        for reason in requests { take(.stop(reason)) }
        take(.machine(world.readings.reading(at: world.uptime, &world.random)))
        take(.begin(freeBytes: freeBytes))
        look(after: 250 * Span.millisecond)
    }

    /// Runs code as the process, which may die in one of its kernel calls.
    func live<Value>(_ work: () -> Value) -> Value { worker.live(work) }

    /// Runs `work` after a delay, unless the session is over, or its process is dead or stands still by then.
    func later(_ delay: Int64, _ work: @escaping (SimulatedSession) -> Void) {
        world.add(after: delay) { [weak self] _ in
            guard let self, !self.isOver, !self.isHung else { return }
            work(self)
        }
    }

    // MARK: Inputs
    /// The time since the session was created, without the time in which the machine slept.
    var elapsed: Duration { .nanoseconds(world.uptime - begun) }

    func take(_ input: SessionInput) {
        guard !isOver, !isHung, let before = machine?.life else { return }
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
            if isOver { return }
        }
        checkDeadlines(life)
        if case .graphClosed = input { leaveGraph() }
        if life.phase == .finished, !hasFinished, let state = machine { finish(state) }
        if world.plant == .actionAfterEnd, hasFinished, phase < .finished { take(.inspected) }
    }

    /// Checks that a deadline limits each step of the end.
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

    /// Checks that no deadline is late by more than two seconds of uptime.
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
        later((due - elapsed).nanoseconds) { session in
            guard session.timers[deadline] == turn else { return }
            if session.elapsed < due { return session.wait(for: deadline, turn, until: due) }
            session.timers[deadline] = nil
            session.take(.deadline(deadline))
        }
    }

    func take(_ command: ControlCommand, _ number: Int) {
        guard machine != nil, phase != .finished, !isOver, !isHung else { return }
        world.people.note(number, of: self.number)
        world.disturb()
        take(.command(CommandNumber(value: number), command))
    }

    // MARK: Periodic readings
    /// Begins to read statistics, free space and sensors.
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
        checkLimits()
        if lookCount % 4 == 0 || lookPause >= Span.second {
            take(.space(freeBytes))
            take(.machine(world.readings.reading(at: world.uptime, &world.random)))
            lookAtFolder(creating: false)
            retryJournal()
        }
        guard turn == lookTurn, !isOver else { return }
        look(after: world.pause(250 * Span.millisecond, before: lookPause))
    }

    var freeBytes: Int64? { live { place.flatMap { Disk.freeBytes($0.path) } } }

    // MARK: The end
    private func leaveGraph() {
        guard !hasLeftGraph else { return }
        hasLeftGraph = true
        worker.graphIsFree(of: self)
    }

    private func finish(_ state: SessionMachine) {
        hasFinished = true
        world.people.check(number, world)
        let outcome = state.outcome
        checkEnd(outcome)
        world.tell("worker \(pid) has finished: \(outcome.exit), \(outcome.reason?.rawValue ?? "no reason")")
        // If another process continues the session, that process reports the end.
        if let path = place?.path, outcome.reason != .handOver {
            (world.truth.told[path], world.truth.reasons[path]) = (outcome.exit, outcome.reason)
        }
        leaveGraph()
        worker.finished(self, outcome)
    }

    /// Stops everything in the session.
    func end(isKilled: Bool) {
        guard !isOver else { return }
        isOver = true
        if isKilled, phase == .running || phase == .finishing { world.truth.brokenParts += 1 }
        graph?.crash()
        if machine?.take.start == nil { for file in graph?.made ?? [] { file.isUnheardOf = true } }
        if isKilled, graph?.start != nil { world.truth.untold += journal.untold }
        if let path = begunIn, let graph, world.truth.begun[path] != nil {
            world.truth.pauses[path, default: []].append(graph.cuts)
            noteSpan(of: graph, in: path)
        }
        place = nil
        journal = JournalQueue()
    }
}
