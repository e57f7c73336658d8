package import CommandLine
import DualCamConfig
package import DualCamProcess
package import DualCamRecordings

/// The command `dualcam backup SESSION... --to REMOTE:PATH`, which copies finished sessions and verifies the copies.
package struct BackupCommand: Command {
    var sessions: [DirectoryPath] = []
    var to: RemotePath?
    var only: [String]?
    var bandwidth: WrittenValue<Bitrate>?
    var fullSpeed = false
    var json = false
    /// The default time to wait if another process is copying the same session.
    private static let patience = Duration.seconds(5)

    package init() {}

    package static let declaration = CommandDeclaration<Self>(
        "backup", "copy sessions to another place and verify the copies",
        discussion: """
            PLACE is REMOTE:PATH with a remote that rclone knows ('rclone config': S3, WebDAV, SFTP, Drive and many \
            more), or the absolute path of a folder. Each session gets a folder of its name there. A file is named \
            NAME.part until it is complete and its checksum has been compared; session.json comes last. Existing files \
            are never replaced. After an interruption, the next call copies what is missing. The command uses the CPU \
            and the disk only while nothing else needs them. What was copied, where, and how it was verified is \
            recorded in the session's folder (.dualcam/backup.json).

            Exit codes: 0 everything is copied; 64 SESSION is not a session or is not finished; 69 rclone is not \
            installed or has no such remote, the place cannot be reached or is full, or the command was interrupted by \
            Ctrl-C; 73 a different file or session of that name exists there; 74 a file is missing or does not match \
            the session's records.
            """,
        examples: [
            "backup ~/Videos/DualCam/Lecture_1 --to nas:recordings",
            "backup ~/Videos/DualCam/* --to nas:recordings --bandwidth 20Mbps",
        ],
        parameters: [.several("SESSION", \.sessions, "the folders of sessions", completion: .directory)],
        options: [
            .value("to", "PLACE", \.to, "copy to this place: nas:recordings or /mnt/nas/recordings"),
            .names("only", "OUTPUTS", \.only, "copy only the files of these outputs: --only combined,back"),
            .value("bandwidth", "BITRATE", \.bandwidth, "limit the bandwidth: 20Mbps"),
            .flag("full-speed", \.fullSpeed, "do not slow down while other programs need the CPU or the disk"),
            .flag("json", \.json, "print events, one JSON object per line"),
        ])

    package func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        guard let to else {
            throw CommandFailure(
                .usage, "the destination is missing", next: "Give one: --to nas:recordings.")
        }
        let request = BackupRequest(
            to: to, only: only ?? [], bandwidth: try Self.limit(bandwidth), proc: fullSpeed ? nil : "/proc")
        let ended = TerminationFlag(place)
        defer { ended.stop() }
        var code = ExitCode.finished
        for session in sessions {
            do throws(CommandFailure) {
                try await Self.backUp(place.absolute(session.path), request, json: json, in: place, ended)
            } catch {
                // If rclone or the destination cannot be used, copying the other sessions would fail too.
                if error.exitCode == .unavailable || session == sessions.last { throw error }
                code = place.report(error)
            }
        }
        return code
    }

    /// Returns the bandwidth limit given by `--bandwidth`; `nil` for no limit. Throws a usage failure if the value is
    /// not valid.
    static func limit(_ written: WrittenValue<Bitrate>?) throws(CommandFailure) -> Bitrate? {
        guard let text = written?.text, text != "off" else { return nil }
        do throws(Refusal) { return try Bitrate(parsing: text) } catch {
            throw CommandFailure(error, of: "bandwidth")
        }
    }

    /// Copies the session in `folder` to the destination in the backup request.
    ///
    /// - Parameter patience: The time to wait if another process is copying the session; `nil` to wait until the user
    ///   ends the command.
    package static func backUp(
        _ folder: String, _ request: BackupRequest, json: Bool, in place: ProcessEnvironment, _ ended: TerminationFlag,
        patience: Duration? = Self.patience
    ) async throws(CommandFailure) {
        let give = patience.map { ContinuousClock.now + $0 }
        while true {
            let isDone = try await BlockingCalls.perform { () throws(CommandFailure) in
                let run = try BackupRun(request, json: json, in: place) { !ended.hasCome }
                let (source, lock) = try open(folder)
                if let lock { try run.copy(source, holding: lock) }
                return lock != nil
            }
            if isDone { return }
            guard give.map({ ContinuousClock.now < $0 }) ?? true, !ended.hasCome else {
                throw CommandFailure(
                    .outputNotCreated, "'\(folder)' is being copied by another process",
                    next: "Wait until it has finished.")
            }
            await pause(for: .milliseconds(100))
        }
    }

    /// Returns true if another process is copying the session in `folder`; false otherwise, or if the session cannot be
    /// read. Blocks.
    static func isTaken(_ folder: String) -> Bool {
        do throws(CommandFailure) { return try open(folder).1 == nil } catch { return false }
    }

    private static func open(_ folder: String) throws(CommandFailure) -> (BackupSource, BackupLock?) {
        let source = try translated { () throws(LibraryFailure) in try BackupSource(reading: folder) }
        return (source, try translated { () throws(LibraryFailure) in try source.lock() })
    }
}

extension RemotePath: OptionValue {
    init(argument text: String) throws(Refusal) { try self.init(parsing: text) }
}
