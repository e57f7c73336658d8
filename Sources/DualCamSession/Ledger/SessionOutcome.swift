/// What a session came to.
public struct SessionOutcome: Sendable, Equatable {
    /// The exit code: that of the first failure, else 0.
    public var exit: ExitCategory
    /// `nil` when the session ended before it had begun.
    public var reason: StopReason?
    /// The session's folder; `nil` when nothing was left behind.
    public var folder: String?
    /// Every file that was begun, by segment and output.
    public var files: [RecordedFile]
    public var failures: [SessionFailure]

    public init(
        exit: ExitCategory, reason: StopReason?, folder: String?, files: [RecordedFile], failures: [SessionFailure]
    ) {
        (self.exit, self.reason, self.folder) = (exit, reason, folder)
        (self.files, self.failures) = (files, failures)
    }

    /// Whether the session is left open for another worker.
    public var isHandedOn = false

    var members: [JSONValue.Member] {
        [
            .init("exit-code", .integer(Int64(exit.rawValue))), .init("reason", .text(reason?.rawValue)),
            .init("folder", .text(folder)), .init("files", .array(files.map { $0.json(in: folder ?? "") })),
        ]
    }
}
