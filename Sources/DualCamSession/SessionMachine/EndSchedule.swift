import DualCamConfig
import DualCamPlan

/// Ends a recording by itself: when `recording.duration` is over or `recording.until` comes, whichever is first.
struct EndSchedule: Sendable {
    /// The common end; `nil`: none is known.
    private(set) var time: RunningTime?
    /// The time at which the duration is over, in recorded time.
    private var recordedEnd: RunningTime?
    private var timeOfDay: RunningTime?
    /// `recording.until`, and Unix nanoseconds when the recording began, by the clock as it was then.
    private var until: (time: TimeOfDay, began: Int64)?
    /// Smaller differences are ignored, as time services steer the clock in small steps.
    private static let tolerance: Int64 = 500_000_000

    /// The graph has told the common end. Where it is earlier than was asked for, nothing has to be waited for behind it.
    mutating func settle(_ running: RunningTime, _ timeline: Timeline) -> [SessionEffect] {
        let isEarlier = time.map { running < $0 } ?? false
        time = running
        return isEarlier ? [.act(.arm(.end, at: timeline.session(of: running)))] : []
    }

    /// Takes up both limits as recording begins.
    ///
    /// - Parameters:
    ///   - wall: Unix nanoseconds at `running`.
    ///   - began: Unix nanoseconds when other workers, or a recording that is continued, began; `nil`: there were none.
    ///   - recorded: the nanoseconds that they have recorded until now, gaps included.
    ///   - shortest: the shortest recording in which every output has a frame.
    mutating func plan(
        from running: RunningTime, wall: Int64, began: Int64?, recorded: Int64?, shortest: Duration,
        _ settings: SessionSettings
    ) -> [SessionEffect] {
        var effects: [SessionEffect] = []
        if let duration = settings.recording.duration {
            recordedEnd = running + max(Self.left(of: duration, after: recorded), shortest)
            if duration < shortest { effects.append(Self.warning(of: duration, shortest)) }
        }
        if let until = settings.recording.until {
            self.until = (until, began ?? wall)
            timeOfDay = Self.end(until, after: began ?? wall, running, wall)
        }
        return effects
    }

    private static func end(
        _ until: TimeOfDay, after began: Int64, _ running: RunningTime, _ wall: Int64
    ) -> RunningTime {
        let due = WallTime.next(until, after: began)
        return max(RunningTime(nanoseconds: running.nanoseconds +| (due -| wall)), running + .milliseconds(100))
    }

    /// Has the time of day come by the clock as it is now: it may have been set, or steered, and the machine may have slept.
    ///
    /// - Parameters:
    ///   - wall: Unix nanoseconds at `running`.
    ///   - leapt: the distance by which the clock was set since recording began.
    /// - Returns: true when the end is another one now.
    mutating func follow(wall: Int64, leapt: Duration, at running: RunningTime) -> Bool {
        guard let until, let timeOfDay else { return false }
        let end = Self.end(
            until.time, after: until.began +| (planted(.untilIgnoresLeap) ? 0 : leapt.nanoseconds), running, wall)
        let moved = end.nanoseconds -| timeOfDay.nanoseconds
        // An end that has come stays: it is being reached.
        guard abs(moved) > Self.tolerance, timeOfDay > running else { return false }
        self.timeOfDay = end
        return true
    }

    private static func warning(of duration: Duration, _ shortest: Duration) -> SessionEffect {
        .warn(
            .take,
            "recording.duration (\(Wording.length(duration))) is too short for a frame of every output: "
                + "\(Wording.length(shortest)) are recorded.")
    }

    /// The workers before, and the gaps between them, have taken their part of it; their pauses have not.
    private static func left(of duration: Duration, after recorded: Int64?) -> Duration {
        guard let recorded, !planted(.durationAnew) else { return duration }
        return min(duration, max(duration - .nanoseconds(recorded), .milliseconds(100)))
    }

    /// Asks the graph for the end. The length that is recorded moves with a pause, the time of day does not.
    mutating func schedule(_ pauses: CutList, _ timeline: Timeline) -> [SessionEffect] {
        let ends = [recordedEnd.map { planted(.durationHoldsPauses) ? $0 : pauses.running($0, .before) }, timeOfDay]
            .compactMap { $0 }
        guard let end = ends.min() else { return [] }
        time = end
        if pauses.isOpen { return [] }
        return [
            .act(.apply(.stop(at: end))), .act(.arm(.end, at: timeline.session(of: end))),
            .record(.endScheduled, .of(["at": end])),
        ]
    }

    /// In a pause only the time of day ends the recording.
    func awaitInPause(_ timeline: Timeline) -> [SessionEffect] {
        timeOfDay.map { [.act(.arm(.end, at: timeline.session(of: $0)))] } ?? []
    }

    /// Ends the recording when it is time, by the pipeline's clock.
    func reach(isPaused: Bool, _ timeline: Timeline, at now: Duration) -> [SessionEffect] {
        guard let end = isPaused ? timeOfDay : time else { return [] }
        let due = timeline.session(of: end)
        if due > now { return [.act(.arm(.end, at: due))] }
        return [isPaused ? .halt(.duration) : .finish(.duration)]
    }
}
