internal import GStreamer
internal import Synchronization

/// The time by which a camera's pictures are made later or earlier, and the pictures that are left out for it: time never goes back in
/// a file. All times are nanoseconds.
struct PictureShift: Sendable, Equatable {
    /// Below zero: earlier.
    private(set) var delay: Int64
    /// The end of the latest picture that has passed.
    private(set) var reached: Int64?
    /// The running time before which no picture passes, and from which on the first one has to stand alone.
    private var floor: Int64?

    init(delay: Int64) {
        self.delay = delay
        // What would lie before the clock's beginning cannot be told.
        floor = delay < 0 ? 0 : nil
    }

    /// Changes the delay from the next picture on; what has passed already stays.
    mutating func change(to delay: Int64) {
        if delay < self.delay, let reached { floor = max(floor ?? reached, reached) }
        self.delay = delay
    }

    /// Decides on a picture of this running time and length, before it is moved.
    mutating func admits(at time: Int64, length: Int64, isKeyFrame: Bool) -> Bool {
        let moved = time + delay
        if let floor {
            // Pictures tremble: one that is due may come half a frame too soon.
            guard isKeyFrame, moved >= 0, moved + length / 2 >= floor else { return false }
            self.floor = nil
        }
        reached = max(reached ?? .min, moved + length)
        return true
    }
}

/// Makes a camera's pictures later or earlier, right behind its source; on its streaming thread, and changed from any.
final class PictureDelay: Sendable {
    private struct State {
        var shift: PictureShift
        /// A delay that no picture has followed yet, and who waits for the running time of the first one that does.
        var asked: (delay: Int64, followed: Promise<Int64>)?
        /// True when a picture has passed since it was installed.
        var hasPassed = false
    }

    /// The length of a picture whose source does not say it.
    private let frame: Int64
    private let state: Mutex<State>
    /// Is told the number of each picture that is left out for a change, on the source's streaming thread.
    private let onLeftOut: @Sendable (UInt64?) -> Void
    /// Is told the running time, in nanoseconds, at which each picture would have been due while one was held for a change.
    private let onHeld: @Sendable (Int64) -> Void

    /// - Parameters:
    ///   - delay: nanoseconds.
    ///   - frame: the length of a picture at the camera's rate, in nanoseconds.
    init(
        delay: Int64, frame: Int64, onLeftOut: @escaping @Sendable (UInt64?) -> Void,
        onHeld: @escaping @Sendable (Int64) -> Void
    ) {
        (self.frame, self.onLeftOut, self.onHeld) = (frame, onLeftOut, onHeld)
        state = Mutex(State(shift: PictureShift(delay: delay)))
    }

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in judge($0) } }

    /// The delay in nanoseconds.
    var delay: Int64 { state.withLock { $0.asked?.delay ?? $0.shift.delay } }

    /// Changes the delay from the next picture on, and waits for that; blocks. A change that no picture follows in time holds all the
    /// same, from the next one on.
    /// - Returns: the running time of the first picture that follows it, in nanoseconds; `nil` when none comes for `seconds`.
    func follow(_ delay: Int64, within seconds: Double) -> Int64? {
        let followed = Promise<Int64>()
        state.withLock { $0.asked = (delay, followed) }
        return followed.wait(within: seconds)
    }

    /// Returns the times at which pictures would have been due in a gap.
    private func due(from reached: Int64?, to time: Int64, every length: Int64) -> [Int64] {
        guard let reached, length > 0, time - reached > length / 2 else { return [] }
        return Array(stride(from: reached, to: time - length / 2, by: Int64.Stride(length)))
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard let time = info.runningTime else { return .pass }
        let (length, isKeyFrame) = (info.duration.map(Int64.init(clamping:)) ?? frame, info.isKeyFrame)
        let (delay, isLeftOut, followed, held) = state.withLock { state -> (Int64?, Bool, Promise<Int64>?, [Int64]) in
            let reached = state.shift.reached
            if let asked = state.asked, asked.delay != state.shift.delay { state.shift.change(to: asked.delay) }
            guard state.shift.admits(at: time, length: length, isKeyFrame: isKeyFrame) else {
                return (nil, state.hasPassed, nil, [])
            }
            defer { state.asked = nil }
            state.hasPassed = true
            let held =
                state.asked == nil ? [] : due(from: reached, to: time + state.shift.delay, every: length)
            return (state.shift.delay, false, state.asked?.followed, held)
        }
        guard let delay else {
            if isLeftOut { onLeftOut(info.offset) }
            return .drop
        }
        for time in held { onHeld(time) }
        info.move(by: delay)
        followed?.keep(time + delay)
        return .pass
    }
}
