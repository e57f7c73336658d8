@testable import DualCamTiming
@testable import DualCamGraph

/// A simulated audio device with a wrong clock, whose buffers arrive with varying delays. The same values always give
/// the same result.
struct SimulatedDevice {
    /// The error of the device's clock in millionths; positive if it is fast.
    var millionths: Double
    /// The maximum delay of a buffer, in seconds.
    var jitter = 0.0
    /// The delay with which all sound arrives, in seconds.
    var delay = 0.0
    /// The length of a buffer in seconds, by the device's own clock.
    var quantum = 0.02
    /// The number of buffers that arrive at once, when the last of them is complete.
    var burst = 1
    /// The maximum of a delay that grows and falls back every six seconds, in seconds, as if two buffer clocks
    /// interfered.
    var beat = 0.0
    private(set) var captured = 0.05
    private var state: UInt64 = 5
    private var latest = 0.0

    init(_ millionths: Double) { self.millionths = millionths }

    /// A buffer of sound that the device delivers.
    struct Arrival {
        /// `begin`: the time of the buffer's first sample; `end`: the time after its last one.
        var begin: Double
        var end: Double
        /// The time at which the buffer arrives.
        var time: Double
    }

    /// Returns the buffers that arrive together.
    mutating func next() -> [Arrival] {
        var made = (0..<burst).map { _ in
            let begin = captured
            captured += quantum * (1 - millionths * 1e-6)
            return Arrival(begin: begin, end: captured, time: captured + lateness())
        }
        let last = made.map(\.time).max() ?? 0
        for index in made.indices {
            latest = max(latest + 1e-5, burst > 1 ? last : made[index].time)
            made[index].time = latest
        }
        return made
    }

    /// Loses sound of this length.
    mutating func lose(_ seconds: Double) { captured += seconds }

    private mutating func lateness() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let share = Double(state >> 11) / Double(1 << 53)
        let turn = captured / 6
        return delay + share * jitter + beat * (1 - (turn - turn.rounded(.down)))
    }
}

/// A simulated device's sound, placed as `DriftCorrection` requests.
struct CorrectedDevice {
    var device: SimulatedDevice
    var correction: DriftCorrection
    /// The running time at which the sound ends; `nil`: there was none yet.
    private(set) var end: Double?
    private(set) var jumps: [Double] = []
    /// The largest error of the sound's position in each second, in seconds.
    private(set) var worst: [Int: Double] = [:]
    /// The smallest and largest resampling ratio in each second.
    private(set) var stretches: [Int: (least: Double, most: Double)] = [:]
    private var held = 0.0

    init(_ device: SimulatedDevice, awaitsDelay: Bool = false) {
        self.device = device
        correction = DriftCorrection(awaitsDelay: awaitsDelay)
    }

    /// Runs the device until its sound has reached a time.
    mutating func run(until time: Double) {
        while device.captured < time {
            let made = device.next()
            for arrival in made { take(device.quantum, at: arrival.time) }
            guard let end, let last = made.last else { continue }
            let second = Int(last.end)
            worst[second] = max(worst[second] ?? 0, abs(end - last.end))
        }
    }

    /// Processes a buffer that arrives at a time.
    mutating func take(_ length: Double, lost: Double = 0, at time: Double) {
        held += length
        switch correction.arrive(length, lost: lost, at: time) {
        case .wait: return
        case .restart:
            held = length
            return
        case .begin(let moment): end = moment
        case .follow: break
        case .jump(let by):
            end? += by
            jumps.append(by)
        }
        let stretch = correction.stretch
        correction.resample(held, into: held * stretch)
        end? += held * stretch
        held = 0
        let range = stretches[Int(time)] ?? (stretch, stretch)
        stretches[Int(time)] = (min(range.least, stretch), max(range.most, stretch))
    }

    func worst(from first: Int) -> Double { worst.filter { $0.key >= first }.values.max() ?? 0 }

    /// Returns the largest change of the pitch within a second, in millionths.
    func wow(from first: Int) -> Double {
        (stretches.filter { $0.key >= first }.values.map { $0.most - $0.least }.max() ?? 0) * 1e6
    }
}
