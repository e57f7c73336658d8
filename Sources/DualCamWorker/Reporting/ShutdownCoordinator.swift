import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSupervisorPolicy

/// Receives all requests to the worker. It keeps requests to end the recording until a session exists, and then
/// forwards them.
package actor ShutdownCoordinator {
    private(set) var requests: [StopReason] = []
    /// The stream of new versions of the pipeline file's content, for a single reader. Only the newest version is
    /// buffered.
    nonisolated let reloads: AsyncStream<[UInt8]>
    private nonisolated let reloading: AsyncStream<[UInt8]>.Continuation
    /// The stream of keys pressed in the terminal, for a single reader.
    nonisolated let keys: AsyncStream<TerminalKey>
    private nonisolated let pressing: AsyncStream<TerminalKey>.Continuation
    /// The store in which the control interface finds the backup state that the supervisor sends.
    nonisolated let backups = BackupStatusStore()
    private var stop: (@Sendable (StopReason) -> Void)?
    private var nap: Task<Void, any Error>?
    private var listening: Task<Void, Never>?

    package init() {
        (reloads, reloading) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (keys, pressing) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16))
    }

    /// Carries out a request that the supervisor sent to this worker: ends the recording, or passes on a new pipeline
    /// file, a pressed key or a new state of backups.
    package func heed(_ request: SupervisorLine.Request) {
        switch request {
        case .end(let reason): ask(reason)
        case .reload(let content): reloading.yield(content)
        case .press(let key): pressing.yield(key)
        case .backups(let state): backups.state = state
        }
    }

    /// Starts to listen for signals that ask the recording to end. Further calls do nothing.
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

    /// Forwards all requests to end the recording to the closure `stop`, including requests that arrived earlier.
    func attach(_ stop: @escaping @Sendable (StopReason) -> Void) {
        self.stop = stop
        for reason in requests { stop(reason) }
    }

    /// Sleeps for `length`, or until an end of the recording is requested. Returns true if no end was requested.
    func pause(_ length: Duration) async -> Bool {
        guard requests.isEmpty else { return false }
        let nap = Task { try await Task.sleep(for: length) }
        self.nap = nap
        _ = await nap.result
        return requests.isEmpty
    }
}
