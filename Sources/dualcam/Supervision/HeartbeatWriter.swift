import DualCamConfig
import DualCamPlan
import DualCamSession
import Glibc

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
        take(event)
        if case .status = event.kind { return write() }
        if beat != before { write() }
    }

    /// Passes an event on, for hooks.
    func pass(_ event: ToldEvent) {
        sink.write(TerminalText(json: SupervisorLine.event(event)), patience: .milliseconds(100))
    }

    private func take(_ event: SessionEvent) {
        switch event.kind {
        case .standby:
            (beat.stage, beat.folder, beat.ending) = (.standby, nil, nil)
            (beat.isFlowing, beat.isPaused, beat.outputs, beat.recorded) = (false, false, [], 0)
        case .started(let folder, _):
            beat.folder = folder
            if beat.stage == .standby { beat.stage = .preparing }
        case .recording:
            beat.stage = .recording
            (beat.isFlowing, beat.began) = (true, event.unixNanoseconds)
        case .status(let status):
            // A session that is over by now has not the last word.
            guard beat.stage != .finishing else { return }
            beat.recorded = status.recorded / .seconds(1)
            beat.freeBytes = status.freeBytes
            beat.isFlowing = status.isFlowing
            beat.lostInputs = status.lost.map(\.rawValue)
            beat.take(status.workload)
            beat.heatLevel = status.heat?.level.rank
            beat.heatForecast = status.heat?.forecast?.after.components.seconds
            beat.batteryCharge = status.battery?.charge
            beat.outputs = status.outputs.map {
                Heartbeat.Output(name: $0.name.rawValue, frames: $0.frames, dropped: $0.dropped, bytes: $0.bytes)
            }
        case .stopping(.reload): beat.stage = .preparing
        case .stopping(let reason): (beat.stage, beat.ending) = (.finishing, reason.rawValue)
        case .finished(let outcome):
            take(outcome)
        case .paused: (beat.isFlowing, beat.isPaused) = (false, true)
        case .resumed: beat.isPaused = false
        case .repeated(_, let count): beat.repeated += count
        case .shed: beat.shedSteps += 1
        case .dropped, .warning, .segment, .fileFinished, .failed, .inputLost, .inputReturned, .outputRestored,
            .sessionDeleted, .restored, .control, .directed, .reloaded, .marked, .heat, .forecast, .power, .countdown:
            break
        }
    }

    private func take(_ outcome: SessionOutcome) {
        beat.takes += 1
        beat.shortfalls = outcome.shortfalls
        beat.isPlainLoss = !outcome.failures.isEmpty && !outcome.failures.contains { $0.code == .diskFull }
        if outcome.folder == nil, beat.stage == .finishing { beat.folder = nil }
    }

    private func write() {
        // A worker with a number that JSON cannot hold is out of order: it falls silent, and the supervisor replaces it.
        do { sink.write(TerminalText(json: try beat.line()), patience: .zero) } catch {}
    }
}
