import DualCamPlan
import DualCamRecordings

/// A reason why the wall clock is not trusted to decide which sessions are old.
enum ClockDoubt: Sendable, Equatable {
    /// The kernel reports that the clock is not synchronised (`STA_UNSYNC`, adjtimex(2)). It also reports this after
    /// the clock was set, until a time service controls the clock again.
    case unsynchronised
    /// The clock was recently set forward by this duration, or set back if the duration is negative.
    case leapt(by: Duration)

    /// The reason for the doubt as a full sentence for users.
    var message: String {
        switch self {
        case .unsynchronised:
            "The system's clock is not synchronised with any other: storage.retain deletes nothing until it is "
                + "(see 'timedatectl'); storage.when-full still does."
        case .leapt(let by):
            "The system's clock was set \(by < .zero ? "back" : "forward") by \(Wording.length(max(by, .zero - by))): "
                + "storage.retain deletes nothing until it has run steadily for an hour; storage.when-full still does."
        }
    }
}

/// Decides whether the wall clock is reliable enough to determine which sessions are old. While the clock may be wrong,
/// retention deletes nothing.
struct ClockTrust: Sendable, Equatable {
    private struct Leap: Sendable, Equatable {
        var by: Duration
        /// The time at which the clock was set, in nanoseconds since the machine's boot, awake or asleep.
        var at: Int64
    }

    /// The time that must pass without another jump of the wall clock before retention trusts the clock again.
    static let calm = Duration.seconds(3600)

    private var watch = ClockWatch()
    private var leap: Leap?
    private var newest: ClockReading?
    private var told: ClockDoubt?

    /// True if the clocks have been read at least once.
    var isKnown: Bool { newest != nil }

    mutating func observe(_ reading: ClockReading) {
        newest = reading
        for case .jumped(let by) in watch.observe(reading) { leap = Leap(by: by, at: reading.boottime) }
    }

    /// The reason why the wall clock cannot be trusted now; `nil` if it can be trusted. If the system does not report
    /// whether its clock is synchronised, a clock without jumps is trusted.
    var doubt: ClockDoubt? {
        guard let newest else { return nil }
        if newest.isSynchronised == false, !planted(.unsynchronisedTrusted) { return .unsynchronised }
        guard let leap, .nanoseconds(newest.boottime -| leap.at) < (planted(.leapForgiven) ? .zero : Self.calm) else {
            return nil
        }
        return .leapt(by: leap.by)
    }

    /// Returns the current reason not to trust the wall clock; `nil` if it is trusted. `isNews` is true if the reason
    /// differs from that of the last call. Called every ten minutes.
    mutating func judge() -> (doubt: ClockDoubt, isNews: Bool)? {
        let doubt = doubt
        defer { told = doubt }
        return doubt.map { ($0, $0 != told) }
    }
}
