import DualCamPlan

/// A reason why the wall clock must not decide which sessions are old.
enum ClockDoubt: Sendable, Equatable {
    /// The kernel reports that nothing synchronises the clock (`STA_UNSYNC`, adjtimex(2)). It also does so after the
    /// clock was set, until a time service controls the clock again.
    case unsynchronised
    /// The clock was recently set forward by this much, or back if negative.
    case leapt(by: Duration)

    /// The doubt as one full sentence.
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

/// Decides whether the wall clock may determine which sessions are old. Nothing is deleted by a clock that may be
/// wrong.
struct ClockTrust: Sendable, Equatable {
    private struct Leap: Sendable, Equatable {
        var by: Duration
        /// Nanoseconds for which the machine had been awake or asleep.
        var at: Int64
    }

    /// The time for which a clock that was set must run steadily before it is trusted again.
    static let calm = Duration.seconds(3600)

    private var watch = ClockWatch()
    private var leap: Leap?
    private var newest: ClockReading?
    private var told: ClockDoubt?

    /// True when the clocks have been read.
    var isKnown: Bool { newest != nil }

    mutating func observe(_ reading: ClockReading) {
        newest = reading
        for case .jumped(let by) in watch.observe(reading) { leap = Leap(by: by, at: reading.boottime) }
    }

    /// The reason why the clock must not decide now; `nil` if it may. If the system does not report whether its clock
    /// is synchronised, a steady clock is trusted.
    var doubt: ClockDoubt? {
        guard let newest else { return nil }
        if newest.isSynchronised == false, !planted(.unsynchronisedTrusted) { return .unsynchronised }
        guard let leap, .nanoseconds(newest.boottime -| leap.at) < (planted(.leapForgiven) ? .zero : Self.calm) else {
            return nil
        }
        return .leapt(by: leap.by)
    }

    /// Returns the doubt, and whether it is new since the last call. Calls come every ten minutes.
    mutating func judge() -> (doubt: ClockDoubt, isNews: Bool)? {
        let doubt = doubt
        defer { told = doubt }
        return doubt.map { ($0, $0 != told) }
    }
}
