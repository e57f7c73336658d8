import DualCamSession
import DualCamSupervision

/// The sender of the worker's heartbeats. While the worker records or stands by, they follow the session's own events,
/// so that a hanging session falls silent. In all other stages, a timer sends them.
actor HeartbeatWriter {
    /// The descriptor on which the supervisor reads heartbeats.
    static let descriptor: Int32 = 3
    private static let pace = Duration.milliseconds(500)

    private let sink: any TextSink
    private(set) var beat = Heartbeat()
    private var ticking: Task<Void, Never>?

    /// - Parameter request: The request whose directed settings and muted microphones the first heartbeat repeats.
    init(_ sink: any TextSink, _ request: PipelineRequest) {
        self.sink = sink
        (beat.directed, beat.muted) = (request.directed.map(\.override), request.muted.sorted())
    }

    /// Writes the first heartbeat and starts the timer.
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

    /// Reports at once the settings directed while the worker runs.
    func keep(_ directed: Directed) {
        (beat.directed, beat.muted) = (directed.settings.map(\.override), directed.muted.sorted())
        write()
    }

    /// Applies a session's event. Every status event writes a heartbeat, even an unchanged one: a session that stands
    /// by may change nothing, but must show that it lives.
    func note(_ event: SessionEvent) {
        let before = beat
        beat.apply(event)
        if case .status(let status) = event.kind, beat.stage != .finishing { beat.apply(status.workload) }
        if case .status = event.kind { return write() }
        if beat != before { write() }
    }

    /// Passes an event to the supervisor, for its hooks.
    func pass(_ event: ToldEvent) {
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
