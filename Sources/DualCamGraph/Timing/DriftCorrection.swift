internal import DualCamPlan

/// Decides how a device's sound is resampled to stay with the pipeline's clock, and where it must jump.
///
/// All times are seconds: of running time, or of sound by the device's own rate.
struct DriftCorrection: Sendable, Equatable {
    /// The decision about sound that has arrived.
    enum Verdict: Sendable, Equatable {
        /// The sound waits until its time is known.
        case wait
        /// The waiting sound is dropped, because sound is missing behind it. This buffer waits instead.
        case restart
        /// The waiting sound and this buffer begin at a running time, which may be negative.
        case begin(at: Double)
        /// The buffer follows the previous one.
        case follow
        /// The buffer follows after a jump: positive if sound is missing, negative if there was too much.
        case jump(by: Double)
    }

    /// The largest correction, as a share.
    static let limit = GraphStatistics.Sound.largestCorrection
    /// The error of an arrival, in seconds, beyond which it may mean a gap.
    static let largestOffset = 0.06
    /// The error, in seconds, beyond which the sound jumps. Smaller errors are corrected slowly.
    static let largestDebt = 0.03
    /// The length, in seconds, beyond which known missing sound is skipped at once.
    private static let smallestGap = 0.002
    /// The time in seconds, and the number of arrivals, for which arrivals must be off to count as a jump.
    private static let (lasting, arrivals) = (0.5, 4)
    /// The limits for the first sound, in seconds: it waits until arrivals have become no earlier (within `tolerance`)
    /// for `steady`, at most for `longest`.
    private static let (steady, tolerance, longest) = (0.15, 0.005, 1.0)
    /// The correction of an offset, in the first `settling` seconds and later: at most this share, and within about
    /// this many seconds.
    private static let (settling, early, late) = (10.0, (share: 0.004, seconds: 2.0), (share: 0.001, seconds: 30.0))
    /// The share by which the pitch may change per second once it has settled, which is too slow to be heard.
    private static let glide = 40e-6

    private var hold = Hold()
    private(set) var clock: DeviceClock?
    /// The seconds of sound that have arrived, and that have been resampled, since the beginning.
    private var (arrived, resampled) = (0.0, 0.0)
    /// The running time up to which there is sound, and at which the sound began.
    private var (reached, begin) = (0.0, 0.0)
    /// The arrivals that are off by more than `largestOffset`.
    private var stray: Stray?

    /// Seconds after which the rate of a clock is known, counted anew when it changes: half of `settling` is too early, by hundreds of
    /// millionths where sound comes unevenly. Longer than that, a doctor of ten seconds would not know it.
    private static let measuring = 9.0

    /// The share by which a device is slow; `nil` until it is known.
    var drift: Double? {
        clock.flatMap { Double($0.steadyBlocks) * DeviceClock.block >= Self.measuring ? $0.drift : nil }
    }

    /// The number of output seconds that a second of the device's sound becomes.
    private(set) var stretch = 1.0
    private var isSettled = false

    /// The number of seconds by which the sound's end is earlier than it should be.
    var offset: Double { clock.map { $0.moment(of: resampled) - reached } ?? 0 }

    /// Decides about sound that has arrived.
    ///
    /// - Parameters:
    ///   - length: the length of the sound by the device's rate, in seconds.
    ///   - lost: the sound that the device lost before it, in seconds, as far as known.
    ///   - time: the running time of its last sample, or later, in seconds.
    mutating func arrive(_ length: Double, lost: Double, at time: Double) -> Verdict {
        guard clock != nil else { return wait(length, lost: lost, at: time) }
        arrived += length + lost
        var jump = 0.0
        if lost > Self.smallestGap {
            (jump, stray) = (lost * (1 + (clock?.drift ?? 0)), nil)
            resampled += lost
        }
        watch(at: time)
        if stray == nil { clock?.observe(arrived, at: time) }
        let rest = offset - jump
        if abs(rest) > Self.largestDebt { jump += rest }
        reached += jump
        steer(for: length)
        return jump == 0 ? .follow : .jump(by: jump)
    }

    private mutating func steer(for length: Double) {
        let way = reached - begin < Self.settling ? Self.early : Self.late
        let push = min(max(offset / way.seconds, -way.share), way.share)
        let wanted = 1 + min(max((clock?.drift ?? 0) + push, -Self.limit), Self.limit)
        let step = isSettled ? Self.glide * length : 1
        stretch += min(max(wanted - stretch, -step), step)
        isSettled = reached - begin >= Self.settling
    }

    /// Registers sound that has been resampled: `input` seconds have become `output` seconds.
    mutating func resample(_ input: Double, into output: Double) {
        resampled += input
        reached += output
    }

    /// Registers sound that has been dropped at the beginning, in seconds.
    mutating func skip(_ length: Double) {
        resampled += length
        reached += length
    }

    private mutating func wait(_ length: Double, lost: Double, at time: Double) -> Verdict {
        let isBroken = lost != 0 && hold.first != nil
        if isBroken { hold = Hold() }
        arrived = (isBroken ? 0 : arrived) + length
        guard hold.isOver(after: arrived, at: time) else { return isBroken ? .restart : .wait }
        let moment = hold.earliest
        (clock, begin, reached) = (DeviceClock(from: moment), moment, moment)
        return .begin(at: moment)
    }

    /// Detects sound that is missing or surplus without being reported, by late or early arrivals.
    private mutating func watch(at time: Double) {
        guard let late = clock?.lateness(of: arrived, at: time), abs(late) > Self.largestOffset else {
            return stray = nil
        }
        var seen = stray.flatMap { ($0.least > 0) == (late > 0) ? $0 : nil } ?? Stray(since: time, least: late)
        seen.count += 1
        seen.least = min(seen.least, late)
        stray = seen
        guard time - seen.since >= Self.lasting, seen.count >= Self.arrivals else { return }
        clock?.step(by: seen.least)
        stray = nil
    }

    private struct Stray: Sendable, Equatable {
        var since: Double
        /// The error of the least late arrival, because no sound arrives early.
        var least: Double
        var count = 0
    }

    /// The sound that waits at the beginning.
    private struct Hold: Sendable, Equatable {
        var first: Double?
        /// The earliest moment at which the sound may have begun.
        var earliest = Double.infinity
        var since = 0.0
        var count = 0

        mutating func isOver(after length: Double, at time: Double) -> Bool {
            let begin = time - length
            if begin < earliest - DriftCorrection.tolerance || first == nil { since = time }
            (first, earliest, count) = (first ?? time, min(earliest, begin), count + 1)
            let isSteady = time - since >= DriftCorrection.steady && count > 2
            return isSteady || time - (first ?? time) >= DriftCorrection.longest
        }
    }
}
