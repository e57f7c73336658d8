package import DualCamPlan
package import DualCamRecordings
import Synchronization

/// Records one take after another while the same cameras stay open.
///
/// Each take has its own session, which stands by and records on command. Once the files of a session are complete, the
/// session passes the graph to the next one. Its digests may still be computed after that.
package actor TakeLoop {
    /// The values from which the session of each take is created: the request for a recording, the graph and the
    /// dependencies.
    package struct Production: Sendable {
        package var graph: @Sendable () throws(GraphFailure) -> any StandingGraph
        /// The request from which each take's session is created. Its `resuming` applies to the first take only.
        package var order: SessionOrder
        package var dependencies: SessionDependencies

        package init(
            order: SessionOrder, dependencies: SessionDependencies,
            graph: @escaping @Sendable () throws(GraphFailure) -> any StandingGraph
        ) {
            (self.order, self.dependencies, self.graph) = (order, dependencies, graph)
        }
    }

    /// The events of all takes, for a single reader. If the stream is not read, only the newest events are kept.
    package nonisolated var events: AsyncStream<SessionEvent> { outlet.events }
    private nonisolated let outlet = EventOutlet()

    var production: Production
    /// The request, graph and dependencies that will replace the current ones for the next session; `nil` for none.
    /// `rebuilds`: true if they include another graph.
    var pending: (production: Production, rebuilds: Bool)?
    /// The session that accepts commands; `nil` if there is none.
    var current: RecordingSession?
    /// The newest session; `nil` before the first one.
    var latest: RecordingSession?
    var waiting: [CheckedContinuation<RecordingSession?, Never>] = []
    /// The settings changed by commands, which replace those of the pipeline file. They include the changes of every
    /// session before the next session is created.
    package nonisolated var directed: Directed { settings.withLock { $0 } }
    private nonisolated let settings: Mutex<Directed>
    private(set) var isOver = false
    private var requests: [StopReason] = []
    /// The sessions that have not ended.
    private var sessions: [RecordingSession] = []
    /// The tasks that pass the sessions' events on to the readers of `events` and `news`.
    private var tellers: [Task<Void, Never>] = []

    package init(_ production: Production) {
        self.production = production
        settings = Mutex(production.order.directed)
    }

    /// Requests the end of the loop: the current take is finished first. A second request makes this end sooner.
    package func stop(_ reason: StopReason) {
        requests.append(reason)
        let asked = requests.count > 1 ? sessions : latest.map { [$0] } ?? []
        for session in asked { session.stop(reason) }
    }

    /// Stands by and records takes, until the user, heat or an empty battery ends the loop or the graph fails.
    ///
    /// - Parameter recordsAtOnce: True to begin the first take as soon as the devices are open.
    /// - Returns: The outcome of the last session. The exit code is `finished` if the user ended the session while it
    ///   stood by.
    package func serve(recordsAtOnce: Bool = false) async -> SessionOutcome {
        var outcome = SessionOutcome(exit: .finished, reason: nil, folder: nil, files: [], failures: [])
        do throws(GraphFailure) {
            outcome = try await runTakes(recordsAtOnce)
        } catch {
            outcome = outlet.refuse(SessionFailure(error), at: production.dependencies.wallClock())
        }
        isOver = true
        call(nil)
        for teller in tellers { await teller.value }
        outlet.closeNews()
        outlet.finish()
        return outcome
    }

    private func runTakes(_ recordsAtOnce: Bool) async throws(GraphFailure) -> SessionOutcome {
        var graph = try production.graph()
        var last: Task<SessionOutcome, Never>?
        var former: Production?
        while requests.isEmpty {
            if let pending {
                if pending.rebuilds {
                    await close(graph)
                    graph = try pending.production.graph()
                    former = production
                }
                (production, self.pending) = (pending.production, nil)
                settings.withLock { $0 = production.order.directed }
            }
            let lease = await graph.lease()
            guard requests.isEmpty else { break }
            let session = makeSession(lease)
            let task = follow(session, lease)
            last = task
            if recordsAtOnce, sessions.count == 1, former == nil { recordAtOnce(session) }
            await session.graphIsFree()
            if current === session { current = nil }
            if await isLast(session, task) {
                guard let former, await !session.hasStoodBy, pending == nil else { break }
                warn("The recording goes on as the pipeline file had it before.")
                pending = (former, true)
            } else if await session.hasStoodBy {
                former = nil
            }
        }
        await close(graph)
        let outcome = await last?.value
        for session in sessions { _ = await session.run() }
        return outcome ?? SessionOutcome(exit: .finished, reason: requests.first, folder: nil, files: [], failures: [])
    }

    /// Returns true if no take can follow this session.
    private func isLast(_ session: RecordingSession, _ task: Task<SessionOutcome, Never>) async -> Bool {
        switch await session.stopReason {
        case .heat, .battery, .handOver, .folderLost: return true
        case .request, .duration, .diskFull, .reload: return planted(.stoppedTakeIsLast)
        case .interrupt, .terminate: return !requests.isEmpty
        case .failure, nil:
            let outcome = await task.value
            let hasBegun = await session.hasBegunTake
            return outcome.isHandedOn || !hasBegun
        }
    }

    private func makeSession(_ lease: GraphLease) -> RecordingSession {
        var (order, dependencies) = (production.order, production.dependencies)
        (production.order.resuming, production.order.continuing) = (nil, nil)
        order.standsBy = order.resuming == nil
        order.absent = order.standsBy ? lease.lost : order.absent.union(lease.lost)
        if let pipeline = directed.pipeline, !planted(.settingsForgotten) {
            (order.pipeline, order.directed) = (pipeline, directed)
        }
        let remember = dependencies.remember
        dependencies.remember = { [weak self] directed in
            remember(directed)
            self?.settings.withLock { $0 = directed }
        }
        return RecordingSession(graph: lease.graph, order: order, dependencies: dependencies)
    }

    private func follow(_ session: RecordingSession, _ lease: GraphLease) -> Task<SessionOutcome, Never> {
        sessions.append(session)
        let news = session.outlet.news()
        tellers += [
            Task { for await event in session.events { outlet.pass(event) } },
            Task { for await news in news { outlet.tell(news) } },
        ]
        let task = Task {
            let outcome = await session.run()
            // If a session never used its graph, it has not closed the graph either.
            do throws(GraphFailure) { try await lease.graph.close(within: .seconds(5)) } catch { warn(error.message) }
            sessions.removeAll { $0 === session }
            return outcome
        }
        (current, latest) = (session, session)
        call(session)
        return task
    }

    private func call(_ session: RecordingSession?) {
        for waiter in waiting { waiter.resume(returning: session) }
        waiting = []
    }

    private func recordAtOnce(_ session: RecordingSession) {
        Task {
            // If the take could not begin, the session itself reports the reason.
            do throws(ControlRefusal) { _ = try await session.perform(ControlCommand(.record)) } catch {}
        }
    }

    private func close(_ graph: any StandingGraph) async {
        do throws(GraphFailure) { try await graph.close(within: production.order.settings.closeLimit) } catch {
            warn(error.message)
        }
    }

    func warn(_ message: String) { warn(.take, message) }

    /// Reports an event that occurs outside any recording, with the current time.
    package func tell(_ kind: SessionEvent.Kind) {
        outlet.tell(kind, at: production.dependencies.wallClock())
    }
}

