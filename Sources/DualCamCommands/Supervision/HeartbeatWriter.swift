import DualCamSession
import DualCamSupervision

/// The worker's heartbeats. While it records or stands by they come with the session's own events, so that a session that hangs
/// falls silent; in its other stages they come by the clock.
actor HeartbeatWriter {
    /// The descriptor at which the supervisor listens.
    static let descriptor: Int32 = 3
    private static let pace = Duration.milliseconds(500)

    private let sink: any TextSink
    private(set) var beat = Heartbeat()
    private var ticking: Task<Void, Never>?

    /// - Parameter request: with what was directed while it ran before.
    init(_ sink: any TextSink, _ request: PipelineRequest) {
        self.sink = sink
        (beat.directed, beat.muted) = (request.directed.map(\.override), request.muted.sorted())
    }

    /// Beats for the first time, and from then on.
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

    /// Reports the settings directed while it runs, at once.
    func keep(_ directed: Directed) {
        (beat.directed, beat.muted) = (directed.settings.map(\.override), directed.muted.sorted())
        write()
    }

    /// The status is a sign of life, also where it says what the one before said: nothing need change while a session stands by.
    func note(_ event: SessionEvent) {
        let before = beat
        beat.apply(event)
        if case .status(let status) = event.kind, beat.stage != .finishing { beat.apply(status.workload) }
        if case .status = event.kind { return write() }
        if beat != before { write() }
    }

    /// Passes an event on, for hooks.
    func pass(_ event: ToldEvent) {
        sink.write(TerminalText(json: SupervisorLine.event(event)), patience: .milliseconds(100))
    }

    private func write() {
        // A worker with a number that JSON cannot hold is out of order: it falls silent, and the supervisor replaces it.
        do { sink.write(TerminalText(json: try beat.line()), patience: .zero) } catch {}
    }
}

extension Heartbeat {
    mutating func apply(_ news: SessionEvent.Workload) {
        note(news)
        workload = news.sheds.isEmpty ? "" : ShedWords.summary(of: news) ?? ""
    }
}
