internal import DualCamPlan

/// Decides how a device's sound is resampled so that it stays with the pipeline's clock, and where it has to jump.
///
/// All times are seconds: of the pipeline's running time, or of sound by the device's own rate.
struct DriftCorrection: Sendable, Equatable {
    /// The fate of what has arrived.
    enum Verdict: Sendable, Equatable {
        /// The sound waits until its time is known.
        case wait
        /// The waiting sound is useless, since sound is missing behind it. This buffer waits instead.
        case restart
        /// The waiting sound and this buffer begin at a running time, which may be negative.
        case begin(at: Double)
        /// The buffer follows the one before.
        case follow
        /// The buffer follows after a jump: positive where sound is missing, negative where there was too much.
        case jump(by: Double)
    }

    /// The largest correction, as a share.
    static let limit = GraphStatistics.Sound.largestCorrection
    /// Arrivals that are off by more than this may mean a gap, in seconds.
    static let largestOffset = 0.06
    /// Sound that is off by more than this jumps, in seconds; what is less is made up for slowly.
    static let largestDebt = 0.03
    /// Sound that is known to be missing is left out at once if it is longer than this, in seconds.
    private static let smallestGap = 0.002
    /// Arrivals have to be off for this long, in seconds and in arrivals, until they count as a jump.
    private static let (lasting, arrivals) = (0.5, 4)
    /// The first sound is waited for until arrivals have got no earlier for a time, by more than a tolerance, or for too long; in seconds.
    private static let (steady, tolerance, longest) = (0.15, 0.005, 1.0)
    /// The way in which an offset is made up for at the beginning, and later: by this share at most, and in about this many seconds.
    private static let (settling, early, late) = (10.0, (share: 0.004, seconds: 2.0), (share: 0.001, seconds: 30.0))
    /// The share by which the pitch may change in a second once it has settled: what is slower than that is not heard.
    private static let glide = 40e-6

    private var hold = Hold()
    private(set) var clock: DeviceClock?
    /// The sound that has arrived, and that has been resampled, since the beginning.
    private var (arrived, resampled) = (0.0, 0.0)
    /// The running time up to which there is sound, and at which it began.
    private var (reached, begin) = (0.0, 0.0)
    /// The arrivals that are off by more than `largestOffset`.
    private var stray: Stray?

    /// The rate by which a device is slow, as a share; `nil` while it is not known.
    var drift: Double? { clock.flatMap { Double($0.blocks) * DeviceClock.block >= Self.settling / 2 ? $0.drift : nil } }

    /// The output seconds that a second of the device's sound is to become.
    private(set) var stretch = 1.0
    private var isSettled = false

    /// The seconds by which the sound's end is earlier than it should be.
    var offset: Double { clock.map { $0.moment(of: resampled) - reached } ?? 0 }

    /// Takes in sound that has arrived.
    ///
    /// - Parameters:
    ///   - length: by the device's rate.
    ///   - lost: the sound that the device has lost before it, as far as it is known.
    ///   - time: the moment of its last sample, or later.
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

    /// Takes note of sound that has been resampled: `input` seconds have become `output` seconds.
    mutating func resample(_ input: Double, into output: Double) {
        resampled += input
        reached += output
    }

    /// Takes note of sound at the beginning that has been left out.
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

    /// Notices sound that is missing, or too much, without anybody saying so.
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
        /// The least late one: nothing arrives too early.
        var least: Double
        var count = 0
    }

    /// Sound that waits at the beginning.
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
