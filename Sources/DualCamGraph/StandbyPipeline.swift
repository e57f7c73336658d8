internal import DualCamConfig
package import DualCamPlan

/// A recording graph that keeps the devices open between takes, and records one take after another.
package actor StandbyPipeline: StandingGraph {
    private let graph: RecordingPipeline
    private var holder: TakeGraph?
    /// The events that occurred while no take used the graph. The next take receives them.
    private var backlog: [GraphEvent] = []
    /// True while the current take receives the graph's events; false while events are stored in `backlog`.
    private var hears = false
    private var isOver = false
    /// True while a take uses the graph, is about to use it, or is ending its use. Another take must then wait.
    private var isLeased = false
    private var isGivenBack = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a graph without elements; the first take opens the devices. For the parameters and the errors that are
    /// thrown, see the initialiser of `RecordingPipeline`.
    package init(
        plan: GraphPlan, clockRate: UInt16 = 1, findAgain: RecordingPipeline.CameraFinder? = nil,
        findMicrophone: RecordingPipeline.MicrophoneSearch? = nil,
        earlier: @escaping @Sendable (Int64) -> Int64 = { _ in 0 },
        drawing: @escaping ImageDrawing = OverlayImageProbe.drawing
    ) throws(GraphFailure) {
        graph = try RecordingPipeline(
            plan: plan, clockRate: clockRate, standsBy: true, findAgain: findAgain,
            findMicrophone: findMicrophone, earlier: earlier, drawing: drawing)
        Task { await listen() }
    }

    package func lease() async -> GraphLease {
        while isLeased { await withCheckedContinuation { waiting.append($0) } }
        isLeased = true
        await graph.prepareTake()
        let take = TakeGraph(graph, number: await graph.take) { [weak self] take in await self?.giveBack(take) }
        holder = take
        let lost = await graph.lost
        for event in backlog { take.eventContinuation.yield(event) }
        (hears, backlog) = (true, [])
        if isOver { take.eventContinuation.finish() }
        return GraphLease(graph: take, lost: lost)
    }

    private func listen() async {
        for await event in graph.events { pass(event) }
        isOver = true
        if hears { holder?.eventContinuation.finish() }
    }

    private func pass(_ event: GraphEvent) {
        if let holder, hears {
            holder.eventContinuation.yield(event)
        } else if !event.isPassing {
            backlog.append(event)
        }
    }

    private func giveBack(_ take: TakeGraph) async {
        guard holder === take, !isGivenBack else { return }
        isGivenBack = true
        await graph.endTake()
        take.eventContinuation.finish()
        (holder, hears, isLeased, isGivenBack) = (nil, false, false, false)
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    package func close(within limit: Duration) async throws(GraphFailure) { try await graph.close(within: limit) }
}

extension GraphEvent {
    /// True for an event that only describes the current moment. Such an event is not kept for the next take.
    fileprivate var isPassing: Bool {
        switch self {
        case .levels, .picture: true
        default: false
        }
    }
}

extension RecordingPipeline {
    /// Runs `work` for a take and returns its result. Throws `notNow` if the take is over, because the request would
    /// affect a later take.
    fileprivate func answer<Answer: Sendable>(
        _ take: Int, _ work: @PipelineActor (RecordingPipeline) async throws(GraphFailure) -> Answer
    ) async throws(GraphFailure) -> Answer {
        guard take == live.take else { throw .notRunning }
        return try await work(self)
    }
}

/// The graph that a single take of a `StandbyPipeline` uses. Requests after the take's end are ignored or rejected, so
/// that they do not affect later takes.
final class TakeGraph: RecordingGraph {
    let events: AsyncStream<GraphEvent>
    let eventContinuation: AsyncStream<GraphEvent>.Continuation
    private let graph: RecordingPipeline
    private let number: Int
    private let giveBack: @Sendable (TakeGraph) async -> Void

    init(_ graph: RecordingPipeline, number: Int, giveBack: @escaping @Sendable (TakeGraph) async -> Void) {
        (self.graph, self.number, self.giveBack) = (graph, number, giveBack)
        (events, eventContinuation) = AsyncStream.makeStream()
    }

    func standBy() async throws(GraphFailure) {
        try await graph.serve(number) { (graph) throws(GraphFailure) in try await graph.standBy() }
    }

    func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure) {
        try await graph.serve(number) { (graph) throws(GraphFailure) in
            try await graph.start(files: files, after: delay)
        }
    }

    func apply(_ change: GraphChange) async throws(GraphFailure) {
        try await graph.serve(number) { (graph) throws(GraphFailure) in try await graph.apply(change) }
    }

    func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime? {
        try await graph.answer(number) { (graph) throws(GraphFailure) in try await graph.direct(direction) }
    }

    func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot {
        try await graph.answer(number) { (graph) throws(GraphFailure) in
            try await graph.snapshot(of: output, as: format)
        }
    }

    func preview(_ request: PreviewRequest) async throws(GraphFailure) -> AsyncStream<PreviewItem> {
        try await graph.answer(number) { (graph) throws(GraphFailure) in try await graph.preview(request) }
    }

    func controls() async -> [InputName: [ControlFacts]] { await graph.controls() }

    func statistics() async -> GraphStatistics { await graph.statistics() }

    func close(within limit: Duration) async throws(GraphFailure) { await giveBack(self) }
}
