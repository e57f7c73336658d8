import DualCamSession

/// Takes every wish to end from the moment there is one, and hands them to the session as soon as that is there.
actor StopDesk {
    private(set) var wishes: [StopReason] = []
    private var session: RecordingSession?
    private var nap: Task<Void, any Error>?
    private var listening: Task<Void, Never>?

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

    func close() { listening?.cancel() }

    func ask(_ reason: StopReason) {
        wishes.append(reason)
        nap?.cancel()
        session?.stop(reason)
    }

    func attach(_ session: RecordingSession) {
        self.session = session
        for reason in wishes { session.stop(reason) }
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
