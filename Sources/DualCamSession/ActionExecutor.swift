import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Performs the actions that the session machine requests.
///
/// The executor makes no decisions, and the session does not wait for it. Results are sent to the machine as inputs.
struct ActionExecutor: Sendable {
    let graph: any RecordingGraph
    let place: SessionPlace
    let disk: DiskQueue
    let order: SessionOrder
    let dependencies: SessionDependencies
    let inputContinuation: AsyncStream<SessionInput>.Continuation

    private let changes = AsyncStream<GraphChange>.makeStream()
    let journal = AsyncStream<SessionJournal.Work>.makeStream()
    let awaitedDigests = AsyncStream<String>.makeStream()
    // Each kind of work has its own queue. If a disk hangs, only the work in the affected queue is delayed.
    let spaces = DiskQueue("dualcam.session.space")
    let sensors = DiskQueue("dualcam.session.sensors")
    let places = DiskQueue("dualcam.session.place")
    let looks = StandbyLooks()
    let watching = DiskQueue("dualcam.session.watch")
    let digests = DiskQueue("dualcam.session.digest")
    let chapterDisk = DiskQueue("dualcam.session.chapters")
    let store = DiskQueue("dualcam.session.store")

    func freeBytes() async -> Int64? {
        await spaces.perform { [dependencies, place] in dependencies.freeBytes(place.path) }
    }

    /// Measures the write delay of the session's disk, and whether it is a disk at all, while the devices are being
    /// opened. Sends the result to the session machine (`storageProbed`).
    func probeStorage() -> Task<Void, Never> {
        Task {
            let queue = DiskQueue("dualcam.session.probe")
            inputContinuation.yield(
                .storageProbed(await queue.perform { [dependencies, place] in dependencies.storage(place.path) }))
        }
    }

    /// Determines the limits of the session's folder, and sends them to the session machine. The limits are its maximum
    /// file size, whether its file system supports locks, and any problem with the access of the group in
    /// `recording.group`.
    func learnFolder() -> Task<Void, Never> {
        Task {
            let facts = await places.perform { [dependencies, place] in
                var facts = dependencies.limits(place.path)
                (facts.lockRefusal, facts.groupProblem) = (place.lockRefusal, place.groupProblem)
                return facts
            }
            inputContinuation.yield(.folderFacts(facts))
        }
    }

    /// Closes the queues of graph changes, ledger writes and digests, so that the tasks that work on them end.
    func letGo() {
        changes.continuation.finish()
        journal.continuation.finish()
        awaitedDigests.continuation.finish()
    }

    // MARK: The graph
    func watchGraph() -> Task<Void, Never> {
        Task {
            for await event in graph.events { inputContinuation.yield(.graph(event)) }
            inputContinuation.yield(.graph(.closed))
        }
    }

    func standBy() {
        Task {
            let failure = await Self.failure { () throws(GraphFailure) in try await graph.standBy() }
            inputContinuation.yield(.standing(failure))
        }
    }

    func start(_ files: [FileRequest], after delay: Duration?) {
        Task {
            let failure = await Self.failure { () throws(GraphFailure) in
                try await graph.start(files: files, after: delay)
            }
            if let failure { inputContinuation.yield(.startFailed(failure)) }
        }
    }

    private static func failure(of work: () async throws(GraphFailure) -> Void) async -> GraphFailure? {
        do { try await work() } catch { return error }
        return nil
    }

    /// Makes a change to the graph. Changes are made one after another, with two exceptions. Abandoning stalled inputs
    /// does not wait for a change that hangs. No change waits for a device that is being opened.
    func apply(_ change: GraphChange) {
        switch change {
        case .abandonStalledInputs, .reopenInput: Task { await carryOut(change) }
        case .openSegment, .stop, .dropOutput, .restoreOutput, .loseInput, .throttle: changes.continuation.yield(change)
        }
    }

    func carryOutChanges() -> Task<Void, Never> {
        Task { for await change in changes.stream { await carryOut(change) } }
    }

    private func carryOut(_ change: GraphChange) async {
        let failure = await Self.failure { () throws(GraphFailure) in try await graph.apply(change) }
        inputContinuation.yield(failure.map { .applyFailed(change, $0) } ?? .applied(change))
    }

    func close(within limit: Duration) {
        Task {
            let failure = await Self.failure { () throws(GraphFailure) in try await graph.close(within: limit) }
            inputContinuation.yield(.graphClosed(failure))
        }
    }

