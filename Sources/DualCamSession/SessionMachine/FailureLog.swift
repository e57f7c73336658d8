import DualCamConfig
import DualCamPlan

/// The failures of a session, and those from which outputs have recovered.
struct FailureLog: Sendable {
    /// True when `recording.fallback` offers another place for an output whose disk failed.
    private let hasFallback: Bool
    private(set) var all: [SessionFailure] = []
    /// The failures of outputs that record again.
    private var recovered: [SessionFailure] = []
    /// The shortfalls of outputs at the end, in one or two sentences each.
    private(set) var shortfalls: [String] = []
    /// The outputs with shortfalls.
    private(set) var lacking: [OutputName] = []
    /// True when the failure that ended the recording is a fault of this process.
    private(set) var needsSuccessor = false

    init(hasFallback: Bool) { self.hasFallback = hasFallback }

    var isEmpty: Bool { all.isEmpty }

    /// Adds a failure and reports it.
    mutating func tell(_ failure: SessionFailure) -> [SessionEffect] {
        if !all.contains(failure) { all.append(failure) }
        return SessionEffect.tell(.failed(failure))
    }

    /// Adds a failure that is reported elsewhere.
    mutating func note(_ failure: SessionFailure) { all.append(failure) }

    /// Notes the failure that ends the recording.
    mutating func end(by failure: SessionFailure) { needsSuccessor = failure.exit == .fault }

    /// Notes that the output records again.
    mutating func recover(_ output: OutputName) { recovered += all.filter { $0.output == output } }

    /// Counts the failures again from which the output had recovered.
    mutating func failAgain(_ output: OutputName) { recovered.removeAll { $0.output == output } }

    /// Returns the newest failure of an output.
    func last(of output: OutputName) -> SessionFailure? { all.last { $0.output == output } }

    /// Returns true if a disk failure cost an output something, and the pipeline file has no `recording.fallback`.
    func isLasting(_ failure: SessionFailure) -> Bool {
        failure.output != nil && (failure.isOnDisk || failure.code == .fileTooLarge) && !hasFallback
    }

    /// Returns the exit code of the session.
    ///
    /// A failure from which an output recovered does not fail the session. The exception is a disk failure without
    /// `recording.fallback`: that loss is permanent.
    func exit(_ reason: StopReason?) -> ExitCode {
        let lasting = all.first {
            !planted(.failureForgiven) && (!recovered.contains($0) || (isLasting($0) && !planted(.diskLossForgiven)))
        }
        if planted(.heatIsNoFailure), [.heat, .battery].contains(reason) { return .finished }
        return lasting?.exit
            ?? ((planted(.batteryIsNoFailure) ? [.heat] : [.heat, .battery]).contains(reason) ? .heat : .finished)
    }

    /// Records the shortfalls of each output at the end, and reports those that no failure has explained.
    mutating func record(_ lacks: [Shortfalls.Lack], folder: String) -> [SessionEffect] {
        lacks.flatMap { lack -> [SessionEffect] in
            let cause = last(of: lack.output)
            failAgain(lack.output)
            lacking.append(lack.output)
            let effects = cause == nil ? tell(lack.failure(in: folder)) : []
            let why = cause.map { Wording.sentence($0.message) } ?? lack.reason
            shortfalls.append(Wording.sentences("\(lack.output) is not whole: it \(lack.what).", why))
            return effects
        }
    }
}

extension SessionFailure {
    /// True when another disk may help.
    var isOnDisk: Bool {
        switch code {
        case .diskFull, .diskFailed, .outputNotCreated: true
        default: false
        }
    }
}
