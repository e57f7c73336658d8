import DualCamConfig
import DualCamPlan

/// Decides which sessions are to go; it is pure, so that a table can test it.
struct RetentionRule: Sendable, Equatable {
    /// A finished session that may be deleted.
    struct Candidate: Sendable, Equatable {
        var path: String
        /// Unix nanoseconds.
        var start: Int64
        var bytes: Int64
        /// Every file of it is at another place, and was verified there.
        var isBackedUp = false
    }

    var rule: Retention

    /// Oldest first; of equal age, by path.
    static func byAge(_ candidates: [Candidate]) -> [Candidate] {
        candidates.sorted { ($0.start, $0.path) < ($1.start, $1.path) }
    }

    /// Those that are backed up first, and then as `byAge`.
    static func byWorth(_ candidates: [Candidate]) -> [Candidate] {
        byAge(candidates.filter(\.isBackedUp)) + byAge(candidates.filter { !$0.isBackedUp })
    }

    /// Returns the sessions that are too old, or the oldest of those that are together too large.
    ///
    /// - Parameters:
    ///   - kept: bytes of the sessions that may not be deleted but count for the total size.
    ///   - now: Unix nanoseconds.
    func leaving(_ candidates: [Candidate], kept: Int64, now: Int64) -> [Candidate] {
        switch rule {
        case .off: return []
        case .age(let age):
            let oldest = now -| age.nanoseconds
            return Self.byAge(candidates).filter { $0.start < oldest }
        case .size(let limit):
            var total = candidates.reduce(kept) { $0 +| $1.bytes }
            return Self.byAge(candidates).prefix { candidate in
                defer { total = total -| candidate.bytes }
                return total > limit.bytes
            }
        }
    }
}
