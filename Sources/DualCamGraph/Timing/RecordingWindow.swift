internal import DualCamPlan
internal import Synchronization

/// The session's interval, shared by the valves on their streaming threads; from one take to the next there is another.
final class RecordingWindow: Sendable {
    private let interval: Mutex<SessionInterval>
    /// Called once for each interval, on the streaming thread that completed the start.
    private let onStart: @Sendable (Int64) -> Void

    init(_ interval: SessionInterval, onStart: @escaping @Sendable (Int64) -> Void) {
        self.interval = Mutex(interval)
        self.onStart = onStart
    }

    /// Begins when every stream of `plan` that decides on the start delivers.
    convenience init(_ plan: GraphPlan, onStart: @escaping @Sendable (Int64) -> Void) {
        let interval = SessionInterval(
            deciding: Set(plan.valves.indices.filter { plan.valves[$0].decidesStart }),
            delay: Int64(plan.delay?.wholeNanoseconds ?? 0),
            alignsSound: plan.valves.count { $0.media == .audio && $0.cuts } > 1, earliest: plan.earliestStart,
            // The first frame of each output comes within a frame of the start; they tremble.
            shortest: plan.outputCadence.longest * 3 / 2)
        self.init(interval, onStart: onStart)
    }

    func observe(stream: Int, time: Int64, duration: Int64, isAudio: Bool) -> SessionInterval.Verdict {
        let (verdict, started) = interval.withLock { interval in
            let before = interval.start
            let verdict = interval.observe(stream: stream, time: time, duration: duration, isAudio: isAudio)
            return (verdict, before == nil ? interval.start : nil)
        }
        if let started { onStart(started) }
        return verdict
    }

    /// Changes the interval.
    func change<Result: Sendable>(_ body: (inout SessionInterval) -> Result) -> Result {
        interval.withLock { body(&$0) }
    }

    /// True from the start to the end, which may be set long before it is reached, but for the pauses.
    func isRecording(at time: UInt64?) -> Bool {
        guard let time else { return false }
        return interval.withLock { $0.contains(Int64(clamping: time)) }
    }

    /// True where what is lost is the recording's, or may become so.
    func counts(at time: UInt64?) -> Bool {
        guard let time else { return false }
        return interval.withLock { $0.isRolling || $0.contains(Int64(clamping: time)) }
    }

    /// The start in running time and, as nothing is cut before it, in recorded time.
    var start: Int64? { interval.withLock { $0.start } }

    /// The stop in recorded time.
    var stop: Int64? { interval.withLock { $0.stop } }

    var cuts: CutList { interval.withLock { $0.cuts } }

    /// Running time as recorded time.
    func recorded(_ time: Int64) -> Int64 { interval.withLock { $0.recorded(time) } }
}
