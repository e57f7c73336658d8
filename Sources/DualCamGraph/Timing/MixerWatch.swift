internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Watches what the mixer draws and tells of pictures that are older than due.
final class MixerWatch: Sendable {
    private struct Input: Sendable {
        var branch: BranchID
        var pad: Pad
        var account: MixerStatistics
    }

    private let line: RecordingWindow
    private let reporter: Reporter
    private let inputs = Mutex<[InputName: Input]>([:])
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
    func watch(_ input: InputName, of branch: BranchPlan, at pad: Pad, combined: FrameRate) {
        guard let rate = branch.rate else { return }
        let account = MixerStatistics(camera: rate.frameNanoseconds, combined: combined.frameNanoseconds)
        inputs.withLock { $0[input] = Input(branch: branch.name, pad: pad, account: account) }
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
        for callback in takeCallbacks(until: .max) { callback.withdraw() }
    }

    private func takeCallbacks(until time: Int64) -> [FrameCallback] {
        callbacks.withLock { callbacks in
            let due = callbacks.filter { $0.earliest <= time }
            callbacks.removeAll { $0.earliest <= time }
            return due
        }
    }

    private func observe(_ frame: borrowing MixedFrame) {
        guard let time = frame.runningTime else { return }
        for callback in takeCallbacks(until: time) { callback.perform(at: time) }
        compositions.turn(to: time)
        let hidden = hidden.withLock { $0 }
        let isRecording = line.isRecording(at: UInt64(clamping: time))
        inputs.withLock { inputs in
            for (name, var input) in inputs {
                let isStale = input.account.isStale(frame.pictureTime(of: input.pad), at: time)
                if isStale, isRecording, !hidden.contains(name.rawValue) {
                    reporter.repeated(1, in: input.branch, at: time)
                }
                inputs[name] = input
            }
        }
    }
}

/// What is to be done right before a mixer draws its next frame, or not at all.
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
