package import DualCamConfig
import Glibc

/// The reasons why a session's folder cannot be read as one, or why nothing can be made of what it holds.
package enum SessionReadFailure: Error, Sendable, Equatable {
    /// There is no such folder.
    case missing(String)
    /// A folder, or a file, that no dualcam has recorded into.
    case notASession(String)
    /// An unfinished session without its `session.json`.
    case noManifest(String)
    /// `session.json` is no whole JSON text.
    case damaged(String, JSONFailure)
    /// `session.json` has a number or a time in it that cannot be; one phrase.
    case impossible(String, String)
    /// `session.json` is something else.
    case foreign(String)
    /// `session.json` has a format that this version does not know.
    case newer(String, format: Int)
    case folder(FolderFailure)
    /// A session that is being recorded cannot be judged yet.
    case recording(String, by: String)
    /// Files were left open, and nothing can be made of them yet.
    case unfinished(String)
    /// Nothing was recorded.
    case empty(String)
    /// The ledger does not tell how the combined picture was decided.
    case untold(String)
    case fileMissing(output: OutputName, path: String)

    /// The failure and its place, as one full sentence.
    package var message: String {
        switch self {
        case .missing(let folder): "There is no folder '\(folder)'."
        case .notASession(let folder): "'\(folder)' is not the folder of a session: it holds no session.json."
        case .noManifest(let folder): "'\(folder)' has lost its session.json."
        case .damaged(let path, let failure):
            failure.isCut
                ? "'\(path)' is cut after line \(failure.line)." : "'\(path)' is damaged in line \(failure.line)."
        case .impossible(let path, let phrase): "'\(path)' is damaged: \(phrase)."
        case .foreign(let path): "'\(path)' was not written by dualcam."
        case .newer(let path, let format): "'\(path)' was written by a newer dualcam (format \(format))."
        case .folder(let failure): failure.message
        case .recording(let folder, let holder): "'\(folder)' is being recorded by \(holder)."
        case .unfinished(let folder): "'\(folder)' is not finished."
        case .empty(let folder): "Nothing was recorded in '\(folder)'."
        case .untold(let folder): "The ledger of '\(folder)' does not tell how its picture was decided."
        case .fileMissing(let output, let path): "The file of \(output) is missing: '\(path)'."
        }
    }

    /// The remedy, as one full sentence.
    package var advice: String {
        switch self {
        case .missing: "Check the path, or see 'dualcam sessions DIR'."
        case .recording: "Audit it when the recording has ended; 'dualcam status' tells how it goes."
        case .notASession, .foreign: "Give the folder of one session; 'dualcam sessions DIR' lists those of a folder."
        case .noManifest(let folder): "Make it anew from the ledger with 'dualcam recover \(folder)'."
        case .damaged(let path, _), .impossible(let path, _):
            "If '\(SessionFolder.mark)' is beside it, 'dualcam recover \(Disk.parent(of: path))' makes it anew from the ledger."
        case .newer: "Use that version of dualcam for this session; nothing was changed."
        case .folder(let failure):
            switch (failure.refusal, failure.errorNumber) {
            case (let refusal?, _): refusal.advice
            case (nil, EACCES), (nil, EPERM): "Give yourself the right to read it."
            default: "Check the disk (dmesg)."
            }
        case .unfinished(let folder):
            "Wait for the end of the recording, or finish what a crash left with 'dualcam recover \(folder)'."
        case .empty: "Choose another session."
        case .untold: "Sessions that an older dualcam recorded, or that have no combined section, cannot be composed."
        case .fileMissing: "Put it back into the session's folder."
        }
    }

    /// True when the ledger can stand in for `session.json`.
    var canBeMadeUpFor: Bool {
        switch self {
        case .noManifest, .damaged, .impossible: true
        default: false
        }
    }

    /// True when the folder has no manifest, or one of which nothing can be read.
    var isOfLostRecords: Bool {
        switch self {
        case .noManifest, .notASession, .damaged: true
        default: false
        }
    }

    /// The folder of a session, held open.
    static func opening(_ path: String) throws(SessionReadFailure) -> SessionDirectory {
        do throws(FolderFailure) { return try SessionDirectory(path) } catch {
            switch error.errorNumber {
            case ENOENT: throw .missing(error.path)
            case ENOTDIR: throw .notASession(error.path)
            default: throw .folder(error)
            }
        }
    }

    static func translate<Value>(
        _ work: @autoclosure () throws(FolderFailure) -> Value
    ) throws(SessionReadFailure) -> Value {
        do throws(FolderFailure) { return try work() } catch { throw .folder(error) }
    }
}
