internal import DualCamConfig
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer

extension GraphChange {
    /// True for a change that rebuilds or removes elements of the running graph.
    fileprivate var remakes: Bool {
        switch self {
        case .loseInput, .reopenInput, .dropOutput, .restoreOutput: true
        case .openSegment, .stop, .abandonStalledInputs, .throttle: false
        }
    }
}

/// The pre-roll: the encoded frames of the last seconds, kept in memory during standby. A take begins with these
/// frames.
///
/// A queue after each encoder holds the frames that are not older than the pre-roll's length. Older frames leave the
/// queue and are not recorded. Once a second, all encoders make a key frame at the same time. A take begins at such a
/// time, and its files then receive the frames from the queues.
@PipelineActor
final class PreRoll {
    private let live: LiveElements
    private let encoders: [EncoderBranch]
    /// The running times, in nanoseconds, at which all encoders were asked to make a key frame; oldest first.
    private var instants: [Int64] = []
    /// The number of times that the pre-roll has been started or ended. A periodic task ends when it finds that this
    /// number has changed.
    private var turn = 0
    private(set) var isRolling = false

    /// The lead time, in nanoseconds, with which a key frame is requested. The request must reach the encoder before
    /// the frame does.
    private static let lead: Int64 = 200_000_000
    private static let period = Duration.seconds(1)

    init(_ live: LiveElements, _ encoders: [EncoderBranch]) {
        (self.live, self.encoders) = (live, encoders)
    }

    private var plan: PreRollPlan? { live.plan.preRoll }

    /// Starts holding the pre-roll in memory. Does nothing if the plan has no pre-roll.
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

    /// Stops holding the pre-roll in memory.
    func end() {
        turn += 1
        (isRolling, live.keepsPast) = (false, false)
    }

    /// Makes the next take's pre-roll begin after `change` if the change rebuilds elements or alters the throttle.
    /// Earlier pictures may be missing or out of sync, and the ledger does not contain changes of the frame rate that
    /// occurred before a take.
    /// - Parameter isThrottled: true if the throttle has changed.
    func restart(after change: GraphChange, isThrottled: Bool) {
        if change.remakes || isThrottled { instants = [] }
    }

    /// Opens a take's files and begins the take `back` nanoseconds before now. If an output's pre-roll is shorter than
    /// that, the take begins later.
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

    /// Returns the running time at which a take with `back` nanoseconds of pre-roll begins: the latest common key-frame
    /// time at least that long ago. If no such time exists, returns the oldest common key-frame time that all queues
    /// hold; `nil` if they hold none.
    private func start(back: Int64) -> Int64? {
        let now = live.now
        let oldest = now - (held ?? 0)
        let whole = instants.filter { $0 >= oldest && $0 <= now }
        return whole.last { $0 <= now - back } ?? whole.first
    }

    /// The duration of pre-roll that is available in every queue, in nanoseconds; `nil` if there are no queues. The
    /// queues of lost cameras are ignored.
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
