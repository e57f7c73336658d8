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

    /// Whether the session is left open for another worker.
    package var isHandedOn = false
    /// The shortfalls of the outputs, for people: a sentence or two each.
    package var shortfalls: [String] = []

    var members: [JSONValue.Member] {
        .of(["exit-code": exit, "reason": reason, "folder": folder, "files": files.map { $0.json(in: folder ?? "") }])
    }
}
