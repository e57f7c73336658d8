internal import DualCamConfig
package import DualCamPlan
internal import Synchronization

/// A live graph from which one take after the other is recorded.
package actor StandbyPipeline: StandingGraph {
    private let graph: RecordingPipeline
    private let exchange = TakeExchange()
    private var holder: TakeGraph?
    private var waiting: CheckedContinuation<Void, Never>?

    /// Makes nothing yet: the first take opens the devices. Parameters and errors are those of `RecordingPipeline`.
    package init(
        plan: GraphPlan, clockRate: UInt16 = 1, findAgain: RecordingPipeline.CameraSearch? = nil,
        findMicrophone: RecordingPipeline.MicrophoneSearch? = nil,
        earlier: @escaping @Sendable (Int64) -> Int64 = { _ in 0 },
        drawing: @escaping ImageDrawing = OverlayImageProbe.drawing
    ) throws(GraphFailure) {
        graph = try RecordingPipeline(
            plan: plan, clockRate: clockRate, standsBy: true, findAgain: findAgain,
            findMicrophone: findMicrophone, earlier: earlier, drawing: drawing)
        Task { [graph, exchange] in
            for await event in graph.events { exchange.pass(event) }
            exchange.close()
        }
    }

    package func lease() async -> GraphLease {
        if holder != nil { await withCheckedContinuation { waiting = $0 } }
        await graph.prepareTake()
        let take = TakeGraph(graph) { [weak self] take in await self?.giveBack(take) }
        holder = take
        let lost = await graph.lost
        exchange.connect(take.eventContinuation)
        return GraphLease(graph: take, lost: lost)
    }

    private func giveBack(_ take: TakeGraph) async {
        guard holder === take else { return }
        await graph.endTake()
        exchange.disconnect()
        holder = nil
        waiting?.resume()
        waiting = nil
    }

    package func close(within limit: Duration) async throws(GraphFailure) { try await graph.close(within: limit) }
}

/// Hands the graph's events to the take that has it; those in between go to the next.
private final class TakeExchange: Sendable {
    private struct State: Sendable {
        var reader: AsyncStream<GraphEvent>.Continuation?
        var backlog: [GraphEvent] = []
        var isOver = false
    }

    private let state = Mutex(State())

    func pass(_ event: GraphEvent) {
        state.withLock { state in
            if let reader = state.reader {
                reader.yield(event)
            } else if !event.isPassing {
                state.backlog.append(event)
            }
        }
    }

    func connect(_ reader: AsyncStream<GraphEvent>.Continuation) {
        state.withLock { state in
            for event in state.backlog { reader.yield(event) }
            (state.reader, state.backlog) = (reader, [])
            if state.isOver { reader.finish() }
        }
    }

    func disconnect() {
        state.withLock { state in
            state.reader?.finish()
            state.reader = nil
        }
    }

    func close() {
        state.withLock { state in
            state.isOver = true
            state.reader?.finish()
        }
    }
}

extension GraphEvent {
    /// True when the event is of no use to a later reader.
    fileprivate var isPassing: Bool { if case .levels = self { true } else { false } }
}

/// The live graph, as long as one take has it.
final class TakeGraph: RecordingGraph {
    let events: AsyncStream<GraphEvent>
    let eventContinuation: AsyncStream<GraphEvent>.Continuation
    private let graph: RecordingPipeline
    private let giveBack: @Sendable (TakeGraph) async -> Void

    init(_ graph: RecordingPipeline, giveBack: @escaping @Sendable (TakeGraph) async -> Void) {
        (self.graph, self.giveBack) = (graph, giveBack)
        (events, eventContinuation) = AsyncStream.makeStream()
    }

    func standBy() async throws(GraphFailure) { try await graph.standBy() }

    func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure) {
        try await graph.start(files: files, after: delay)
    }

    func apply(_ change: GraphChange) async throws(GraphFailure) { try await graph.apply(change) }

    func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime? { try await graph.direct(direction) }

    func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot {
        try await graph.snapshot(of: output, as: format)
    }

    func controls() async -> [InputName: [ControlFacts]] { await graph.controls() }

    func statistics() async -> GraphStatistics { await graph.statistics() }

    func close(within limit: Duration) async throws(GraphFailure) { await giveBack(self) }
}
