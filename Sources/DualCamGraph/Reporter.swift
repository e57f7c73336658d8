internal import DualCamConfig
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Kernel
internal import Synchronization

/// Reports the graph's events and losses to the session. Streaming threads and branches call it, and the session
/// receives all events in one order.
final class Reporter: Sendable {
    /// The origin and type of a loss. Losses with the same origin and type are added up.
    fileprivate enum Loser: Hashable, Sendable {
        case dropping(BranchID, OutputName?)
        case repeating(BranchID)
        case jumping(BranchID)
        case lacking(InputName, isDelay: Bool)
        case damaging(InputName, isKept: Bool)

        /// The output whose frames were dropped; `nil` for other types of loss.
        var output: OutputName? { if case .dropping(_, let output) = self { output } else { nil } }
    }

    fileprivate typealias Loss = LossCounter<Loser>.Sum

    private struct Counts: Sendable {
        var dropped: [OutputName: Int] = [:]
        var sums = LossCounter<Loser>()
        /// The combined frames that repeat a camera's earlier picture and have not been counted yet.
        var repeats = RepeatedPictures()
        /// The losses in the pre-roll so far. They are reported only if that part of the pre-roll is recorded. `nil` if
        /// no pre-roll is held.
        var past: [Loss]?
        /// The frames that were found missing in clips before the recording's start was known. Clips are read ahead of
        /// the clock, so these frames may belong to the recording.
        var early: [Loss] = []
        /// The running time of the recording's start in nanoseconds; `nil` until it is known.
        var began: Int64?
    }

    /// The maximum number of stored frames that were found missing in clips before the recording's start was known.
    /// Clips are not read further ahead of the clock than this.
    private static let mostEarly = 200

    private let continuation: AsyncStream<GraphEvent>.Continuation
    private let counts = Mutex(Counts())

    init(_ continuation: AsyncStream<GraphEvent>.Continuation) { self.continuation = continuation }

    func yield(_ event: GraphEvent) { continuation.yield(event) }

    func close() {
        tellRest()
        continuation.yield(.closed)
        continuation.finish()
    }

    /// Reports all pending losses and resets all counters for the next take.
    func renew() {
        tellRest()
        counts.withLock { $0 = Counts() }
    }

    func dropped(by output: OutputName) -> Int { counts.withLock { $0.dropped[output, default: 0] } }

    /// Counts frames that a branch has just lost. The losses of one branch are reported at most once a second.
    func lost(_ count: Int, in branch: BranchPlan, _ pipeline: MediaPipeline) {
        lost(count, in: branch, at: Int64(clamping: pipeline.runningTime ?? 0))
    }

    /// Counts frames that a branch has lost at `time`, in nanoseconds of running time. The losses of one branch are
    /// reported at most once a second.
    func lost(_ count: Int, in branch: BranchPlan, at time: Int64) {
        add(Loss(loser: .dropping(branch.name, branch.output), count: count, time: time))
    }

    /// Registers that the combined frame at the running time `time` (nanoseconds) repeats a camera's earlier picture.
    /// The repetition counts only once the frame has been encoded, because a dropped frame is not in any file.
    ///
    /// - Parameter guess: the answer to use if `settleRepeats` is never called for this frame: true if it repeats a
    ///   picture. Pass `nil` if the frame certainly repeats one.
    func repeated(in branch: BranchID, at time: Int64, ifUnsettled guess: Bool? = nil) {
        counts.withLock { $0.repeats.append(branch, at: time, guess: guess) }
    }

    /// Resolves the combined frames of which it was uncertain whether they repeat a camera's earlier picture. Those at
    /// the given running times (nanoseconds) repeat one; the camera's other uncertain frames do not.
    func settleRepeats(of branch: BranchID, _ times: Set<Int64>) {
        let shown = counts.withLock { $0.repeats.settle(branch, times) }
        for time in shown { add(Loss(loser: .repeating(branch), count: 1, time: time)) }
    }

    /// Counts the repeated pictures in an encoded combined frame, whose running time is `time` (nanoseconds). Discards
    /// repetitions in earlier frames that were not encoded, because those frames were dropped.
    func encodedCombined(at time: Int64) {
        for (time, branch) in counts.withLock({ $0.repeats.encoded(at: time) }) {
            add(Loss(loser: .repeating(branch), count: 1, time: time))
        }
    }

    /// Counts a discontinuity (such as a skipped picture) in a camera's pictures as the combined picture shows them.
    func jumped(_ jump: PictureJump, in branch: BranchID) {
        add(Loss(loser: .jumping(branch), count: 1, time: jump.at.nanoseconds, jumps: [jump]))
    }

    /// Counts a frame that is missing in a camera's clip and was due at `time`, in nanoseconds of running time. If the
    /// recording's start is not known yet, stores the frame until `recordingBegan` decides whether it counts.
    ///
    /// - Parameter isDelay: true if the clip has all its frames, but a changed delay has moved them to later times.
    func absentFromClip(_ input: InputName, isDelay: Bool = false, at time: Int64, in window: RecordingWindow) {
        let loss = Loss(loser: .lacking(input, isDelay: isDelay), count: 1, time: time)
        if window.counts(at: UInt64(clamping: time)) { return add(loss) }
        guard window.start == nil else { return }
        // The start may just have become known.
        let isRecorded = counts.withLock { counts in
            if let began = counts.began { return time >= began }
            counts.early = counts.early.suffix(Self.mostEarly - 1) + [loss]
            return false
        }
        if isRecorded { add(loss) }
    }

