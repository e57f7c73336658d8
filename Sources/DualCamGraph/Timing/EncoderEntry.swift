internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The way through an output's encoder: leaves frames out before it as a throttle asks, and counts what comes and goes.
///
/// Frames are left out where they would enter the encoder's queue, so that the queue loses none that is wanted, and neither
/// the queue nor what is behind it knows of them. It stays when the encoder is made anew.
final class EncoderEntry: Sendable {
    private struct State {
        var decimator: FrameDecimator
        var framesIn = 0
        var framesOut = 0
        /// One behind the end of the recording has gone on.
        var isOver = false
    }

    /// A stream whose frames need each other cannot be thinned.
    let canThin: Bool
    private let output: OutputName
    private let line: RecordingWindow
    /// Is told of the frames that are left out.
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

    /// - Parameters:
    ///   - entry: where frames come to the queue; before whatever else watches that pad.
    ///   - exit: where the encoded frames pass.
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

    /// Takes another share from the running time `time` (nanoseconds) on; told when its first frame comes.
    func apply(_ share: RateShare, from time: Int64) {
        let time = line.recorded(time)
        if canThin { state.withLock { $0.decimator.apply(share, from: time) } }
    }

    /// A file begins at the first frame from the recorded time `time` (nanoseconds) on, whatever the share.
    func keep(firstFrom time: Int64) { state.withLock { $0.decimator.keep(firstFrom: time) } }

    /// Frames that came to the queue while recording, and that came out of the encoder.
    var counts: (framesIn: Int, framesOut: Int) { state.withLock { ($0.framesIn, $0.framesOut) } }

    /// Returns true for frames behind the end but the first, which tells of it: more would push those out of the queue that wait.
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
        // Frames that are not recorded have no number.
        if cuts.isCut(RunningTime(nanoseconds: time)) { return .pass }
        let recorded = cuts.recorded(RunningTime(nanoseconds: time)).nanoseconds
        if isSuperfluous(recorded) { return .drop }
        let (origin, counts) = (line.start ?? 0, line.counts(at: UInt64(clamping: time)))
        let isBehind = isBehindTheEnd(recorded)
        let verdict = state.withLock { state in
            let verdict = canThin ? state.decimator.judge(recorded, since: origin) : .init(isKept: true)
            if verdict.isKept, counts { state.framesIn += 1 }
            // One that a share leaves out tells nobody.
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
