import DualCamPlan
import DualCamRecordings

/// Detects when the wall clock was set, the machine slept, or this process was frozen.
struct ClockWatch: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// The wall clock was set forward by this much, or set back if the duration is negative.
        case jumped(by: Duration)
        case suspended(Duration)
        /// The kernel reported whether the wall clock is synchronised; `nil` if unknown. Sent for the first reading and
        /// for each change.
        case state(isSynchronised: Bool?)
        /// This process did not run for this long, although the machine was awake.
        case frozen(Duration)
    }

    /// The smallest jump of the wall clock that is reported. Smaller jumps may be inexact readings or corrections by a
    /// time service.
    static let smallestJump = Duration.milliseconds(500)
    static let shortestSleep = Duration.seconds(1)
    /// The shortest freeze of this process that is reported. Readings are made four times a second.
    static let shortestFreeze = Duration.seconds(2)
    /// The processor time that a process may have used and still count as frozen: `moment` plus the fraction `rest` of
    /// the elapsed time (0.05 means 5 %). On a busy machine, readings are also late, but then threads have run. Threads
    /// also run briefly between the end of a freeze and the next reading.
    static let largestShare = (moment: Duration.milliseconds(200), rest: 0.05)

    private var first: ClockReading?
    /// The clock reading with which the next one is compared to detect clock jumps and sleep; `nil` before the first
    /// reading.
    private var base: ClockReading?
    private var newest: ClockReading?
    /// The total by which the wall clock was set since the first reading; negative if it was set back. Time during
    /// which the machine slept is not included.
    private(set) var leapt = Duration.zero

    /// The amount by which the wall clock has advanced more than the machine's awake time since the first reading. It
    /// includes clock jumps and sleep.
    var shift: Duration {
        guard let first, let newest else { return .zero }
        return .nanoseconds(newest.wall -| newest.uptime -| (first.wall -| first.uptime))
    }

    mutating func observe(_ reading: ClockReading) -> [Action] {
        let before = newest
        let frozen = before.flatMap { Self.freeze(from: $0, to: reading) }
        newest = reading
        // Without a known boot id, as in tests, the state of the clock is not reported.
        let isNews = reading.boot != nil && (before == nil || before?.isSynchronised != reading.isSynchronised)
        let state: [Action] = isNews ? [.state(isSynchronised: reading.isSynchronised)] : []
        guard let base else {
            (first, base) = (reading, reading)
            return state
        }
        let slept = Duration.nanoseconds(reading.boottime -| reading.uptime -| (base.boottime -| base.uptime))
        let moved = Duration.nanoseconds(
            planted(.sleepIsLeap) ? reading.wall -| reading.uptime -| (base.wall -| base.uptime) : reading.wall
                -| reading.boottime -| (base.wall -| base.boottime))
        var actions: [Action] = []
        if slept > Self.shortestSleep * (planted(.shortSleepUnseen) ? 5 : 1) { actions.append(.suspended(slept)) }
        if max(moved, .zero - moved) > Self.smallestJump {
            actions.append(.jumped(by: moved))
            leapt += moved
        }
        if !actions.isEmpty { self.base = reading }
        if let frozen { actions.append(.frozen(frozen)) }
        return actions + state
    }

    /// Returns the time between two readings if this process was frozen in between; otherwise `nil`.
    private static func freeze(from before: ClockReading, to reading: ClockReading) -> Duration? {
        guard let used = reading.processor, let usedBefore = before.processor else { return nil }
        let elapsed = Duration.nanoseconds(reading.uptime -| before.uptime)
        let most = largestShare.moment + elapsed * largestShare.rest
        return elapsed > shortestFreeze && (.nanoseconds(used -| usedBefore) <= most || planted(.busyIsFrozen))
            ? elapsed : nil
    }
}

/// Decides when the drift of a sound card's clock relative to the pipeline's clock is written to the ledger.
struct DriftLog: Sendable, Equatable {
    static let pause = Duration.seconds(600)

    /// The newest drift figures of the sound card; `nil` before the first.
    private(set) var sound: GraphStatistics.Sound?
    private var told: GraphStatistics.Sound?
    private var due: Duration?

    /// Returns the drift figures if they must be written to the ledger now; otherwise `nil`.
    mutating func observe(_ sound: GraphStatistics.Sound, at now: Duration) -> GraphStatistics.Sound? {
        self.sound = sound
        let due = due ?? now + Self.pause
        self.due = due
        guard now >= due || planted(.driftAtOnce) else { return nil }
        self.due = now + Self.pause
        guard sound.added +| sound.removed > 0 || sound.drift != nil, sound != told || planted(.driftRepeated) else {
            return nil
        }
        told = sound
        return sound
    }
}

extension GraphStatistics.Sound {
    /// The measured clock drift in parts per billion, positive if the sound card's clock is slow; `nil` if not
    /// measured. It is the fraction by which more samples are needed than the sound card delivers.
    var thousandthsPerMillion: Int64? { drift.map { Int64(saturating: $0 * 1e9) } }
}
