/// The reasons why a name in a session's folder is left alone. A session's journal may come from anybody.
package enum FileRefusal: Sendable, Equatable, Codable {
    /// It is no plain name of a recorded file.
    case name
    /// It lies in no folder of the session.
    case elsewhere
    /// It is no regular file but of this kind: `a symbolic link`.
    case kind(String)
    /// It is a link to a folder, or to nothing, where a session's folder should be.
    case link
    /// Something else is mounted there.
    case otherDisk
    /// It belongs to the user of this number.
    case otherOwner(UInt32)
    /// The file has so many names: what is written into it would change elsewhere, too.
    case severalNames(UInt64)
    /// It has so many bytes.
    case tooLarge(Int64, limit: Int64)
    /// A fallback's folder that does not say which session made it.
    case unmarked
    /// Something has the name already.
    case taken
    /// Somebody else records into the session's folder, or finishes it.
    case held(by: String)
    /// Nothing says that the session's folder is unfinished.
    case notMarked

    /// The reason, to stand behind "'/path' cannot be read: ".
    var reason: String {
        switch self {
        case .name: "that is no name of such a file"
        case .elsewhere: "it is not in a folder of this session"
        case .kind(let kind): "it is \(kind) and not a regular file"
        case .link: "it is a symbolic link, and a session's folder is none"
        case .otherDisk: "it is on another file system than its folder"
        case .otherOwner(let user): "it belongs to another user (number \(user))"
        case .severalNames(let count): "the file has \(count) names, and would change under all of them"
        case .tooLarge(let size, let limit):
            "it has \(Wording.size(size)), and such a file has \(Wording.size(limit)) at most"
        case .unmarked: "nothing in its folder says that this session made it (\(FileName.fallbackMark.text))"
        case .taken: "something of that name is there already"
        case .held(let holder): "is in use by \(holder)"
        case .notMarked: "holds no unfinished session"
        }
    }

    var advice: String {
        switch self {
        case .otherOwner: "It was left alone; let the user whom it belongs to do this."
        case .held: "End that recording first (dualcam sessions lists them), or wait for its end."
        case .notMarked: "See what is there with 'dualcam sessions'."
        case .unmarked: "It was left alone; delete it yourself when it is not needed any more."
        default: "It was left alone; see what it is before you move or delete it."
        }
    }
}
