internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// The frames of an animation, each handed to the mixer right before it is drawn. They are made ahead, on a queue of their own;
/// one that is not there in time shows the one before.
final class CompositionQueue: Sendable {
    /// A splice point is where another animation can begin.
    struct SplicePoint: Sendable {
        /// The animation that is under way, and its last frame that is drawn before the splice.
        var animation: PictureAnimation
        var last: Int
        /// Running time that the first frame must have reached, in nanoseconds.
        var earliest: Int64

        /// The picture in the frame before the splice.
        var picture: PicturePlan { animation.plan(ofFrame: last) }
    }

    private struct Play {
        var compositions: PreparedAnimation
        /// Running time of the first frame, in nanoseconds.
        var begin: Int64
        /// Made and not drawn yet, by their frames.
        var ready: [Int: PreparedPicture]
        var made: Int
        /// The frame that is due and the one that is seen; -1: none.
        var due = -1
        var drawn = -1
        /// Nothing behind this frame is drawn: another animation begins there.
        var last: Int

        var end: Int { compositions.animation.frameCount - 1 }

        /// The next frame to make, while there are not enough.
        var next: Int? {
            let next = min(max(made, due) + 1, end)
            return ready.count < CompositionQueue.reserve && next > made && next <= last ? next : nil
        }
    }

    private struct State {
        var play: Play?
        /// The number of the animation under way: frames that were made for another are not taken.
        var number = 0
        var isMaking = false
    }

    /// The number of frames that are made ahead.
    private static let reserve = 16
    /// The number of frames that still go on while another animation is made.
    private static let lead = 2

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "dualcam.motion")
    private let warn: @Sendable (GraphFailure) -> Void

    init(warn: @escaping @Sendable (GraphFailure) -> Void) { self.warn = warn }

    /// Ends the animation that is under way in a few frames, so that another one can begin with the picture that is seen then.
    /// - Parameter time: the other one's beginning, as running time in nanoseconds, if that is later.
    /// - Returns: `nil`: none is under way.
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

    /// Lets what was held go on to its end.
    func release() {
        state.withLock { state in
            if let end = state.play?.end { state.play?.last = end }
        }
        makeMore()
    }

    /// Drops the animation: nothing of it is drawn any more.
    func stop() {
        state.withLock { state in
            state.play = nil
            state.number += 1
        }
    }

    /// Takes the place of whatever is under way.
    /// - Parameter time: the running time of its first frame, in nanoseconds.
    func begin(_ compositions: PreparedAnimation, at time: Int64) {
        state.withLock { state in
            let ready = Dictionary(uniqueKeysWithValues: compositions.beginning.enumerated().map { ($0, $1) })
            state.play = Play(
                compositions: compositions, begin: time, ready: ready, made: ready.count - 1,
                last: compositions.animation.frameCount - 1)
            state.number += 1
        }
    }

    /// Shows what is due when the mixer is about to draw the frame of this running time, in nanoseconds. On its streaming thread.
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

    /// Makes frames until there are enough.
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

/// An animation of which the first frames are made.
struct PreparedAnimation: Sendable {
    /// The number of frames that are made before it begins.
    private static let beginning = 4

    let animation: PictureAnimation
    let press: CompositionBuilder
    let beginning: [PreparedPicture]
    /// Is called on the mixer's streaming thread when the end is about to be drawn.
    let whenOver: @Sendable () -> Void

    init(
        _ animation: PictureAnimation, _ press: CompositionBuilder, whenOver: @escaping @Sendable () -> Void
    ) throws(GraphFailure) {
        (self.animation, self.press, self.whenOver) = (animation, press, whenOver)
        var beginning: [PreparedPicture] = []
        for frame in 0..<min(Self.beginning, animation.frameCount) {
            beginning.append(try press.prepare(animation.plan(ofFrame: frame)))
        }
        self.beginning = beginning
    }
}
