package import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession

/// The time at which a recording must end, as tracked by the supervisor. A recording worker ends by itself at that
/// time, but there may be no worker then.
package struct RecordingDeadline: Sendable {
    /// The extra time after the deadline in which a worker may still end the recording by itself.
    static let patience = Duration.seconds(5)

    private let duration: Duration?
    private let until: TimeOfDay?
    /// The time at which the recording began, in Unix nanoseconds; `nil` before it began.
    private(set) var began: Int64?
    private var beganAt = Duration.zero
    private var due: Int64?
    /// `wall`: the Unix time from which the next occurrence of `until` is searched; `offset`: the wall clock's time
    /// minus the supervisor's time. Both are in nanoseconds; `nil` before `begin`.
    private var from: (wall: Int64, offset: Int64)?
    /// The largest jump of the wall clock, in nanoseconds, that is ignored. Time services correct the clock in small
    /// steps.
    private static let tolerance: Int64 = 500_000_000
    private var paused = Duration.zero
    private var pausedAt: Duration?

    /// Creates the deadline from the recording's limits.
    ///
    /// - Parameters:
    ///   - duration: The value of `recording.duration`; `nil` for none.
    ///   - until: The value of `recording.until`; `nil` for none.
    package init(duration: Duration? = nil, until: TimeOfDay? = nil) { (self.duration, self.until) = (duration, until) }

    /// Starts waiting for the time of day in `until`, which ends the recording even if nothing is ever recorded.
    mutating func begin(at now: Duration = .zero, wall: Int64) { look(for: wall, at: now, wall: wall) }

    private mutating func look(for begin: Int64, at now: Duration, wall: Int64) {
        from = (begin, wall -| now.nanoseconds)
        due = until.map { WallTime.next($0, after: begin) }
    }

    /// Recalculates the deadline of `until` if the wall clock was set. The beginning of the recording and the start of
    /// the search for `until` then move by the same amount.
    private mutating func follow(at now: Duration, wall: Int64) {
        guard let from else { return }
        let leap = wall -| now.nanoseconds -| from.offset
        guard abs(leap) > Self.tolerance else { return }
        began = began.map { $0 +| leap }
        look(for: from.wall +| leap, at: now, wall: wall)
    }

    /// Stores, from a heartbeat of a worker that records, when the recording began and how long it has been paused.
    mutating func observe(_ beat: Heartbeat, at now: Duration, wall: Int64) {
        if began == nil {
            (began, beganAt) = (beat.began ?? wall, now)
            if !planted(.untilFromSupervisor) { look(for: beat.began ?? wall, at: now, wall: wall) }
        }
        if beat.isPaused, pausedAt == nil { pausedAt = now }
        if !beat.isPaused, let from = pausedAt {
            (paused, pausedAt) = ((planted(.lastPauseCounts) ? .zero : paused) + now - from, nil)
        }
    }

    /// Returns the recording's history so far, for a new session that continues the recording in another folder.
    mutating func past(
        in folder: String, _ loss: FolderLoss, at now: Duration, wall: Int64
    ) -> SessionOrder.Continuation {
        follow(at: now, wall: wall)
        return SessionOrder.Continuation(
            folder: loss.found ?? folder, reason: loss.kind.rawValue, began: began ?? 0,
            paused: pauses(until: now).nanoseconds, isPaused: pausedAt != nil)
    }

    /// Returns the key of the pipeline file whose time limit has passed, such as `recording.duration`; `nil` if none
    /// has.
    mutating func passed(at now: Duration, wall: Int64) -> String? {
        follow(at: now, wall: wall)
        if let duration, began != nil, now - beganAt - pauses(until: now) >= duration + Self.patience {
            return "recording.duration"
        }
        let patience = Self.patience.components.seconds * 1_000_000_000
        return due.map { wall - patience >= $0 && !planted(.untilUnseen) } ?? false ? "recording.until" : nil
    }

    private func pauses(until now: Duration) -> Duration {
        planted(.pauseEndsDeadline) ? .zero : paused + (pausedAt.map { now - $0 } ?? .zero)
    }
}
