/// A clock whose time stands still until a test moves it.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        /// The time since the clock was created.
        package var time: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }

        package func duration(to other: Instant) -> Duration { other.time - time }

        package static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private struct Sleeper {
        var id: Int
        var due: Duration
        var wake: CheckedContinuation<Bool, Never>
    }

    private struct Watcher {
        var due: Duration
        var count: Int
        var wake: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Duration.zero
        var nextID = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var cancelled: Set<Int> = []
    }

    private let state = Lock(State())

    package init() {}

    package var now: Instant { Instant(time: state.with { $0.now }) }

    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.with { state in
            state.nextID += 1
            return state.nextID
        }
        let finished = await withTaskCancellationHandler {
            await withCheckedContinuation { fallAsleep(Sleeper(id: id, due: deadline.time, wake: $0)) }
        } onCancel: {
            cancel(id)
        }
        if !finished { throw CancellationError() }
    }

    /// Moves the clock to `time` and wakes every task whose sleep ends by then.
    package func advance(to time: Duration) {
        let woken = state.with { state in
            state.now = max(state.now, time)
            let due = state.sleepers.filter { $0.due <= state.now }.sorted { $0.due < $1.due }
            state.sleepers.removeAll { $0.due <= state.now }
            return due
        }
        for sleeper in woken { sleeper.wake.resume(returning: true) }
    }

    /// Waits until at least `count` tasks sleep until exactly `time`.
    package func sleeper(until time: Duration, count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let there = state.with { state in
                if state.sleepers.filter({ $0.due == time }).count >= count { return true }
                state.watchers.append(Watcher(due: time, count: count, wake: continuation))
                return false
            }
            if there { continuation.resume() }
        }
    }

    /// Waits until at least `count` tasks sleep until exactly `time`, then moves the clock there.
    package func reach(_ time: Duration, count: Int = 1) async {
        await sleeper(until: time, count: count)
        advance(to: time)
    }

    private func fallAsleep(_ sleeper: Sleeper) {
        let (result, watchers): (Bool?, [Watcher]) = state.with { state in
            if state.cancelled.remove(sleeper.id) != nil { return (false, []) }
            if sleeper.due <= state.now { return (true, []) }
            state.sleepers.append(sleeper)
            let there = state.sleepers.filter { $0.due == sleeper.due }.count
            let watchers = state.watchers.filter { $0.due == sleeper.due && $0.count <= there }
            state.watchers.removeAll { $0.due == sleeper.due && $0.count <= there }
            return (nil, watchers)
        }
        if let result { sleeper.wake.resume(returning: result) }
        for watcher in watchers { watcher.wake.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper: Sleeper? = state.with { state in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.wake.resume(returning: false)
    }
}
