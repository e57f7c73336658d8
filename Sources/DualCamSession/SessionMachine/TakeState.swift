import DualCamPlan
import DualCamRecordings

/// The state of one take: its start and end, its pauses, its segment boundaries, and its marks.
struct TakeState: Sendable {
    /// The name of the pipeline's clock; `nil` before recording begins.
    private(set) var clock: String?
    private(set) var start: RunningTime?
    private(set) var pauses = CutList()
    private(set) var countdown: Countdown?
    var end = EndSchedule()
    var segments = SegmentSchedule()
    /// The marks of all parts of the session, in the order in which they were set.
    private(set) var marks: [SessionHistory.Mark] = []

    init(marks: [SessionHistory.Mark] = []) { self.marks = marks }

    var isPaused: Bool { pauses.isOpen }
    var span: TakeSpan { TakeSpan(start: start, end: end.time, pauses: pauses) }

    /// Records that the take has begun recording.
    mutating func begin(at running: RunningTime, _ clock: String) {
        (start, self.clock, countdown) = (running, clock, nil)
    }

    /// Starts the countdown: all inputs deliver, and recording begins at `start`.
    mutating func awaitStart(_ start: RunningTime, _ clock: String) {
        countdown = Countdown(start: start, clock: clock)
    }

    /// Reports each remaining second of the countdown once, and sets the timer for the next. Returns an empty list once
    /// the countdown has ended.
    mutating func countDown(_ timeline: Timeline, at now: Duration) -> [SessionEffect] {
        guard let countdown else { return [] }
        let left = timeline.session(of: countdown.start) - now
        guard left > .zero else { return [] }
        let seconds = Int(
            saturating: (left / .milliseconds(1) / 1000).rounded(planted(.secondsRoundedDown) ? .down : .up))
        defer { self.countdown?.told = seconds }
        let told: [SessionEffect] =
            seconds == countdown.told && !planted(.secondToldTwice) ? [] : [.emit(.countdown(seconds))]
        return told + [.act(.arm(.countdown, at: timeline.session(of: countdown.start) - .seconds(seconds - 1)))]
    }

    mutating func pause(at time: RunningTime, _ timeline: Timeline) -> [SessionEffect] {
        pauses.begin(at: time)
        let waits: [SessionEffect] = [.act(.disarm(.segment)), .act(.disarm(.end))] + end.awaitInPause(timeline)
        return waits + SessionEffect.tell(.paused(at: time), at: time)
    }

    /// Ends the current pause. Returns the start and length of the pause; `nil` if the take was not paused.
    mutating func resume(at time: RunningTime) -> (from: RunningTime, length: Duration, effects: [SessionEffect])? {
        guard let from = pauses.cuts.last?.from else { return nil }
        pauses.end(at: time)
        segments.move(behind: from, by: time - from)
        return (from, time - from, SessionEffect.tell(.resumed(at: time), at: time))
    }

    /// Adds a mark and returns its time. A mark set during a pause gets the time at which the pause began.
    mutating func mark(
        _ text: String, at running: RunningTime, part: Int
    ) -> (time: RunningTime, effects: [SessionEffect]) {
        let time =
            pauses.isCut(running) && !planted(.markInPauseMoves)
            ? pauses.running(pauses.recorded(running), .before) : running
        marks.append(.init(part: part, at: time, text: text))
        return (time, SessionEffect.tell(.marked(text, at: time), at: time))
    }

    /// Returns the time recorded since the start of this part, without pauses; zero before the start.
    func recorded(until running: RunningTime?) -> Duration {
        guard let start, let running else { return .zero }
        return max(
            pauses.recorded(end.time.map { planted(.recordedBeyondEnd) ? running : min($0, running) } ?? running)
                - start, .zero)
    }
}

/// The planned start of a recording that waits for its countdown to end.
struct Countdown: Sendable, Equatable {
    var start: RunningTime
    var clock: String
    /// The number of remaining seconds that was last reported; `nil` if none was.
    var told: Int?
}
