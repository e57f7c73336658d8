import DualCamConfig
import DualCamPlan

// MARK: Sessions to delete
extension [ListedSession] {
    /// The sessions sorted by age, oldest first. Sessions of equal age are sorted by path.
    var byAge: Self {
        sorted { planted(.newestFirst) != (($0.start ?? .min, $0.folder) < ($1.start ?? .min, $1.folder)) }
    }

    /// The sessions in the order in which they are deleted: backed-up sessions first, then the others, each group
    /// oldest first.
    var byWorth: Self { filter(\.isBackedUp).byAge + filter { !$0.isBackedUp }.byAge }

    /// Returns the sessions that a retention rule does not keep, oldest first. These are the sessions that are too old,
    /// or the oldest ones if the total size is too large. A session whose age is unknown is never too old.
    ///
    /// - Parameters:
    ///   - kept: The bytes on the disk of sessions that may not be deleted. They are part of the total size.
    ///   - now: The current Unix time in nanoseconds.
    func beyond(_ rule: Retention, kept: Int64, now: Int64) -> Self {
        switch rule {
        case .off: return []
        case .age(let age):
            let oldest =
                now -| age.nanoseconds * (planted(.retentionInWeeks) ? 7 : 1) / (planted(.retentionInHours) ? 24 : 1)
            return byAge.filter { $0.start.map { $0 < oldest } ?? planted(.unknownAgeIsOld) }
        case .size(let limit):
            var total = reduce(kept) { $0 +| $1.occupied }
            return Array(
                byAge.prefix { session in
                    defer { total = total -| session.occupied }
                    return total > limit.bytes / (planted(.oneTooMany) ? 2 : 1)
                })
        }
    }
}
