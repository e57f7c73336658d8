public import DualCamConfig
public import DualCamPlan

/// Why a command was not carried out: what, why, and what to do.
public struct ControlRefusal: Error, Sendable, Equatable {
    /// The raw values stand in answers, and stay stable.
    public enum Code: String, Sendable, Equatable, CaseIterable {
        case unknownCommand = "unknown-command"
        /// An argument is missing, unknown or of another kind.
        case badRequest = "bad-request"
        /// A value that is not accepted: a camera that is not there, a gain out of range.
        case badValue = "bad-value"
        /// The session is in another phase: a pause while nothing is recorded.
        case notNow = "not-now"
        /// This recording cannot do it.
        case unsupported
        case timeout
        /// It was tried, and something failed.
        case failed
    }

    public var code: Code
    /// One full sentence.
    public var message: String
    /// What to do, one full sentence; may be empty.
    public var advice: String

    public init(_ code: Code, _ message: String, advice: String = "") {
        (self.code, self.message, self.advice) = (code, message, advice)
    }

    /// `{"error": {"code": ..., "message": ..., "advice": ...}}`
    public var json: JSONValue {
        let error: JSONValue = [
            "code": .string(code.rawValue), "message": .string(message), "advice": .string(advice),
        ]
        return ["error": error]
    }

    /// What the pipeline file's own checks say of a value.
    public init(_ issues: PipelineIssues) {
        let first = issues.issues.first
        self.init(
            .badValue, Wording.sentence(first?.message ?? "The value is not accepted"),
            advice: first?.hint.map(Wording.sentence) ?? "")
    }

    /// What the planner says of a value on this machine.
    public init(_ issue: PlanIssue) {
        self.init(.badValue, Wording.sentence(issue.message), advice: Wording.sentence(issue.hint))
    }

    /// Why a take did not begin.
    public init(_ failure: SessionFailure) {
        self.init(.failed, Wording.sentence(failure.message), advice: failure.advice)
    }

    public init(_ failure: GraphFailure) {
        let code: Code =
            switch failure.code {
            case .refused: .unsupported
            case .notNow: .notNow
            case .timeout: .timeout
            default: .failed
            }
        self.init(code, Wording.sentence(failure.message), advice: failure.advice)
    }
}

extension ControlRefusal {
    static func unknownCommand(_ word: String) -> ControlRefusal {
        let words = ControlCommand.Name.allCases.map(\.rawValue)
        let near = Refusal.suggestion(for: word, among: words) ?? ""
        return ControlRefusal(
            .unknownCommand, "There is no command '\(word.prefix(60))'.", advice: Wording.sentence(near))
    }

    static func unknownArgument(_ key: String, _ form: ControlForm) -> ControlRefusal {
        let names = form.parameters.map(\.name)
        let advice =
            names.isEmpty
            ? "It takes none." : Wording.sentence(Refusal.suggestion(for: key, among: names) ?? "")
        return ControlRefusal(
            .badRequest, "\(form.name.rawValue) has no argument '\(key.prefix(60))'.", advice: advice)
    }

    static func missingArgument(_ parameter: ControlForm.Parameter, _ form: ControlForm) -> ControlRefusal {
        ControlRefusal(
            .badRequest, "\(form.name.rawValue) needs its argument '\(parameter.name)'.",
            advice: "Send it, as in \(form.example.line).")
    }

    static func badArgument(
        _ parameter: ControlForm.Parameter, _ value: JSONValue, _ form: ControlForm
    ) -> ControlRefusal {
        ControlRefusal(
            .badRequest,
            "\(form.name.rawValue): '\(parameter.name)' must be \(parameter.kind.phrase), not \(value.line.prefix(60)).",
            advice: "Send it as in \(JSONValue.object([.init(parameter.name, parameter.example)]).line).")
    }

    static func isOver() -> ControlRefusal {
        ControlRefusal(.notNow, "The recording is over.", advice: "Start another one with 'dualcam run'.")
    }
}
