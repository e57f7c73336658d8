import DualCamPlan
import DualCamRecordings

/// The start and end of a take, and its pauses.
struct TakeSpan: Sendable {
    /// The running time at which the take started; `nil` before it has begun.
    var start: RunningTime?
    /// The running time at which the take ends; `nil` if unknown.
    var end: RunningTime?
    var pauses = CutList()
}

/// The schedule of the segment boundaries, at which outputs continue in new files.
struct SegmentSchedule: Sendable {
    /// The last segment boundary that was announced; `nil` if none was.
    private(set) var announced: RunningTime?
    /// The number of segment boundaries that have been announced since `base`, the last manual split.
    private var count = 0
    /// The time of the last manual split, in recorded time; `nil` if there was none. Segment boundaries follow at
    /// regular intervals from this time, or from the start of the take.
    private var base: RunningTime?

    /// Returns the next segment boundary, common to all outputs. Boundaries follow at regular intervals from the take's
    /// start or the last manual split, even if other files begin in between. Each pause delays them by its length.
    private func next(_ span: TakeSpan, every length: Duration) -> RunningTime? {
        guard let base = base ?? span.start else { return nil }
        return span.pauses.running(base + length * (count + 1), .behind)
    }

    /// Sets the timer for the next segment boundary, if there is a boundary before the end.
    func schedule(_ span: TakeSpan, _ timeline: Timeline, _ settings: SessionSettings) -> [SessionEffect] {
        guard !span.pauses.isOpen, let split = settings.split, let boundary = next(span, every: split.length) else {
            return []
        }
        if let end = span.end, !planted(.shortRestSplit), boundary + SessionSettings.shortestFile > end { return [] }
        let lead = min(settings.segmentLead, split.length / 2)
        return [.act(.arm(.segment, at: timeline.session(of: boundary) - lead))]
    }

    /// Announces and returns the segment boundary that is due; `nil` if there is none.
    mutating func reach(_ span: TakeSpan, _ context: SessionContext) -> RunningTime? {
        let settings = context.settings
        guard !span.pauses.isOpen, let split = settings.split, let due = next(span, every: split.length) else {
            return nil
        }
        count += 1
        if let running = context.running, due < running {
            return skip(to: running, span, every: split.length, settings.lead)
        }
        // The first boundary after a pause may be so near that no files can be opened before it.
        let soonest = context.running.map { $0 + settings.lead }
        let hasJustResumed = context.running.flatMap { running in
            span.pauses.cuts.last?.to.map { running < $0 + settings.segmentLead }
        }
        announced = hasJustResumed == true ? max(due, soonest ?? due) : due
        return announced
    }

    /// Replaces missed segment boundaries by a single boundary in the near future, and returns it; `nil` if the end of
    /// the take is too near. After the process was frozen, no file can begin at a boundary in the past.
    private mutating func skip(
        to running: RunningTime, _ span: TakeSpan, every length: Duration, _ lead: Duration
    ) -> RunningTime? {
        let soon = running + lead
        while !planted(.pastBoundariesKept), let next = next(span, every: length),
            next < soon + SessionSettings.shortestFile
        { count += 1 }
        if let end = span.end, soon + SessionSettings.shortestFile > end { return nil }
        announced = soon
        return soon
    }

    /// Returns the running time at which the new file of a returning output begins (`first`). `boundary` is an
    /// announced segment boundary for which that output has no file yet; `nil` if there is none.
    ///
    /// The result is `nil` if the remaining time is too short. During a pause, the file begins where the pause begins,
    /// and a boundary after the pause cannot be requested.
    func comeback(_ span: TakeSpan, _ context: SessionContext) -> (first: RunningTime, boundary: RunningTime?)? {
        guard let running = context.running else { return nil }
        let pause = span.pauses.isOpen ? span.pauses.cuts.last?.from : nil
        let (soon, shortest) = (pause ?? (running + context.settings.lead), SessionSettings.shortestFile)
        if let end = span.end, soon + shortest > end { return nil }
        guard pause == nil, let announced, announced > soon else { return (soon, nil) }
        return announced < soon + shortest ? (announced, nil) : (soon, announced)
    }

    /// The result of a request to split the files now.
    enum Split: Sendable, Equatable {
        /// An announced boundary, which is used as the split. Its files have been requested, so files that began
        /// earlier would have higher segment numbers.
        case isDue(RunningTime)
        case new(RunningTime)
        /// The recording is about to end, so the files are not split.
        case tooLate
    }

    func split(at running: RunningTime, _ span: TakeSpan, _ settings: SessionSettings) -> Split {
        let soon = running + settings.lead
        if let end = span.end, soon + SessionSettings.shortestFile > end, !planted(.splitAtEnd) { return .tooLate }
        if let announced, announced > running, !planted(.splitBeforeBoundary) { return .isDue(announced) }
        return .new(soon)
    }

    /// Restarts the schedule at `time`, at which the files were split.
    mutating func restart(at time: RunningTime, _ pauses: CutList) {
        (announced, count, base) = (time, 0, pauses.recorded(time))
    }

    /// Delays a boundary that was announced before a pause began, by the length of the pause.
    mutating func move(behind pause: RunningTime, by length: Duration) {
        if let announced, announced > pause, !planted(.boundaryOfPauseKept) { self.announced = announced + length }
    }
}
