import DualCamConfig
package import DualCamProcess
package import DualCamRecordings

/// The internal command `dualcam job backup-next ORDER`, where ORDER is a `BackupOrder` as JSON. It copies the oldest
/// session in a recording directory that has no backup yet, and prints the result. Only `BackupProcess` starts it.
package struct BackupNextCommand: ParsedCommand {
    package static let name = InternalJob.backupNext.title

    private let order: BackupOrder
    private let request: BackupRequest

    package init(_ words: [String]) throws(CommandFailure) {
        let refused = CommandFailure.hidden(Self.name, startedBy: "dualcam serve", next: "Use 'dualcam backup'.")
        guard words.count == 1, let order = BackupOrder(ownJSON: words[0].utf8) else { throw refused }
        do throws(Refusal) { request = try order.request() } catch { throw refused }
        self.order = order
    }

    package func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        var quiet = place
        // The supervisor prints all messages about this process, so the process itself prints none.
        (quiet.output, quiet.errors, quiet.errorsAreTerminal) = (NullSink(), NullSink(), false)
        let output = place.output
        let ending = await attempt(in: quiet) { note in output.write(note.line) }
        place.output.write(try TerminalText(encoding: ending))
        return .finished
    }

    /// Tries to copy the oldest session that has no backup yet, and returns the result.
    /// - Parameter tell: Receives the list of sessions that wait for a backup, and then the progress of the copy.
    private func attempt(
        in place: ProcessEnvironment, tell: @escaping @Sendable (BackupNote) -> Void
    ) async -> BackupEnding {
        let ended = TerminationFlag(place)
        var session: String?
        defer { ended.stop() }
        do throws(CommandFailure) {
            let waiting = try await BlockingCalls.perform { [order, request] () throws(CommandFailure) in
                try Self.waiting(order, request)
            }
            tell(BackupNote(waiting: Array(waiting.prefix(BackupState.mostNamed)), waitingCount: waiting.count))
            // Another process may be copying a session at a user's request.
            let next = await BlockingCalls.perform { [order] in
                waiting.first { !order.besides.contains($0) && !BackupCommand.isTaken($0) }
            }
            guard let next else { return .nothing }
            if !order.usesMetered, request.to.remote != nil, await isMetered(place) {
                return .failed(session: nil, reason: "The network is metered, and backup.metered is off.")
            }
            session = next
            let name = next.fileName
            tell(BackupNote(copying: .init(session: name)))
            var told = place
            told.output = JSONLines { line in
                if let note = Self.note(line, of: name) { tell(note) }
            }
            try await BackupCommand.backUp(next, request, json: true, in: told, ended)
            return .copied(session: next, left: waiting.count - 1)
        } catch {
            // A user has requested a copy of this session in the meantime, and another process is making it.
            if let session, await BlockingCalls.perform({ BackupCommand.isTaken(session) }) { return .nothing }
            let reason = Sentence.text(error.message) + (error.advice.isEmpty ? "" : " " + error.advice)
            // If the destination cannot be used, the failure concerns all sessions and not only this one.
            return .failed(session: error.exitCode == .unavailable ? nil : session, reason: reason)
        }
    }

    /// Returns the progress of a session's copy that a line of JSON reports; `nil` if the line reports something else.
    private static func note(_ line: JSONValue, of session: String) -> BackupNote? {
        guard line["event"]?.text == "progress" else { return nil }
        return BackupNote(copying: .init(session: session, progress: .init(told: line)))
    }

    private func isMetered(_ place: ProcessEnvironment) async -> Bool {
        await BlockingCalls.perform { NetworkMetering.isMetered(place.environment) }
    }

    private static func waiting(_ order: BackupOrder, _ request: BackupRequest) throws(CommandFailure) -> [String] {
        do throws(FolderFailure) {
            let outputs = request.only.map { OutputName($0) }
            return try SessionBackup.missing(in: order.directory, at: request.to, only: outputs)
        } catch {
            if error.isMissing { return [] }
            throw CommandFailure(.unavailable, error.message, next: error.advice)
        }
    }
}

extension BackupOrder {
    /// Returns the request to copy the session. Throws if the backup's destination is not valid.
    func request() throws(Refusal) -> BackupRequest {
        var request = BackupRequest(
            to: try RemotePath(parsing: to), only: only, skipsMissing: true,
            bandwidth: bandwidth.map { Bitrate(bitsPerSecond: $0) })
        request.proc = proc
        return request
    }
}