    /// Reads the graph's statistics and the clocks four times a second. If one reading takes too long, the readings
    /// that would overlap with it are skipped.
    func readStatistics(_ time: SessionClock) -> Task<Void, Never> {
        repeating(every: .milliseconds(250), time) {
            inputContinuation.yield(.reading(await graph.statistics(), dependencies.clocks))
        }
    }

    /// Starts a task that reads the cameras' hardware controls, such as the exposure, once a second. Returns an empty
    /// list if no camera has controls and none is missing that might have some.
    func readControls(_ time: SessionClock) -> [Task<Void, Never>] {
        guard !order.controls.isEmpty || !order.absent.isEmpty else { return [] }
        return [repeating(every: .seconds(1), time) { inputContinuation.yield(.controls(await graph.controls())) }]
    }

    /// Reads the free space on the session's disk once a second.
    func readSpace(_ time: SessionClock) -> Task<Void, Never> {
        repeating(every: .seconds(1), time) { inputContinuation.yield(.space(await freeBytes())) }
    }

    /// Checks repeatedly, while nothing is recorded, whether a take could begin. Checks once at the beginning, and then
    /// every minute. If a take could not begin, checks every two seconds, so that an outdated reason is not reported.
    func lookAhead(_ time: SessionClock) -> [Task<Void, Never>] {
        guard order.standsBy else { return [] }
        let look: @Sendable () async -> Void = { [dependencies, place, order, places, inputContinuation, looks] in
            guard place.folder == nil else { return }
            let obstacle = await places.perform { dependencies.obstacle(order.settings, true) }
            looks.note(obstacle)
            inputContinuation.yield(.obstacle(obstacle))
        }
        let again: @Sendable () async -> Void = { [looks] in if looks.isDue { await look() } }
        return [
            Task { await look() }, repeating(every: .seconds(60), time, look),
            repeating(every: .seconds(2), time, again),
        ]
    }

    /// Reads the machine's sensors and counters once a second.
    func readMachine(_ time: SessionClock) -> Task<Void, Never> {
        repeating(every: .seconds(1), time) { [dependencies] in
            inputContinuation.yield(.machine(await sensors.perform { dependencies.machine() }))
        }
    }

    /// Reads the machine's sensors before any device is opened. Returns `nil` if this takes longer than two seconds,
    /// because the recording does not wait longer.
    ///
    /// The two seconds count from the moment at which the reading begins, not from the call. If libraries have to be
    /// loaded from a slow disk, the reading may begin late, although the sensors work.
    func firstReading(_ time: SessionClock) async -> MachineReading? {
        enum Moment { case begun, read(MachineReading), late }
        let (moments, told) = AsyncStream.makeStream(of: Moment.self)
        Task { [dependencies] in
            let reading = await sensors.perform {
                told.yield(.begun)
                return dependencies.machine()
            }
            told.yield(.read(reading))
        }
        var limit: Task<Void, Never>?
        defer { limit?.cancel() }
        for await moment in moments {
            switch moment {
            case .begun:
                limit = Task {
                    do { try await time.sleep(time.elapsed() + .seconds(2)) } catch { return }
                    told.yield(.late)
                }
            case .read(let reading): return reading
            case .late: return nil
            }
        }
        return nil
    }

    func repeating(
        every pause: Duration, _ time: SessionClock, _ work: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        Task {
            var due = pause
            while true {
                do { try await time.sleep(due) } catch { return }
                await work()
                due += pause * max(1, Int(((time.elapsed() - due) / pause).rounded(.up)))
            }
        }
    }

    // MARK: The session's folder
    /// Checks the session's folder once a second until it is lost, and retries ledger writes that failed.
    func watchFolder(_ time: SessionClock) -> Task<Void, Never> {
        repeating(every: .seconds(1), time) {
            await lookAtFolder(creating: false)
            journal.continuation.yield(.retry)
        }
    }

    /// Checks the session's folder after a file could not be written, because on a failing disk all other files may
    /// fail as well.
    func lookAtFolder(after failure: GraphFailure) {
        guard failure.output != nil, SessionFailure(failure).isOnDisk else { return }
        Task { await lookAtFolder(creating: true) }
    }

    func lookAtFolder(creating: Bool) async {
        guard let loss = await watching.perform({ [place] in place.look(creating: creating) }) else { return }
        inputContinuation.yield(.folderLost(loss))
    }
}
