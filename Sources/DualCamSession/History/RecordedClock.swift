import DualCamPlan

/// The state of the wall clock during a session, as recorded in its ledger.
struct RecordedClock: Sendable, Equatable {
    /// The identifier of the machine's boot, and the nanoseconds from then to the start of the session.
    private(set) var boot: String?
    private(set) var uptime: Int64?
    /// True when a time service kept the clock right when the session began; `nil` if not known.
    private(set) var wasSynchronised: Bool?
    /// True when a time service has synchronised the clock since then.
    private var isPutRight = false
    private var jumps: Int64 = 0

    /// The nanoseconds by which the session began later than its recorded times say. The value is 0 unless the clock
    /// was wrong at the start and was corrected during the recording.
    var correction: Int64 { isPutRight ? jumps : 0 }

    /// True when the time of the recording is not known: the clock was not synchronised and was not corrected.
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

    /// Returns the reason why the session may not be treated as older than `age`; `nil` if the wall clock decides.
    ///
    /// - Parameters:
    /// - age: The minimum age; `nil` if the oldest session is to be deleted whatever its age.
    /// - now: The identifier of the machine's current boot, and the nanoseconds since then.
    func refusal(of age: Duration?, at now: (boot: String?, uptime: Int64)) -> FileRefusal? {
        if let boot, boot == now.boot, !planted(.bootIgnored), let uptime, let age {
            // Within one boot, the machine itself knows how long ago the session began.
            return .nanoseconds(now.uptime -| uptime) < age ? .younger : nil
        }
        return isDoubtful ? .ageUnknown : nil
    }
}
