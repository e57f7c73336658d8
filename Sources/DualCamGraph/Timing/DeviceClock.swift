/// The clock of a device that delivers sound, measured against the pipeline's: which moment each second of sound is of.
///
/// A delay-locked loop of the second order over the times of arrival. Sound comes late, now less and now more so, and never too
/// early: of each half second the least late arrival counts. The gains are those of a Kalman filter: wide while little is known, and
/// narrow (0.005 Hz) after two minutes. A clock that changes its rate widens them again.
struct DeviceClock: Sendable, Equatable {
    /// Seconds after which arrivals are judged.
    static let block = 0.5
    /// The deviation, in seconds, of the least late arrival of a block.
    private static let noise = 0.003
    /// The deviation of a device's rate from its nominal one, as a share; cheap devices are 3,000 millionths off.
    private static let firstDrift = 0.002
    /// The deviation by which the rate changes in a block, as a share.
    private static let wander = 0.6e-6
    /// Arrivals that are later than this by more may be late for another reason than the clock's, in seconds.
    private static let largestStep = 0.01
    /// A clock is another one than it was if this many blocks in a row are off by `noticeable` seconds in one direction. Where they are all
    /// off by the same, within `even` seconds, sound is missing, or there was too much of it.
    private static let (patience, noticeable, even) = (10, 0.008, 0.004)
    /// Until so many blocks have been judged, every one counts.
    private static let settled = 20

    /// The moment of `position`, in seconds of the pipeline's running time.
    private var moment: Double
    /// A point in the device's sound, in seconds by the device's own rate.
    private var position: Double
    /// Seconds of the pipeline's clock for each second of the device's, less 1: positive for a slow device.
    private(set) var drift = 0.0
    /// Covariances of moment and drift.
    private var (p, pd, d) = (0.01 * 0.01, 0.0, DeviceClock.firstDrift * DeviceClock.firstDrift)

    private var blockBegin: Double?
    /// The least late arrival of the block.
    private var best: (late: Double, position: Double)?
    /// By how many seconds the last blocks were off, as long as they are off in one direction.
    private var run: [Double] = []
    /// Blocks that have been judged.
    private(set) var blocks = 0

    /// - Parameter moment: the running time of the device's first sample, in seconds.
    init(from moment: Double) { (self.moment, position) = (moment, 0) }

    static func == (one: DeviceClock, other: DeviceClock) -> Bool {
        (one.moment, one.position, one.drift, one.blocks) == (other.moment, other.position, other.drift, other.blocks)
    }

    /// Returns the moment of a point in the device's sound, in seconds of running time.
    func moment(of position: Double) -> Double { moment + (1 + drift) * (position - self.position) }

    /// Returns by how much later than expected the sound up to `position` has arrived, in seconds.
    func lateness(of position: Double, at time: Double) -> Double { time - moment(of: position) }

    /// Takes in an arrival: the sound up to `position` was there at `time`.
    mutating func observe(_ position: Double, at time: Double) {
        if let begin = blockBegin, time - begin >= Self.block {
            judge()
            blockBegin = time
        }
        if blockBegin == nil { blockBegin = time }
        let late = lateness(of: position, at: time)
        if best.map({ late < $0.late }) ?? true { best = (late, position) }
    }

    /// Goes on with all moments later by `seconds`; what is known of the rate stays.
    mutating func step(by seconds: Double) {
        moment += seconds
        (best, blockBegin, run) = (nil, nil, [])
    }

    private mutating func judge() {
        guard let seen = best else { return }
        best = nil
        guard !notice(seen.late) else { return blocks += 1 }
        let error = min(seen.late, Self.largestStep)
        let length = max(0, seen.position - position)
        // The state of the model at the block's best arrival.
        (moment, position) = (moment(of: seen.position), seen.position)
        p += 2 * length * pd + length * length * d
        pd += length * d
        d += Self.wander * Self.wander * length / Self.block
        let whole = p + Self.noise * Self.noise
        let (gain, driftGain) = (p / whole, pd / whole)
        moment += gain * error
        drift += driftGain * error
        (p, pd, d) = ((1 - gain) * p, (1 - gain) * pd, d - driftGain * pd)
        blocks += 1
    }

    /// Returns true for a block that is not to count, because it is off by too much, and for the one with which the clock makes a step.
    private mutating func notice(_ error: Double) -> Bool {
        let isSame = run.last.map { ($0 > 0) == (error > 0) } ?? true
        run = abs(error) > Self.noticeable ? (isSame ? run : []) + [error] : []
        guard run.count >= Self.patience, let least = run.min(), let most = run.max() else {
            return blocks >= Self.settled && !run.isEmpty
        }
        run = []
        if most - least < Self.even {
            step(by: least)
            return true
        }
        (p, pd, d) = (0.01 * 0.01, 0, Self.firstDrift * Self.firstDrift)
        return false
    }
}
