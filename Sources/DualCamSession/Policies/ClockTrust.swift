import DualCamPlan

/// A reason why the wall clock may not decide which sessions are old.
enum ClockDoubt: Sendable, Equatable {
    /// The kernel says that nothing keeps the clock right (`STA_UNSYNC`, adjtimex(2)); it also says so after the clock was set, until a
    /// time service has it in hand again.
    case unsynchronised
    /// The clock was set forward, or back, by so much, a short while ago.
    case leapt(by: Duration)

    /// One full sentence.
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

/// Judges whether the wall clock may decide which sessions are old: whatever it says, nothing is deleted by a clock that may lie.
struct ClockTrust: Sendable, Equatable {
    private struct Leap: Sendable, Equatable {
        var by: Duration
        /// Nanoseconds for which the machine had been awake or asleep.
        var at: Int64
    }

    /// A clock that was set counts again when it has run steadily for this long.
    static let calm = Duration.seconds(3600)

    private var watch = ClockWatch()
    private var leap: Leap?
    private var newest: ClockReading?
    private var told: ClockDoubt?

    /// The clocks have been read.
    var isKnown: Bool { newest != nil }

    mutating func observe(_ reading: ClockReading) {
        newest = reading
        for case .jumped(let by) in watch.observe(reading) { leap = Leap(by: by, at: reading.boottime) }
    }

    /// The reason why the clock may not decide now; `nil`: it may. A system that does not tell whether its clock is synchronised is
    /// taken at its word, as long as the clock is steady.
    var doubt: ClockDoubt? {
        guard let newest else { return nil }
        if newest.isSynchronised == false, !planted(.unsynchronisedTrusted) { return .unsynchronised }
        guard let leap, .nanoseconds(newest.boottime -| leap.at) < (planted(.leapForgiven) ? .zero : Self.calm) else {
            return nil
        }
        return .leapt(by: leap.by)
    }

    /// Returns the doubt, and whether a person has not been told of it yet: it comes again every ten minutes.
    mutating func judge() -> (doubt: ClockDoubt, isNews: Bool)? {
        let doubt = doubt
        defer { told = doubt }
        return doubt.map { ($0, $0 != told) }
    }
}
