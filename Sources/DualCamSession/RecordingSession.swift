import DualCamConfig
public import DualCamPlan

/// One recording from the first folder to the last line of its ledger. It owns the graph: nobody else changes it.
///
/// What is done, and when, `SessionState` decides; the actor only carries it out.
public actor RecordingSession {
    /// What happens, in order, ending after `finished`. For one reader; of an unread stream only the newest events are
    /// kept.
    public nonisolated let events: AsyncStream<SessionEvent>

    let graph: any RecordingGraph
    let order: SessionOrder
    let world: SessionWorld
    let time: SessionClock
    let telling: AsyncStream<SessionEvent>.Continuation
    let inputs: AsyncStream<SessionInput>
    let learning: AsyncStream<SessionInput>.Continuation
    let disk = DiskQueue("dualcam.session.disk")

    var timers: [Deadline: Task<Void, Never>] = [:]
    var helpers: [Task<Void, Never>] = []
    nonisolated let board = NewsBoard()
    /// Commands and questions that wait for their answers.
    var commands: [CommandNumber: CheckedContinuation<Result<ControlAnswer, ControlRefusal>, Never>] = [:]
    var stateReaders: [CheckedContinuation<ControlState, Never>] = []
    var nextCommand = 0
    var isOpen = true
    lazy var lastState = ControlState(
        name: order.description.name, phase: .preparing, folder: nil, runningTime: nil, status: nil, settings: [])
    /// Once it is known.
    private(set) var stopReason: StopReason?
    private(set) var hasBegunTake = false
    private(set) var hasStoodBy = false
    private var isGraphFree = false
    private var graphWaiters: [CheckedContinuation<Void, Never>] = []
    private var running: Task<SessionOutcome, Never>?

    public init(graph: any RecordingGraph, order: SessionOrder, world: SessionWorld) {
        (self.graph, self.order, self.world) = (graph, order, world)
        time = SessionClock(world.clock)
        (events, telling) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
        (inputs, learning) = AsyncStream.makeStream()
    }

    /// Records until something ends it, and returns when everything is closed and written. Called again, it returns
    /// the same.
    ///
    /// Ends by `recording.duration`, by `stop`, by a full disk or by a failure; files and graph
    /// are waited for with a limit. Digests are computed as files are finished; those left at the end take as long as the
    /// files are large, and a second `stop` skips them.
    public func run() async -> SessionOutcome {
        let task = running ?? Task { await record() }
        running = task
        return await task.value
    }

    /// Asks for the end. The first request has every file finished; a second one hastens it (stalled inputs are
    /// abandoned at once, two seconds are left, digests are skipped); more do no harm. Returns at once.
    public nonisolated func stop(_ reason: StopReason) { learning.yield(.stop(reason)) }

    private func record() async -> SessionOutcome {
        let wallStart = world.wallClock()
        defer {
            telling.finish()
            freeGraph()
        }
        let place = SessionPlace(directory: order.directory)
        if !order.standsBy {
            do throws(FolderLockFailure) {
                try await disk.perform { [order] () throws(FolderLockFailure) in try place.make(order, at: wallStart) }
            } catch {
                return refuse(SessionFailure(error), at: wallStart)
            }
        }
        var state = SessionState(order: order, folder: place.folder?.path ?? "", wallStart: wallStart)
        await work(&state, in: place)
        return state.outcome
    }

    private func work(_ state: inout SessionState, in place: SessionPlace) async {
        let hands = SessionHands(
            graph: graph, place: place, disk: disk, order: order, world: world, learning: learning)
        helpers = [
            hands.watchGraph(), hands.carryOutChanges(), hands.carryOutDirections(), hands.computeDigests(),
            hands.readStatistics(time), hands.readSpace(time), hands.readMachine(time),
        ]
        helpers += hands.readControls(time)
        settleIn(hands)
        if let reading = await hands.firstReading(time) { learning.yield(.machine(reading)) }
        learning.yield(.begin(freeBytes: await hands.freeBytes()))
        for await input in inputs {
            if case .sessionMade = input { settleIn(hands) }
            if case .graphClosed = input { freeGraph() }
            for action in state.observe(input, at: time.elapsed()) { perform(action, hands) }
            if state.phase == .finished { break }
        }
        closeDesk(state.controlState)
        for task in helpers + timers.values { task.cancel() }
        hands.letGo()
        learning.finish()
    }

    /// What needs the session's folder begins when it is there.
    private func settleIn(_ hands: SessionHands) {
        guard hands.place.folder != nil else { return }
        helpers.append(hands.writePapers())
        if order.settings.maxLoss != nil, order.resuming == nil { helpers.append(hands.probeStorage()) }
    }

    private func perform(_ action: SessionAction, _ hands: SessionHands) {
        switch action {
        case .emit(let event): tell(event)
        case .answer(let number, let result): answer(number, result)
        case .tellState(let state): tell(state)
        case .tellLevels(let levels, let time): board.tell(.levels(levels, at: time))
        case .direct(let direction): hands.direct(direction)
        case .arm(let deadline, let due): arm(deadline, at: due)
        case .disarm(let deadline): timers.removeValue(forKey: deadline)?.cancel()
        case .standBy: hands.standBy()
        case .makeSession: hands.makeSession()
        case .remember(let directed): world.remember(directed)
        case .start(let files, let delay): hands.start(files, after: delay)
        case .apply(let change): hands.apply(change)
        case .close(let limit): hands.close(within: limit)
        case .inspect(let files): helpers.append(hands.inspect(files))
        case .addChapters(let path, let chapters): hands.addChapters(chapters, to: path)
        case .digest(let path): hands.digest(path)
        case .makeFolder(let path, let output): hands.makeFolder(path, for: output)
        case .deleteOldest: hands.deleteOldest()
        case .retain(let rule): hands.retain(rule)
        case .record, .save, .complete, .discard: hands.write(action)
        }
    }

    private func tell(_ event: SessionEvent) {
        switch event.kind {
        case .standby: hasStoodBy = true
        case .started: hasBegunTake = true
        case .stopping(let reason): stopReason = reason
        default: break
        }
        telling.yield(event)
        board.tell(.event(event))
    }

    /// Returns when the graph has been given back, which may be long before digests are computed.
    func graphIsFree() async {
        if !isGraphFree { await withCheckedContinuation { graphWaiters.append($0) } }
    }

    private func freeGraph() {
        isGraphFree = true
        for waiter in graphWaiters { waiter.resume() }
        graphWaiters = []
    }

    private func arm(_ deadline: Deadline, at due: Duration) {
        timers[deadline]?.cancel()
        timers[deadline] = Task { [time, learning] in
            do { try await time.sleep(due) } catch { return }
            if !Task.isCancelled { learning.yield(.deadline(deadline)) }
        }
    }

    /// Ends a session whose folder could not be made.
    private func refuse(_ failure: SessionFailure, at wall: Int64) -> SessionOutcome {
        let outcome = SessionOutcome(
            exit: failure.exit, reason: .failure, folder: nil, files: [], failures: [failure])
        for kind in [SessionEvent.Kind.failed(failure), .finished(outcome)] {
            telling.yield(SessionEvent(kind, unixNanoseconds: wall, runningTime: nil))
        }
        return outcome
    }
}
