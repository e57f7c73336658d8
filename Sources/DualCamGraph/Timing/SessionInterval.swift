internal import DualCamPlan

/// The interval of running time that a session records, found out from the streams themselves, and the pauses in it.
///
/// It begins on the first instant at which every deciding stream delivers and nothing of any stream has been passed over, and
/// ends where the session says. All times are nanoseconds of running time, or of recorded time where that is said: running
/// time without the pauses.
struct SessionInterval: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        /// The buffer lies before the interval.
        case early
        /// The buffer is recorded, by so much earlier than it came.
        case inside(earlier: Int64)
        /// A part of a sound buffer is recorded: its end behind a pause, or its beginning before one.
        case part(skip: Int64, length: Int64, earlier: Int64)
        case paused
        /// The stream has reached the end of the interval.
        case late
    }

    /// A pause begins and ends this much later than it is asked for, at least.
    static let margin: Int64 = 50_000_000
    /// No buffer of sound is as long.
    static let shortestPause: Int64 = 200_000_000

    private var awaited: Set<Int>
    private var passedOver: Int64
    /// Nothing that is recorded may begin before that.
    private let earliest: Int64
    /// The time between everything's delivering and the interval's begin.
    private var delay: Int64
    /// True when the interval begins with a pause.
    private(set) var beginsPaused = false
    /// The end of everything that came, of whatever became of it.
    private var seen: Int64 = 0
    /// Recorded time of the last frame, of all streams and of each.
    private var latestRecorded: Int64 = 0
    private var kept: [Int: Int64] = [:]
    private(set) var start: Int64?
    /// The stop in recorded time.
    private(set) var stop: Int64?
    /// A stream has come to the end, or sound was cut to it: it stays where it is.
    private var isReached = false
    /// True between two takes: everything is early, whatever delivers.
    private var isHeld = false
    /// The running time from which on everything passes, while the past is kept and no interval has begun; `nil`: it is not kept.
    private var rolling: Int64?

    var isRolling: Bool { rolling != nil }
    private(set) var cuts = CutList()

    /// Sound is cut to the interval itself, so that several tracks have as many samples.
    private let alignsSound: Bool
    /// The minimum length in nanoseconds of an interval without pauses, so that it holds one frame of each output.
    private let shortest: Int64

    /// - Parameters:
    ///   - deciding: the streams that all must deliver before the interval begins.
    ///   - earliest: the running time before which it does not begin, nor any sound in it.
    init(deciding: Set<Int>, delay: Int64 = 0, alignsSound: Bool = false, earliest: Int64 = 0, shortest: Int64 = 0) {
        (awaited, self.delay, self.alignsSound, self.shortest) = (deciding, delay, alignsSound, shortest)
        (self.earliest, passedOver) = (earliest, earliest)
    }

    /// The start no longer waits for a stream whose input has gone.
    mutating func forget(stream: Int) { awaited.remove(stream) }

    var awaitedStreams: Set<Int> { awaited }

    /// Forgets the interval; none begins before `begin`.
    mutating func hold() {
        (start, stop, latestRecorded, kept) = (nil, nil, 0, [:])
        (cuts, beginsPaused, isReached) = (CutList(), false, false)
        (awaited, isHeld, rolling) = ([], true, nil)
    }

    /// Forgets the interval; everything passes from `time` on, so that the next one can begin in the past. Several tracks of sound are
    /// cut to it: their encoders' packets lie alike.
    mutating func roll(from time: Int64) {
        hold()
        rolling = time
    }

    /// The interval has begun at `time`, from which on everything has passed.
    mutating func begin(in past: Int64) {
        (isHeld, rolling) = (false, nil)
        begin(at: past)
    }

    /// The next interval begins `delay` after all of `deciding` have delivered from now on.
    mutating func begin(deciding: Set<Int>, delay: Int64) {
        (awaited, self.delay, isHeld) = (deciding, delay, false)
    }

    /// A buffer at `time` that lasts `duration`. Sound is kept from the buffer that contains the start (of several tracks, from
    /// the start itself), pictures from the first one at or after it.
    mutating func observe(stream: Int, time: Int64, duration: Int64, isAudio: Bool) -> Verdict {
        awaited.remove(stream)
        seen = max(seen, isAudio ? time + duration : time + 1)
        // The whole of the buffer in which the recording begins goes in, unless it is cut to the start.
        let isTooEarly = isAudio && !alignsSound && time < earliest
        if start == nil, isTooEarly { passedOver = max(passedOver, time + duration) }
        if start == nil, awaited.isEmpty, !isHeld { begin(at: max(passedOver, time) + delay) }
        if let rolling, !isTooEarly {
            let skip = isAudio && alignsSound ? rolling - time : 0
            if skip >= duration { return .early }
            let verdict: Verdict =
                skip > 0 ? .part(skip: skip, length: duration - skip, earlier: 0) : .inside(earlier: 0)
            note(verdict, of: stream, at: time, duration, isAudio)
            return verdict
        }
        guard let start else {
            passedOver = max(passedOver, isAudio ? time + duration : time + 1)
            return .early
        }
        if let stop, recorded(time) >= stop {
            isReached = true
            return .late
        }
        guard isAudio ? time + duration > start && !isTooEarly : time >= start else { return .early }
        let verdict =
            isAudio
            ? aligned(soundVerdict(time, duration), time, duration) : pictureVerdict(stream, time, duration)
        note(verdict, of: stream, at: time, duration, isAudio)
        return verdict
    }

    private mutating func begin(at time: Int64) {
        start = time
        if beginsPaused { cuts.begin(at: RunningTime(nanoseconds: time)) }
    }

    private mutating func note(_ verdict: Verdict, of stream: Int, at time: Int64, _ length: Int64, _ isAudio: Bool) {
        // Aligned sound has one end for all: it follows the latest sample that any of them has recorded.
        let reaches = isAudio && alignsSound
        switch verdict {
        case .inside(let earlier):
            latestRecorded = max(latestRecorded, time - earlier + (reaches ? length - 1 : 0))
            if !isAudio { kept[stream] = time - earlier }
        case .part(let skip, let length, let earlier):
            latestRecorded = max(latestRecorded, time + skip - earlier + (reaches ? length - 1 : 0))
        case .early, .paused, .late: break
        }
    }

    /// True from the start to the end, which may be set long before it is reached, but for the pauses.
    func contains(_ time: Int64) -> Bool {
        guard let start else { return false }
        return time >= start && recorded(time) < stop ?? .max && !cuts.isCut(RunningTime(nanoseconds: time))
    }

    func recorded(_ time: Int64) -> Int64 { cuts.recorded(RunningTime(nanoseconds: time)).nanoseconds }

    func running(_ recorded: Int64, _ side: CutList.Side) -> Int64 {
        cuts.running(RunningTime(nanoseconds: recorded), side).nanoseconds
    }

    /// Ends the interval at `time`, but not before anything that was recorded already, and at a pause's beginning while there is
    /// one. An end that was reached is not moved to a later time. An interval without pauses lasts at least `shortest`.
    ///
    /// Returns the end in running time.
    mutating func end(at time: Int64) -> Int64 {
        let least = cuts.cuts.isEmpty ? start.map { $0 + shortest } : nil
        let latest = isReached ? stop ?? .max : .max
        let end = min(latest, max(recorded(time), latestRecorded + 1, least ?? 0))
        stop = end
        return running(end, .before)
    }

    // MARK: Several tracks of sound
    /// Cuts what lies before the start and behind the end from a buffer that reaches beyond one of them.
    private mutating func aligned(_ verdict: Verdict, _ time: Int64, _ duration: Int64) -> Verdict {
        guard alignsSound, let start else { return verdict }
        let (skip, length, earlier): (Int64, Int64, Int64)
        switch verdict {
        case .inside(let shift): (skip, length, earlier) = (0, duration, shift)
        case .part(let from, let kept, let shift): (skip, length, earlier) = (from, kept, shift)
        case .early, .paused, .late: return verdict
        }
        let from = max(skip, start - time)
        let to = min(skip + length, stop.map { $0 + earlier - time } ?? .max)
        if to < skip + length { isReached = true }
        guard from > skip || to < skip + length else { return verdict }
        return from < to ? .part(skip: from, length: to - from, earlier: earlier) : .late
    }

    // MARK: Pauses
    /// Pauses ahead of everything that was recorded; before the start: from the start on.
    ///
    /// Returns where the pause begins; `nil` when there is one, or the end comes before it.
    mutating func pause(at now: Int64) -> Int64? {
        guard let start else {
            beginsPaused = true
            return nil
        }
        let time = max(now + Self.margin, seen, start)
        guard !cuts.isOpen, recorded(time) < stop ?? .max else { return nil }
        cuts.begin(at: RunningTime(nanoseconds: time))
        return time
    }

    /// Ends the pause ahead of everything that came; it is whole frames long, so that their cadence goes on.
    ///
    /// Returns where it ends; `nil` when there is none.
    mutating func resume(at now: Int64, _ cadence: Cadence) -> Int64? {
        guard start != nil, cuts.isOpen, let from = cuts.cuts.last?.from.nanoseconds else {
            beginsPaused = false
            return nil
        }
        // Frames tremble: one that is due may come up to a frame before the end.
        let least = max(max(now + Self.margin, seen) + cadence.longest - from, Self.shortestPause)
        let time = from + cadence.length(atLeast: least)
        cuts.end(at: RunningTime(nanoseconds: time))
        return time
    }

    /// A frame belongs to where it begins. Behind a pause a stream goes on with the frame that follows its last one best: cameras'
    /// times tremble and drift, and neither may a frame be missing nor stand there twice.
    private func pictureVerdict(_ stream: Int, _ time: Int64, _ duration: Int64) -> Verdict {
        guard let cut = cuts.cuts.last(where: { $0.from.nanoseconds <= time }) else { return .inside(earlier: 0) }
        guard let to = cut.to?.nanoseconds else { return .paused }
        let earlier = to - recorded(to)
        guard time < to + duration, let last = kept[stream] else {
            return time >= to ? .inside(earlier: earlier) : .paused
        }
        let isDue = time - earlier >= last + duration / 2
        return isDue && time >= to - duration ? .inside(earlier: earlier) : .paused
    }

    /// Sound is cut to the sample.
    private func soundVerdict(_ time: Int64, _ duration: Int64) -> Verdict {
        let end = time + duration
        guard let cut = cuts.cuts.last(where: { $0.from.nanoseconds < end }) else { return .inside(earlier: 0) }
        let from = cut.from.nanoseconds
        if time < from {
            if from == start { return .paused }
            return .part(skip: 0, length: from - time, earlier: time - recorded(time))
        }
        guard let to = cut.to?.nanoseconds, end > to else { return .paused }
        let earlier = to - recorded(to)
        return time >= to ? .inside(earlier: earlier) : .part(skip: to - time, length: end - to, earlier: earlier)
    }
}
