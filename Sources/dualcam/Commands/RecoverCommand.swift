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
            holds no session; 73 DIR is being recorded by another process; 74 something in it cannot be read or written.
            """,
        parameters: [
            .required("DIR", \.directory, "a session's folder or a folder of sessions", completion: .directory)
        ],
        options: [.flag("json", \.json, "print one JSON object for each session")])

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        try await Preparation.startGStreamer(quiet: json, in: place)
        let path = directory?.path ?? ""
        let folders = try await BlockingCalls.perform { () throws(CommandFailure) in
            try SessionSearch.unfinished(in: path)
        }
        var worst = ExitCode.finished
        for folder in folders {
            do throws(CommandFailure) {
                let report = try await BlockingCalls.perform { () throws(CommandFailure) in try Self.recover(folder) }
                place.output.write(json ? try JSONText.line(RecoveryReport(report)) : RecoveryText.text(report))
            } catch {
                // One session that cannot be finished does not keep the others from it.
                place.errors.write(error.text + "\n")
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
            version: VersionCommand.version, probe: { FileProbe.content(of: $0) },
            digest: { try FileDigest.sha256($0) })
    }
}

/// What a path on the command line means.
enum SessionSearch {
    /// The session at `path`, or the unfinished ones in it that nobody records.
    static func unfinished(in path: String) throws(CommandFailure) -> [String] {
        if SessionFolder.isSession(path) { return [path] }
        return try sessions(in: path).filter { session in
            switch session.state {
            case .unfinished: true
            case .unreadable: SessionFolder.isMarked(session.folder)
            case .finished, .recovered, .recording: false
            }
        }.map(\.folder)
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
    /// Why `session.json` was made anew from the ledger.
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
        manifestProblem = report.manifestProblem?.message
    }
}

/// A recovery for people.
enum RecoveryText {
    static func text(_ report: SessionRecovery.Report) -> String {
        if report.wasFinished { return "\(report.folder): already finished\n" }
        let told = RecoveryReport(report)
        let width = told.files.map(\.file.count).max() ?? 0
        let files = told.files.map { "  \(HelpText.padded($0.file, to: width))  \(line($0))\n" }
        let foreign = told.foreign.map { "  \($0): not the session's, left alone\n" }
        let manifest = told.manifestProblem.map { "  session.json made anew from the ledger: \($0)\n" } ?? ""
        let gone = report.settled.count { $0.isForestalled }
        let count = report.history.files.count - gone
        return "\(report.folder): recovered, \(count) \(count == 1 ? "file" : "files")\n"
            + files.joined() + foreign.joined() + manifest
    }

    private static func line(_ file: RecoveryReport.File) -> String {
        if !file.playable, file.lost == 0 { return "had not begun" }
        if file.removed { return "had not begun, removed" }
        guard file.playable else { return "cannot be played" + (file.problem.map { ": \($0)" } ?? "") }
        let lost = file.lost.map { ", at most \(Wording.number($0, fractionDigits: 1)) s lost at its end" } ?? ""
        return "\(file.frames) frames\(lost)"
    }
}
