/// The clock of a sound device, measured against the pipeline's clock: maps each second of sound to a running time.
///
/// A second-order delay-locked loop over arrival times. Sound arrives with a varying delay, but never early, so only
/// the least late arrival of each half second counts. The gains are those of a Kalman filter: wide at first, and narrow
/// (0.005 Hz) after two minutes. A clock that changes its rate widens them again.
struct DeviceClock: Sendable, Equatable {
    /// The length in seconds of a block of arrivals, which are judged together.
    static let block = 0.5
    /// The deviation of the least late arrival of a block, in seconds.
    private static let noise = 0.003
    /// The deviation of a device's rate from its nominal one, as a share. Cheap devices are off by 3,000 millionths.
    private static let firstDrift = 0.002
    /// The deviation by which the rate changes within a block, as a share.
    private static let wander = 0.6e-6
    /// The largest error in seconds that corrects the clock. A greater lateness may have another reason.
    private static let largestStep = 0.01
    /// The limits for a changed clock: `patience` blocks in a row that are off by more than `noticeable` seconds in one
    /// direction. If they are off by the same amount, within `even` seconds, sound is missing or surplus.
    private static let (patience, noticeable, even) = (10, 0.008, 0.004)
    /// The number of blocks before which every block counts.
    private static let settled = 20

    /// The running time of `position`, in seconds.
    private var moment: Double
    /// A position in the device's sound, in seconds by the device's own rate.
    private var position: Double
    /// The seconds of the pipeline's clock for each second of the device's, minus 1: positive for a slow device.
    private(set) var drift = 0.0
    /// The covariances of moment and drift.
    private var (p, pd, d) = (0.01 * 0.01, 0.0, DeviceClock.firstDrift * DeviceClock.firstDrift)

    private var blockBegin: Double?
    /// The least late arrival of the block.
    private var best: (late: Double, position: Double)?
    /// The errors of the last blocks in seconds, while all are in one direction.
    private var run: [Double] = []
    /// The number of blocks judged so far.
    private(set) var blocks = 0
    /// Blocks that have been judged since the rate was last taken for another one.
    private(set) var steadyBlocks = 0

    /// - Parameter moment: the running time of the device's first sample, in seconds.
    init(from moment: Double) { (self.moment, position) = (moment, 0) }

    static func == (one: DeviceClock, other: DeviceClock) -> Bool {
        (one.moment, one.position, one.drift, one.blocks) == (other.moment, other.position, other.drift, other.blocks)
    }

    /// Returns the running time of a position in the device's sound, both in seconds.
    func moment(of position: Double) -> Double { moment + (1 + drift) * (position - self.position) }

    /// Returns by how many seconds the sound up to `position` arrived later than expected.
    func lateness(of position: Double, at time: Double) -> Double { time - moment(of: position) }

    /// Registers an arrival: the sound up to `position` was available at `time`, both in seconds.
    mutating func observe(_ position: Double, at time: Double) {
        if let begin = blockBegin, time - begin >= Self.block {
            judge()
            blockBegin = time
        }
        if blockBegin == nil { blockBegin = time }
        let late = lateness(of: position, at: time)
        if best.map({ late < $0.late }) ?? true { best = (late, position) }
    }

    /// Moves all moments by `seconds`, and keeps the measured rate.
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
        // The model's state at the block's best arrival.
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
        steadyBlocks += 1
    }

    /// Returns true for a block that must not count: one that is off by too much, or one with which the clock makes a
    /// step.
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
        steadyBlocks = 0
        return false
    }
}
