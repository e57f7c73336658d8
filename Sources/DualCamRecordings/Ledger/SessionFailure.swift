package import DualCamConfig
package import DualCamPlan

/// A failure that ended the session or the recording of one output, with its location in the graph, its reason, and
/// advice for the user.
package struct SessionFailure: Sendable, Equatable {
    /// The codes of failures. The raw values appear in events and in the ledger, and must not change.
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
        /// The output's files end before the recording does, or the output has no files.
        case outputIncomplete = "output-incomplete"
        case timeout
        case fault
        /// The machine has reached the temperature `thermal.shutdown`.
        case tooHot = "too-hot"
        /// The battery's charge is below `battery.stop`.
        case batteryEmpty = "battery-empty"
        /// Recording did not begin within the time limit (`SessionSettings.startLimit`).
        case startTimeout = "start-timeout"
        /// The files could not be finished: nothing was written for the time limit (`SessionSettings.finishLimit`).
        case finishTimeout = "finish-timeout"
    }

    package var code: Code
    /// The exit code of a recording that ends because of this failure.
    package var exit: ExitCode
    /// The branch of the graph in which the failure occurred; `nil` if it occurred elsewhere.
    package var branch: BranchID?
    /// The output that was lost in the failure; `nil` if an input or the whole recording was lost instead.
    package var output: OutputName?
    /// The camera or microphone that was lost in the failure; `nil` if none was.
    package var input: InputName?
    /// The failure as one full sentence for users.
    package var message: String
    /// The advice on how to solve the failure, as one full sentence; may be empty.
    package var advice: String
    /// The advice on how to solve the failure without the command line, as one full sentence for remote users; may be
    /// empty.
    package var remoteAdvice: String

    package init(
        _ code: Code, exit: ExitCode, branch: BranchID? = nil, output: OutputName? = nil, message: String,
        advice: String, remoteAdvice: String? = nil
    ) {
        self.remoteAdvice = remoteAdvice ?? advice
        (self.code, self.exit, self.branch, self.output) = (code, exit, branch, output)
        (self.message, self.advice) = (message, advice)
    }

    /// Creates the failure for an error of the GStreamer graph. A code that `Code` does not contain becomes `fault`.
    package init(_ failure: GraphFailure) {
        self.init(
            Code(rawValue: failure.code.rawValue) ?? .fault, exit: ExitCode(failure.code), branch: failure.branch,
            output: failure.output,
            message: failure.message, advice: failure.advice)
        input = failure.input
    }

    /// Creates the failure for an error of a file or folder: `disk-failed` if the disk is full or fails, otherwise
    /// `output-not-created`.
    package init(_ failure: FolderFailure) {
        self.init(
            failure.exit == .diskFailed ? .diskFailed : .outputNotCreated, exit: failure.exit, message: failure.message,
            advice: failure.advice, remoteAdvice: failure.remoteAdvice)
    }

    /// The failure as a JSON object, for the key `obstacle` of the status, which says why no take could begin. Keys:
    /// `code`, `exit-code`, `message`, `advice`.
    var obstacle: JSONValue {
        .of(["code": code, "exit-code": exit, "message": message, "advice": remoteAdvice])
    }

    /// The failure as JSON members for events and the ledger: `code`, `exit-code`, `branch`, `output`, `message`,
    /// `advice`.
    package var members: [JSONValue.Member] {
        .of([
            "code": code, "exit-code": exit, "branch": branch, "output": output, "message": message, "advice": advice,
        ])
    }
}

/// The outcome of a session: its exit code, files, failures and losses.
package struct SessionOutcome: Sendable, Equatable {
    /// The exit code of the session: that of its first failure, or 0 if there was no failure.
    package var exit: ExitCode
    /// The reason why the session ended; `nil` if it failed before it had begun.
    package var reason: StopReason?
    /// The path of the session's folder; `nil` if no folder was created, or if it was removed again.
    package var folder: String?
    /// Every file that the session began, ordered by segment and then by output.
    package var files: [RecordedFile]
    /// The failures of the session in the order of their occurrence; empty if there was none.
    package var failures: [SessionFailure]

    /// True when this process left the session unfinished so that another worker can continue it.
    package var isHandedOn = false
    /// Texts for users that describe, in one or two sentences each, what is missing in the files of an output.
    package var shortfalls: [String] = []
    /// The frames that are missing in the session's files, according to the ledger; `nil` if nothing was recorded or
    /// another worker continues.
    package var losses: SessionLosses?

    package init(
        exit: ExitCode, reason: StopReason? = nil, folder: String? = nil, files: [RecordedFile],
        failures: [SessionFailure], isHandedOn: Bool = false, shortfalls: [String] = [], losses: SessionLosses? = nil
    ) {
        (self.exit, self.reason, self.folder, self.files) = (exit, reason, folder, files)
        (self.failures, self.isHandedOn, self.shortfalls, self.losses) = (failures, isHandedOn, shortfalls, losses)
    }

    var members: [JSONValue.Member] {
        .of(["exit-code": exit, "reason": reason, "folder": folder, "files": files.map { $0.json(in: folder ?? "") }])
            + .known(["losses": losses.map { JSONValue.object($0.members) }])
    }
}
