/// The reasons why a session, or one of its files, cannot be shown or changed.
package enum LibraryFailure: Error, Sendable, Equatable {
    case noSession(String)
    /// The requested file is missing, or is not listed in `session.json` and the ledger. The value is its name, or the
    /// number of a made file.
    case noFile(String)
    /// The file's size differs from the listed size, or the file is listed twice. The value is its name.
    case changed(String)
    /// The file cannot be used yet, because it is still being written. The value is its name.
    case unfinished(String)
    /// The given text is not valid as a session's title.
    case badTitle
    /// The session, whose name is the value, is not finished. The requested operation, such as a deletion, needs a
    /// finished session.
    case notFinished(String)
    /// A process records into the session, whose name is the value, or works on it.
    case inUse(String)
    /// The session, whose name is the value, is not about to be deleted, so that its deletion cannot be undone.
    case notRemoved(String)
    /// The session has no viewer link with the given number.
    case noLink
    /// The session already has the maximum number of viewer links. The value is that maximum.
    case tooManyLinks(Int)
    /// The session would have more tags than the maximum. The value is that maximum.
    case tooManyTags(Int)
    /// A derived file could not be made. The text is the reason.
    case notMade(String)
    /// The session's ledger does not say how the cameras were arranged in the combined picture.
    case notComposed(SessionReadFailure)
    case unreadable(SessionReadFailure)
    case folder(FolderFailure)

    /// The problem and its reason, as one full sentence for users.
    package var message: String { text.message }

    /// The advice on how to solve the problem, as one full sentence.
    package var advice: String { text.advice }

    private var text: (message: String, advice: String) {
        switch self {
        case .noSession(let name): ("There is no session '\(name)'.", "See /api/v1/sessions.")
        case .noFile(let name): ("The session has no file '\(name)'.", "See the session's own list of files.")
        case .changed(let name):
            ("The file '\(name)' is not what was recorded.", "See what is wrong with 'dualcam audit'.")
        case .unfinished(let name): ("The file '\(name)' is still being written.", "Ask again when it is finished.")
        case .badTitle: ("A session cannot be called that.", "Write one line of at most 200 letters.")
        case .notFinished(let name):
            ("The session '\(name)' is not finished.", "Wait for its end, or finish it with 'dualcam recover'.")
        case .inUse(let name): ("The session '\(name)' is being recorded, or worked at.", "Wait for its end.")
        case .notRemoved(let name):
            (
                "The session '\(name)' is not being deleted.",
                "See /api/v1/sessions: it is there, or was deleted before."
            )
        case .noLink: ("There is no such link.", "See the session's own list of links.")
        case .tooManyLinks(let most):
            ("There are \(most) links to the session already.", "Take one away, or wait for its end.")
        case .tooManyTags(let most): ("A session has at most \(most) tags.", "Take some away first.")
        case .notMade(let reason): ("It cannot be made: \(reason).", "Play the file itself with another program.")
        case .notComposed(let failure): (failure.message, failure.advice)
        case .unreadable(let failure): (failure.message, failure.advice)
        case .folder(let failure): (failure.message, failure.advice)
        }
    }

    /// Returns the value of `work`. If it throws, throws that failure as `.folder`.
    package static func translate<Value>(
        _ work: @autoclosure () throws(FolderFailure) -> Value
    ) throws(LibraryFailure) -> Value {
        do throws(FolderFailure) { return try work() } catch { throw .folder(error) }
    }
}
