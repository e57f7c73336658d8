internal import Dispatch
internal import DualCamPlan
internal import Mixer
internal import Synchronization

/// The queue of an animation's frames, each of which is sent to the mixer right before it is drawn. Frames are built in
/// advance on a dispatch queue. If a frame is late, the previous one stays visible.
final class CompositionQueue: Sendable {
    /// The point at which a new animation can take over from the current one.
    struct SplicePoint: Sendable {
        /// The current animation, which the new one replaces.
        var animation: PictureAnimation
        /// The number of the last frame in which the current animation is visible.
        var last: Int
        /// The earliest running time of the new animation's first frame, in nanoseconds.
        var earliest: Int64

        /// The picture in the last frame before the new animation, from which the new animation starts.
        var picture: PicturePlan { animation.plan(ofFrame: last) }
    }

    private struct Play {
        var compositions: PreparedAnimation
        /// The running time of the animation's first frame, in nanoseconds.
        var begin: Int64
        /// The frames that have been built but not drawn yet, by number.
        var ready: [Int: PreparedPicture]
        var made: Int
        /// The number of the animation's frame that should be visible now; -1 for none.
        var due = -1
        /// The number of the animation's frame that is visible now; -1 for none.
        var drawn = -1
        /// The number of the last frame to draw, because a new animation begins after it.
        var last: Int

        var end: Int { compositions.animation.frameCount - 1 }

        /// The number of the next frame to build; `nil` if enough frames are ready.
        var next: Int? {
            let next = min(max(made, due) + 1, end)
            return ready.count < CompositionQueue.reserve && next > made && next <= last ? next : nil
        }
    }

    private struct State {
        var play: Play?
        /// The number of the current animation. Frames that were built for an earlier animation have another number and
        /// are discarded.
        var number = 0
        var isMaking = false
    }

    /// The number of an animation's frames that are built in advance.
    private static let reserve = 16
    /// The number of further frames of the current animation that are drawn while a new animation is being prepared.
    private static let lead = 2

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "dualcam.motion")
    private let warn: @Sendable (GraphFailure) -> Void

    init(warn: @escaping @Sendable (GraphFailure) -> Void) { self.warn = warn }

    /// Ends the current animation within a few frames, so that a new one can continue from the picture visible at that
    /// time.
    /// - Parameter time: the new animation's earliest start, as running time in nanoseconds.
    /// - Returns: the splice point; `nil` if no animation is in progress.
    func hold(until time: Int64 = .min) -> SplicePoint? {
        state.withLock { state in
            guard var play = state.play else { return nil }
            let animation = play.compositions.animation
            let before = (Double(max(time, play.begin) - play.begin) / animation.frameLength).rounded(.up) - 1
            play.last = min(play.last, max(max(0, play.drawn) + Self.lead, Int(before)))
            state.play = play
            let earliest = play.begin + Int64((Double(play.last) + 0.5) * animation.frameLength)
            return SplicePoint(animation: animation, last: play.last, earliest: earliest)
        }
    }

    /// Cancels `hold`, so that the current animation continues to its end.
    func release() {
        state.withLock { state in
            if let end = state.play?.end { state.play?.last = end }
        }
        makeMore()
    }

    /// Discards the animation, so that no more of its frames are drawn.
    func stop() {
        state.withLock { state in
            state.play = nil
            state.number += 1
        }
    }

    /// Starts an animation, which replaces the current one.
    /// - Parameter time: the running time of the new animation's first frame, in nanoseconds.
    func begin(_ compositions: PreparedAnimation, at time: Int64) {
        state.withLock { state in
            let ready = Dictionary(uniqueKeysWithValues: compositions.beginning.enumerated().map { ($0, $1) })
            state.play = Play(
                compositions: compositions, begin: time, ready: ready, made: ready.count - 1,
                last: compositions.animation.frameCount - 1)
            state.number += 1
        }
    }

    /// Sends the mixer the animation's frame for this running time (in nanoseconds), because the mixer is about to draw
    /// it. Called on the mixer's streaming thread.
    func turn(to time: Int64) {
        let (picture, whenOver) = state.withLock { state -> (PreparedPicture?, (@Sendable () -> Void)?) in
            guard var play = state.play else { return (nil, nil) }
            let frame = Int((Double(time - play.begin) / play.compositions.animation.frameLength).rounded())
            play.due = max(play.due, min(frame, play.last))
            let newest = play.ready.keys.filter { $0 <= play.due }.max()
            let picture = newest.flatMap { play.ready[$0] }
            if let newest {
                play.drawn = newest
                play.ready = play.ready.filter { $0.key > newest }
            }
            let isOver = play.drawn == play.end
            state.play = isOver ? nil : play
            return (picture, isOver ? play.compositions.whenOver : nil)
        }
        picture?.show(from: UInt64(clamping: time))
        whenOver?()
        makeMore()
    }

    private func makeMore() {
        let isDue = state.withLock { state in
            guard !state.isMaking, state.play?.next != nil else { return false }
            state.isMaking = true
            return true
        }
        if isDue { queue.async { [self] in make() } }
    }

    /// Builds the animation's next frames until enough are ready.
    private func make() {
        while let (number, frame, compositions) = nextFrame() {
            do throws(GraphFailure) {
                let picture = try compositions.press.prepare(compositions.animation.plan(ofFrame: frame))
                state.withLock { state in
                    guard state.number == number else { return }
                    state.play?.ready[frame] = picture
                    state.play?.made = frame
                }
            } catch {
                stop()
                warn(error)
            }
        }
    }

    private func nextFrame() -> (Int, Int, PreparedAnimation)? {
        state.withLock { state in
            guard let play = state.play, let next = play.next else {
                state.isMaking = false
                return nil
            }
            return (state.number, next, play.compositions)
        }
    }
}
