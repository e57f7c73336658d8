internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension GraphChange {
    /// True where a part of the graph is made anew, or taken out.
    fileprivate var remakes: Bool {
        switch self {
        case .loseInput, .reopenInput, .dropOutput, .restoreOutput: true
        case .openSegment, .stop, .abandonStalledInputs, .throttle: false
        }
    }
}

/// Keeps the encoded past while the graph stands by, and begins a take with it.
///
/// A queue behind each encoder holds back what is younger than the past is long; what has left it is in no file. All encoders make key
/// frames at common instants, once a second: a take begins at one of them, as a segment does, and the queues give out what they have.
@PipelineActor
final class PreRoll {
    private let live: LiveElements
    private let encoders: [EncoderBranch]
    /// Running times at which every encoder was asked for a key frame, in nanoseconds.
    private var instants: [Int64] = []
    /// The number of the past that is kept, so that an old one asks for nothing any more.
    private var turn = 0
    private(set) var isRolling = false

    /// Frames of a key frame's instant must not have come before it is asked for.
    private static let lead: Int64 = 200_000_000
    private static let period = Duration.seconds(1)

    init(_ live: LiveElements, _ encoders: [EncoderBranch]) {
        (self.live, self.encoders) = (live, encoders)
    }

    private var plan: PreRollPlan? { live.plan.preRoll }

    /// Keeps the past from now on, where the plan asks for it.
    func roll() {
        guard plan != nil, !live.isClosed else { return }
        turn += 1
        (isRolling, instants, live.keepsPast) = (true, [], true)
        live.reporter.keepPast()
        live.window.change { [from = live.now + Self.lead] in $0.roll(from: from) }
        live.holdPast()
        Task { [weak self, turn] in
            while let self, self.turn == turn, !self.live.isClosed {
                self.askForInstant()
                do { try await Task.sleep(for: Self.period) } catch { return }
            }
        }
    }

    /// Keeps nothing any more.
    func end() {
        turn += 1
        (isRolling, live.keepsPast) = (false, false)
    }

    /// Discards what was kept before a change: older pictures are not in sync with a part that was made again, or
    /// missing, and no ledger tells a change of their rate.
    func restart(after change: GraphChange, isThrottled: Bool) {
        if change.remakes || isThrottled { instants = [] }
    }

    /// Opens a take's files, and has it begin `back` nanoseconds ago, or as long ago as everything is there.
    func begin(_ files: [FileRequest], back: Int64) throws(GraphFailure) {
        let start = start(back: back) ?? askForInstant()
        end()
        for file in files {
            try encoders.first { $0.output == file.output }?.files.open(file, from: start, isRunning: true)
        }
        live.window.change { $0.begin(in: start) }
        live.reporter.recordingBegan(at: start, live.pipeline, isPast: true)
        live.reporter.recallPast(since: start)
        for encoder in encoders {
            if let entry = encoder.entry { encoder.rate.tellShare(since: RunningTime(nanoseconds: start), of: entry) }
        }
        live.holdPast()
    }

    /// The youngest instant that is at least `back` ago, else the oldest one of which everything is there; `nil`: there is none.
    private func start(back: Int64) -> Int64? {
        let now = live.now
        let oldest = now - (held ?? 0)
        let whole = instants.filter { $0 >= oldest && $0 <= now }
        return whole.last { $0 <= now - back } ?? whole.first
    }

    /// The time that every queue holds, in nanoseconds. One whose camera is away is waited for by nobody.
    private var held: Int64? {
        let away = Set(encoders.filter(\.isAway).map(\.branch))
        let idle = Set(live.plan.elements.filter { away.contains($0.branch) }.map(\.name))
        return live.pasts.filter { !idle.contains($0.key) }.map(\.value.held).min()
    }

    @discardableResult
    private func askForInstant() -> Int64 {
        let time = live.now + Self.lead
        for encoder in encoders { encoder.beginFile(at: time) }
        instants.append(time)
        let oldest = time - (plan?.held.nanoseconds ?? 0) - Self.lead
        instants.removeAll { $0 < oldest }
        return time
    }
}
