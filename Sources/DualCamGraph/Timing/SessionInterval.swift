internal import DualCamPlan

/// The interval of running time that a session records, derived from the streams themselves, and the pauses in it.
///
/// It begins at the first instant at which every deciding stream delivers, behind all buffers that have already been
/// dropped. It ends at a time that the session sets. Times are nanoseconds of running time, or of recorded time if said
/// so: running time without the pauses.
struct SessionInterval: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        /// The buffer lies before the interval.
        case early
        /// The buffer is recorded, `earlier` nanoseconds before its running time.
        case inside(earlier: Int64)
        /// A part of a sound buffer is recorded: its end after a pause, or its beginning before one.
        case part(skip: Int64, length: Int64, earlier: Int64)
        case paused
        /// The stream has reached the end of the interval.
        case late
    }

    /// The minimum time in nanoseconds from a request to the beginning or end of a pause.
    static let margin: Int64 = 50_000_000
    /// The minimum length of a pause in nanoseconds, longer than any buffer of sound.
    static let shortestPause: Int64 = 200_000_000

    private var awaited: Set<Int>
    private var passedOver: Int64
    /// The running time before which nothing recorded may begin.
    private let earliest: Int64
    /// The time between the instant at which all streams deliver and the interval's beginning.
    private var delay: Int64
    /// True when the interval begins with a pause.
    private(set) var beginsPaused = false
    /// The end of all buffers seen so far, recorded or not.
    private var seen: Int64 = 0
    /// The recorded time of the last frame, of all streams and of each.
    private var latestRecorded: Int64 = 0
    private var kept: [Int: Int64] = [:]
    private(set) var start: Int64?
    /// The end of the interval in recorded time.
    private(set) var stop: Int64?
    /// True when a stream has reached the end, or sound was cut at the end, so that the end cannot move later.
    private var isReached = false
    /// True between two takes, when every buffer is early.
    private var isHeld = false
    /// The running time from which on everything passes into the pre-roll before an interval; `nil` if no pre-roll is
    /// held.
    private var rolling: Int64?

    var isRolling: Bool { rolling != nil }
    private(set) var cuts = CutList()

    /// True when sound is cut to the interval itself, so that several tracks have equal numbers of samples.
    private let alignsSound: Bool
    /// The minimum length in nanoseconds of an interval without pauses, so that it contains one frame of each output.
    private let shortest: Int64

    /// Creates an interval.
    ///
    /// - Parameters:
    ///   - deciding: the streams that must all deliver before the interval begins.
    ///   - earliest: the running time before which neither the interval nor any sound in it begins.
    init(deciding: Set<Int>, delay: Int64 = 0, alignsSound: Bool = false, earliest: Int64 = 0, shortest: Int64 = 0) {
        (awaited, self.delay, self.alignsSound, self.shortest) = (deciding, delay, alignsSound, shortest)
        (self.earliest, passedOver) = (earliest, earliest)
    }

    /// Stops waiting at the start for a stream whose input has gone.
    mutating func forget(stream: Int) { awaited.remove(stream) }

    var awaitedStreams: Set<Int> { awaited }

    /// Discards the interval. No new one begins before a call of `begin`.
    mutating func hold() {
        (start, stop, latestRecorded, kept) = (nil, nil, 0, [:])
        (cuts, beginsPaused, isReached) = (CutList(), false, false)
        (awaited, isHeld, rolling) = ([], true, nil)
    }

    /// Discards the interval and lets everything pass from `time` on, so that the next interval can begin in the past.
    /// Several audio tracks are cut to `time`, so that their encoders' packets are aligned.
    mutating func roll(from time: Int64) {
        hold()
        rolling = time
    }

    /// Begins the interval at a past time, from which on everything has passed.
    mutating func begin(in past: Int64) {
        (isHeld, rolling) = (false, nil)
        begin(at: past)
    }

    /// Begins the next interval `delay` nanoseconds after all streams of `deciding` have delivered from now on.
    mutating func begin(deciding: Set<Int>, delay: Int64) {
        (awaited, self.delay, isHeld) = (deciding, delay, false)
    }

    /// Judges a buffer at `time` that lasts `duration`. Sound is kept from the buffer that contains the start, or from
    /// the start itself if there are several tracks. Pictures are kept from the first one at or after the start.
    mutating func observe(stream: Int, time: Int64, duration: Int64, isAudio: Bool) -> Verdict {
        awaited.remove(stream)
        seen = max(seen, isAudio ? time + duration : time + 1)
        // The whole buffer in which the recording begins is kept, unless it is cut to the start.
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
        // Aligned sound has one common end, behind the latest sample that any track has recorded.
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

    /// Returns true from the start to the end, except in pauses. The end may be set long before it is reached.
    func contains(_ time: Int64) -> Bool {
        guard let start else { return false }
        return time >= start && recorded(time) < stop ?? .max && !cuts.isCut(RunningTime(nanoseconds: time))
    }

    func recorded(_ time: Int64) -> Int64 { cuts.recorded(RunningTime(nanoseconds: time)).nanoseconds }

    func running(_ recorded: Int64, _ side: CutList.Side) -> Int64 {
        cuts.running(RunningTime(nanoseconds: recorded), side).nanoseconds
    }

    /// Ends the interval at `time`, but not before buffers that are already recorded, and at the beginning of an open
    /// pause. An end that was reached does not move later. An interval without pauses lasts at least `shortest`.
    ///
    /// - Returns: the end in running time.
    mutating func end(at time: Int64) -> Int64 {
        let least = cuts.cuts.isEmpty ? start.map { $0 + shortest } : nil
        let latest = isReached ? stop ?? .max : .max
        let end = min(latest, max(recorded(time), latestRecorded + 1, least ?? 0))
        stop = end
        return running(end, .before)
    }

    // MARK: Several audio tracks
    /// Cuts the parts before the start and behind the end from a buffer that reaches beyond one of them.
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
    /// Begins a pause after everything that was recorded, or at the start if the interval has not begun.
    ///
    /// - Returns: the beginning of the pause; `nil` if a pause is open, the end comes before it, or the interval has
    ///   not begun.
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

    /// Ends the pause after all buffers seen so far. The pause is a whole number of frames long, so that their cadence
    /// continues.
    ///
    /// - Returns: the end of the pause; `nil` if no pause is open.
    mutating func resume(at now: Int64, _ cadence: Cadence) -> Int64? {
        guard start != nil, cuts.isOpen, let from = cuts.cuts.last?.from.nanoseconds else {
            beginsPaused = false
            return nil
        }
        // Times jitter: a frame that is due may come up to one frame before the end.
        let least = max(max(now + Self.margin, seen) + cadence.longest - from, Self.shortestPause)
        let time = from + cadence.length(atLeast: least)
        cuts.end(at: RunningTime(nanoseconds: time))
        return time
    }

    /// Judges a picture, which belongs to where it begins. After a pause, a stream continues with the frame that best
    /// follows its last one. Cameras' times jitter and drift, and no frame may be missing or doubled.
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

    /// Judges a buffer of sound, which is cut to the sample.
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
