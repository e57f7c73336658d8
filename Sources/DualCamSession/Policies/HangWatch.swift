package import DualCamPlan

/// The stage of a worker, the process that records. The raw values appear in its heartbeats.
package enum WorkerStage: String, Sendable, Equatable, Codable {
    /// The worker is opening the devices.
    case preparing
    /// The worker is waiting for a missing device.
    case waiting
    /// The devices are open, and nothing is recorded until a command starts a take.
    case standby
    case recording
    /// The worker is closing the files.
    case finishing
}

/// Detects a worker process that hangs or uses too much memory, from readings made at least once a second.
///
/// A worker that records counts as hanging if its files stop growing. Time in which the supervisor itself was stopped
/// or asleep does not count.
package struct HangWatch: Sendable {
    /// The supervisor's reading of a worker's state, heartbeats, files and memory.
    package struct Reading: Sendable, Equatable {
        package var stage: WorkerStage
        /// True if the files should be growing, because an open input delivers frames and an output should write
        /// them.
        package var isFlowing: Bool
        /// The number of heartbeats received from the worker so far.
        package var heartbeats: Int
        /// The total size of all files of the session, in bytes.
        package var bytes: Int64
        /// The memory that the worker uses, in bytes; `nil` if unknown.
        package var memory: Int64?
        /// The time limits of the fastest output that the worker records now.
        package var timeouts: FrameTimeouts

        package init(
            stage: WorkerStage, isFlowing: Bool, heartbeats: Int, bytes: Int64, memory: Int64?,
            timeouts: FrameTimeouts = FrameTimeouts()
        ) {
            (self.stage, self.isFlowing, self.heartbeats) = (stage, isFlowing, heartbeats)
            (self.bytes, self.memory, self.timeouts) = (bytes, memory, timeouts)
        }
    }

    /// The supervisor's action against a worker that hangs or uses too much memory.
    package enum Action: Sendable, Equatable {
        /// Kills the worker, because it is silent or its files have stopped growing.
        case killHung
        /// Asks the worker to finish its files, so that the next worker can continue the recording.
        case handOver
        /// Kills a worker that uses too much memory, because it did not hand over in time or has nothing to hand over.
        case killLeaking
    }

    /// The maximum time that a worker may be silent while it opens devices. Building the plugin registry, or waking up
    /// a camera, takes long.
    package static let startPatience = Duration.seconds(30)
    /// The maximum time that a worker may be silent while it finishes files.
    package static let finishPatience = Duration.seconds(10)
    /// The time limit for a worker that uses too much memory to hand over to the next worker. After this time, the
    /// worker is killed.
    package static let handOverLimit = Duration.seconds(10)
    /// The longest interval between two readings that counts. In a longer interval, the supervisor itself was not
    /// running, so the interval is ignored.
    private static let ownPause = Duration.seconds(3)

    private let hang: Duration
    private let memoryLimit: Int64?
    private var last: (reading: Reading, at: Duration)?
    private var beatAt = Duration.zero
    private var grewAt = Duration.zero
    private var handOverAt: Duration?

    /// Creates a monitor of one worker.
    ///
    /// - Parameters:
    ///   - hang: The value of `supervision.hang`. For slow cameras, the limit is a number of frames instead.
    ///   - memoryLimit: The value of `supervision.memory` in bytes; `nil` for no limit.
    package init(hang: Duration, memoryLimit: Int64?) {
        (self.hang, self.memoryLimit) = (hang, memoryLimit)
    }

    /// Checks a reading of the worker, made at `now`, and returns an action if one is needed; otherwise `nil`. Each
    /// worker needs its own monitor. The monitor may repeat its action until the worker has ended.
    package mutating func observe(_ reading: Reading, at now: Duration) -> Action? {
        note(reading, at: now)
        if let handOverAt {
            return now - handOverAt >= (planted(.leakKilledAtOnce) ? .zero : Self.handOverLimit) ? .killLeaking : nil
        }
        if isHung(reading, at: now) { return .killHung }
        guard let memoryLimit, let memory = reading.memory, memory > memoryLimit else { return nil }
        switch reading.stage {
        case .preparing, .finishing: return nil
        // A worker that waits for a device has nothing to hand over yet.
        case .waiting: return .killLeaking
        case .standby, .recording:
            handOverAt = now
            return .handOver
        }
    }

    private mutating func note(_ reading: Reading, at now: Duration) {
        let known = last.flatMap { now - $0.at <= Self.ownPause ? $0.reading : nil }
        if known?.heartbeats != reading.heartbeats { beatAt = now }
        let isDue = reading.stage == .recording && reading.isFlowing && known?.stage == .recording
        if !isDue || known?.isFlowing != true || known?.bytes != reading.bytes { grewAt = now }
        last = (reading, now)
    }

    private func isHung(_ reading: Reading, at now: Duration) -> Bool {
        let silence = planted(.hangUnseen) ? .zero : now - beatAt
        switch reading.stage {
        case .preparing, .waiting: return silence >= Self.startPatience
        case .finishing: return silence >= max(hang, Self.finishPatience)
        case .standby: return silence >= hang
        case .recording:
            // As long as files grow, missing heartbeats matter only after `startPatience`.
            guard reading.isFlowing || planted(.quietIsHung) else { return silence >= hang }
            return now - grewAt >= reading.timeouts.growth(hang) || silence >= Self.startPatience
        }
    }
}
