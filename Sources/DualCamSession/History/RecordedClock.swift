import DualCamPlan

/// The state of the wall clock during a session, as its ledger tells it.
struct RecordedClock: Sendable, Equatable {
    /// The number of the machine's boot, and the nanoseconds since then when the session began.
    private(set) var boot: String?
    private(set) var uptime: Int64?
    /// A time service kept the clock right when the session began; `nil`: not known.
    private(set) var wasSynchronised: Bool?
    /// A time service has it in hand since then.
    private var isPutRight = false
    private var jumps: Int64 = 0

    /// The nanoseconds by which the session began later than its times say, because the clock was wrong then and was put right while it
    /// was recorded.
    var correction: Int64 { isPutRight ? jumps : 0 }

    /// Nobody knows when the session was recorded: the clock was not synchronised, and was not put right.
    var isDoubtful: Bool { wasSynchronised == false && !isPutRight }

    mutating func jumped(by nanoseconds: Int64) {
        if wasSynchronised == false, !isPutRight { jumps = jumps +| nanoseconds }
    }

    mutating func apply(_ entry: LedgerEntry) {
        let isSynchronised = entry["synchronised"]?.flag
        guard boot == nil else {
            if wasSynchronised == false, isSynchronised == true, !planted(.putRightForgotten) { isPutRight = true }
            return
        }
        (boot, wasSynchronised) = (entry["boot"]?.text, isSynchronised)
        uptime = entry["uptime"]?.nanoseconds
    }

    /// Returns why the session may not be called older than `age`; `nil`: it may, by the wall clock.
    ///
    /// - Parameters:
    ///   - age: `nil`: the oldest is to go, whatever its age.
    ///   - now: this boot of the machine, and the nanoseconds since then.
    func refusal(of age: Duration?, at now: (boot: String?, uptime: Int64)) -> FileRefusal? {
        if let boot, boot == now.boot, !planted(.bootIgnored), let uptime, let age {
            // The machine itself knows how long ago that was.
            return .nanoseconds(now.uptime -| uptime) < age ? .younger : nil
        }
        return isDoubtful ? .ageUnknown : nil
    }
}
