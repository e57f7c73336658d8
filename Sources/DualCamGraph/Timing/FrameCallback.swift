internal import Dispatch
internal import Synchronization

/// Work to be done right before a mixer draws its next frame, or not at all.
final class FrameCallback: Sendable {
    private enum State { case waiting, done(Int64), withdrawn }

    private let state = Mutex(State.waiting)
    private let isOver = DispatchSemaphore(value: 0)
    /// Running time of the first frame that will do, in nanoseconds.
    let earliest: Int64
    private let work: @Sendable (Int64) -> Void

    /// - Parameter work: is told the frame's running time in nanoseconds, on the mixer's streaming thread.
    init(notBefore earliest: Int64 = .min, _ work: @escaping @Sendable (Int64) -> Void) {
        (self.earliest, self.work) = (earliest, work)
    }

    /// The frame of this running time is about to be drawn.
    func perform(at time: Int64) {
        state.withLock { state in
            guard case .waiting = state else { return }
            work(time)
            state = .done(time)
        }
        isOver.signal()
    }

    /// No frame will come; does nothing once it is done.
    func withdraw() {
        state.withLock { if case .waiting = $0 { $0 = .withdrawn } }
        isOver.signal()
    }

    /// Waits for the frame and returns its time; without one after `seconds` nothing is done any more, and it returns `nil`.
    /// Blocks.
    func wait(seconds: Double) -> Int64? {
        if isOver.wait(timeout: .now() + seconds) != .success { withdraw() }
        return state.withLock { if case .done(let time) = $0 { time } else { nil } }
    }
}
