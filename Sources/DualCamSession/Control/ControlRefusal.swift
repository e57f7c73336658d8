package import DualCamConfig
package import DualCamPlan

/// The reason why a request is not carried out. Modules add codes, not types.
package struct Failure<Kind: FailureCode>: Error, Sendable, Equatable {
    package typealias Code = Kind

    package var code: Code
    /// The reason in one full sentence.
    package var message: String
    /// The remedy in one full sentence; may be empty.
    package var advice: String
    /// Distinguishes failures of the same code, for programs with their own messages, as a `PictureObstacle`; `nil` if
    /// the code suffices.
    package var reason: String?

    package init(_ code: Code, _ message: String, advice: String = "", reason: String? = nil) {
        (self.code, self.message, self.advice, self.reason) = (code, message, advice, reason)
    }

    /// The message and the advice in one line.
    package var text: String { Wording.sentences(message, advice) }

    /// The failure as `{"error": {"code": ..., "message": ..., "advice": ...}}`, with `reason` if there is one.
    package var json: JSONValue {
        let error: [JSONValue.Member] = .of(["code": code.word, "message": message, "advice": advice])
        return ["error": .object(error + .known(["reason": reason]))]
    }
}

/// The kind of a failure.
package protocol FailureCode: Sendable, Equatable {
    /// The word for answers, which stays stable.
    var word: String { get }
}

/// The reason why a command was not carried out.
package typealias ControlRefusal = Failure<ControlCode>

/// The kind of a refusal. The raw values appear in answers and stay stable.
package enum ControlCode: String, FailureCode, CaseIterable {
    case unknownCommand = "unknown-command"
    /// An argument is missing, unknown or of the wrong kind.
    case badRequest = "bad-request"
    /// A value is not accepted, such as an unknown camera or a gain out of range.
    case badValue = "bad-value"
    /// The session is in another phase, as for a pause while nothing is recorded.
    case notNow = "not-now"
    /// This recording does not support the command.
    case unsupported
    case timeout
    /// The attempt failed.
    case failed
    /// A take did not begin, for a reason that would end `run` with its own exit code.
    case diskFull = "disk-full"
    case diskFailed = "disk-failed"
    case outputNotCreated = "output-not-created"
    case unavailable
    case tooHot = "too-hot"

    package var word: String { rawValue }
}

extension ControlRefusal {
    /// Creates the refusal of a value from an error of the pipeline file's checks.
    package init(_ refusal: Refusal) {
        self.init(.badValue, Wording.sentence(refusal.message), advice: refusal.hint.map(Wording.sentence) ?? "")
    }

    /// Creates the refusal from the planner's issue with a value on this machine.
    package init(_ issue: PlanIssue) {
        self.init(.badValue, Wording.sentence(issue.message), advice: Wording.sentence(issue.hint))
    }

    /// Creates the refusal of a take that did not begin.
    package init(_ failure: SessionFailure) {
        let code: Code =
            switch failure.exit {
            case .diskFailed: failure.code == .diskFull ? .diskFull : .diskFailed
            case .outputNotCreated: .outputNotCreated
            case .unavailable: .unavailable
            case .heat: .tooHot
            case .finished, .handedOver, .usage, .pipelineFile, .fault: .failed
            }
        self.init(code, Wording.sentence(failure.message), advice: failure.remoteAdvice)
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
            code, Wording.sentence(failure.message), advice: failure.advice, reason: failure.picture?.rawValue)
    }

    static func unknown(_ word: String, _ kind: String, among known: [String]) -> ControlRefusal {
        .missing(word, "\(kind) called", among: known)
    }

    /// - Parameters:
    ///   - kind: The kind of the thing that `word` should name.
    ///   - advice: The advice if there is no similar word.
    static func missing(
        _ word: String, _ kind: String, among known: [String], _ code: Code = .badValue, advice: String = ""
    ) -> ControlRefusal {
        let near = Refusal.suggestion(for: word, among: known) ?? advice
        return ControlRefusal(code, "There is no \(kind) '\(word.prefix(60))'.", advice: Wording.sentence(near))
    }

    static func isOver() -> ControlRefusal {
        ControlRefusal(
            .notNow, "The recording is over.", advice: "Start dualcam again.",
            reason: PictureObstacle.over.rawValue)
    }
}
