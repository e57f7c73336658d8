internal import Soup
internal import Synchronization

/// Pictures cost the processor far more than anything else that is asked: two at a time, and four a second in the long run.
package final class SnapshotLimiter: Sendable {
    private struct State {
        var inside = 0
        var rate = RateLimit(each: .milliseconds(250), burst: 8)
    }

    private let state = Mutex(State())

    package init() {}

    func enter() -> Bool {
        state.withLock { state in
            guard state.inside < 2, state.rate.admit(at: .now) else { return false }
            state.inside += 1
            return true
        }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
}
