import DualCamSession

/// Takes every wish from the moment there is one, and hands those to end to the session as soon as that is there.
actor StopDesk {
    private(set) var wishes: [StopReason] = []
    /// Newer contents of the pipeline file. For one reader, who may miss all but the last.
    nonisolated let reloads: AsyncStream<[UInt8]>
    private nonisolated let reloading: AsyncStream<[UInt8]>.Continuation
    private var stop: (@Sendable (StopReason) -> Void)?
    private var nap: Task<Void, any Error>?
    private var listening: Task<Void, Never>?

    init() { (reloads, reloading) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// What the supervisor wants.
    func heed(_ wish: SupervisorLine.Wish) {
        switch wish {
        case .end(let reason): ask(reason)
        case .reload(let content): reloading.yield(content)
        }
    }

    /// Takes the signals from now on, once.
    func listen(in place: Workplace) {
        guard listening == nil else { return }
        let signals = place.signals()
        listening = Task {
            var filter = EchoFilter()
            for await signal in signals where !filter.isEcho(at: .now) {
                ask(signal == .interrupt ? .interrupt : .terminate)
            }
        }
    }

    func close() {
        listening?.cancel()
        reloading.finish()
    }

    func ask(_ reason: StopReason) {
        wishes.append(reason)
        nap?.cancel()
        stop?(reason)
    }

    /// From now on wishes to end go to `stop`.
    func attach(_ stop: @escaping @Sendable (StopReason) -> Void) {
        self.stop = stop
        for reason in wishes { stop(reason) }
    }

    /// Sleeps, but no longer than until somebody asks for the end; tells whether nobody has.
    func pause(_ length: Duration) async -> Bool {
        guard wishes.isEmpty else { return false }
        let nap = Task { try await Task.sleep(for: length) }
        self.nap = nap
        _ = await nap.result
        return wishes.isEmpty
    }
}
