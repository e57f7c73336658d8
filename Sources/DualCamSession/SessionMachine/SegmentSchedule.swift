import DualCamPlan

/// The beginning and the end of a take, and the cuts in it.
struct TakeSpan: Sendable {
    /// `nil`: it has not begun.
    var start: RunningTime?
    /// `nil`: not known.
    var end: RunningTime?
    var pauses = CutList()
}

/// The times at which outputs go on in new files.
struct SegmentSchedule: Sendable {
    /// The newest boundary.
    private(set) var announced: RunningTime?
    /// The number of boundaries announced since the base.
    private var count = 0
    /// The last split (recorded time); `nil`: the start.
    private var base: RunningTime?

    /// Returns where the next common boundary is: it keeps to the part's start or to the last split, whatever other files begin in
    /// between, and comes later by every pause.
    private func next(_ span: TakeSpan, every length: Duration) -> RunningTime? {
        guard let base = base ?? span.start else { return nil }
        return span.pauses.running(base + length * (count + 1), .behind)
    }

    /// Arms the next boundary, where there is one before the end.
    func schedule(_ span: TakeSpan, _ timeline: Timeline, _ settings: SessionSettings) -> [SessionEffect] {
        guard !span.pauses.isOpen, let split = settings.split, let boundary = next(span, every: split.length) else {
            return []
        }
        if let end = span.end, !planted(.shortRestSplit), boundary + SessionSettings.shortestFile > end { return [] }
        let lead = min(settings.segmentLead, split.length / 2)
        return [.act(.arm(.segment, at: timeline.session(of: boundary) - lead))]
    }

    /// Announces the boundary that is due, and returns it; `nil`: there is none.
    mutating func reach(_ span: TakeSpan, _ context: SessionContext) -> RunningTime? {
        let settings = context.settings
        guard !span.pauses.isOpen, let split = settings.split, let due = next(span, every: split.length) else {
            return nil
        }
        count += 1
        if let running = context.running, due < running {
            return skip(to: running, span, every: split.length, settings.lead)
        }
        // The boundary after a pause may be closer than the files need.
        let soonest = context.running.map { $0 + settings.lead }
        let hasJustResumed = context.running.flatMap { running in
            span.pauses.cuts.last?.to.map { running < $0 + settings.segmentLead }
        }
        announced = hasJustResumed == true ? max(due, soonest ?? due) : due
        return announced
    }

    /// Behind a time in which nothing ran, boundaries are past, and no file can begin at one any more: there is one soon, in the place
    /// of all of them.
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

    /// Returns when an output that comes back gets a file of its own, soon, and another one at a boundary that was announced
    /// without it; `nil`: there is no time for one. In a pause that is what follows its last frame, and no boundary behind the pause
    /// can be asked for.
    func comeback(_ span: TakeSpan, _ context: SessionContext) -> (first: RunningTime, boundary: RunningTime?)? {
        guard let running = context.running else { return nil }
        let pause = span.pauses.isOpen ? span.pauses.cuts.last?.from : nil
        let (soon, shortest) = (pause ?? (running + context.settings.lead), SessionSettings.shortestFile)
        if let end = span.end, soon + shortest > end { return nil }
        guard pause == nil, let announced, announced > soon else { return (soon, nil) }
        return announced < soon + shortest ? (announced, nil) : (soon, announced)
    }

    /// The results of a request to split.
    enum Split: Sendable, Equatable {
        /// A boundary that is announced already serves.
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

    /// A person has split the files: boundaries count from there.
    mutating func restart(at time: RunningTime, _ pauses: CutList) {
        (announced, count, base) = (time, 0, pauses.recorded(time))
    }

    /// A boundary that was announced before a pause comes so much later.
    mutating func move(behind pause: RunningTime, by length: Duration) {
        if let announced, announced > pause, !planted(.boundaryOfPauseKept) { self.announced = announced + length }
    }
}
