import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamSession
import Kernel

/// The speed of a recording's clocks relative to real time. Soak tests record days in minutes: with
/// `DUALCAM_CLOCK_RATE=50` in the environment, all clocks run fifty times as fast. This affects the clocks of the
/// pipeline and the session, and the wall clock in reports.
struct ClockRate {
    /// The factor by which the clocks run faster than real time, from 1 to 1000.
    let rate: UInt16

    private static let variable = "DUALCAM_CLOCK_RATE"

    /// Reads the rate from `DUALCAM_CLOCK_RATE`; 1 if the variable is not set. Throws a usage failure if the rate is
    /// not a whole number from 1 to 1000. Also throws if an input is not a test signal, because a real device cannot
    /// run faster.
    init(_ environment: [String: String], for pipeline: Pipeline) throws(CommandFailure) {
        guard let text = environment[Self.variable] else {
            rate = 1
            return
        }
        guard let rate = UInt16(text), (1...1000).contains(rate) else {
            throw CommandFailure(
                .usage, "\(Self.variable)=\(text) is not a valid rate.",
                next: "Give a whole number from 1 to 1000, or unset it."
            )
        }
        guard rate == 1 || pipeline.isMadeOfTests else {
            throw CommandFailure(
                .usage, "\(Self.variable)=\(text) works only with test pictures, and this pipeline has other inputs.",
                next: "Unset it, or add --simulate.")
        }
        self.rate = rate
    }

    /// Multiplies the session's time limits by the clock rate, because the machine itself does not run faster. Removes
    /// the budget, because load figures measured with a fast clock are meaningless.
    func stretch(_ settings: inout SessionSettings) {
        if rate > 1 { settings.budget = nil }
        settings.clockRate = Int(rate)
        let limits: [WritableKeyPath<SessionSettings, Duration>] = [
            \.startLimit, \.stallLimit, \.finishLimit, \.hastyFinishLimit, \.closeLimit, \.segmentLead,
        ]
        for limit in limits { settings[keyPath: limit] *= Int(rate) }
    }

    /// Returns the session's dependencies, such as its clocks, which run at this rate.
    /// - Parameter digest: Computes the checksum of a file.
    func dependencies(digest: @escaping @Sendable (HeldFile) throws -> String) -> SessionDependencies {
        var dependencies = SessionDependencies(digest: digest)
        guard rate > 1 else {
            let boot = ClockReading.bootNow()
            dependencies.processorTime = { ClockReading.processorNow() }
            dependencies.clockFacts = { (SystemAccess.current.isClockSynchronised(), boot) }
            return dependencies
        }
        let (clock, unix) = (ScaledClock(rate: Int(rate)), WallTime.unixNow())
        let elapsed: @Sendable () -> Int64 = { clock.now.elapsed.nanoseconds }
        dependencies.clock = clock
        dependencies.wallClock = { unix + elapsed() }
        (dependencies.uptime, dependencies.boottime) = (elapsed, elapsed)
        return dependencies
    }
}

extension Pipeline {
    fileprivate var isMadeOfTests: Bool {
        let cameras = cameras.allSatisfy { if case .test = $0.device { true } else { false } }
        return cameras && microphones.allSatisfy { [.test, .voice].contains($0.device) }
    }
}

/// A clock that runs `rate` times as fast as `ContinuousClock`, and starts at 0 when it is created.
struct ScaledClock: Clock {
    /// A moment, as the time of this clock since it was created.
    struct Instant: InstantProtocol {
        var elapsed: Duration

        func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    let rate: Int
    private let start = ContinuousClock.now

    var now: Instant { Instant(elapsed: start.duration(to: .now) * rate) }
    var minimumResolution: Duration { ContinuousClock().minimumResolution * rate }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(
            until: start + deadline.elapsed / rate, tolerance: tolerance.map { $0 / rate })
    }
}
