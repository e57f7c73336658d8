/// Why a session, or a file of one, is not shown.
package enum LibraryFailure: Error, Sendable, Equatable {
    case noSession(String)
    /// `session.json` and the ledger list no such file, or it is not there.
    case noFile(String)
    /// The file is still being written.
    case unfinished(String)
    /// A session cannot be called so.
    case badTitle
    /// Only finished sessions are deleted.
    case notFinished(String)
    /// It is not being deleted.
    case notRemoved(String)
    case unreadable(SessionReadFailure)
    case folder(FolderFailure)

    /// What is not shown and why, as one full sentence.
    package var message: String {
        switch self {
        case .noSession(let name): "There is no session '\(name)'."
        case .noFile(let name): "The session has no file '\(name)'."
        case .unfinished(let name): "The file '\(name)' is still being written."
        case .badTitle: "A session cannot be called that."
        case .notFinished(let name): "The session '\(name)' is not finished."
        case .notRemoved(let name): "The session '\(name)' is not being deleted."
        case .unreadable(let failure): failure.message
        case .folder(let failure): failure.message
        }
    }

    /// The remedy, as one full sentence.
    package var advice: String {
        switch self {
        case .noSession: "See /api/v1/sessions."
        case .noFile: "See the session's own list of files."
        case .unfinished: "Ask again when it is finished."
        case .badTitle: "Write one line of at most 200 letters."
        case .notFinished: "Wait for its end, or finish it with 'dualcam recover'."
        case .notRemoved: "See /api/v1/sessions: it is there, or was deleted before."
        case .unreadable(let failure): failure.advice
        case .folder(let failure): failure.advice
        }
    }
}
