import DualCamConfig
import DualCamPlan
import DualCamSession
import Glibc

/// The worker's heartbeats. While it records they come with the session's own events, so that a session that hangs
/// falls silent; in its other stages they come by the clock.
actor Pulse {
    /// Where the supervisor listens.
    static let descriptor: Int32 = 3
    private static let pace = Duration.milliseconds(500)

    private let sink: any TextSink
    private var beat = Heartbeat()
    private var ticking: Task<Void, Never>?

    init(_ sink: any TextSink) { self.sink = sink }

    /// Beats for the first time, and from then on.
    func begin() {
        write()
        ticking = Task {
            while !Task.isCancelled {
                do { try await Task.sleep(for: Self.pace) } catch { return }
                if beat.stage != .recording { write() }
            }
        }
    }

    func end() { ticking?.cancel() }

    func enter(_ stage: WorkerStage) {
        guard beat.stage != stage else { return }
        beat.stage = stage
        write()
    }

    func note(_ event: SessionEvent) {
        let before = beat
        take(event)
        if beat != before { write() }
    }

    private func take(_ event: SessionEvent) {
        switch event.kind {
        case .started(let folder, _): beat.folder = folder
        case .recording:
            beat.stage = .recording
            (beat.isFlowing, beat.began) = (true, event.unixNanoseconds)
        case .status(let status):
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
        case .stopping(let reason): (beat.stage, beat.ending) = (.finishing, reason.rawValue)
        case .finished(let outcome): if outcome.folder == nil { beat.folder = nil }
        case .paused: (beat.isFlowing, beat.isPaused) = (false, true)
        case .resumed: beat.isPaused = false
        case .repeated(_, let count): beat.repeated += count
        case .shed: beat.shedSteps += 1
        case .dropped, .warning, .segment, .fileFinished, .failed, .inputLost, .inputReturned, .outputRestored,
            .sessionDeleted, .restored, .control, .directed, .marked, .heat, .forecast, .power, .countdown:
            break
        }
    }

    private func write() {
        guard let line = try? beat.line() else { return }
        sink.write(line, patience: .zero)
    }
}
