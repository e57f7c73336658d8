package import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy

/// Sends the worker's heartbeats to its supervisor. While the worker records or stands by, each heartbeat is triggered
/// by an event of the session, so that heartbeats stop if the session hangs. In all other stages, a timer sends them.
package actor HeartbeatWriter {
    /// The descriptor of the worker's pipe to the supervisor, on which heartbeats are sent.
    package static let descriptor: Int32 = 3
    private static let pace = Duration.milliseconds(500)

    private let sink: any TextSink
    private(set) var beat = Heartbeat()
    private var ticking: Task<Void, Never>?

    /// Creates a writer that has not sent a heartbeat yet.
    ///
    /// - Parameter request: The request to load the pipeline file, which contains the changed settings and muted
    ///   microphones for the first heartbeat.
    package init(_ sink: any TextSink, _ request: PipelineRequest) {
        self.sink = sink
        (beat.directed, beat.muted) = (request.directed.map(\.override), request.muted.sorted())
    }

    /// Sends the first heartbeat and starts the timer that sends the following heartbeats.
    package func begin() {
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

    /// Immediately sends a heartbeat with the settings that were changed while recording.
    func keep(_ directed: Directed) {
        (beat.directed, beat.muted) = (directed.settings.map(\.override), directed.muted.sorted())
        write()
    }

    /// Updates the heartbeat with an event of the session. Every status event sends a heartbeat, even if nothing has
    /// changed: a session that stands by must show that it has not hung.
    func note(_ event: SessionEvent) {
        let before = beat
        beat.apply(event)
        if case .status(let status) = event.kind, beat.stage != .finishing { beat.apply(status.workload) }
        if case .status = event.kind { return write() }
        if beat != before { write() }
    }

    /// Sends an event of the session to the supervisor, which runs the hooks for this event.
    package func pass(_ event: HookEvent) {
        sink.write(TerminalText(json: SupervisorLine.event(event)), patience: .milliseconds(100))
    }

    private func write() {
        // A number that JSON cannot represent (such as NaN) means that the worker is faulty. It then sends no
        // heartbeat, and the supervisor replaces it.
        do { sink.write(TerminalText(json: try beat.line()), patience: .zero) } catch {}
    }
}

extension Heartbeat {
    mutating func apply(_ news: SessionEvent.Workload) {
        note(news)
        workload = news.sheds.isEmpty ? "" : ShedWords.summary(of: news) ?? ""
    }
}
