package import DualCamConfig
package import DualCamPlan
package import DualCamRecordings

/// The reason why a request was not carried out. Each kind of request has its own error codes.
package struct Failure<Kind: FailureCode>: Error, Sendable, Equatable {
    package typealias Code = Kind

    package var code: Code
    /// The reason for the failure as one full sentence.
    package var message: String
    /// The advice on how to solve the problem, as one full sentence; may be empty.
    package var advice: String
    /// A word that distinguishes failures with the same code, such as a `PictureObstacle`, so that clients can show
    /// their own messages. `nil` if the code suffices.
    package var reason: String?

    package init(_ code: Code, _ message: String, advice: String = "", reason: String? = nil) {
        (self.code, self.message, self.advice, self.reason) = (code, message, advice, reason)
    }

    /// The failure's message and advice on one line.
    package var text: String { Sentence.joined(message, advice) }

    /// The failure as JSON: `{"error": {"code": ..., "message": ..., "advice": ...}}`, with `reason` if there is one.
    package var json: JSONValue {
        let error: [JSONValue.Member] = .of(["code": code.word, "message": message, "advice": advice])
        return ["error": .object(error + .known(["reason": reason]))]
    }
}

/// A set of error codes for one kind of request.
package protocol FailureCode: Sendable, Equatable {
    /// The error code as a word in answers to clients. The word must not change.
    var word: String { get }
}

/// The reason why a command was not carried out.
package typealias ControlRefusal = Failure<ControlCode>

/// The error codes of commands that were not carried out. The raw values appear in answers to clients and must not
/// change.
package enum ControlCode: String, FailureCode, CaseIterable {
    case unknownCommand = "unknown-command"
    /// An argument is missing, unknown or of the wrong type.
    case badRequest = "bad-request"
    /// A value is not accepted, such as an unknown camera or a gain out of range.
    case badValue = "bad-value"
    /// The command is not possible in the session's current phase, such as a pause while nothing is recorded.
    case notNow = "not-now"
    /// The recording does not support the command.
    case unsupported
    case timeout
    /// The session tried to carry out the command and failed.
    case failed
    /// A take did not begin because the disk is full. This code and those below correspond to exit codes of the command
    /// `run`.
    case diskFull = "disk-full"
    case diskFailed = "disk-failed"
    case outputNotCreated = "output-not-created"
    case unavailable
    case tooHot = "too-hot"

    package var word: String { rawValue }
}

extension ControlRefusal {
    /// Creates the error for a value that the pipeline file's parser rejects.
    package init(_ refusal: Refusal) {
        self.init(.badValue, Sentence.text(refusal.message), advice: refusal.hint.map(Sentence.text) ?? "")
    }

    /// Creates the error for a value that the planner rejects on this machine.
    package init(_ issue: PlanIssue) {
        self.init(.badValue, Sentence.text(issue.message), advice: Sentence.text(issue.hint))
    }

    /// Creates the error for a take that could not begin.
    package init(_ failure: SessionFailure) {
        let code: Code =
            switch failure.exit {
            case .diskFailed: failure.code == .diskFull ? .diskFull : .diskFailed
            case .outputNotCreated: .outputNotCreated
            case .unavailable: .unavailable
            case .heat: .tooHot
            case .finished, .handedOver, .usage, .pipelineFile, .fault: .failed
            }
        self.init(code, Sentence.text(failure.message), advice: failure.remoteAdvice)
    }

    package init(_ failure: GraphFailure) {
        let code: Code =
            switch failure.code {
            case .refused: .unsupported
            case .notNow: .notNow
            case .timeout: .timeout
            default: .failed
            }
        self.init(
            code, Sentence.text(failure.message), advice: failure.advice, reason: failure.picture?.rawValue)
    }

    static func unknown(_ word: String, _ kind: String, among known: [String]) -> ControlRefusal {
        .missing(word, "\(kind) called", among: known)
    }

    /// Returns the error for an unknown name, with the most similar known name as advice.
    ///
    /// - Parameters:
    ///   - kind: The noun for what `word` should name, such as a camera.
    ///   - advice: The advice if no known name is similar.
    static func missing(
        _ word: String, _ kind: String, among known: [String], _ code: Code = .badValue, advice: String = ""
    ) -> ControlRefusal {
        let near = Refusal.suggestion(for: word, among: known) ?? advice
        return ControlRefusal(code, "There is no \(kind) '\(word.prefix(60))'.", advice: Sentence.text(near))
    }

    static func isOver() -> ControlRefusal {
        ControlRefusal(
            .notNow, "The recording is over.", advice: "Start dualcam again.",
            reason: PictureObstacle.over.rawValue)
    }
}
