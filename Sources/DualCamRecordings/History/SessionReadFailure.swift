package import DualCamConfig
import Glibc

/// The reasons why a folder cannot be read as a session, or why the session in it cannot be used.
package enum SessionReadFailure: Error, Sendable, Equatable {
    /// The session's folder does not exist. The value is its path.
    case missing(String)
    /// The path, which is the value, leads to a file, or to a folder that is not the folder of a session.
    case notASession(String)
    /// The session is unfinished and has no `session.json`. The value is the path of its folder.
    case noManifest(String)
    /// The text of `session.json` is not complete JSON. The first value is the path of the file.
    case damaged(String, JSONFailure)
    /// The file `session.json` contains an impossible number or time. The first value is the path of the file; the
    /// second describes the number.
    case impossible(String, String)
    /// The file `session.json` was not written by dualcam: it is not a JSON object with `outputs` and `state`. The
    /// value is its path.
    case foreign(String)
    /// The file `session.json`, whose path is the first value, has a format that this version of dualcam does not know.
    case newer(String, format: Int)
    case folder(FolderFailure)
    /// A process still records into the session, so that it cannot be audited yet. The values are the folder's path,
    /// and the process as `pid N on HOST since TIME`.
    case recording(String, by: String)
    /// The session has files that are still open, so that it cannot be used yet. The value is the folder's path.
    case unfinished(String)
    /// Nothing was recorded in the session. The value is the path of its folder.
    case empty(String)
    /// The ledger does not say how the cameras were arranged in the combined picture, so the picture cannot be rendered
    /// again. The value is the path of the session's folder.
    case untold(String)
    case fileMissing(output: OutputName, path: String)

    /// The failure and the file or folder concerned, as one full sentence for users.
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

    /// The advice on how to solve the failure, as one full sentence.
    package var advice: String {
        switch self {
        case .missing: "Check the path, or see 'dualcam sessions DIR'."
        case .recording: "Audit it when the recording has ended; 'dualcam status' tells how it goes."
        case .notASession, .foreign: "Give the folder of one session; 'dualcam sessions DIR' lists those of a folder."
        case .noManifest(let folder): "Rebuild it from the ledger with 'dualcam recover \(folder)'."
        case .damaged(let path, _), .impossible(let path, _):
            "If '\(SessionFolder.mark)' is beside it, 'dualcam recover \(Disk.parent(of: path))' rebuilds it from the ledger."
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

    /// True when the session can be read from its ledger alone, because `session.json` is missing, damaged or contains
    /// impossible values.
    var canBeMadeUpFor: Bool {
        switch self {
        case .noManifest, .damaged, .impossible: true
        default: false
        }
    }

    /// True when the folder has no `session.json`, or when its `session.json` is not complete JSON.
    var isOfLostRecords: Bool {
        switch self {
        case .noManifest, .notASession, .damaged: true
        default: false
        }
    }

    /// Opens the folder of a session. Throws a failure that names the session if the folder cannot be opened.
    package static func opening(_ path: String) throws(SessionReadFailure) -> SessionDirectory {
        do throws(FolderFailure) { return try SessionDirectory(path) } catch {
            switch error.errorNumber {
            case ENOENT: throw .missing(error.path)
            case ENOTDIR: throw .notASession(error.path)
            default: throw .folder(error)
            }
        }
    }

    /// Returns the value of `work`. If it throws, throws that failure as `.folder`.
    package static func translate<Value>(
        _ work: @autoclosure () throws(FolderFailure) -> Value
    ) throws(SessionReadFailure) -> Value {
        do throws(FolderFailure) { return try work() } catch { throw .folder(error) }
    }
}
