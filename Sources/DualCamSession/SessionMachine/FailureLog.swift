import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The record of a session's failures, including those from which its outputs have recovered.
struct FailureLog: Sendable {
    /// True if `recording.fallback` names another folder for outputs whose disk failed.
    private let hasFallback: Bool
    private(set) var all: [SessionFailure] = []
    /// The failures of outputs that have since recovered and record again.
    private var recovered: [SessionFailure] = []
    /// Texts for users about what is missing in each output at the end of the recording, in one or two sentences each.
    private(set) var shortfalls: [String] = []
    /// The outputs that are incomplete at the end of the recording.
    private(set) var lacking: [OutputName] = []
    /// True if the recording was ended by an internal fault, so that another worker should continue.
    private(set) var needsSuccessor = false

    init(hasFallback: Bool) { self.hasFallback = hasFallback }

    var isEmpty: Bool { all.isEmpty }

    /// Adds a failure to the session's failures and returns the effects that report it.
    mutating func tell(_ failure: SessionFailure) -> [SessionEffect] {
        if !all.contains(failure) { all.append(failure) }
        return SessionEffect.tell(.failed(failure))
    }

    /// Adds a failure to the session's failures without reporting it, because it is reported elsewhere.
    mutating func note(_ failure: SessionFailure) { all.append(failure) }

    /// Records that this failure ends the recording. After an internal fault, another worker should continue.
    mutating func end(by failure: SessionFailure) { needsSuccessor = failure.exit == .fault }

    /// Records that the output is recording again, so that its earlier failures do not make the session fail.
    mutating func recover(_ output: OutputName) { recovered += all.filter { $0.output == output } }

    /// Records that the output has failed again, so that its earlier failures affect the session's exit code again.
    mutating func failAgain(_ output: OutputName) { recovered.removeAll { $0.output == output } }

    /// Returns the newest failure of an output; `nil` if it has none.
    func last(of output: OutputName) -> SessionFailure? { all.last { $0.output == output } }

    /// Returns true if the failure destroyed data of an output permanently: a disk failed or a file became too large,
    /// and there is no `recording.fallback`.
    func isLasting(_ failure: SessionFailure) -> Bool {
        failure.output != nil && (failure.isOnDisk || failure.code == .fileTooLarge) && !hasFallback
    }

    /// Returns the exit code of the session.
    ///
    /// A failure from which its output recovered does not fail the session. An exception is a disk failure without
    /// `recording.fallback`, because that loss is permanent. If no failure counts, the exit code is `heat` after a stop
    /// because of heat or an empty battery; otherwise `finished`.
    func exit(_ reason: StopReason?) -> ExitCode {
        let lasting = all.first {
            !planted(.failureForgiven) && (!recovered.contains($0) || (isLasting($0) && !planted(.diskLossForgiven)))
        }
        if planted(.heatIsNoFailure), [.heat, .battery].contains(reason) { return .finished }
        return lasting?.exit
            ?? ((planted(.batteryIsNoFailure) ? [.heat] : [.heat, .battery]).contains(reason) ? .heat : .finished)
    }

    /// Records what is missing in each output at the end of the recording. Returns the effects that report each
    /// incomplete output without an earlier failure.
    mutating func record(_ lacks: [Shortfalls.Lack], folder: String) -> [SessionEffect] {
        lacks.flatMap { lack -> [SessionEffect] in
            let cause = last(of: lack.output)
            failAgain(lack.output)
            lacking.append(lack.output)
            let effects = cause == nil ? tell(lack.failure(in: folder)) : []
            let why = cause.map { Sentence.text($0.message) } ?? lack.reason
            shortfalls.append(Sentence.joined("\(lack.output) is not whole: it \(lack.what).", why))
            return effects
        }
    }
}

extension SessionFailure {
    /// True if the failure is specific to this disk, so that another disk might avoid it.
    var isOnDisk: Bool {
        switch code {
        case .diskFull, .diskFailed, .outputNotCreated: true
        default: false
        }
    }
}
