public import DualCamConfig
public import DualCamPlan

/// Something that ended the session or cost it an output: what, where, why, and what to do.
public struct SessionFailure: Error, Sendable, Equatable {
    /// The raw values stand in events and in the ledger, and stay stable.
    public enum Code: String, Sendable, Equatable {
        case deviceMissing = "device-missing"
        case deviceBusy = "device-busy"
        case deviceFormat = "device-format"
        case elementMissing = "element-missing"
        case encoderFailed = "encoder-failed"
        case diskFull = "disk-full"
        case diskFailed = "disk-failed"
        case outputNotCreated = "output-not-created"
        case timeout
        case fault
        /// `thermal.shutdown` is reached.
        case tooHot = "too-hot"
        /// Less than `battery.stop` is left.
        case batteryEmpty = "battery-empty"
        /// Recording did not begin within `SessionSettings.startLimit`.
        case startTimeout = "start-timeout"
        /// Files were not finished within `SessionSettings.finishLimit`.
        case finishTimeout = "finish-timeout"
    }

    public var code: Code
    public var exit: ExitCategory
    public var branch: BranchName?
    /// The output that was lost by it; `nil`: the whole recording, unless `input` says otherwise.
    public var output: OutputName?
    /// The input that was lost by it.
    public var input: InputName?
    /// One full sentence.
    public var message: String
    /// What to do next, one full sentence; may be empty.
    public var advice: String

    public init(
        _ code: Code, exit: ExitCategory, branch: BranchName? = nil, output: OutputName? = nil, message: String,
        advice: String
    ) {
        (self.code, self.exit, self.branch, self.output) = (code, exit, branch, output)
        (self.message, self.advice) = (message, advice)
    }

    public init(_ failure: GraphFailure) {
        self.init(
            Code(failure.code), exit: ExitCategory(failure.code), branch: failure.branch, output: failure.output,
            message: failure.message, advice: failure.advice)
        input = failure.input
    }

    public init(_ failure: FolderFailure) {
        self.init(
            failure.exit == .diskFailed ? .diskFailed : .outputNotCreated, exit: failure.exit, message: failure.message,
            advice: failure.advice)
    }

    public init(_ failure: FolderLockFailure) {
        if case .refused(let refusal) = failure {
            self.init(refusal)
        } else {
            self.init(.outputNotCreated, exit: failure.exit, message: failure.message, advice: failure.advice)
        }
    }

    var members: [JSONValue.Member] {
        [
            .init("code", .string(code.rawValue)), .init("exit-code", .integer(Int64(exit.rawValue))),
            .init("branch", .text(branch?.rawValue)), .init("output", .text(output?.rawValue)),
            .init("message", .string(message)), .init("advice", .string(advice)),
        ]
    }
}

extension SessionFailure.Code {
    init(_ code: GraphFailure.Code) {
        self =
            switch code {
            case .deviceMissing: .deviceMissing
            case .deviceBusy: .deviceBusy
            case .deviceFormat: .deviceFormat
            case .elementMissing: .elementMissing
            case .diskFull: .diskFull
            case .diskFailed: .diskFailed
            case .outputNotCreated: .outputNotCreated
            case .encoderFailed: .encoderFailed
            case .timeout: .timeout
            case .refused, .notNow, .fault: .fault
            }
    }
}
