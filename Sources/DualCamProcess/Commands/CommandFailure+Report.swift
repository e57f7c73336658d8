package import DualCamConfig
package import DualCamRecordings
import DualCamSession

/// The JSON events for a failure that occurred before anything was recorded.
extension CommandFailure {
    /// Returns the events that report this failure, each as a line of `run --json`: `failed` and, if no other process
    /// continues the recording, `finished`.
    package func events(isLast: Bool) -> [HookEvent] {
        let failed: [JSONValue.Member] = [
            .init("code", .string(code?.rawValue ?? exitCode.word)), .init("exit-code", .count(exitCode.rawValue)),
            .init("branch", .null), .init("output", .null), .init("message", .string(message)),
            .init("advice", .string(advice)),
        ]
        let told = problems.isEmpty ? [] : [JSONValue.Member("problems", problemList)]
        let finished: [JSONValue.Member] = [
            .init("exit-code", .count(exitCode.rawValue)), .init("reason", .null), .init("folder", .null),
            .init("files", .array([])),
        ]
        return [Self.event(.failed, failed + told)] + (isLast ? [Self.event(.finished, finished)] : [])
    }

    /// The problems of the pipeline file as a JSON array; empty if the failure has another cause.
    package var problemList: JSONValue { .list(problems) }

    private static func event(_ name: EventName, _ members: [JSONValue.Member]) -> HookEvent {
        let head: [JSONValue.Member] = [
            .init("event", .string(name.rawValue)), .init("time", .string(WallTime.iso8601(WallTime.unixNow()))),
            .init("running-time", .null),
        ]
        return HookEvent(name: name, line: JSONValue.object(head + members).line)
    }
}

extension JSONValue {
    /// Encodes the issues of a pipeline file as a JSON array. Each issue has the keys `file`, `line`, `column`,
    /// `length`, `key`, `message` and `advice`. The numbers are `null` if the issue has no position in the file.
    package static func list(_ issues: [PipelineIssue]) -> JSONValue {
        .array(
            issues.map { issue in
                [
                    "file": .string(issue.file), "line": .count(issue.line), "column": .count(issue.column),
                    "length": .count(issue.length), "key": .string(issue.keyPath), "message": .string(issue.message),
                    "advice": .string(issue.hint ?? ""),
                ]
            })
    }
}

extension ExitCode {
    /// The value of `code` in the event `failed` for this exit code, used if the failure itself has no such value.
    fileprivate var word: String {
        switch self {
        case .finished, .handedOver, .fault: SessionFailure.Code.fault.rawValue
        case .usage: "usage"
        case .pipelineFile: "pipeline-file"
        case .unavailable: SessionFailure.Code.deviceMissing.rawValue
        case .outputNotCreated: SessionFailure.Code.outputNotCreated.rawValue
        case .diskFailed: SessionFailure.Code.diskFailed.rawValue
        case .heat: SessionFailure.Code.tooHot.rawValue
        }
    }
}
