internal import DualCamConfig
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Synchronization

/// A probe before an output's encoder that drops frames as the throttle requires, and counts the frames that enter and
/// leave the encoder.
///
/// Frames are dropped before the encoder's queue. Otherwise, the queue could fill up and lose frames that should be
/// kept. When the encoder is rebuilt, the probe keeps its counts.
final class EncoderEntry: Sendable {
    private struct State {
        var decimator: FrameDecimator
        var framesIn = 0
        var framesOut = 0
        /// True once a frame later than the recording's end has arrived. That frame signals the end to the encoder; all
        /// later frames are dropped.
        var isOver = false
    }

    /// True when individual frames may be dropped to reduce the frame rate; false if the frames depend on each other.
    let canThin: Bool
    private let output: OutputName
    private let line: RecordingWindow
    /// The record of the source's numbered frames, in which dropped frames are registered.
    private let account: FrameAccount
    private let reporter: Reporter
    private let state: Mutex<State>

    init(
        _ output: OutputName, rate: FrameRate, canThin: Bool, line: RecordingWindow, account: FrameAccount,
        reporter: Reporter
    ) {
        (self.output, self.canThin, self.line, self.account) = (output, canThin, line, account)
        self.reporter = reporter
        state = Mutex(State(decimator: FrameDecimator(rate)))
    }

    /// Installs the probes before and after the encoder.
    ///
    /// - Parameters:
    ///   - entry: the pad at which frames reach the encoder's queue. Other probes on this pad must be installed later.
    ///   - exit: the pad through which the encoded frames pass.
    func install(on entry: Pad, exit: Pad) {
        entry.addProbe(.buffers) { [self] in admit($0) }
        exit.addProbe(.buffers) { [self] info in
            state.withLock { $0.framesOut += 1 }
            if output == .combined, let recorded = info.runningTime {
                let time = line.cuts.running(RunningTime(nanoseconds: recorded), .behind)
                reporter.encodedCombined(at: time.nanoseconds)
            }
            return .pass
        }
    }

    /// Applies a reduced frame rate from `time` on, in nanoseconds of running time. The first frame with this rate is
    /// reported.
    func apply(_ share: RateShare, from time: Int64) {
        let time = line.recorded(time)
        if canThin { state.withLock { $0.decimator.apply(share, from: time) } }
    }

    /// Keeps the first frame at or after `time`, even at a reduced frame rate, because a file begins with this frame.
    /// `time` is in nanoseconds of recorded time (running time without pauses).
    func keep(firstFrom time: Int64) { state.withLock { $0.decimator.keep(firstFrom: time) } }

    /// The number of recorded frames that have reached the encoder's queue, and the number of frames that have left the
    /// encoder.
    var counts: (framesIn: Int, framesOut: Int) { state.withLock { ($0.framesIn, $0.framesOut) } }

    /// Returns true for a frame after the recording's end that must be dropped. The first such frame passes, because it
    /// signals the end. Further frames would push waiting frames out of the queue.
    private func isSuperfluous(_ recorded: Int64) -> Bool {
        let isBehind = isBehindTheEnd(recorded)
        return state.withLock { state in
            state.isOver = state.isOver && isBehind
            return state.isOver
        }
    }

    private func isBehindTheEnd(_ recorded: Int64) -> Bool { line.stop.map { recorded >= $0 } ?? false }

    private func admit(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard let time = info.runningTime else { return .pass }
        let cuts = line.cuts
        // Frames that are cut out of the recording have no recorded time.
        if cuts.isCut(RunningTime(nanoseconds: time)) { return .pass }
        let recorded = cuts.recorded(RunningTime(nanoseconds: time)).nanoseconds
        if isSuperfluous(recorded) { return .drop }
        let (origin, counts) = (line.start ?? 0, line.counts(at: UInt64(clamping: time)))
        let isBehind = isBehindTheEnd(recorded)
        let verdict = state.withLock { state in
            let verdict = canThin ? state.decimator.judge(recorded, since: origin) : .init(isKept: true)
            if verdict.isKept, counts { state.framesIn += 1 }
            // A frame that is dropped to reduce the frame rate does not signal the end.
            state.isOver = verdict.isKept && isBehind
            return verdict
        }
        if let share = verdict.begins {
            reporter.yield(.rateChanged(output, share, at: RunningTime(nanoseconds: time)))
        }
        if !verdict.isKept { account.leaveOut(at: time) }
        return verdict.isKept ? .pass : .drop
    }
}
