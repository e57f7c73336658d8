/// A model of a sound device's clock, measured with the pipeline's clock. It maps positions in the device's sound to
/// running times.
///
/// It is a second-order delay-locked loop over arrival times. Sound arrives with a varying delay but never early, so
/// only the least late arrival of each half second is used. The gains are those of a Kalman filter: high at first, and
/// low (0.005 Hz) after two minutes. If the clock changes its rate, they increase again.
struct DeviceClock: Sendable, Equatable {
    /// The length of a block of arrivals, in seconds. Only the least late arrival of each block is used.
    static let block = 0.5
    /// The standard deviation of the least late arrival in a block, in seconds.
    private static let noise = 0.003
    /// The standard deviation of a device's actual rate from its nominal rate, as a fraction. Cheap devices are off by
    /// up to 0.003 (0.3 %).
    private static let firstDrift = 0.002
    /// The standard deviation of the change in rate within one block, as a fraction.
    private static let wander = 0.6e-6
    /// The largest error, in seconds, with which a block of arrivals may correct the clock. Larger errors may have
    /// another cause.
    private static let largestStep = 0.01
    /// The thresholds for detecting a change of the clock, which is assumed if `patience` blocks in a row have errors
    /// above `noticeable` seconds in the same direction. If these errors agree within `even` seconds, sound was lost or
    /// duplicated.
    private static let (patience, noticeable, even) = (10, 0.008, 0.004)
    /// The number of blocks after which blocks with a large error no longer correct the clock.
    private static let settled = 20

    /// The running time, in seconds, at which the device recorded the sound at `position`.
    private var moment: Double
    /// The newest measured position in the device's sound, in seconds at the device's own rate.
    private var position: Double
    /// The seconds of the pipeline's clock for each second of the device's clock, minus 1; positive if the device is
    /// slow.
    private(set) var drift = 0.0
    /// The covariances of the Kalman filter: of `moment`, of `moment` and `drift`, and of `drift`.
    private var (p, pd, d) = (0.01 * 0.01, 0.0, DeviceClock.firstDrift * DeviceClock.firstDrift)

    private var blockBegin: Double?
    /// The least late arrival in the current block: its lateness and its position in the sound, both in seconds; `nil`
    /// before the block's first arrival.
    private var best: (late: Double, position: Double)?
    /// The errors of the last consecutive blocks whose errors were all large and in the same direction, in seconds.
    private var run: [Double] = []
    /// The number of blocks evaluated so far.
    private(set) var blocks = 0
    /// The number of blocks evaluated since the last detected change of the device's rate.
    private(set) var steadyBlocks = 0

    /// Creates a clock without measurements.
    /// - Parameter moment: the running time of the device's first sample, in seconds.
    init(from moment: Double) { (self.moment, position) = (moment, 0) }

    static func == (one: DeviceClock, other: DeviceClock) -> Bool {
        (one.moment, one.position, one.drift, one.blocks) == (other.moment, other.position, other.drift, other.blocks)
    }

    /// Returns the running time at which the device recorded a position in its sound, both in seconds.
    func moment(of position: Double) -> Double { moment + (1 + drift) * (position - self.position) }

    /// Returns by how many seconds the arrival of the sound up to `position`, at `time`, was later than expected.
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

    /// Shifts the clock by `seconds`, because sound was lost or duplicated. The measured rate stays the same.
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
        // Moves the model's state to the block's best arrival.
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

    /// Examines the error of a block. Returns true if the block must not correct the clock, because its error is too
    /// large or the clock was just shifted by it.
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