// MARK: Commands

extension TakeLoop: SessionController {
    package func state() async -> ControlState {
        if let latest { return await latest.state() }
        let name = production.order.description.name
        return ControlState(name: name, phase: .preparing, folder: nil, runningTime: nil, status: nil, settings: [])
    }

    /// Carries out a command. Between two takes, waits for the next session that stands by.
    package func perform(_ command: ControlCommand) async throws(ControlRefusal) -> ControlAnswer {
        try await ask(forPicture: false) { (session) throws(ControlRefusal) in try await session.perform(command) }
    }

    package func snapshot(
        of output: OutputNameWord, as format: Snapshot.Format
    ) async throws(ControlRefusal) -> Snapshot {
        try await ask { (session) throws(ControlRefusal) in try await session.snapshot(of: output, as: format) }
    }

    package func preview(_ request: PreviewRequest) async throws(ControlRefusal) -> AsyncStream<PreviewItem> {
        try await ask { (session) throws(ControlRefusal) in try await session.preview(request) }
    }

    /// Passes a request to the session that accepts commands. If that session is over, passes the request to the next
    /// session instead. A request for a picture also goes to the next session if the first one has already released the
    /// graph.
    private func ask<Answer: Sendable>(
        forPicture: Bool = true, _ question: (RecordingSession) async throws(ControlRefusal) -> Answer
    ) async throws(ControlRefusal) -> Answer {
        while let session = await present() {
            do throws(ControlRefusal) { return try await question(session) } catch {
                var hasNext = error == .isOver()
                if forPicture, !hasNext { hasNext = await session.isGraphFree }
                guard hasNext else { throw error }
                if current === session { current = nil }
            }
        }
        throw .isOver()
    }

    package func warn(_ code: SessionEvent.WarningCode, _ message: String) {
        tell(.warning(code, branch: nil, message: message))
    }

    package func news() -> AsyncStream<ControlNews> { outlet.news() }

    /// Returns the session that accepts commands. Waits for the next one if necessary; `nil` if there will be none.
    private func present() async -> RecordingSession? {
        if isOver { return nil }
        if let current { return current }
        return await withCheckedContinuation { waiting.append($0) }
    }

    /// Switches to another request, graph and dependencies: immediately if nothing is recorded, otherwise after the
    /// current take.
    ///
    /// - Parameter rebuilds: True if the new production has another graph, so that the devices are closed and opened
    ///   again.
    package func adopt(_ production: Production, rebuilds: Bool) {
        pending = (production, rebuilds || (pending?.rebuilds ?? false && !planted(.rebuildForgotten)))
        latest?.stop(.reload)
    }
}
