import DualCamPlan

/// The state of the wall clock during a session, as recorded in the session's ledger: its synchronisation and its
/// corrections.
struct RecordedClock: Sendable, Equatable {
    /// `boot`: the id of the machine's boot; `uptime`: the nanoseconds from that boot to the start of the session. Both
    /// are `nil` if unknown.
    private(set) var boot: String?
    private(set) var uptime: Int64?
    /// True when a time service had synchronised the wall clock when the session began; `nil` if unknown.
    private(set) var wasSynchronised: Bool?
    /// True when the wall clock was not synchronised at the start of the session and a time service synchronised it
    /// later.
    private var isPutRight = false
    private var jumps: Int64 = 0

    /// The number of nanoseconds by which the session began later than its recorded start time says; negative if it
    /// began earlier. The value is 0 unless the wall clock was wrong at the start and was corrected during the
    /// recording.
    var correction: Int64 { isPutRight ? jumps : 0 }

    /// True when the time of the recording is uncertain, because the wall clock was neither synchronised nor corrected.
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

    /// Returns the reason why the session's recorded age must not be trusted; `nil` if it can be trusted. Sessions
    /// older than `age` are deleted, so a wrong clock must not make a session seem older.
    ///
    /// - Parameters:
    ///   - age: The minimum age at which sessions are deleted; `nil` if the oldest session is deleted whatever its age.
    ///   - now: The id of the machine's current boot, and the nanoseconds since that boot.
    func refusal(of age: Duration?, at now: (boot: String?, uptime: Int64)) -> FileRefusal? {
        if let boot, boot == now.boot, !planted(.bootIgnored), let uptime, let age {
            // If the machine has not been restarted, its uptime shows how long ago the session began.
            return .nanoseconds(now.uptime -| uptime) < age ? .younger : nil
        }
        return isDoubtful ? .ageUnknown : nil
    }
}
