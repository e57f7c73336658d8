package import DualCamPlan

/// The interval of running time that a session records, with its pauses. The streams determine when it begins.
///
/// The interval begins when all streams that it waits for have delivered a buffer, and after all buffers that were
/// already dropped. It ends at a time that the session sets. Times are nanoseconds of running time. "Recorded time" is
/// running time without the pauses.
package struct SessionInterval: Sendable, Equatable {
    package enum Verdict: Sendable, Equatable {
        /// The buffer is before the interval's beginning and is dropped.
        case early
        /// The buffer is recorded. Its time stamp is moved `earlier` nanoseconds before its running time, because of
        /// pauses.
        case inside(earlier: Int64)
        /// Only a part of a sound buffer is recorded, because a pause or the interval's start or end lies within the
        /// buffer. All values are in nanoseconds.
        case part(skip: Int64, length: Int64, earlier: Int64)
        case paused
        /// The buffer is at or after the end of the interval, so its stream ends.
        case late
    }

    /// The minimum time from a request to pause or resume until it takes effect, in nanoseconds.
    static let margin: Int64 = 50_000_000
    /// The minimum length of a pause, in nanoseconds. It exceeds the length of any sound buffer.
    static let shortestPause: Int64 = 200_000_000

    private var awaited: Set<Int>
    private var passedOver: Int64
    /// The running time in nanoseconds before which the interval cannot begin.
    private let earliest: Int64
    /// The delay from the moment at which all streams have delivered a buffer until the interval begins, in
    /// nanoseconds.
    private var delay: Int64
    /// True when the recording begins with a pause, because the pause was requested before the interval began.
    package private(set) var beginsPaused = false
    /// The latest end of all buffers so far, recorded or not, in nanoseconds of running time.
    private var seen: Int64 = 0
    /// The latest recorded time (running time without pauses) of any stream's frame, in nanoseconds.
    private var latestRecorded: Int64 = 0
    private var kept: [Int: Int64] = [:]
    package private(set) var start: Int64?
    /// The end of the interval, in nanoseconds of recorded time (running time without pauses); `nil` until the session
    /// has set it.
    package private(set) var stop: Int64?
    /// True when a stream has reached the interval's end, or sound was cut there. The end then cannot be moved later.
    private var isReached = false
    /// True between two takes, when all buffers are dropped as too early.
    private var isHeld = false
    /// The running time in nanoseconds from which all buffers pass into the pre-roll; `nil` if no pre-roll is held.
    private var rolling: Int64?

    package var isRolling: Bool { rolling != nil }
    package private(set) var cuts = CutList()

    /// True when sound is cut exactly at the interval's start and end, so that several audio tracks have equal numbers
    /// of samples.
    private let alignsSound: Bool
    /// The minimum length of an interval without pauses, in nanoseconds. It ensures at least one frame of each output.
    private let shortest: Int64

    /// Creates the interval that a session records.
    ///
    /// - Parameters:
    ///   - deciding: the numbers of the streams that must all deliver a buffer before the interval begins.
    ///   - delay: the time from that moment until the interval begins, in nanoseconds.
    ///   - alignsSound: true to cut sound exactly at the interval's start and end.
    ///   - earliest: the running time, in nanoseconds, before which neither the interval nor any sound in it begins.
    ///   - shortest: the minimum length of an interval without pauses, in nanoseconds.
    package init(
        deciding: Set<Int>, delay: Int64 = 0, alignsSound: Bool = false, earliest: Int64 = 0, shortest: Int64 = 0
    ) {
        (awaited, self.delay, self.alignsSound, self.shortest) = (deciding, delay, alignsSound, shortest)
        (self.earliest, passedOver) = (earliest, earliest)
    }

    /// Removes a stream from those for which the interval's start waits, because the stream's input is lost.
    package mutating func forget(stream: Int) { awaited.remove(stream) }

    package var awaitedStreams: Set<Int> { awaited }

    /// Discards the interval. All buffers are then dropped until `begin` is called.
    package mutating func hold() {
        (start, stop, latestRecorded, kept) = (nil, nil, 0, [:])
        (cuts, beginsPaused, isReached) = (CutList(), false, false)
        (awaited, isHeld, rolling) = ([], true, nil)
    }

    /// Discards the interval and passes all buffers from `time` on into the pre-roll, so that the next interval can
    /// begin in the past. Several audio tracks are cut at `time`, so that their encoders' packets are aligned.
    package mutating func roll(from time: Int64) {
        hold()
        rolling = time
    }

    /// Begins the recorded interval at a running time in the past, in nanoseconds. The caller makes sure that the
    /// pre-roll already holds all buffers since that time.
    package mutating func begin(in past: Int64) {
        (isHeld, rolling) = (false, nil)
        begin(at: past)
    }

    /// Begins the next interval `delay` nanoseconds after all streams in `deciding` have delivered a buffer. Only
    /// buffers from now on count.
    package mutating func begin(deciding: Set<Int>, delay: Int64) {
        (awaited, self.delay, isHeld) = (deciding, delay, false)
    }

    /// Decides whether a buffer at `time` that lasts `duration` is recorded (nanoseconds of running time). Sound is
    /// kept from the buffer that contains the start; several tracks are cut exactly at the start. Pictures are kept
    /// from the first one at or after the start.
    package mutating func observe(stream: Int, time: Int64, duration: Int64, isAudio: Bool) -> Verdict {
        awaited.remove(stream)
        seen = max(seen, isAudio ? time + duration : time + 1)
        // Keeps the whole buffer in which the recording begins, unless the sound is cut to the start.
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
        // Aligned sound has one common end, after the latest sample that any track has recorded.
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

    /// Returns true if a running time, in nanoseconds, lies between start and end and not in a pause. The end may be
    /// set long before it is reached.
    package func contains(_ time: Int64) -> Bool {
        guard let start else { return false }
        return time >= start && recorded(time) < stop ?? .max && !cuts.isCut(RunningTime(nanoseconds: time))
    }

    package func recorded(_ time: Int64) -> Int64 { cuts.recorded(RunningTime(nanoseconds: time)).nanoseconds }

    package func running(_ recorded: Int64, _ side: CutList.Side) -> Int64 {
        cuts.running(RunningTime(nanoseconds: recorded), side).nanoseconds
    }

    /// Ends the interval at `time`, or later if later buffers are already recorded. During a pause, the interval ends
    /// at the pause's beginning. An end that a stream has already reached cannot be moved to a later time. An interval
    /// without pauses lasts at least `shortest`.
    ///
    /// - Returns: the end, in nanoseconds of running time.
    package mutating func end(at time: Int64) -> Int64 {
        let least = cuts.cuts.isEmpty ? start.map { $0 + shortest } : nil
        let latest = isReached ? stop ?? .max : .max
        let end = min(latest, max(recorded(time), latestRecorded + 1, least ?? 0))
        stop = end
        return running(end, .before)
    }

    // MARK: Several audio tracks
    /// Shortens a sound buffer that extends beyond the interval's start or end, so that all audio tracks begin and end
    /// at the same time.
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
    /// Begins a pause after all buffers that have arrived so far, or at the start if the interval has not begun.
    ///
    /// - Returns: the beginning of the pause in nanoseconds of running time. `nil` if a pause is already open, the
    ///   interval ends earlier, or the interval has not begun.
    package mutating func pause(at now: Int64) -> Int64? {
        guard let start else {
            beginsPaused = true
            return nil
        }
        let time = max(now + Self.margin, seen, start)
        guard !cuts.isOpen, recorded(time) < stop ?? .max else { return nil }
        cuts.begin(at: RunningTime(nanoseconds: time))
        return time
    }

    /// Ends the pause after the last buffer that has arrived so far. The pause lasts a whole number of frames, so that
    /// the frames continue at regular times.
    ///
    /// - Returns: the end of the pause, in nanoseconds of running time; `nil` if no pause is open.
    package mutating func resume(at now: Int64, _ cadence: Cadence) -> Int64? {
        guard start != nil, cuts.isOpen, let from = cuts.cuts.last?.from.nanoseconds else {
            beginsPaused = false
            return nil
        }
        // Times jitter: the first frame after the pause may arrive up to one frame before the pause's end.
        let least = max(max(now + Self.margin, seen) + cadence.longest - from, Self.shortestPause)
        let time = from + cadence.length(atLeast: least)
        cuts.end(at: RunningTime(nanoseconds: time))
        return time
    }

    /// Decides whether a picture is recorded, based on the time at which it begins. After a pause, a stream resumes
    /// with the frame whose recorded time best continues its last recorded frame. Cameras' times jitter and drift, but
    /// no frame may be missing or duplicate.
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

    /// Decides which part of a sound buffer is recorded. At a pause, sound is cut exactly to the sample.
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