    /// Counts a damaged picture from a camera's device, at `time` in nanoseconds of running time.
    /// - Parameter isKept: true if the picture is recorded anyway; false if it was dropped.
    func damaged(_ input: InputName, isKept: Bool, at time: Int64) {
        add(Loss(loser: .damaging(input, isKept: isKept), count: 1, time: time))
    }

    private func tellEarly(since start: Int64) {
        let early = counts.withLock { counts in
            counts.began = start
            defer { counts.early = [] }
            return counts.early
        }
        for loss in early where loss.time >= start { add(loss) }
    }

    /// Reports the accumulated losses of each origin whose last report is at least one second before `now`, in
    /// nanoseconds of running time.
    func tellDue(at now: Int64) { tell { $0.due(at: now) } }

    /// Reports all losses that have not been reported yet, even if earlier losses were reported less than a second ago.
    func tellRest() {
        for (time, branch) in counts.withLock({ $0.repeats.guess() }) {
            add(Loss(loser: .repeating(branch), count: 1, time: time))
        }
        tell { $0.rest() }
    }

    private func add(_ loss: Loss) {
        let isKept = counts.withLock { counts in
            guard counts.past == nil else {
                counts.past?.keep(loss)
                return true
            }
            if let output = loss.loser.output { counts.dropped[output, default: 0] += loss.count }
            return false
        }
        if isKept { return }
        tell { sums in
            sums.add(loss.count, to: loss.loser, at: loss.time, jumps: loss.jumps).map { [$0] } ?? []
        }
    }

    // MARK: Pre-roll
    /// Starts to collect losses instead of reporting them, because it is not yet known whether the pre-roll will be
    /// recorded.
    func keepPast() { counts.withLock { $0.past = [] } }

    /// Reports the collected losses that occurred at or after `start`, in nanoseconds of running time. A recording
    /// begins at this time in the pre-roll.
    func recallPast(since start: Int64) {
        let past = counts.withLock { counts in
            defer { counts.past = nil }
            return counts.past ?? []
        }
        for loss in past where loss.time >= start { add(loss) }
        // Also reports the last discontinuity before the start, because it determines how late the pictures are at the
        // start.
        let earlier = past.filter { $0.time < start && !$0.jumps.isEmpty }
        for loss in Dictionary(earlier.map { ($0.loser, $0) }, uniquingKeysWith: { $1 }).values { add(loss) }
    }

    /// Reports accumulated losses while holding the lock, so that the reports about each branch stay in order.
    private func tell(_ sums: (inout LossCounter<Loser>) -> [Loss]) {
        counts.withLock { counts in
            for sum in sums(&counts.sums) { continuation.yield(Self.event(sum)) }
        }
    }

    private static func event(_ sum: Loss) -> GraphEvent {
        let time = RunningTime(nanoseconds: sum.time)
        return switch sum.loser {
        case .dropping(let branch, let output):
            .dropped(branch: branch, output: output, count: sum.count, at: time)
        case .repeating(let branch): .repeated(branch: branch, count: sum.count, at: time)
        case .jumping(let branch): .jumped(branch: branch, sum.jumps, at: time)
        case .damaging(let input, let isKept): .damaged(input, count: sum.count, isKept: isKept, at: time)
        case .lacking(let input, let isDelay):
            .absentFromClip(input, count: sum.count, isDelay: isDelay, at: time)
        }
    }

    /// Reports the recording's start at the running time `start`, in nanoseconds. Then reports the frames missing in
    /// clips that were found before the start was known and were due after it.
    ///
    /// - Parameter isPast: true if the recording begins in the past, with pre-roll.
    func recordingBegan(at start: Int64, _ pipeline: MediaPipeline, isPast: Bool = false) {
        let since = Int64(pipeline.runningTime ?? 0) - start
        continuation.yield(
            .recording(
                at: RunningTime(nanoseconds: start), wallClock: WallClock.now() - since,
                clock: pipeline.clockName, past: isPast ? .nanoseconds(since) : .zero))
        tellEarly(since: start)
    }
}

extension [Reporter.Loss] {
    /// The longest possible pre-roll (`Recording.preRolls`) plus a margin, in nanoseconds.
    private static var longest: Int64 { 610_000_000_000 }

    /// Stores a loss that occurred during the pre-roll. Combines losses of one origin within a second, so that the list
    /// stays short, and removes losses older than the longest pre-roll.
    fileprivate mutating func keep(_ loss: Element) {
        removeAll { $0.time < loss.time - Self.longest }
        let second = loss.time / 1_000_000_000
        guard let index = lastIndex(where: { $0.loser == loss.loser }), self[index].time / 1_000_000_000 == second
        else {
            return append(loss)
        }
        self[index].count += loss.count
        self[index].time = Swift.max(self[index].time, loss.time)
        self[index].jumps += loss.jumps
    }
}
