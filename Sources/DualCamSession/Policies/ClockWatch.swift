import DualCamPlan
import Glibc
import Kernel

/// Three clocks at one moment, in nanoseconds, and what the kernel says of them.
package struct ClockReading: Sendable, Equatable {
    /// Unix time (`CLOCK_REALTIME`); it can be set.
    package var wall: Int64
    /// Time the machine has been awake (`CLOCK_MONOTONIC`).
    package var uptime: Int64
    /// Time the machine has been awake or asleep (`CLOCK_BOOTTIME`).
    package var boottime: Int64
    /// A time service keeps the wall clock right; `nil`: not known.
    package var isSynchronised: Bool?
    /// Processor time that this process has used (`CLOCK_PROCESS_CPUTIME_ID`); `nil`: not known.
    package var processor: Int64?
    /// The number of the machine's boot, from which `boottime` counts; `nil`: not known.
    package var boot: String?

    package init(
        wall: Int64, uptime: Int64, boottime: Int64, processor: Int64? = nil, isSynchronised: Bool? = nil,
        boot: String? = nil
    ) {
        (self.wall, self.uptime, self.boottime, self.processor) = (wall, uptime, boottime, processor)
        (self.isSynchronised, self.boot) = (isSynchronised, boot)
    }

    /// The number of this boot of the machine (`/proc/sys/kernel/random/boot_id`); `nil`: not known. Blocks.
    package static func bootNow() -> String? {
        let text = Disk.systemText("/proc/sys/kernel/random/boot_id")?.filter { $0.isHexDigit || $0 == "-" }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Nanoseconds for which the machine has been awake (`clock_gettime`).
    package static func uptimeNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_MONOTONIC) }

    /// Nanoseconds of processor time that this process has used (`clock_gettime`).
    package static func processorNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

    /// Nanoseconds for which the machine has been awake or asleep (`clock_gettime`).
    package static func boottimeNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_BOOTTIME) }
}

/// Notices when the wall clock is set, when the machine slept, and when nothing ran.
struct ClockWatch: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// The wall clock was set forward, or back, by so much.
        case jumped(by: Duration)
        case suspended(Duration)
        /// The kernel tells, for the first time or in another way than before, whether the clock is synchronised.
        case state(isSynchronised: Bool?)
        /// Time passed between two readings, and this process did not run for so long.
        case frozen(Duration)
    }

    /// Smaller jumps are ignored: readings are not exact, and time services steer the clock in small steps.
    static let smallestJump = Duration.milliseconds(500)
    static let shortestSleep = Duration.seconds(1)
    /// Readings come four times a second.
    static let shortestFreeze = Duration.seconds(2)
    /// The share of a freeze's time for which the process may have had a processor: on a machine that is merely busy readings come
    /// late, too, but its threads have run meanwhile. They also run for a moment between a freeze's end and the reading.
    static let largestShare = (moment: Duration.milliseconds(200), rest: 0.05)

    private var first: ClockReading?
    /// The reading against which the next jump or sleep is measured.
    private var base: ClockReading?
    private var newest: ClockReading?
    /// The distance by which the wall clock was set since the first reading, without the time that the machine slept.
    private(set) var leapt = Duration.zero

    /// The distance that the wall clock has moved against the time awake since the first reading.
    var shift: Duration {
        guard let first, let newest else { return .zero }
        return .nanoseconds(newest.wall -| newest.uptime -| (first.wall -| first.uptime))
    }

    mutating func observe(_ reading: ClockReading) -> [Action] {
        let before = newest
        let frozen = before.flatMap { Self.freeze(from: $0, to: reading) }
        newest = reading
        // A boot that is known is one of a real machine, whose state is worth a line.
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

    /// The time between two readings if the process did not run in it.
    private static func freeze(from before: ClockReading, to reading: ClockReading) -> Duration? {
        guard let used = reading.processor, let usedBefore = before.processor else { return nil }
        let elapsed = Duration.nanoseconds(reading.uptime -| before.uptime)
        let most = largestShare.moment + elapsed * largestShare.rest
        return elapsed > shortestFreeze && (.nanoseconds(used -| usedBefore) <= most || planted(.busyIsFrozen))
            ? elapsed : nil
    }
}

/// Decides when the ledger is told how far the sound card's clock is from the pipeline's.
struct DriftLog: Sendable, Equatable {
    static let pause = Duration.seconds(600)

    /// The newest figures.
    private(set) var sound: GraphStatistics.Sound?
    private var told: GraphStatistics.Sound?
    private var due: Duration?

    /// Returns figures that are to be written down.
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
    /// The measured share by which more samples are needed than the sound card delivers, in thousandths of a millionth; `nil`: it was not
    /// measured.
    var thousandthsPerMillion: Int64? { drift.map { Int64(saturating: $0 * 1e9) } }
}
