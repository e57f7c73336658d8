import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Ends a recording automatically after `recording.duration` or at `recording.until`, whichever is earlier.
struct EndSchedule: Sendable {
    /// The running time at which all outputs of the recording end; `nil` until it is known.
    private(set) var time: RunningTime?
    /// The scheduled end of a recording that was stopped before it; `nil` if the recording was not stopped early.
    private(set) var replaced: RunningTime?
    /// The end that follows from `recording.duration`, in recorded time (running time without pauses); `nil` if no
    /// duration is set.
    private var recordedEnd: RunningTime?
    private var timeOfDay: RunningTime?
    /// The value of `recording.until`, and the Unix time, in nanoseconds, at which the recording began; `nil` if no
    /// time is set.
    private var until: (time: TimeOfDay, began: Int64)?
    /// The largest change of the wall clock, in nanoseconds, that is ignored. Time services correct the clock in small
    /// steps.
    private static let tolerance: Int64 = 500_000_000

    /// Stores the running time at which the graph ends all outputs, as reported by the graph. If it is earlier than
    /// planned, returns the effect that moves the timer.
    mutating func settle(_ running: RunningTime, _ timeline: Timeline) -> [SessionEffect] {
        let isEarlier = time.map { running < $0 } ?? false
        time = running
        return isEarlier ? [.act(.arm(.end, at: timeline.session(of: running)))] : []
    }

    /// Keeps the scheduled end in `replaced`, because the recording is stopped before it.
    mutating func replace() { replaced = planted(.scheduledEndStays) ? nil : time }

    /// Plans the end of a recording that begins at the running time `running`, from `recording.duration` and
    /// `recording.until`. Warns if the duration is too short for a frame of every output.
    ///
    /// - Parameters:
    ///   - wall: The Unix time, in nanoseconds, at the running time `running`.
    ///   - began: The Unix time, in nanoseconds, at which earlier workers began to record; `nil` if there were none.
    ///   - recorded: The total duration, in nanoseconds, that earlier workers have recorded until now, with the gaps
    ///     between them; `nil` if there were none.
    ///   - shortest: The duration of the shortest recording in which every output has a frame.
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

    /// Moves the end planned by `recording.until` after the wall clock was set or corrected, or the machine slept.
    ///
    /// - Parameters:
    ///   - wall: The Unix time, in nanoseconds, at `running`.
    ///   - leapt: The total by which the wall clock was set since recording began.
    /// - Returns: True if the end has changed.
    mutating func follow(wall: Int64, leapt: Duration, at running: RunningTime) -> Bool {
        guard let until, let timeOfDay else { return false }
        let end = Self.end(
            until.time, after: until.began +| (planted(.untilIgnoresLeap) ? 0 : leapt.nanoseconds), running, wall)
        let moved = end.nanoseconds -| timeOfDay.nanoseconds
        // An end that is already in the past is not moved.
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

    /// Returns the part of `recording.duration` that remains. Recordings of earlier workers and the gaps between them
    /// count towards the duration; pauses do not.
    private static func left(of duration: Duration, after recorded: Int64?) -> Duration {
        guard let recorded, !planted(.durationAgain) else { return duration }
        return min(duration, max(duration - .nanoseconds(recorded), .milliseconds(100)))
    }

    /// Requests the planned end from the graph. A pause delays the end that follows from `recording.duration`, but not
    /// the one that follows from `recording.until`.
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

    /// Sets the timer for the end by `recording.until`. Only this end can occur during a pause.
    func awaitInPause(_ timeline: Timeline) -> [SessionEffect] {
        timeOfDay.map { [.act(.arm(.end, at: timeline.session(of: $0)))] } ?? []
    }

    /// Ends the recording if the pipeline's clock has reached the recording's end; otherwise sets the timer again.
    func reach(isPaused: Bool, _ timeline: Timeline, at now: Duration) -> [SessionEffect] {
        guard let end = isPaused ? timeOfDay : time else { return [] }
        let due = timeline.session(of: end)
        if due > now { return [.act(.arm(.end, at: due))] }
        return [isPaused ? .halt(.duration) : .finish(.duration)]
    }
}
