import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The reason why an output is stopped on purpose: to save disk space or to reduce the load.
enum SheddingCause: Sendable, Hashable { case space, load }

/// Decides when outputs that failed or must be stopped are removed from the recording, and when recording them is tried
/// again.
struct OutputWatch: Sendable, Equatable {
    enum Reading: Sendable, Equatable {
        case failed(OutputName, onDisk: Bool)
        /// The output is recorded again, into a new file.
        case opened(OutputName)
        /// The output must be stopped for this cause. It stays stopped until `restore` has withdrawn every cause.
        case shed(OutputName, by: SheddingCause)
        case restore(OutputName, by: SheddingCause)
        /// Time has passed. Sent several times a second. `inputsAreAway`: true if inputs are missing, in which case the
        /// session does not give up.
        case tick(inputsAreAway: Bool)
    }

    enum Place: Sendable, Equatable {
        /// The output's files are written to the session's own folder.
        case own
        /// The output's files are written to the folder in `recording.fallback`.
        case fallback
    }

    enum Action: Sendable, Equatable {
        case drop(OutputName)
        case restore(OutputName, Place)
        /// The session must end, because no output has been able to record for too long.
        case giveUp
    }

    /// The waiting times before the attempts to record an output again; the last one repeats forever.
    static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]
    /// The time after which an output's recording counts as stable. If an output fails sooner, the waiting times of its
    /// previous failure continue instead of starting again.
    static let steady = Duration.seconds(10)
    /// The time limit for the graph's answer to a request to restore an output. After this time, the attempt counts as
    /// failed.
    static let patience = Duration.seconds(10)

    fileprivate enum State: Sendable, Equatable {
        case recording(since: Duration)
        case failed(due: Duration)
        case restoring(due: Duration)
        case shed(by: Set<SheddingCause>)
    }

    fileprivate struct Watched: Sendable, Equatable {
        var name: OutputName
        var state = State.recording(since: .zero - steady)
        var place = Place.own
        var pauses = 0
        var wasShed = false
    }

    private let hasFallback: Bool
    private let limit: Duration
    private var watched: [Watched]
    /// The time since which no output has been recorded stably; `nil` if at least one is.
    private var helplessSince: Duration?

    /// Creates a monitor of the recording's outputs.
    ///
    /// - Parameter limit: The maximum time that a session continues although no output can record.
    init(_ outputs: [OutputName], hasFallback: Bool, limit: Duration) {
        watched = outputs.map { Watched(name: $0) }
        (self.hasFallback, self.limit) = (hasFallback, limit)
    }

    /// Returns true if the output is not recorded now, because it failed, is being restored, or was stopped on purpose.
    func isOut(_ output: OutputName) -> Bool { watched.contains { $0.name == output && !$0.state.records } }

    /// Returns true if the output is stopped now, to save disk space or to reduce the load.
    func isShed(_ output: OutputName) -> Bool { watched.contains { $0.name == output && !$0.state.shedders.isEmpty } }

    /// Returns true if the output was stopped on purpose at any time in this session.
    func wasShed(_ output: OutputName) -> Bool { watched.contains { $0.name == output && $0.wasShed } }

    func place(of output: OutputName) -> Place { watched.first { $0.name == output }?.place ?? .own }

    mutating func observe(_ reading: Reading, at now: Duration) -> [Action] {
        switch reading {
        case .failed(let output, let onDisk):
            let moves = onDisk && hasFallback
            return change(output) { $0.fail(moves, at: now) }
        case .opened(let output):
            return change(output) { watched in
                if watched.state.shedders.isEmpty { watched.state = .recording(since: now) }
                return []
            }
        case .shed(let output, let shedder):
            return change(output) { watched in
                let records = watched.state.records
                (watched.state, watched.wasShed) = (.shed(by: watched.state.shedders.union([shedder])), true)
                return records ? [.drop(output)] : []
            }
        case .restore(let output, let shedder):
            return change(output) { watched in
                let left = watched.state.shedders.subtracting([shedder])
                if left != watched.state.shedders {
                    watched.state = left.isEmpty || planted(.restedForOne) ? .failed(due: now) : .shed(by: left)
                }
                return []
            }
        case .tick(let inputsAreAway): return goOn(inputsAreAway, at: now)
        }
    }

    private mutating func change(_ output: OutputName, _ edit: (inout Watched) -> [Action]) -> [Action] {
        guard let index = watched.firstIndex(where: { $0.name == output }) else { return [] }
        return edit(&watched[index])
    }

    private mutating func goOn(_ inputsAreAway: Bool, at now: Duration) -> [Action] {
        let isHelpless = !watched.contains { $0.state.isSteady(at: now) }
        helplessSince = isHelpless ? helplessSince ?? now : nil
        if let helplessSince, now - helplessSince >= limit, !inputsAreAway,
            !watched.contains(where: { $0.state.records })
        {
            return [.giveUp]
        }
        return watched.indices.flatMap { watched[$0].goOn(at: now) }
    }
}

extension OutputWatch.State {
    fileprivate var records: Bool { if case .recording = self { true } else { false } }

    /// The reasons why the output is stopped on purpose; empty if it is not.
    fileprivate var shedders: Set<SheddingCause> { if case .shed(let shedders) = self { shedders } else { [] } }

    fileprivate func isSteady(at now: Duration) -> Bool {
        if case .recording(let since) = self { now - since >= OutputWatch.steady } else { false }
    }
}

extension OutputWatch.Watched {
    /// Records a failure of the output, and plans the next attempt to record it. Returns `drop` if the output was being
    /// recorded.
    ///
    /// - Parameter moves: True if the next attempt should use the fallback folder instead of the session's own folder,
    ///   or vice versa.
    fileprivate mutating func fail(_ moves: Bool, at now: Duration) -> [OutputWatch.Action] {
        switch state {
        case .failed, .shed: return []
        case .recording, .restoring: break
        }
        if state.isSteady(at: now) { pauses = 0 }
        if moves { place = place == .own ? .fallback : .own }
        let hadFile = state.records
        pause(at: now)
        return hadFile && !planted(.outputKept) ? [.drop(name)] : []
    }

    private mutating func pause(at now: Duration) {
        state = .failed(due: now + OutputWatch.pauses[min(pauses, OutputWatch.pauses.count - 1)])
        pauses += 1
    }

    fileprivate mutating func goOn(at now: Duration) -> [OutputWatch.Action] {
        switch state {
        case .failed(let due) where due <= now && !planted(.outputForgotten):
            state = .restoring(due: now + OutputWatch.patience)
            return [.restore(name, place)]
        case .restoring(let due) where due <= now: pause(at: now)
        case .recording, .failed, .restoring, .shed: break
        }
        return []
    }
}
