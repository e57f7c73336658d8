import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy
import Systemd

/// Decides which messages to send to the service manager: ready, status, alive and stopping. A recording counts as
/// alive while its files grow, or while there is nothing to write.
struct ServiceReport: Sendable {
    /// The facts about the recording by which the messages are chosen.
    struct Reading: Sendable, Equatable {
        /// The worker's last heartbeat; `nil` between two workers.
        var beat: Heartbeat?
        /// The number of heartbeats received so far from the current worker.
        var heartbeats: Int
        /// The total size of the session's files in bytes.
        var bytes: Int64
        var isStopping: Bool
    }

    private var isReady = false
    private var stage: WorkerStage?
    private var isStopping = false
    private var status = ""
    private var bytes: Int64?
    private var heartbeats: Int?

    /// Returns true if the worker was in this stage at the time of the last observed reading.
    func hasTold(_ stage: WorkerStage?) -> Bool { self.stage == stage }

    mutating func observe(_ reading: Reading) -> [InitSystem.Message] {
        var messages: [InitSystem.Message] = []
        if !isReady, let stage = reading.beat?.stage, [.recording, .standby].contains(stage) {
            isReady = true
            messages.append(.ready)
        }
        if !isStopping, reading.isStopping {
            isStopping = true
            messages.append(.stopping)
        }
        let line = Self.status(reading.beat).printable
        if line != status { messages.append(.status(line)) }
        status = line
        if isAlive(reading) { messages.append(.alive) }
        stage = reading.beat?.stage
        (bytes, heartbeats) = (reading.bytes, reading.heartbeats)
        return messages
    }

    /// Returns true if the recording is alive. While the worker must write frames, only growing files prove that.
    /// Otherwise, and with a slow camera, a new heartbeat is enough. `HangWatch` replaces a worker whose files do not
    /// grow when they should.
    private func isAlive(_ reading: Reading) -> Bool {
        guard let beat = reading.beat else { return false }
        if beat.stage == .recording, beat.isFlowing, !beat.timeouts.isSlow { return bytes != reading.bytes }
        return heartbeats != reading.heartbeats
    }

    private static func status(_ beat: Heartbeat?) -> String {
        guard let beat else { return "starting the process that records" }
        switch beat.stage {
        case .preparing: return "opening the devices"
        case .waiting: return "waiting for a device"
        case .standby:
            return "standing by" + troubles(of: beat)
        case .finishing: return "finishing the files"
        case .recording:
            let minutes = Int64(saturating: (beat.recorded / 60).rounded(.down))
            let dropped = beat.outputs.reduce(0) { $0 +| $1.dropped }
            return (beat.isPaused ? "paused after" : "recording since")
                + " \(minutes) min, \(Wording.bytes(beat.outputs.reduce(0) { $0 +| $1.bytes })), "
                + "dropped \(dropped)\(troubles(of: beat))" + (beat.workload.isEmpty ? "" : ", " + beat.workload)
        }
    }

    /// Describes lost inputs, inputs with a faulty signal, and outputs that write no frames, as text for the service
    /// manager.
    private static func troubles(of beat: Heartbeat) -> String {
        (beat.lostInputs.isEmpty ? "" : ", lost: " + beat.lostInputs.joined(separator: ", "))
            + beat.signals.map { ", " + $0.text }.joined()
            + beat.stillOutputs.map { ", no frames of \($0)" }.joined()
    }
}
