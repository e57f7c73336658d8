import DualCamPlan

/// The beginning and end of a take, and its pauses.
struct TakeSpan: Sendable {
    /// The start; `nil` before the take has begun.
    var start: RunningTime?
    /// The end; `nil` if unknown.
    var end: RunningTime?
    var pauses = CutList()
}

/// The times at which outputs continue in new files.
struct SegmentSchedule: Sendable {
    /// The newest boundary.
    private(set) var announced: RunningTime?
    /// The number of boundaries announced since the base.
    private var count = 0
    /// The last split, in recorded time; `nil`: the start of the take.
    private var base: RunningTime?

    /// Returns the next common boundary. Boundaries count from the part's start or from the last split, whatever other
    /// files begin in between. Each pause moves them back by its length.
    private func next(_ span: TakeSpan, every length: Duration) -> RunningTime? {
        guard let base = base ?? span.start else { return nil }
        return span.pauses.running(base + length * (count + 1), .behind)
    }

    /// Arms the deadline of the next boundary, if there is one before the end.
    func schedule(_ span: TakeSpan, _ timeline: Timeline, _ settings: SessionSettings) -> [SessionEffect] {
        guard !span.pauses.isOpen, let split = settings.split, let boundary = next(span, every: split.length) else {
            return []
        }
        if let end = span.end, !planted(.shortRestSplit), boundary + SessionSettings.shortestFile > end { return [] }
        let lead = min(settings.segmentLead, split.length / 2)
        return [.act(.arm(.segment, at: timeline.session(of: boundary) - lead))]
    }

    /// Announces the boundary that is due, and returns it; `nil` if there is none.
    mutating func reach(_ span: TakeSpan, _ context: SessionContext) -> RunningTime? {
        let settings = context.settings
        guard !span.pauses.isOpen, let split = settings.split, let due = next(span, every: split.length) else {
            return nil
        }
        count += 1
        if let running = context.running, due < running {
            return skip(to: running, span, every: split.length, settings.lead)
        }
        // The boundary after a pause may come earlier than files can be opened.
        let soonest = context.running.map { $0 + settings.lead }
        let hasJustResumed = context.running.flatMap { running in
            span.pauses.cuts.last?.to.map { running < $0 + settings.segmentLead }
        }
        announced = hasJustResumed == true ? max(due, soonest ?? due) : due
        return announced
    }

    /// Replaces past boundaries by a single one soon. After a time in which nothing ran, no file can begin at a past
    /// boundary.
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

    /// Returns the start of the new file of an output that comes back, and a boundary that was announced without that
    /// output.
    ///
    /// The result is `nil` if too little time is left. In a pause, the file begins where the pause begins, and a
    /// boundary after the pause cannot be requested.
    func comeback(_ span: TakeSpan, _ context: SessionContext) -> (first: RunningTime, boundary: RunningTime?)? {
        guard let running = context.running else { return nil }
        let pause = span.pauses.isOpen ? span.pauses.cuts.last?.from : nil
        let (soon, shortest) = (pause ?? (running + context.settings.lead), SessionSettings.shortestFile)
        if let end = span.end, soon + shortest > end { return nil }
        guard pause == nil, let announced, announced > soon else { return (soon, nil) }
        return announced < soon + shortest ? (announced, nil) : (soon, announced)
    }

    /// The result of a request to split.
    enum Split: Sendable, Equatable {
        /// An announced boundary is near enough to serve.
        case isDue(RunningTime)
        case new(RunningTime)
        /// The recording is about to end.
        case tooLate
    }

    func split(at running: RunningTime, _ span: TakeSpan, _ settings: SessionSettings) -> Split {
        let soon = running + settings.lead
        if let end = span.end, soon + SessionSettings.shortestFile > end, !planted(.splitAtEnd) { return .tooLate }
        if let announced, announced > running, announced < soon + SessionSettings.shortestFile {
            return .isDue(announced)
        }
        return .new(soon)
    }

    /// Counts boundaries from `time`, at which the files were split.
    mutating func restart(at time: RunningTime, _ pauses: CutList) {
        (announced, count, base) = (time, 0, pauses.recorded(time))
    }

    /// Moves a boundary that was announced before a pause back by the pause's length.
    mutating func move(behind pause: RunningTime, by length: Duration) {
        if let announced, announced > pause, !planted(.boundaryOfPauseKept) { self.announced = announced + length }
    }
}
