internal import DualCamConfig
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Mixer
internal import Synchronization

/// Observes the mixer's frames. Reports frames that show an outdated picture of a camera, and runs callbacks right
/// before a frame is drawn.
final class MixerWatch: Sendable {
    private struct Input: Sendable {
        var branch: BranchID
        var pad: Pad
        var account: MixerStatistics
        /// The detector of discontinuities in the camera's pictures; `nil` if the camera's frame rate differs from the
        /// combined picture's.
        var order: PictureOrder?
    }

    private let line: RecordingWindow
    private let reporter: Reporter
    private let inputs = Mutex<[InputName: Input]>([:])
    /// The measured length of each camera's frames, in nanoseconds.
    private let cadences = Mutex<[InputName: Int64]>([:])
    /// The names of cameras that the combined picture does not show. Their repeated pictures are not reported.
    private let hidden = Mutex<Set<String>>([])
    private let callbacks = Mutex<[FrameCallback]>([])
    /// The queue of frames of the animation in progress.
    let compositions: CompositionQueue

    init(line: RecordingWindow, reporter: Reporter) {
        (self.line, self.reporter) = (line, reporter)
        compositions = CompositionQueue { failure in
            let branch = failure.branch ?? .mixer
            reporter.yield(.warning(branch: branch, text: "\(branch): the motion ends: \(failure.message)"))
        }
    }

    /// Begins to count a camera's pictures at the mixer's sink pad. Must be called again if the camera returns,
    /// possibly at another pad.
    ///
    /// - Parameters:
    ///   - combined: the frame rate of the combined picture.
    ///   - isMeasured: false if the measured time between the camera's pictures will be set later with `setCadence`.
    ///   - isAgain: true if the camera's pictures were counted before.
    func watch(
        _ input: InputName, of branch: BranchPlan, at pad: Pad, combined: FrameRate, isMeasured: Bool, isAgain: Bool
    ) {
        guard let rate = branch.rate else { return }
        let (camera, combined) = (rate.frameNanoseconds, combined.frameNanoseconds)
        let measured = cadences.withLock { $0[input] }
        let account = MixerStatistics(
            camera: measured ?? camera, combined: combined, isMeasured: isMeasured || measured != nil)
        let order = camera == combined ? PictureOrder(frame: camera, isAgain: isAgain) : nil
        inputs.withLock { inputs in
            settle(&inputs[input])
            inputs[input] = Input(branch: branch.name, pad: pad, account: account, order: order)
        }
    }

    /// Decides which of the uncertain combined frames show an outdated picture of a camera, and reports those. `camera`
    /// is the measured length of the camera's frame in nanoseconds; `nil` to use the length known so far.
    private func settle(_ input: inout Input?, camera: Int64? = nil) {
        guard let branch = input?.branch, let known = input?.account.camera,
            let stale = input?.account.settle(camera: camera ?? known)
        else { return }
        reporter.settleRepeats(of: branch, stale)
    }

    /// Sets the measured length of a camera's frames in nanoseconds. If `nil`, the planned length applies again from
    /// the next call of `watch` on.
    func setCadence(of camera: InputName, frame: Int64?) {
        cadences.withLock { $0[camera] = frame }
        if let frame { inputs.withLock { settle(&$0[camera], camera: frame) } }
    }

    /// Stops counting the pictures of a lost camera, whose slate is shown instead.
    func ignore(_ input: InputName) {
        inputs.withLock { inputs in
            settle(&inputs[input])
            inputs[input] = nil
        }
    }

    /// Observes every frame that `mixer` draws from now on.
    func install(on mixer: Element) throws(SettingError) {
        try mixer.onEachFrame { [self] frame in observe(frame) }
    }

    /// Sets the names of the cameras that the combined picture does not show, so that their repeated pictures are not
    /// reported.
    func hide(_ cameras: Set<String>) { hidden.withLock { $0 = cameras } }

    /// Schedules a callback. It runs right before the mixer draws the first frame that is not earlier than the
    /// callback's time.
    func schedule(_ callback: FrameCallback) { callbacks.withLock { $0.append(callback) } }

    /// Cancels the animation and all waiting callbacks, because the mixer is being removed.
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
                let verdict = input.account.judge(picture, at: time)
                if let jump = input.order?.jump(to: picture, at: time, isRecording: isRecording) {
                    reporter.jumped(jump, in: input.branch)
                }
                if isRecording, !hidden.contains(name.rawValue) { tell(verdict, of: input.branch, at: time) }
                if let stale = input.account.giveUpMeasuring(at: time) {
                    reporter.settleRepeats(of: input.branch, stale)
                }
                inputs[name] = input
            }
        }
    }

    private func tell(_ verdict: MixerStatistics.Verdict, of branch: BranchID, at time: Int64) {
        switch verdict {
        case .due: break
        case .stale: reporter.repeated(in: branch, at: time)
        case .doubtful(let isStale): reporter.repeated(in: branch, at: time, ifUnsettled: isStale)
        }
    }
}

/// A callback that runs once, right before the mixer draws a frame, unless it is withdrawn.
final class FrameCallback: Sendable {
    /// The running time before which the callback does not run, in nanoseconds.
    let earliest: Int64
    /// The closure that the callback runs; `nil` once it has run or was withdrawn.
    private let work: Mutex<(@Sendable (Int64) -> Void)?>
    private let outcome = Promise<Int64?>()

    /// Creates a callback. `work` receives the frame's running time in nanoseconds, on the mixer's streaming thread.
    init(notBefore earliest: Int64 = .min, _ work: @escaping @Sendable (Int64) -> Void) {
        self.earliest = earliest
        self.work = Mutex(work)
    }

    /// Runs the callback right before the frame at this running time, in nanoseconds, is drawn.
    func perform(at time: Int64) {
        work.withLock { work in
            work?(time)
            work = nil
            outcome.keep(time)
        }
    }

    /// Withdraws the callback, so that it never runs. Does nothing once it has run.
    func withdraw() {
        work.withLock { $0 = nil }
        outcome.keep(nil)
    }

    /// Waits until the callback has run, and returns the running time of the frame before which it ran, in nanoseconds.
    /// Blocks. If it has not run within `seconds`, withdraws it and returns `nil`.
    func wait(seconds: Double) -> Int64? {
        if outcome.wait(within: seconds) == nil { withdraw() }
        return outcome.current ?? nil
    }
}
