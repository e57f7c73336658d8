import DualCamSession
import DualCamSupervision

/// Sends the worker's heartbeats to its supervisor. While the worker records or stands by, each follows an event of the
/// session, so that heartbeats stop when the session hangs. In all other stages, a timer sends them.
actor HeartbeatWriter {
    /// The descriptor of the worker's pipe to the supervisor, on which heartbeats are sent.
    static let descriptor: Int32 = 3
    private static let pace = Duration.milliseconds(500)

    private let sink: any TextSink
    private(set) var beat = Heartbeat()
    private var ticking: Task<Void, Never>?

    /// Creates a sender that has not sent a heartbeat yet.
    ///
    /// - Parameter request: The request with the changed settings and muted microphones for the first heartbeat.
    init(_ sink: any TextSink, _ request: PipelineRequest) {
        self.sink = sink
        (beat.directed, beat.muted) = (request.directed.map(\.override), request.muted.sorted())
    }

    /// Sends the first heartbeat and starts the timer that sends the next ones.
    func begin() {
        write()
        ticking = Task {
            while !Task.isCancelled {
                do { try await Task.sleep(for: Self.pace) } catch { return }
                if beat.stage != .recording, beat.stage != .standby { write() }
            }
        }
    }

    func end() { ticking?.cancel() }

    func enter(_ stage: WorkerStage) {
        guard beat.stage != stage else { return }
        beat.stage = stage
        write()
    }

    /// Sends a heartbeat immediately with the settings that were changed while recording.
    func keep(_ directed: Directed) {
        (beat.directed, beat.muted) = (directed.settings.map(\.override), directed.muted.sorted())
        write()
    }

    /// Applies a session's event to the heartbeat. Every status event sends a heartbeat, even an unchanged one: a
    /// session that stands by may change nothing, but must show that it lives.
    func note(_ event: SessionEvent) {
        let before = beat
        beat.apply(event)
        if case .status(let status) = event.kind, beat.stage != .finishing { beat.apply(status.workload) }
        if case .status = event.kind { return write() }
        if beat != before { write() }
    }

    /// Passes an event of the session to the supervisor, which runs the hooks for it.
    func pass(_ event: HookEvent) {
        sink.write(TerminalText(json: SupervisorLine.event(event)), patience: .milliseconds(100))
    }

    private func write() {
        // A worker whose figures JSON cannot hold (such as NaN) is faulty: it falls silent, and the supervisor replaces
        // it.
        do { sink.write(TerminalText(json: try beat.line()), patience: .zero) } catch {}
    }
}

extension Heartbeat {
    mutating func apply(_ news: SessionEvent.Workload) {
        note(news)
        workload = news.sheds.isEmpty ? "" : ShedWords.summary(of: news) ?? ""
    }
}
