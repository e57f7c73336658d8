internal import DualCamDevices
internal import DualCamPlan
internal import DualCamTiming
internal import Synchronization

/// The session's recording interval, shared by the valves on their streaming threads. Each take has its own interval.
final class RecordingWindow: Sendable {
    private let interval: Mutex<SessionInterval>
    /// The closure that is called once per take with its start in nanoseconds of running time. Runs on the streaming
    /// thread whose buffer determined the start.
    private let onStart: @Sendable (Int64) -> Void

    init(_ interval: SessionInterval, onStart: @escaping @Sendable (Int64) -> Void) {
        self.interval = Mutex(interval)
        self.onStart = onStart
    }

    /// Creates a window whose recording begins once all streams of `plan` on which the start depends have delivered a
    /// buffer.
    convenience init(_ plan: GraphPlan, onStart: @escaping @Sendable (Int64) -> Void) {
        let interval = SessionInterval(
            deciding: Set(plan.valves.indices.filter { plan.valves[$0].decidesStart }),
            delay: Int64(plan.delay?.wholeNanoseconds ?? 0),
            alignsSound: plan.valves.count { $0.media == .audio && $0.cuts } > 1, earliest: plan.earliestStart,
            // The first frame of each output arrives within one frame after the start; half a frame is added because
            // times jitter.
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

    /// Calls `body` with the session's interval while holding a lock, and returns the result of `body`.
    func change<Result: Sendable>(_ body: (inout SessionInterval) -> Result) -> Result {
        interval.withLock { body(&$0) }
    }

    /// True once it is known which frames belong to the recording or to a pre-roll that may be recorded.
    var isKnown: Bool { interval.withLock { $0.start != nil || $0.isRolling } }

    /// Returns true if frames lost at `time`, in nanoseconds of running time, are missing in the recording, or in a
    /// pre-roll that may be recorded.
    func counts(at time: UInt64?) -> Bool {
        guard let time else { return false }
        return interval.withLock { $0.isRolling || $0.contains(Int64(clamping: time)) }
    }

    /// The start of the recording in nanoseconds; `nil` until it is known. Running time and recorded time (without
    /// pauses) are equal at this point.
    var start: Int64? { interval.withLock { $0.start } }

    /// The end of the recording, in nanoseconds of recorded time (running time without pauses); `nil` until it is set.
    var stop: Int64? { interval.withLock { $0.stop } }

    var cuts: CutList { interval.withLock { $0.cuts } }

    /// Converts a running time to recorded time (the running time without pauses), both in nanoseconds.
    func recorded(_ time: Int64) -> Int64 { interval.withLock { $0.recorded(time) } }
}
