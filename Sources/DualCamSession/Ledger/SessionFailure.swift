package import DualCamConfig
package import DualCamPlan

/// Something that ended the session or cost it an output: what, where, why, and what to do.
package struct SessionFailure: Error, Sendable, Equatable {
    /// The raw values stand in events and in the ledger, and stay stable.
    package enum Code: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        case deviceMissing = "device-missing"
        case deviceBusy = "device-busy"
        case deviceFormat = "device-format"
        case elementMissing = "element-missing"
        case encoderFailed = "encoder-failed"
        case diskFull = "disk-full"
        case diskFailed = "disk-failed"
        case fileTooLarge = "file-too-large"
        case outputNotCreated = "output-not-created"
        /// The session's folder is gone, or takes nothing any more.
        case folderLost = "folder-lost"
        /// The output's files end before the recording does, or there is none.
        case outputIncomplete = "output-incomplete"
        case timeout
        case fault
        /// `thermal.shutdown` is reached.
        case tooHot = "too-hot"
        /// Less than `battery.stop` is left.
        case batteryEmpty = "battery-empty"
        /// Recording did not begin within `SessionSettings.startLimit`.
        case startTimeout = "start-timeout"
        /// Files were not finished, and nothing was written for `SessionSettings.finishLimit`.
        case finishTimeout = "finish-timeout"
    }

    package var code: Code
    package var exit: ExitCode
    package var branch: BranchID?
    /// The output that was lost by it; `nil`: the whole recording, unless `input` says otherwise.
    package var output: OutputName?
    /// The input that was lost by it.
    package var input: InputName?
    /// One full sentence.
    package var message: String
    /// The remedy, one full sentence; may be empty.
    package var advice: String
    /// The remedy for those who are not at the command line, and cannot give options; one full sentence, or empty.
    package var remoteAdvice: String

    package init(
        _ code: Code, exit: ExitCode, branch: BranchID? = nil, output: OutputName? = nil, message: String,
        advice: String, remoteAdvice: String? = nil
    ) {
        self.remoteAdvice = remoteAdvice ?? advice
        (self.code, self.exit, self.branch, self.output) = (code, exit, branch, output)
        (self.message, self.advice) = (message, advice)
    }

    package init(_ failure: GraphFailure) {
        self.init(
            Code(rawValue: failure.code.rawValue) ?? .fault, exit: ExitCode(failure.code), branch: failure.branch,
            output: failure.output,
            message: failure.message, advice: failure.advice)
        input = failure.input
    }

    package init(_ failure: FolderFailure) {
        self.init(
            failure.exit == .diskFailed ? .diskFailed : .outputNotCreated, exit: failure.exit, message: failure.message,
            advice: failure.advice, remoteAdvice: failure.remoteAdvice)
    }

    /// Keys of the reason why no take could begin: `code`, `exit-code`, `message`, `advice`, for those who ask over the interface.
    var obstacle: JSONValue {
        .of(["code": code, "exit-code": exit, "message": message, "advice": remoteAdvice])
    }

    var members: [JSONValue.Member] {
        .of([
            "code": code, "exit-code": exit, "branch": branch, "output": output, "message": message, "advice": advice,
        ])
    }
}

/// The outcome of a session.
package struct SessionOutcome: Sendable, Equatable {
    /// The exit code: that of the first failure, else 0.
    package var exit: ExitCode
    /// `nil` when the session ended before it had begun.
    package var reason: StopReason?
    /// The session's folder; `nil` when nothing was left behind.
    package var folder: String?
    /// Every file that was begun, by segment and output.
    package var files: [RecordedFile]
    package var failures: [SessionFailure]

    /// True when the session is left open for another worker.
    package var isHandedOn = false
    /// The shortfalls of the outputs, for people: a sentence or two each.
    package var shortfalls: [String] = []
    /// The frames that the files lack, by the ledger; `nil`: nothing was recorded, or another worker goes on.
    package var losses: SessionLosses?

    var members: [JSONValue.Member] {
        .of(["exit-code": exit, "reason": reason, "folder": folder, "files": files.map { $0.json(in: folder ?? "") }])
            + .known(["losses": losses.map { JSONValue.object($0.members) }])
    }
}
