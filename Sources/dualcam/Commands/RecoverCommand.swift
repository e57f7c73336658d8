import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// `dualcam recover DIR`
struct RecoverCommand: Command {
    var directory: DirectoryPath?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "recover", "finish what a crash left of a recording",
        discussion: """
            DIR is the folder of a session, or a recording directory: then every unfinished session in it \
            is finished that nobody records at the moment. Half files are read again and kept, digests \
            are computed, session.json is written, and the mark goes. It can be interrupted and run again.

            Exit codes: 0 everything is finished, also when there was nothing to do; 64 DIR is not there or \
            holds no session; 73 DIR is being recorded by another process; 74 something in it cannot be read or \
            written, or was left alone because it is no file of the session.
            """,
        parameters: [
            .required("DIR", \.directory, "a session's folder or a folder of sessions", completion: .directory)
        ],
        options: [.flag("json", \.json, "print one JSON object for each session")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await Preparation.startGStreamer(quiet: json, in: place)
        let path = directory?.path ?? ""
        let folders = try await BlockingCalls.perform { () throws(CommandFailure) in
            try SessionSearch.unfinished(in: path)
        }
        var worst = ExitCode.finished
        for folder in folders {
            do throws(CommandFailure) {
                let report = try await BlockingCalls.perform { () throws(CommandFailure) in try Self.recover(folder) }
                place.output.write(
                    json ? TerminalText(json: try JSONText.line(RecoveryReport(report))) : RecoveryText.text(report))
                if !report.refused.isEmpty, worst == .finished { worst = .disk }
            } catch {
                // One session that cannot be finished does not keep the others from it.
                _ = place.report(error)
                if worst == .finished { worst = error.exitCode }
            }
        }
        if folders.isEmpty, !json { place.output.write("\(path): no unfinished session\n") }
        return worst
    }

    private static func recover(_ folder: String) throws(CommandFailure) -> SessionRecovery.Report {
        do throws(RecoveryFailure) { return try SessionRecovery(.ofThisProcess).recover(folder) } catch {
            throw CommandFailure(error)
        }
    }
}

extension RecoveryTools {
    static var ofThisProcess: RecoveryTools {
        RecoveryTools(
            version: VersionCommand.version, probe: { FileProbe.content(of: $0.path, named: $0.name) },
            digest: { try FileDigest.sha256($0.path) })
    }
}

/// Finds the sessions that a path on the command line stands for.
enum SessionSearch {
    /// The session at `path`, or the unfinished ones in it that nobody records.
    static func unfinished(in path: String) throws(CommandFailure) -> [String] {
        if SessionFolder.isSession(path) {
            try markIfLost(path)
            return [path]
        }
        let sessions = try sessions(in: path)
        if sessions.isEmpty, try recovering({ recovery throws(RecoveryFailure) in try recovery.holdsTaggedFiles(path) })
        {
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

    /// A session that lost both its ledger and its manifest becomes an unfinished one, where it holds files with dualcam's tags.
    private static func markIfLost(_ path: String) throws(CommandFailure) {
        try recovering { recovery throws(RecoveryFailure) in
            if try recovery.hasLostRecords(path) { try recovery.markLost(path) }
        }
    }

    private static func recovering<Value>(
        _ work: (SessionRecovery) throws(RecoveryFailure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(RecoveryFailure) { return try work(SessionRecovery(.ofThisProcess)) } catch {
            throw CommandFailure(error)
        }
    }

    /// The sessions of a recording directory.
    static func sessions(in path: String) throws(CommandFailure) -> [ListedSession] {
        do throws(FolderFailure) { return try ListedSession.all(in: path) } catch {
            throw CommandFailure(
                error.isMissing ? .usage : .disk, error.message, next: "Give a recording directory that can be read.")
        }
    }
}

/// A session in `recover --json`.
struct RecoveryReport: Encodable, Equatable {
    struct File: Encodable, Equatable {
        var file: String
        var output: String
        var segment: Int
        var frames: Int
        var playable: Bool
        /// The crash came before there was anything in it.
        var removed: Bool
        /// Seconds recorded after the last readable frame, by the time of the last write; left out where not known.
        var lost: Double?
        var problem: String?
    }

    var folder: String
    /// `finished` (it had been before) or `recovered`.
    var state: String
    var files: [File]
    var foreign: [String]
    /// The reasons why listed files were neither read nor changed, as full sentences.
    var refused: [String]
    /// The reason why `session.json` was made anew from the ledger.
    var manifestProblem: String?

    init(_ report: SessionRecovery.Report) {
        folder = report.folder
        state = report.wasFinished ? "finished" : "recovered"
        files = report.settled.map { settled in
            File(
                file: settled.file.name, output: settled.file.output.rawValue, segment: settled.file.segment,
                frames: settled.file.summary?.frames ?? 0, playable: settled.isPlayable,
                removed: settled.isForestalled,
                lost: settled.lost.map { Double($0) / 1e9 }, problem: settled.problem)
        }
        foreign = report.foreign
        refused = report.refused.map(\.message)
        manifestProblem = report.manifestProblem?.message
    }
}

/// A recovery for people.
enum RecoveryText {
    static func text(_ report: SessionRecovery.Report) -> TerminalText {
        if report.wasFinished { return "\(report.folder): already finished\n" }
        let told = RecoveryReport(report)
        let width = told.files.map(\.file.count).max() ?? 0
        let files = told.files.map { "  \(HelpText.padded($0.file, to: width))  \(line($0))" }
        let foreign = told.foreign.map { "  \($0): not the session's, left alone" }
        let refused = told.refused.map { "  left alone: \($0)" }
        let manifest = told.manifestProblem.map { ["  session.json made anew from the ledger: \($0)"] } ?? []
        let gone = report.settled.count { $0.isForestalled }
        let count = report.history.files.count - gone
        let head = "\(report.folder): recovered, \(count) \(count == 1 ? "file" : "files")"
        return TerminalText(lines: [head] + files + foreign + refused + manifest)
    }

    private static func line(_ file: RecoveryReport.File) -> String {
        if file.removed { return "had not begun, removed" }
        if !file.playable, file.lost == 0 { return "had not begun" }
        guard file.playable else { return "cannot be played" + (file.problem.map { ": \($0)" } ?? "") }
        let lost = file.lost.map { ", at most \(Wording.number($0, fractionDigits: 1)) s lost at its end" } ?? ""
        return "\(file.frames) frames\(lost)"
    }
}
