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
    /// - Parameters:
    ///   - isMeasured: false where `setCadence` will tell how often its pictures come.
    ///   - isAgain: they were counted before.
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

    /// Tells which of the pictures that were in doubt were older than due, by a length of the camera's pictures in nanoseconds; `nil`: by
    /// what is known of it.
    private func settle(_ input: inout Input?, camera: Int64? = nil) {
        guard let branch = input?.branch, let known = input?.account.camera,
            let stale = input?.account.settle(camera: camera ?? known)
        else { return }
        reporter.settleRepeats(of: branch, stale)
    }

    /// Sets the measured frame length of a camera, in nanoseconds; `nil` for the length of its rate, from the next
    /// `watch` on.
    func setCadence(of camera: InputName, frame: Int64?) {
        cadences.withLock { $0[camera] = frame }
        if let frame { inputs.withLock { settle(&$0[camera], camera: frame) } }
    }

    /// Stops counting the pictures of a camera that a slate replaces.
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
