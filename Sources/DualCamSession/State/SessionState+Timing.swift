import DualCamConfig
import DualCamPlan

// MARK: The self-timer, and ends that are set beforehand
extension SessionState {
    /// Everything delivers, and recording begins at `running`, with `recording.delay` later than now.
    mutating func awaitStart(_ running: RunningTime, _ wallClock: Int64, _ clock: String) {
        guard phase == .preparing else { return }
        disarm(.start)
        let delay = order.resuming == nil ? settings.delay ?? .zero : .zero
        timeline.synchronise(running: running + (.zero - delay), at: now)
        timeline.fix(wallClock: wallClock, at: running)
        takeHasBegun(at: running)
        guard delay > .zero else { return begin(running, clock) }
        countdown = Countdown(start: running, clock: clock)
        countDown()
    }

    /// Tells every whole second that is left, and begins when none is.
    mutating func countDown() {
        guard phase == .preparing, let countdown else { return }
        let left = timeline.session(of: countdown.start) - now
        guard left > .zero else {
            self.countdown = nil
            return begin(countdown.start, countdown.clock)
        }
        let seconds = Int((left / .milliseconds(1) / 1000).rounded(.up))
        if seconds != countdown.told { emit(.countdown(seconds)) }
        self.countdown?.told = seconds
        arm(.countdown, at: timeline.session(of: countdown.start) - .seconds(seconds - 1))
    }

    /// Takes up `recording.duration` and `recording.until`.
    mutating func planEnd(from running: RunningTime, at wallClock: Int64) {
        if let duration = settings.duration { recordedEnd = running + left(of: duration, at: wallClock) }
        if let until = settings.until {
            let first = order.resuming?.history.parts.first.map { $0.wallOffset + $0.start.nanoseconds } ?? wallClock
            let due = WallTime.next(until, after: first)
            timeOfDay = max(
                RunningTime(nanoseconds: running.nanoseconds + due - wallClock), running + .milliseconds(100))
        }
        scheduleEnd()
    }

    /// The workers before, and the gaps between them, have taken their part of it; their pauses have not.
    private func left(of duration: Duration, at wallClock: Int64) -> Duration {
        guard let since = order.resuming?.history.recorded(until: wallClock) else { return duration }
        return min(duration, max(duration - .nanoseconds(since), .milliseconds(100)))
    }

    /// The length that is recorded moves with a pause, the time of day does not.
    mutating func scheduleEnd() {
        let ends = [recordedEnd.map { cuts.running($0, .before) }, timeOfDay].compactMap { $0 }
        guard phase == .running, let time = ends.min() else { return }
        end = time
        if isPaused { return }
        act(.apply(.stop(at: time)))
        arm(.end, at: timeline.session(of: time))
        record(.endScheduled, [.init("at", .time(time))])
    }

    mutating func reachEnd() {
        guard phase == .running, let end = isPaused ? timeOfDay : end else { return }
        let due = timeline.session(of: end)
        if due > now { return arm(.end, at: due) }
        if isPaused { halt(.duration) } else { enterFinishing(.duration) }
    }
}

/// What begins when the self-timer is over.
struct Countdown: Sendable, Equatable {
    var start: RunningTime
    var clock: String
    /// The seconds that were told last.
    var told: Int?
}
