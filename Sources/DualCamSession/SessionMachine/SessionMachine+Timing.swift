import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Countdown and planned ends
extension SessionMachine {
    /// Begins the recording, or its countdown, after the graph reported that all inputs deliver data.
    ///
    /// - Parameters:
    ///   - running: The running time at which the recording begins, after the delay `recording.delay`.
    ///   - wallClock: The Unix time, in nanoseconds, at `running`.
    ///   - clock: The name of the pipeline's clock.
    ///   - past: The length of the pre-roll, from `running` until now.
    mutating func awaitStart(_ running: RunningTime, _ wallClock: Int64, _ clock: String, past: Duration) {
        guard phase == .preparing else { return }
        disarm(.start)
        let delay = order.goesOn ? .zero : settings.recording.delay ?? .zero
        clocks.timeline.synchronise(running: running + past + (.zero - delay), at: now)
        clocks.timeline.fix(wallClock: wallClock, at: running)
        finishTakeStart(at: running)
        guard delay > .zero else { return begin(running, clock, past: past) }
        take.awaitStart(running, clock)
        countDown()
    }

    mutating func countDown() {
        guard phase == .preparing, let countdown = take.countdown else { return }
        let waits = take.countDown(clocks.timeline, at: now)
        if waits.isEmpty { begin(countdown.start, countdown.clock) } else { perform(waits) }
    }

    mutating func planEnd(from running: RunningTime, at wallClock: Int64) {
        perform(
            take.end.plan(
                from: running, wall: wallClock, began: order.began, recorded: order.recorded(until: wallClock),
                shortest: order.shortestRecording, settings))
        scheduleEnd()
        if take.isPaused { perform(take.end.awaitInPause(clocks.timeline)) }
    }

    /// Adjusts the end planned by `recording.until` to the current wall clock.
    mutating func followClock(_ reading: ClockReading) {
        guard let running, take.end.follow(wall: reading.wall, leapt: clocks.leapt, at: running) else { return }
        scheduleEnd()
        if take.isPaused { perform(take.end.awaitInPause(clocks.timeline)) }
    }

    mutating func scheduleEnd() {
        if phase == .running { perform(take.end.schedule(take.pauses, clocks.timeline)) }
    }

    mutating func reachEnd() {
        guard phase == .running else { return }
        perform(take.end.reach(isPaused: take.isPaused, clocks.timeline, at: now))
    }
}

extension SessionOrder {
    /// The Unix time, in nanoseconds, at which earlier workers began to record; `nil` if there were none.
    fileprivate var began: Int64? { continuing?.began ?? resuming?.history.began }

    /// The shortest recording in which every output has a frame: three frames of the slowest output, at least 100 ms.
    /// Zero if no frame rate is known.
    fileprivate var shortestRecording: Duration {
        let longest = settings.outputs.compactMap { rates[$0]?.frameNanoseconds }.max()
        return longest.map { max(.nanoseconds($0 * 3), .milliseconds(100)) } ?? .zero
    }
}
