internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// Watches what the mixer draws and tells of pictures that are older than due.
final class MixerWatch: Sendable {
    private struct Input: Sendable {
        var branch: BranchID
        var pad: Pad
        var account: MixerStatistics
        /// `nil`: the camera is slower or faster than the combined picture.
        var order: PictureOrder?
    }

    private let line: RecordingWindow
    private let reporter: Reporter
    private let inputs = Mutex<[InputName: Input]>([:])
    /// The measured lengths of the cameras' pictures, in nanoseconds.
    private let cadences = Mutex<[InputName: Int64]>([:])
    /// Cameras that are not drawn: nobody misses their pictures.
    private let hidden = Mutex<Set<String>>([])
    private let callbacks = Mutex<[FrameCallback]>([])
    /// The compositions of the motion that is under way.
    let compositions: CompositionQueue

    init(line: RecordingWindow, reporter: Reporter) {
        (self.line, self.reporter) = (line, reporter)
        compositions = CompositionQueue { failure in
            let branch = failure.branch ?? .mixer
            reporter.yield(.warning(branch: branch, text: "\(branch): the motion ends: \(failure.message)"))
        }
    }

    /// Begins to count a camera's pictures at the mixer's sink pad; also when it has returned, perhaps at another pad.
    ///
    /// - Parameter isAgain: they were counted before.
    func watch(_ input: InputName, of branch: BranchPlan, at pad: Pad, combined: FrameRate, isAgain: Bool) {
        guard let rate = branch.rate else { return }
        let (camera, combined) = (rate.frameNanoseconds, combined.frameNanoseconds)
        let measured = cadences.withLock { $0[input] }
        let account = MixerStatistics(camera: measured ?? camera, combined: combined)
        let order = camera == combined ? PictureOrder(frame: camera, isAgain: isAgain) : nil
        inputs.withLock { $0[input] = Input(branch: branch.name, pad: pad, account: account, order: order) }
    }

    /// A camera's pictures come at this distance, in nanoseconds, whatever its rate says; `nil`: by its rate, from the next watch on.
    func setCadence(of camera: InputName, frame: Int64?) {
        cadences.withLock { $0[camera] = frame }
        if let frame { inputs.withLock { $0[camera]?.account.camera = frame } }
    }

    /// Counts nothing more of a camera whose place a slate has taken.
    func ignore(_ input: InputName) { inputs.withLock { _ = $0.removeValue(forKey: input) } }

    /// Sees every frame that `mixer` draws from now on.
    func install(on mixer: Element) throws(SettingError) {
        try mixer.onEachFrame { [self] frame in observe(frame) }
    }

    /// Only cameras that are not among these are drawn from now on.
    func hide(_ cameras: Set<String>) { hidden.withLock { $0 = cameras } }

    /// Has something done right before the next frame is drawn.
    func schedule(_ callback: FrameCallback) { callbacks.withLock { $0.append(callback) } }

    /// The mixer goes: what waits for its next frame is not done.
    func withdrawCallbacks() {
        compositions.stop()
        for callback in removeCallbacks(until: .max) { callback.withdraw() }
    }

    private func removeCallbacks(until time: Int64) -> [FrameCallback] {
        callbacks.withLock { callbacks in
            let due = callbacks.filter { $0.earliest <= time }
            callbacks.removeAll { $0.earliest <= time }
            return due
        }
    }

    private func observe(_ frame: borrowing MixedFrame) {
        guard let time = frame.runningTime else { return }
        for callback in removeCallbacks(until: time) { callback.perform(at: time) }
        compositions.turn(to: time)
        let hidden = hidden.withLock { $0 }
        let isRecording = line.counts(at: UInt64(clamping: time))
        inputs.withLock { inputs in
            for (name, var input) in inputs {
                let picture = frame.pictureTime(of: input.pad)
                let isStale = input.account.isStale(picture, at: time)
                if let jump = input.order?.jump(to: picture, at: time, isRecording: isRecording) {
                    reporter.jumped(jump, in: input.branch)
                }
                if isStale, isRecording, !hidden.contains(name.rawValue) {
                    reporter.repeated(in: input.branch, at: time)
                }
                inputs[name] = input
            }
        }
    }
}

/// A callback right before a mixer draws its next frame, or never.
final class FrameCallback: Sendable {
    /// Running time of the first frame that will do, in nanoseconds.
    let earliest: Int64
    /// `nil`: it is done, or will not be.
    private let work: Mutex<(@Sendable (Int64) -> Void)?>
    private let outcome = Promise<Int64?>()

    /// - Parameter work: is told the frame's running time in nanoseconds, on the mixer's streaming thread.
    init(notBefore earliest: Int64 = .min, _ work: @escaping @Sendable (Int64) -> Void) {
        self.earliest = earliest
        self.work = Mutex(work)
    }

    /// The frame of this running time is about to be drawn.
    func perform(at time: Int64) {
        work.withLock { work in
            work?(time)
            work = nil
            outcome.keep(time)
        }
    }

    /// No frame will come; does nothing once it is done.
    func withdraw() {
        work.withLock { $0 = nil }
        outcome.keep(nil)
    }

    /// Waits for the frame and returns its time; without one after `seconds` nothing is done any more, and it returns `nil`.
    /// Blocks.
    func wait(seconds: Double) -> Int64? {
        if outcome.wait(within: seconds) == nil { withdraw() }
        return outcome.current ?? nil
    }
}

// MARK: Motion

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
