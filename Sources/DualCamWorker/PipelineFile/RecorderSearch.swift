package import DualCamControl
package import DualCamProcess

/// Finds the running recording to which a command is sent.
package struct RecorderSearch {
    private let recorders: [RunningRecorder]
    private let condition: (String) -> SocketCondition

    /// Lists the sockets of this user's recordings. Recordings that start later are not found. Blocks.
    ///
    /// - Parameter condition: Returns the state of the socket at a path.
    package init(
        _ place: ProcessEnvironment, condition: @escaping (String) -> SocketCondition = { SocketCondition(of: $0) }
    ) {
        recorders = SocketFolders.all(place.environment).flatMap { folder in
            place.files.names(in: folder).sorted().compactMap { RunningRecorder(file: $0, in: folder) }
        }
        self.condition = condition
    }

    /// Returns all running recordings of this user that accept commands.
    package func running() -> [RunningRecorder] { recorders.filter { condition($0.path) == .listening } }

    /// Returns the running recording that `session` selects. If `session` is `nil`, returns the only running recording.
    ///
    /// - Parameter session: The recording's name, its process id, or both, as in the name of its socket; `nil` to
    ///   select the only running recording.
    /// - Throws: A failure with `unavailable` if no recording matches, with `usage` if several match.
    package func recorder(called session: String?) throws(CommandFailure) -> RunningRecorder {
        let all = recorders
        let matching = session.map { session in all.filter { $0.isCalled(session) } } ?? all
        let conditions = matching.map { condition($0.path) }
        let listening = zip(matching, conditions).filter { $0.1 == .listening }.map(\.0)
        if let only = listening.first, listening.count == 1 { return only }
        if listening.count > 1 { throw Self.ambiguous(listening) }
        if let index = conditions.firstIndex(of: .forbidden) { throw .forbidden(matching[index]) }
        if let stale = matching.first { throw Self.leftBehind(stale) }
        if let session { throw Self.unknown(session, running()) }
        throw CommandFailure(.unavailable, "no recording is running", next: Self.start)
    }

    private static let start = "Start one with 'dualcam run FILE'."

    private static func ambiguous(_ recorders: [RunningRecorder]) -> CommandFailure {
        CommandFailure(
            .usage, "\(recorders.count) recordings are running: \(recorders.map(\.text).joined(separator: ", "))",
            next: "Choose one by its process: --session \(recorders[0].process).")
    }

    private static func leftBehind(_ recorder: RunningRecorder) -> CommandFailure {
        CommandFailure(
            .unavailable,
            "no recording is running; '\(recorder.path)' was left behind by one that ended without cleaning up",
            next: start)
    }

    private static func unknown(_ session: String, _ others: [RunningRecorder]) -> CommandFailure {
        let next =
            others.isEmpty
            ? start : "\(others.count == 1 ? "There is" : "There are") \(others.map(\.text).joined(separator: ", "))."
        return CommandFailure(.unavailable, "no recording called '\(session)' is running", next: next)
    }
}

extension RunningRecorder {
    fileprivate func isCalled(_ session: String) -> Bool {
        [name, String(process), "\(name)-\(process)"].contains(session)
    }
}

extension CommandFailure {
    /// Returns the failure for a recording whose socket this user does not have permission to open.
    package static func forbidden(_ recorder: RunningRecorder) -> CommandFailure {
        CommandFailure(
            .unavailable, "the socket '\(recorder.path)' cannot be opened: permission denied",
            next: "Run this as the user who runs the recording.")
    }
}
