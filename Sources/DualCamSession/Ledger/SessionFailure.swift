package import DualCamConfig
package import DualCamPlan

/// A failure that ended the session or cost it an output, with its place, its reason and a remedy.
package struct SessionFailure: Error, Sendable, Equatable {
    /// The kind of a failure. The raw values appear in events and in the ledger, and stay stable.
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
        /// The session's folder is missing, or accepts no more data.
        case folderLost = "folder-lost"
        /// The output's files end before the recording does, or there are none.
        case outputIncomplete = "output-incomplete"
        case timeout
        case fault
        /// The temperature `thermal.shutdown` is reached.
        case tooHot = "too-hot"
        /// The charge is below `battery.stop`.
        case batteryEmpty = "battery-empty"
        /// Recording did not begin within `SessionSettings.startLimit`.
        case startTimeout = "start-timeout"
        /// Files were not finished, and nothing was written for `SessionSettings.finishLimit`.
        case finishTimeout = "finish-timeout"
    }

    package var code: Code
    package var exit: ExitCode
    package var branch: BranchID?
    /// The output that was lost; `nil`: the whole recording, unless `input` names an input.
    package var output: OutputName?
    /// The input that was lost.
    package var input: InputName?
    /// The failure in one full sentence.
    package var message: String
    /// The remedy in one full sentence; may be empty.
    package var advice: String
    /// The remedy for people without the command line, who cannot give options; one full sentence, or empty.
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

    /// The reason why no take could begin, for remote clients. Keys: `code`, `exit-code`, `message`, `advice`.
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
    /// The reason for the end; `nil` if the session ended before it had begun.
    package var reason: StopReason?
    /// The session's folder; `nil` if nothing was left behind.
    package var folder: String?
    /// Every file that was begun, by segment and output.
    package var files: [RecordedFile]
    package var failures: [SessionFailure]

    /// True when the session is left open for another worker.
    package var isHandedOn = false
    /// The shortfalls of the outputs, for people, in one or two sentences each.
    package var shortfalls: [String] = []
    /// The frames that are missing in the files, by the ledger; `nil` if nothing was recorded or another worker
    /// continues.
    package var losses: SessionLosses?

    var members: [JSONValue.Member] {
        .of(["exit-code": exit, "reason": reason, "folder": folder, "files": files.map { $0.json(in: folder ?? "") }])
            + .known(["losses": losses.map { JSONValue.object($0.members) }])
    }
}
