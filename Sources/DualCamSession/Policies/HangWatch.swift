package import DualCamPlan

/// The stage of a worker. The raw values appear in its heartbeats.
package enum WorkerStage: String, Sendable, Equatable, Codable {
    /// The worker opens the devices.
    case preparing
    /// The worker waits for a device.
    case waiting
    /// The devices are open, and nothing is recorded until a command asks for it.
    case standby
    case recording
    /// The worker closes the files.
    case finishing
}

/// Detects a worker that hangs or uses too much memory, from readings once a second or more often.
///
/// While the worker records, the growth of its files decides. Time in which the supervisor itself was stopped or asleep
/// does not count.
package struct HangWatch: Sendable {
    /// A reading of the worker from outside.
    package struct Reading: Sendable, Equatable {
        package var stage: WorkerStage
        /// True when frames are due: an open input delivers, and a file can receive the frames.
        package var isFlowing: Bool
        /// The number of heartbeats so far.
        package var heartbeats: Int
        /// The size of all files of the session, in bytes.
        package var bytes: Int64
        /// The memory that the worker uses, in bytes; `nil` if unknown.
        package var memory: Int64?
        /// The timeouts of the fastest output that records now.
        package var timeouts: FrameTimeouts

        package init(
            stage: WorkerStage, isFlowing: Bool, heartbeats: Int, bytes: Int64, memory: Int64?,
            timeouts: FrameTimeouts = FrameTimeouts()
        ) {
            (self.stage, self.isFlowing, self.heartbeats) = (stage, isFlowing, heartbeats)
            (self.bytes, self.memory, self.timeouts) = (bytes, memory, timeouts)
        }
    }

    /// The action against a worker that hangs or uses too much memory.
    package enum Action: Sendable, Equatable {
        /// Kills the worker, because nothing comes from it any more.
        case killHung
        /// Asks the worker to finish its files and leave the recording to the next worker.
        case handOver
        /// Kills a worker that uses too much memory, because it did not hand over or has nothing to hand over.
        case killLeaking
    }

    /// The time for which a worker may be silent while it opens devices. A cold plugin registry or a camera that wakes
    /// up takes long.
    package static let startPatience = Duration.seconds(30)
    /// The time for which a worker may be silent while it finishes files.
    package static let finishPatience = Duration.seconds(10)
    /// The time limit for a handover.
    package static let handOverLimit = Duration.seconds(10)
    /// The longest pause between readings that counts. In a longer one, the observer itself did not run.
    private static let ownPause = Duration.seconds(3)

    private let hang: Duration
    private let memoryLimit: Int64?
    private var last: (reading: Reading, at: Duration)?
    private var beatAt = Duration.zero
    private var grewAt = Duration.zero
    private var handOverAt: Duration?

    /// - Parameters:
    ///   - hang: `supervision.hang`. For slow cameras, the limit is some frames.
    ///   - memoryLimit: `supervision.memory` in bytes; `nil` for no limit.
    package init(hang: Duration, memoryLimit: Int64?) {
        (self.hang, self.memoryLimit) = (hang, memoryLimit)
    }

    /// Handles a reading of the worker at `now`. One watch serves one worker, and may repeat its action until the
    /// worker has ended.
    package mutating func observe(_ reading: Reading, at now: Duration) -> Action? {
        note(reading, at: now)
        if let handOverAt {
            return now - handOverAt >= (planted(.leakKilledAtOnce) ? .zero : Self.handOverLimit) ? .killLeaking : nil
        }
        if isHung(reading, at: now) { return .killHung }
        guard let memoryLimit, let memory = reading.memory, memory > memoryLimit else { return nil }
        switch reading.stage {
        case .preparing, .finishing: return nil
        // A waiting worker has nothing yet to hand over.
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
            // Growing files count more than heartbeats: only a long silence overrules them.
            guard reading.isFlowing || planted(.quietIsHung) else { return silence >= hang }
            return now - grewAt >= reading.timeouts.growth(hang) || silence >= Self.startPatience
        }
    }
}
