import DualCamConfig
import DualCamPlan

/// The failures of a session, and those outputs have recovered from.
struct FailureLog: Sendable {
    /// `recording.fallback` is another place for what a disk has cost.
    private let hasFallback: Bool
    private(set) var all: [SessionFailure] = []
    /// The failures of outputs that record again.
    private var recovered: [SessionFailure] = []
    /// The shortfalls of outputs at the end, a sentence or two each.
    private(set) var shortfalls: [String] = []
    /// The outputs of the shortfalls.
    private(set) var lacking: [OutputName] = []
    /// The failure that ended the recording is one of this process.
    private(set) var needsSuccessor = false

    init(hasFallback: Bool) { self.hasFallback = hasFallback }

    var isEmpty: Bool { all.isEmpty }

    /// Adds a failure and tells of it.
    mutating func tell(_ failure: SessionFailure) -> [SessionEffect] {
        if !all.contains(failure) { all.append(failure) }
        return SessionEffect.tell(.failed(failure))
    }

    /// Adds a failure of which others tell.
    mutating func note(_ failure: SessionFailure) { all.append(failure) }

    /// The recording is ended by a failure.
    mutating func end(by failure: SessionFailure) { needsSuccessor = failure.exit == .fault }

    /// The output records again.
    mutating func recover(_ output: OutputName) { recovered += all.filter { $0.output == output } }

    /// Failures that the output had recovered from count again.
    mutating func failAgain(_ output: OutputName) { recovered.removeAll { $0.output == output } }

    /// Returns the newest failure of an output.
    func last(of output: OutputName) -> SessionFailure? { all.last { $0.output == output } }

    /// Returns whether a failure of the disk has cost an output something, for which the pipeline file has no
    /// `recording.fallback`.
    func isLasting(_ failure: SessionFailure) -> Bool {
        failure.output != nil && (failure.isOnDisk || failure.code == .fileTooLarge) && !hasFallback
    }

    /// Returns what the session ends with.
    ///
    /// A failure that an output recovered from does not fail the session; but what a disk has cost is lost for good
    /// where the pipeline file has no other place for it.
    func exit(_ reason: StopReason?) -> ExitCode {
        let lasting = all.first {
            !planted(.failureForgiven) && (!recovered.contains($0) || (isLasting($0) && !planted(.diskLossForgiven)))
        }
        if planted(.heatIsNoFailure), [.heat, .battery].contains(reason) { return .finished }
        return lasting?.exit
            ?? ((planted(.batteryIsNoFailure) ? [.heat] : [.heat, .battery]).contains(reason) ? .heat : .finished)
    }

    /// Takes in what each output lacks at the end, and tells of what no failure has told.
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
