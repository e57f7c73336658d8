internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// The watch of the mixer's frames. Reports outdated pictures, and runs callbacks right before a frame.
final class MixerWatch: Sendable {
    private struct Input: Sendable {
        var branch: BranchID
        var pad: Pad
        var account: MixerStatistics
        /// The order of the camera's pictures; `nil` if the camera is slower or faster than the combined picture.
        var order: PictureOrder?
    }

    private let line: RecordingWindow
    private let reporter: Reporter
    private let inputs = Mutex<[InputName: Input]>([:])
    /// The measured frame lengths of the cameras, in nanoseconds.
    private let cadences = Mutex<[InputName: Int64]>([:])
    /// The cameras that are not drawn, so that repeated pictures of them are not reported.
    private let hidden = Mutex<Set<String>>([])
    private let callbacks = Mutex<[FrameCallback]>([])
    /// The compositions of the animation in progress.
    let compositions: CompositionQueue

    init(line: RecordingWindow, reporter: Reporter) {
        (self.line, self.reporter) = (line, reporter)
        compositions = CompositionQueue { failure in
            let branch = failure.branch ?? .mixer
            reporter.yield(.warning(branch: branch, text: "\(branch): the motion ends: \(failure.message)"))
        }
    }

    /// Begins to count a camera's pictures at the mixer's sink pad, also after it has returned at a different pad.
    ///
    /// - Parameter isAgain: true if the camera's pictures were counted before.
    func watch(_ input: InputName, of branch: BranchPlan, at pad: Pad, combined: FrameRate, isAgain: Bool) {
        guard let rate = branch.rate else { return }
        let (camera, combined) = (rate.frameNanoseconds, combined.frameNanoseconds)
        let measured = cadences.withLock { $0[input] }
        let account = MixerStatistics(camera: measured ?? camera, combined: combined)
        let order = camera == combined ? PictureOrder(frame: camera, isAgain: isAgain) : nil
        inputs.withLock { $0[input] = Input(branch: branch.name, pad: pad, account: account, order: order) }
    }

    /// Sets the measured frame length of a camera, in nanoseconds; `nil` for the length of its rate, from the next
    /// `watch` on.
    func setCadence(of camera: InputName, frame: Int64?) {
        cadences.withLock { $0[camera] = frame }
        if let frame { inputs.withLock { $0[camera]?.account.camera = frame } }
    }

    /// Stops counting the pictures of a camera that a slate replaces.
    func ignore(_ input: InputName) { inputs.withLock { _ = $0.removeValue(forKey: input) } }

    /// Observes every frame that `mixer` draws from now on.
    func install(on mixer: Element) throws(SettingError) {
        try mixer.onEachFrame { [self] frame in observe(frame) }
    }

    /// Sets the cameras that are not drawn.
    func hide(_ cameras: Set<String>) { hidden.withLock { $0 = cameras } }

    /// Schedules a callback right before the next frame is drawn.
    func schedule(_ callback: FrameCallback) { callbacks.withLock { $0.append(callback) } }

    /// Withdraws the callbacks that wait for the next frame, because the mixer is being removed.
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

/// A callback that runs right before a mixer draws a frame, or never.
final class FrameCallback: Sendable {
    /// The earliest running time of that frame, in nanoseconds.
    let earliest: Int64
    /// The work to do; `nil` once it is done or withdrawn.
    private let work: Mutex<(@Sendable (Int64) -> Void)?>
    private let outcome = Promise<Int64?>()

    /// - Parameter work: called with the frame's running time in nanoseconds, on the mixer's streaming thread.
    init(notBefore earliest: Int64 = .min, _ work: @escaping @Sendable (Int64) -> Void) {
        self.earliest = earliest
        self.work = Mutex(work)
    }

    /// Runs the callback for the frame of this running time, in nanoseconds, which is about to be drawn.
    func perform(at time: Int64) {
        work.withLock { work in
            work?(time)
            work = nil
            outcome.keep(time)
        }
    }

    /// Withdraws the callback. Does nothing once it has run.
    func withdraw() {
        work.withLock { $0 = nil }
        outcome.keep(nil)
    }

    /// Waits for the frame and returns its running time in nanoseconds. Blocks. If no frame is drawn within `seconds`,
    /// withdraws the callback and returns `nil`.
    func wait(seconds: Double) -> Int64? {
        if outcome.wait(within: seconds) == nil { withdraw() }
        return outcome.current ?? nil
    }
}

// MARK: Animation

/// The queue of an animation's frames, each sent to the mixer right before it is drawn. The frames are built ahead on a
/// dispatch queue. If a frame is late, the previous one stays visible.
final class CompositionQueue: Sendable {
    /// The point at which a new animation can continue from the current one.
    struct SplicePoint: Sendable {
        /// The current animation, and its last frame that is drawn before the splice.
        var animation: PictureAnimation
        var last: Int
        /// The earliest running time of the new animation's first frame, in nanoseconds.
        var earliest: Int64

        /// The picture of the last frame before the splice.
        var picture: PicturePlan { animation.plan(ofFrame: last) }
    }

    private struct Play {
        var compositions: PreparedAnimation
        /// The running time of the first frame, in nanoseconds.
        var begin: Int64
        /// The frames that are built and not drawn yet, by number.
        var ready: [Int: PreparedPicture]
        var made: Int
        /// The numbers of the frame that is due and of the visible one; -1 for none.
        var due = -1
        var drawn = -1
        /// The last frame to draw, because a new animation begins after it.
        var last: Int

        var end: Int { compositions.animation.frameCount - 1 }

        /// The number of the next frame to build; `nil` if enough are ready.
        var next: Int? {
            let next = min(max(made, due) + 1, end)
            return ready.count < CompositionQueue.reserve && next > made && next <= last ? next : nil
        }
    }

    private struct State {
        var play: Play?
        /// The number of the current animation, so that frames built for an earlier one are discarded.
        var number = 0
        var isMaking = false
    }

    /// The number of frames that are built ahead.
    private static let reserve = 16
    /// The number of frames that are still drawn while a new animation is built.
    private static let lead = 2

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "dualcam.motion")
    private let warn: @Sendable (GraphFailure) -> Void

    init(warn: @escaping @Sendable (GraphFailure) -> Void) { self.warn = warn }

    /// Ends the current animation within a few frames, so that a new one can begin with the picture visible then.
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

    /// Lets a held animation continue to its end.
    func release() {
        state.withLock { state in
            if let end = state.play?.end { state.play?.last = end }
        }
        makeMore()
    }

    /// Discards the animation, so that no further frame of it is drawn.
    func stop() {
        state.withLock { state in
            state.play = nil
            state.number += 1
        }
    }

    /// Replaces the current animation.
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

    /// Shows the frame that is due when the mixer is about to draw the frame of this running time, in nanoseconds.
    /// Called on the mixer's streaming thread.
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

    /// Builds frames until enough are ready.
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
