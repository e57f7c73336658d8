internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension GraphChange {
    /// True when the change rebuilds or removes a part of the graph.
    fileprivate var remakes: Bool {
        switch self {
        case .loseInput, .reopenInput, .dropOutput, .restoreOutput: true
        case .openSegment, .stop, .abandonStalledInputs, .throttle: false
        }
    }
}

/// The pre-roll: holds the encoded past in memory while the graph stands by, and begins a take with it.
///
/// A queue behind each encoder holds back the frames that are younger than the pre-roll's length. Older frames leave
/// it, and no file records them. All encoders make key frames at common instants, once a second. A take begins at one
/// of them, as a segment does, and the queues then give out their frames.
@PipelineActor
final class PreRoll {
    private let live: LiveElements
    private let encoders: [EncoderBranch]
    /// The running times at which every encoder was asked for a key frame, in nanoseconds.
    private var instants: [Int64] = []
    /// The number of the current pre-roll. It stops the task of an earlier pre-roll from requesting key frames.
    private var turn = 0
    private(set) var isRolling = false

    /// The lead of a key-frame request, in nanoseconds. Frames of that instant must not arrive before the request.
    private static let lead: Int64 = 200_000_000
    private static let period = Duration.seconds(1)

    init(_ live: LiveElements, _ encoders: [EncoderBranch]) {
        (self.live, self.encoders) = (live, encoders)
    }

    private var plan: PreRollPlan? { live.plan.preRoll }

    /// Starts holding the pre-roll if the plan has one.
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

    /// Stops holding the pre-roll.
    func end() {
        turn += 1
        (isRolling, live.keepsPast) = (false, false)
    }

    /// Discards the pre-roll from before a change. Older pictures of a rebuilt part are missing or out of sync, and no
    /// ledger records a change of their rate.
    func restart(after change: GraphChange, isThrottled: Bool) {
        if change.remakes || isThrottled { instants = [] }
    }

    /// Opens a take's files and begins the take `back` nanoseconds ago, or as far back as all outputs have frames.
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

    /// Returns the latest instant at least `back` nanoseconds ago, else the oldest instant that all queues hold; `nil`
    /// if there is none.
    private func start(back: Int64) -> Int64? {
        let now = live.now
        let oldest = now - (held ?? 0)
        let whole = instants.filter { $0 >= oldest && $0 <= now }
        return whole.last { $0 <= now - back } ?? whole.first
    }

    /// The length of pre-roll that every queue holds, in nanoseconds. Queues of an absent camera are ignored.
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
