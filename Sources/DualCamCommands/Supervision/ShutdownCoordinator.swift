import DualCamControl
import DualCamSession
import DualCamSupervision

/// Takes every request from the moment there is one, and hands those to end to the session as soon as that is there.
actor ShutdownCoordinator {
    private(set) var requests: [StopReason] = []
    /// Newer contents of the pipeline file. For one reader, who may miss all but the last.
    nonisolated let reloads: AsyncStream<[UInt8]>
    private nonisolated let reloading: AsyncStream<[UInt8]>.Continuation
    /// Keys that were pressed in the terminal, for one reader.
    nonisolated let keys: AsyncStream<TerminalKey>
    private nonisolated let pressing: AsyncStream<TerminalKey>.Continuation
    /// The state of copies at another place.
    nonisolated let backups = BackupBoard()
    private var stop: (@Sendable (StopReason) -> Void)?
    private var nap: Task<Void, any Error>?
    private var listening: Task<Void, Never>?

    init() {
        (reloads, reloading) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (keys, pressing) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16))
    }

    /// Handles a request of the supervisor.
    func heed(_ request: SupervisorLine.Request) {
        switch request {
        case .end(let reason): ask(reason)
        case .reload(let content): reloading.yield(content)
        case .press(let key): pressing.yield(key)
        case .backups(let state): backups.state = state
        }
    }

    /// Takes the signals from now on, once.
    func listen(in place: ProcessEnvironment) {
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
        pressing.finish()
    }

    func ask(_ reason: StopReason) {
        requests.append(reason)
        nap?.cancel()
        stop?(reason)
    }

    /// Hands requests to end to `stop` from now on.
    func attach(_ stop: @escaping @Sendable (StopReason) -> Void) {
        self.stop = stop
        for reason in requests { stop(reason) }
    }

    /// Sleeps, but no longer than until somebody asks for the end; tells whether nobody has.
    func pause(_ length: Duration) async -> Bool {
        guard requests.isEmpty else { return false }
        let nap = Task { try await Task.sleep(for: length) }
        self.nap = nap
        _ = await nap.result
        return requests.isEmpty
    }
}
