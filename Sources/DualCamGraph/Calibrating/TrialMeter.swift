internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// Counts a trial's frames and takes the process's CPU time between the first that is warm and the last.
final class TrialMeter: Sendable {
    struct Reading: Sendable, Equatable {
        /// User and system time of the process per frame, in seconds, without that of sources that run apart.
        var cpu: Double
        /// Seconds per frame.
        var elapsed: Double
    }

    private struct State {
        var count = 0
        var cpu = 0.0
        var begin = 0.0
        var born = 0.0
        /// The first frame that counts.
        var warm: Int?
        var reading: Reading?
        /// CPU time of the threads of sources that run apart.
        var sources: [Int: Double] = [:]

        var own: Double { TrialMeter.clock(CLOCK_PROCESS_CPUTIME_ID) - sources.values.reduce(0, +) }
    }

    private let trial: CalibrationTrial
    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)

    init(_ trial: CalibrationTrial) { self.trial = trial }

    /// A source hands a frame on, in its own thread.
    func note(source: Int) {
        let time = Self.clock(CLOCK_THREAD_CPUTIME_ID)
        state.withLock { $0.sources[source] = time }
    }

    /// A frame comes; it is dropped once enough have been counted.
    func count() -> ProbeVerdict {
        let now = Self.clock(CLOCK_MONOTONIC)
        return state.withLock { state in
            guard state.reading == nil else { return .drop }
            state.count += 1
            if state.count == 1 { state.born = now }
            // A slow encoder must do with fewer frames, before and after.
            let isLate = now - state.born > trial.limit / 2
            if state.warm == nil, state.count > trial.warmUp || (isLate && state.count > 2) {
                (state.warm, state.cpu, state.begin) = (state.count, state.own, now)
            }
            let (counted, spent) = (state.count - (state.warm ?? state.count), now - state.begin)
            let isEnough = spent >= trial.seconds && counted >= trial.leastFrames
            guard counted > 0, isEnough || (now - state.born > trial.limit && counted > 2) else { return .pass }
            let frames = Double(counted)
            state.reading = Reading(
                cpu: max(0, state.own - state.cpu) / frames, elapsed: spent / frames)
            done.signal()
            return .drop
        }
    }

    /// Waits for the last frame. Throws `timeout` when too little comes.
    func wait() throws(GraphFailure) -> Reading {
        let limit = DispatchTime.now() + .milliseconds(4000 + Int(trial.limit * 10_000))
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
