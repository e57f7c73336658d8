package import DualCamConfig
import DualCamPlan
import DualCamSession

/// The time when a recording is to end, as the supervisor counts it: a worker that records ends it by itself, but there may be
/// none.
package struct RecordingDeadline: Sendable {
    /// A worker that has the devices open needs a moment to record the rest.
    static let patience = Duration.seconds(5)

    private let duration: Duration?
    private let until: TimeOfDay?
    /// Unix nanoseconds when the recording began.
    private(set) var began: Int64?
    private var beganAt = Duration.zero
    private var due: Int64?
    /// Unix nanoseconds after which `until` is looked for, and how far the clock was from the supervisor's time then.
    private var from: (wall: Int64, offset: Int64)?
    /// Smaller differences are ignored, as time services steer the clock in small steps.
    private static let tolerance: Int64 = 500_000_000
    private var paused = Duration.zero
    private var pausedAt: Duration?

    /// - Parameters:
    ///   - duration: `recording.duration`
    ///   - until: `recording.until`
    package init(duration: Duration? = nil, until: TimeOfDay? = nil) { (self.duration, self.until) = (duration, until) }

    /// The supervisor begins: from now on the time of day comes, even when nothing is ever recorded.
    mutating func begin(at now: Duration = .zero, wall: Int64) { look(for: wall, at: now, wall: wall) }

    private mutating func look(for begin: Int64, at now: Duration, wall: Int64) {
        from = (begin, wall -| now.nanoseconds)
        due = until.map { WallTime.next($0, after: begin) }
    }

    /// The clock may have been set: then the recording began at another time, too.
    private mutating func follow(at now: Duration, wall: Int64) {
        guard let from, until != nil else { return }
        let leap = wall -| now.nanoseconds -| from.offset
        if abs(leap) > Self.tolerance { look(for: from.wall +| leap, at: now, wall: wall) }
    }

    /// A worker records since `began` (Unix nanoseconds).
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

    /// The past of a recording that goes on in another folder.
    func past(in folder: String, _ loss: FolderLoss, at now: Duration) -> SessionOrder.Continuation {
        SessionOrder.Continuation(
            folder: loss.found ?? folder, reason: loss.kind.rawValue, began: began ?? 0,
            paused: pauses(until: now).nanoseconds, isPaused: pausedAt != nil)
    }

    /// The key whose time has come and is past; `nil`: none.
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
