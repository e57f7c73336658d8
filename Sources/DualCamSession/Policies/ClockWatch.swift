import DualCamPlan
import Glibc
import Kernel

/// A reading of three clocks at one moment, in nanoseconds, with the kernel's information about them.
package struct ClockReading: Sendable, Equatable {
    /// Unix time (`CLOCK_REALTIME`), which can be set.
    package var wall: Int64
    /// The time for which the machine has been awake (`CLOCK_MONOTONIC`).
    package var uptime: Int64
    /// The time for which the machine has been awake or asleep (`CLOCK_BOOTTIME`).
    package var boottime: Int64
    /// True when a time service synchronises the wall clock; `nil` if unknown.
    package var isSynchronised: Bool?
    /// The processor time that this process has used (`CLOCK_PROCESS_CPUTIME_ID`); `nil` if unknown.
    package var processor: Int64?
    /// The id of the machine's boot, from which `boottime` counts; `nil` if unknown.
    package var boot: String?

    package init(
        wall: Int64, uptime: Int64, boottime: Int64, processor: Int64? = nil, isSynchronised: Bool? = nil,
        boot: String? = nil
    ) {
        (self.wall, self.uptime, self.boottime, self.processor) = (wall, uptime, boottime, processor)
        (self.isSynchronised, self.boot) = (isSynchronised, boot)
    }

    /// Returns the id of this boot of the machine (`/proc/sys/kernel/random/boot_id`); `nil` if unknown. Blocks.
    package static func bootNow() -> String? {
        let text = Disk.systemText("/proc/sys/kernel/random/boot_id")?.filter { $0.isHexDigit || $0 == "-" }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the nanoseconds for which the machine has been awake (`clock_gettime`).
    package static func uptimeNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_MONOTONIC) }

    /// Returns the nanoseconds of processor time that this process has used (`clock_gettime`).
    package static func processorNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

    /// Returns the nanoseconds for which the machine has been awake or asleep (`clock_gettime`).
    package static func boottimeNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_BOOTTIME) }
}

/// Detects that the wall clock was set, that the machine slept, or that nothing ran.
struct ClockWatch: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// The wall clock was set forward by this much, or back if negative.
        case jumped(by: Duration)
        case suspended(Duration)
        /// The kernel's answer whether the clock is synchronised, the first one and each that differs from the previous
        /// one.
        case state(isSynchronised: Bool?)
        /// Time passed between two readings in which this process did not run.
        case frozen(Duration)
    }

    /// The smallest jump that counts. Readings are not exact, and time services correct the clock in small steps.
    static let smallestJump = Duration.milliseconds(500)
    static let shortestSleep = Duration.seconds(1)
    /// The shortest freeze that counts. Readings come four times a second.
    static let shortestFreeze = Duration.seconds(2)
    /// The processor time that a process may have used during a freeze: a moment, and a share of the rest. Readings
    /// also come late on a busy machine, but then threads have run. Threads also run briefly between the end of a
    /// freeze and the reading.
    static let largestShare = (moment: Duration.milliseconds(200), rest: 0.05)

    private var first: ClockReading?
    /// The reading against which the next jump or sleep is measured.
    private var base: ClockReading?
    private var newest: ClockReading?
    /// The total by which the wall clock was set since the first reading, without the time that the machine slept.
    private(set) var leapt = Duration.zero

    /// The change of the difference between the wall clock and the time awake since the first reading.
    var shift: Duration {
        guard let first, let newest else { return .zero }
        return .nanoseconds(newest.wall -| newest.uptime -| (first.wall -| first.uptime))
    }

    mutating func observe(_ reading: ClockReading) -> [Action] {
        let before = newest
        let frozen = before.flatMap { Self.freeze(from: $0, to: reading) }
        newest = reading
        // Only a real machine has a known boot; the state of its clock is worth a ledger entry.
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

    /// Returns the time between two readings if the process did not run in it.
    private static func freeze(from before: ClockReading, to reading: ClockReading) -> Duration? {
        guard let used = reading.processor, let usedBefore = before.processor else { return nil }
        let elapsed = Duration.nanoseconds(reading.uptime -| before.uptime)
        let most = largestShare.moment + elapsed * largestShare.rest
        return elapsed > shortestFreeze && (.nanoseconds(used -| usedBefore) <= most || planted(.busyIsFrozen))
            ? elapsed : nil
    }
}

/// Decides when the drift of a sound card's clock from the pipeline's clock is written to the ledger.
struct DriftLog: Sendable, Equatable {
    static let pause = Duration.seconds(600)

    /// The newest figures.
    private(set) var sound: GraphStatistics.Sound?
    private var told: GraphStatistics.Sound?
    private var due: Duration?

    /// Returns the figures if they are to be written to the ledger now.
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
    /// The measured share by which more samples are needed than the sound card delivers, in thousandths of a millionth;
    /// `nil` if it was not measured.
    var thousandthsPerMillion: Int64? { drift.map { Int64(saturating: $0 * 1e9) } }
}
