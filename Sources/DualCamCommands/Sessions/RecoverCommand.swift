import CommandLine
import DualCamDevices
import DualCamGraph
import DualCamProcess
import DualCamRecordings

/// The command `dualcam recover DIR`, which finishes the files of recordings that a crash interrupted.
struct RecoverCommand: Command {
    var directory: DirectoryPath?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "recover", "finish recordings that a crash interrupted",
        discussion: """
            DIR is the folder of a session, or a recording directory. In a recording directory, recovers every \
            unfinished session that no process is recording. Incomplete files are read again and kept, digests are \
            computed, session.json is written, and the mark of an unfinished session is removed. The command can be \
            interrupted and run again.

            Exit codes: 0 everything is finished, or there was nothing to do; 64 DIR does not exist or contains no \
            session; 73 another process is recording DIR; 74 something in DIR cannot be read or written, or was left \
            alone because it is not a file of the session.
            """,
        parameters: [
            .required("DIR", \.directory, "a session's folder or a folder of sessions", completion: .directory)
        ],
        options: [.flag("json", \.json, "print one JSON object per session")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await place.startGStreamer(quiet: json)
        let path = directory?.path ?? ""
        let folders = try await BlockingCalls.perform { () throws(CommandFailure) in
            try Self.unfinished(in: path)
        }
        let unnameable = await BlockingCalls.perform { ListedSession.unnameable(in: path) }
        place.noteUnnameable(unnameable.map { path + "/" + $0 })
        var worst = ExitCode.finished
        for folder in folders {
            do throws(CommandFailure) {
                let report = try await BlockingCalls.perform { () throws(CommandFailure) in
                    try translated { () throws(RecoveryFailure) in
                        try SessionRecovery(.ofThisProcess).recover(folder)
                    }
                }
                place.output.write(json ? try TerminalText(encoding: report.report) : report.text)
                if !report.refused.isEmpty, worst == .finished { worst = .diskFailed }
            } catch {
                // The command reports this error and then recovers the other sessions.
                _ = place.report(error)
                if worst == .finished { worst = error.exitCode }
            }
        }
        if folders.isEmpty, !json { place.output.write("\(path): no unfinished session\n") }
        return worst
    }
}

extension RecoveryTools {
    static var ofThisProcess: RecoveryTools {
        RecoveryTools(
            version: ProductVersion.current, probe: { FileProbe.content(of: $0.path, named: $0.name) },
            digest: { try FileDigest.sha256($0.path) })
    }
}

extension RecoverCommand {
    /// Returns the paths of the sessions to recover. If `path` is a session, this is only that session. Otherwise,
    /// these are the unfinished sessions in the folder `path` that no running process is recording.
    private static func unfinished(in path: String) throws(CommandFailure) -> [String] {
        if SessionFolder.isSession(path) {
            try markIfLost(path)
            return [path]
        }
        let sessions = try sessions(in: path)
        let holdsTaggedFiles = try translated { () throws(RecoveryFailure) in
            try sessions.isEmpty ? SessionRecovery(.ofThisProcess).holdsTaggedFiles(path) : false
        }
        if holdsTaggedFiles {
            try markIfLost(path)
            return [path]
        }
        return sessions.filter { session in
            switch session.state {
            case .unfinished: true
            case .unreadable: SessionFolder.isMarked(session.folder)
            case .finished, .recovered, .recording: false
            }
        }.map(\.folder)
    }

    /// Marks a session as unfinished, so that it can be recovered, if its ledger and its manifest are lost. Does so
    /// only if the folder still contains files with dualcam's tags.
    private static func markIfLost(_ path: String) throws(CommandFailure) {
        try translated { () throws(RecoveryFailure) in
            let recovery = SessionRecovery(.ofThisProcess)
            if try recovery.hasLostRecords(path) { try recovery.markLost(path) }
        }
    }

    /// Returns the sessions in a recording directory. Throws a failure if the directory cannot be read.
    private static func sessions(in path: String) throws(CommandFailure) -> [ListedSession] {
        do throws(FolderFailure) { return try ListedSession.all(in: path) } catch {
            throw CommandFailure(ofSessions: error)
        }
    }
}

extension CommandFailure {
    /// Creates the failure for a recording directory whose sessions cannot be listed.
    init(ofSessions failure: FolderFailure) {
        self.init(
            failure.isMissing ? .usage : .diskFailed, failure.message,
            next: "Give a recording directory that can be read.")
    }
}

extension SessionRecovery.Report {
    /// The JSON object of a session in `recover --json`. A file's `lost` is the number of seconds lost at its end,
    /// counted up to the last write; omitted if unknown.
    fileprivate var report: JSONObject {
        [
            "folder": folder, "state": wasFinished ? "finished" : "recovered", "files": settled.map(\.report),
            "foreign": foreign, "refused": refused.map(\.message), "manifest-problem": manifestProblem?.message,
        ]
    }
}

extension RecoveredFile {
    fileprivate var frames: Int { file.summary?.frames ?? 0 }
    fileprivate var secondsLost: Double? { lost.map { Double($0) / 1e9 } }

    fileprivate var report: JSONObject {
        [
            "file": file.name, "output": file.output.rawValue, "segment": file.segment, "frames": frames,
            "playable": isPlayable, "removed": isForestalled, "lost": secondsLost, "problem": problem,
        ]
    }

    /// The result of recovering the file, as a line of text for users.
    fileprivate var line: String {
        if isForestalled { return "had not begun, removed" }
        if !isPlayable, lost == 0 { return "had not begun" }
        guard isPlayable else { return "cannot be played" + (problem.map { ": \($0)" } ?? "") }
        let lost = secondsLost.map { ", at most \(Wording.number($0, fractionDigits: 1)) s lost at its end" } ?? ""
        return "\(frames) frames\(lost)"
    }
}

extension SessionRecovery.Report {
    /// The result of recovering the session, as text for users.
    fileprivate var text: TerminalText {
        if wasFinished { return "\(folder): already finished\n" }
        let files = HelpText.columns(settled.map { [$0.file.name, $0.line] })
        let foreign = foreign.map { "  \($0): not the session's, left alone" }
        let refused = refused.map { "  left alone: \($0.message)" }
        let manifest = manifestProblem.map { ["  session.json rebuilt from the ledger: \($0.message)"] } ?? []
        let gone = settled.count { $0.isForestalled }
        let count = history.files.count - gone
        let head = "\(folder): recovered, \(count) \(count == 1 ? "file" : "files")"
        return TerminalText(lines: [head] + files + foreign + refused + manifest)
    }
}
