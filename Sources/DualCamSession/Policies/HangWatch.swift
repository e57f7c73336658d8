package import DualCamPlan

/// The stage of a worker; the raw values stand in its heartbeats.
package enum WorkerStage: String, Sendable, Equatable, Codable {
    /// The worker opens the devices.
    case preparing
    /// The worker waits for a device.
    case waiting
    /// The devices are open, and nothing is recorded until somebody asks for it.
    case standby
    case recording
    /// The worker closes the files.
    case finishing
}

/// Finds a worker that hangs or holds too much memory, from what is seen of it from outside once a second or more often.
///
/// While recording, what counts is that the files grow. A supervisor that was itself stopped or asleep judges nothing
/// by the time it missed.
package struct HangWatch: Sendable {
    package struct Reading: Sendable, Equatable {
        package var stage: WorkerStage
        /// True when frames are due: something is open that delivers, and a file to take it.
        package var isFlowing: Bool
        /// Heartbeats that have come so far.
        package var heartbeats: Int
        /// Size of the session's files together.
        package var bytes: Int64
        /// Memory the worker holds, in bytes; `nil`: not known.
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

    package enum Action: Sendable, Equatable {
        /// Nothing comes from it any more.
        case killHung
        /// Have it finish its files and leave the recording to the next.
        case handOver
        /// The worker was asked to hand over and did not, or has nothing to hand over.
        case killLeaking
    }

    /// Opening devices may take long: a cold plugin registry, a camera that wakes up.
    package static let startPatience = Duration.seconds(30)
    /// The time that files may take to be finished before a lack of heartbeats means anything.
    package static let finishPatience = Duration.seconds(10)
    /// The longest time that a worker may take to hand over.
    package static let handOverLimit = Duration.seconds(10)
    /// A longer pause between two readings is the observer's own.
    private static let ownPause = Duration.seconds(3)

    private let hang: Duration
    private let memoryLimit: Int64?
    private var last: (reading: Reading, at: Duration)?
    private var beatAt = Duration.zero
    private var grewAt = Duration.zero
    private var handOverAt: Duration?

    /// - Parameters:
    ///   - hang: `supervision.hang`; of slow cameras some frames are waited for.
    ///   - memoryLimit: `supervision.memory` in bytes; `nil`: none.
    package init(hang: Duration, memoryLimit: Int64?) {
        (self.hang, self.memoryLimit) = (hang, memoryLimit)
    }

    /// Takes in what is seen of a worker at `now`. One watch is for one worker; it speaks until the worker is gone.
    package mutating func observe(_ reading: Reading, at now: Duration) -> Action? {
        note(reading, at: now)
        if let handOverAt {
            return now - handOverAt >= (planted(.leakKilledAtOnce) ? .zero : Self.handOverLimit) ? .killLeaking : nil
        }
        if isHung(reading, at: now) { return .killHung }
        guard let memoryLimit, let memory = reading.memory, memory > memoryLimit else { return nil }
        switch reading.stage {
        case .preparing, .finishing: return nil
        // It has nothing yet that could be handed over.
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
            // Files that grow are worth more than a word: only a long silence is believed against them.
            guard reading.isFlowing || planted(.quietIsHung) else { return silence >= hang }
            return now - grewAt >= reading.timeouts.growth(hang) || silence >= Self.startPatience
        }
    }
}
