internal import DualCamPlan

/// The policy that keeps a sound device in sync with the pipeline's clock. It decides how the sound is resampled, and
/// when it must jump because the error is too large.
///
/// All times are in seconds, either of running time or of sound at the device's nominal rate.
package struct DriftCorrection: Sendable, Equatable {
    /// The possible decisions about a buffer of sound that has arrived from the device.
    package enum Verdict: Sendable, Equatable {
        /// Holds the sound back until the running time of its beginning is known.
        case wait
        /// Drops the held sound, because the device lost sound after it, and holds the new buffer instead.
        case restart
        /// Begins the stream: the held sound and this buffer begin at a running time in seconds, which may be negative.
        case begin(at: Double)
        /// Appends the buffer directly to the previous one.
        case follow
        /// Appends the buffer after a jump in time. `by` is in seconds: positive if sound is missing, negative if sound
        /// is dropped.
        case jump(by: Double)
    }

    /// The largest correction of a device's sample rate, as a fraction of that rate.
    package static let limit = GraphStatistics.Sound.largestCorrection
    /// The largest error of a buffer's arrival time, in seconds, that is considered normal. A larger error may mean
    /// that sound is missing.
    static let largestOffset = 0.06
    /// The largest error of the sound's position, in seconds, that is corrected slowly. If the error is larger, the
    /// sound jumps.
    static let largestDebt = 0.03
    /// The minimum length, in seconds, of a reported gap in the device's sound that makes the recorded sound jump
    /// immediately.
    private static let smallestGap = 0.002
    /// The conditions under which a series of wrong arrival times counts as a jump of the sound. `lasting`: the minimum
    /// duration of the series in seconds. `arrivals`: its minimum number of arrivals.
    private static let (lasting, arrivals) = (0.5, 4)
    /// The limits, in seconds, for holding back the first sound. Each arrival gives an estimate of when the sound
    /// began. The sound begins when, for a time of `steady`, no arrival has made this estimate earlier by more than
    /// `tolerance`. It begins after `longest` at the latest.
    private static let (steady, tolerance, longest) = (0.15, 0.005, 1.0)
    /// The speeds at which an offset is corrected: `early` during the first `settling` seconds, and `late` afterwards.
    /// `share`: the maximum change of the rate as a fraction (0.004 means 0.4 %). `seconds`: the approximate time in
    /// which the offset is removed.
    private static let (settling, early, late) = (10.0, (share: 0.004, seconds: 2.0), (share: 0.001, seconds: 30.0))
    /// The fraction by which the pitch may change per second after the first `settling` seconds, which is too slow to
    /// be heard.
    private static let glide = 40e-6

    /// The known delay, in seconds, with which all sound arrives. It is removed from the arrival times.
    package private(set) var delay = 0.0
    /// True until the sound server has reported the delay with which it delivers the sound. The stream begins only
    /// then, or after `longest`.
    package private(set) var awaitsDelay = false
    private var hold = Hold()
    private(set) var clock: DeviceClock?
    /// True once the clock of the sound's source is being measured, so that its sound can be resampled.
    package var hasClock: Bool { clock != nil }
    /// The length of the sound since the beginning, in seconds. `arrived`: the sound that has arrived. `resampled`: the
    /// part of it that has been resampled.
    private var (arrived, resampled) = (0.0, 0.0)
    /// The range of running time that the resampled sound covers, in seconds. `begin`: its start. `reached`: the
    /// current end of the sound that has been resampled.
    private var (reached, begin) = (0.0, 0.0)
    /// The current series of arrivals whose times are wrong by more than `largestOffset`; `nil` if the last arrival's
    /// time was right.
    private var stray: Stray?

    /// The time, in seconds, after which a clock's measured rate counts as known. It starts again if the rate changes.
    /// Five seconds are too short: if sound arrives unevenly, the rate would be wrong by hundreds of ppm. A longer time
    /// would be too long for `dualcam doctor`, which measures for ten seconds.
    private static let measuring = 9.0

    /// The fraction by which the device's clock is slow (0.0001 means 100 ppm); `nil` until enough sound has been
    /// measured.
    package var drift: Double? {
        clock.flatMap { Double($0.steadyBlocks) * DeviceClock.block >= Self.measuring ? $0.drift : nil }
    }

    /// The duration, in seconds, to which one second of the device's sound is resampled.
    package private(set) var stretch = 1.0
    private var isSettled = false

    /// The current error of the resampled sound: the number of seconds by which it ends too early; negative if it ends
    /// too late.
    package var offset: Double { clock.map { $0.moment(of: resampled) - reached } ?? 0 }

    /// Decides what to do with a buffer of sound that has arrived from the device.
    ///
    /// - Parameters:
    ///   - length: the length of the buffer at the device's nominal rate, in seconds.
    ///   - lost: the known length of the sound that the device lost before the buffer, in seconds.
    ///   - arrival: the running time at which the buffer arrived, in seconds. Its last sample was recorded at that time
    ///     or earlier.
    package mutating func arrive(_ length: Double, lost: Double, at arrival: Double) -> Verdict {
        let time = arrival - delay
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

    /// The largest delay of a sound server, in seconds, that is accepted as correct.
    private static let largestDelay = 0.5

    package init(awaitsDelay: Bool = false) { self.awaitsDelay = awaitsDelay }

    /// Resets everything but the delay, because the device has paused for an unknown time. The next buffers begin a new
    /// stream.
    package mutating func restart() {
        let (delay, awaitsDelay) = (delay, awaitsDelay)
        self = DriftCorrection(awaitsDelay: awaitsDelay)
        self.delay = delay
    }

    /// Registers the delay, in seconds, with which all sound arrives, including the sound so far; `nil` if it is
    /// unknown. If the stream has begun, its sound is moved by that delay: slowly, or by a jump if the delay is larger
    /// than `largestDebt`.
    package mutating func learn(delay seconds: Double?) {
        awaitsDelay = false
        guard let seconds, (0...Self.largestDelay).contains(seconds) else { return }
        let change = delay - seconds
        hold.shift(by: change)
        clock?.step(by: change)
        delay = seconds
    }

    private mutating func steer(for length: Double) {
        let way = reached - begin < Self.settling ? Self.early : Self.late
        let push = min(max(offset / way.seconds, -way.share), way.share)
        let wanted = 1 + min(max((clock?.drift ?? 0) + push, -Self.limit), Self.limit)
        let step = isSettled ? Self.glide * length : 1
        stretch += min(max(wanted - stretch, -step), step)
        isSettled = reached - begin >= Self.settling
    }

    /// Registers that `input` seconds of the device's sound have been resampled into `output` seconds.
    package mutating func resample(_ input: Double, into output: Double) {
        resampled += input
        reached += output
    }

    /// Registers the length of sound, in seconds, that was dropped at the beginning of the recording.
    package mutating func skip(_ length: Double) {
        resampled += length
        reached += length
    }

    private mutating func wait(_ length: Double, lost: Double, at time: Double) -> Verdict {
        let isBroken = lost != 0 && hold.first != nil
        if isBroken { hold = Hold() }
        arrived = (isBroken ? 0 : arrived) + length
        guard hold.isOver(after: arrived, at: time, isHurried: !awaitsDelay) else { return isBroken ? .restart : .wait }
        let moment = hold.earliest
        (clock, begin, reached) = (DeviceClock(from: moment), moment, moment)
        return .begin(at: moment)
    }

    /// Detects lost or duplicated sound that the device has not reported: buffers then constantly arrive too late or
    /// too early.
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
        /// The error, in seconds, of the least late arrival in the series. It is the best estimate, because sound
        /// cannot arrive early.
        var least: Double
        var count = 0
    }

    /// The sound held back at the beginning, until the running time of its first sample is known.
    private struct Hold: Sendable, Equatable {
        var first: Double?
        /// The earliest running time, in seconds, at which the sound may have begun.
        var earliest = Double.infinity
        var since = 0.0
        var count = 0

        mutating func shift(by seconds: Double) {
            first = first.map { $0 + seconds }
            earliest += seconds
            since += seconds
        }

        /// Registers a buffer that arrived at `time`, with which `length` seconds of sound are held back. Returns true
        /// if the stream can begin with the held sound.
        /// - Parameter isHurried: false to hold the sound back for `longest`.
        mutating func isOver(after length: Double, at time: Double, isHurried: Bool) -> Bool {
            let begin = time - length
            if begin < earliest - DriftCorrection.tolerance || first == nil { since = time }
            (first, earliest, count) = (first ?? time, min(earliest, begin), count + 1)
            let isSteady = time - since >= DriftCorrection.steady && count > 2
            return isSteady && isHurried || time - (first ?? time) >= DriftCorrection.longest
        }
    }
}
