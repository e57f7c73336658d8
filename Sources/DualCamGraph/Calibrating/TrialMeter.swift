internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// Counts a trial's frames and takes the process's CPU time between the first that is warm and the last.
final class TrialMeter: Sendable {
    struct Reading: Sendable, Equatable {
        /// User and system time of the process per frame, in seconds.
        var cpu: Double
        /// Seconds per frame.
        var elapsed: Double
    }

    private struct State {
        var count = 0
        var cpu = 0.0
        var begin = 0.0
        var reading: Reading?
    }

    /// Caches, queues and lookahead are filled by then.
    private static let warmUp = 4
    private let seconds: Double
    private let leastFrames: Int
    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)

    init(seconds: Double, leastFrames: Int) { (self.seconds, self.leastFrames) = (seconds, leastFrames) }

    /// A frame comes; it is dropped once enough have been counted.
    func count() -> ProbeVerdict {
        let now = Self.clock(CLOCK_MONOTONIC)
        return state.withLock { state in
            guard state.reading == nil else { return .drop }
            state.count += 1
            let counted = state.count - Self.warmUp
            if counted == 0 { (state.cpu, state.begin) = (Self.clock(CLOCK_PROCESS_CPUTIME_ID), now) }
            guard counted > 0 else { return .pass }
            let spent = now - state.begin
            let isEnough = spent >= seconds && (counted >= leastFrames || spent >= seconds * 6)
            guard isEnough else { return .pass }
            let frames = Double(counted)
            state.reading = Reading(
                cpu: (Self.clock(CLOCK_PROCESS_CPUTIME_ID) - state.cpu) / frames, elapsed: spent / frames)
            done.signal()
            return .drop
        }
    }

    /// Waits for the last frame. Throws `timeout` when too little comes.
    func wait() throws(GraphFailure) -> Reading {
        let limit = DispatchTime.now() + .milliseconds(3000 + Int(seconds * 10_000))
        guard done.wait(timeout: limit) == .success, let reading = state.withLock({ $0.reading }) else {
            throw GraphFailure(.timeout, message: "too few frames came in time")
        }
        return reading
    }

    static func clock(_ identifier: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(identifier, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
