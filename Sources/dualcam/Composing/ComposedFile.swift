import DualCamSession
import Glibc

/// A new file that is seen under its name when it is whole, and not before: until then it has no name, or, where the file system
/// knows no such files, a hidden one beside it.
final class ComposedFile: Sendable {
    let path: String
    private let descriptor: Int32
    /// The hidden name; `nil`: the file has none.
    private let draft: String?

    /// Leads to the file itself (proc(5), `/proc/self/fd`) as long as the value lives.
    var writingPath: String { "/proc/self/fd/\(descriptor)" }

    /// Throws `.exists` where something is under that name already.
    init(_ path: String) throws(NewFile.Refusal) {
        self.path = path
        guard access(path, F_OK) != 0 else { throw .exists }
        let place = path.lastIndex(of: "/").map { (path[..<$0], path[path.index(after: $0)...]) } ?? (".", path[...])
        let folder = place.0.isEmpty ? "/" : String(place.0)
        let unnamed = open(folder, Self.unnamed | O_RDWR | O_CLOEXEC, 0o644)
        if unnamed >= 0 {
            (descriptor, draft) = (unnamed, nil)
            return
        }
        let hidden = "\(folder)/.\(place.1).\(getpid()).new"
        let named = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard named >= 0 else { throw .notCreated(Self.reason()) }
        (descriptor, draft) = (named, hidden)
    }

    /// What was not kept goes.
    deinit {
        if let draft { unlink(draft) }
        close(descriptor)
    }

    /// Writes bytes at its end. Returns why they cannot be; `nil`: they are.
    func put(_ bytes: [UInt8]) -> String? { FileWriting.put(bytes, descriptor) }

    /// Writes the file through to the disk and gives it its name.
    func keep() throws(NewFile.Refusal) {
        guard fsync(descriptor) == 0 else { throw .notWritten(Self.reason()) }
        // A link, other than a new name, never takes the place of another file (linkat(2)).
        let source = draft ?? writingPath
        guard linkat(AT_FDCWD, source, AT_FDCWD, path, draft == nil ? AT_SYMLINK_FOLLOW : 0) != 0 else {
            return syncFolder()
        }
        if errno == EEXIST { throw .exists }
        guard let draft, access(path, F_OK) != 0, rename(draft, path) == 0 else { throw .notWritten(Self.reason()) }
        syncFolder()
    }

    /// Writes the name through to the disk. Where the folder cannot be opened, the system does it in its time.
    private func syncFolder() {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let place = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { return }
        fsync(place)
        close(place)
    }

    /// O_TMPFILE with O_DIRECTORY, which it contains (open(2)); Swift does not import the macro.
    private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// Bytes that are free for everybody where the file lies; `nil`: not known.
    var freeBytes: Int64? {
        var disk = Glibc.statvfs()
        guard fstatvfs(descriptor, &disk) == 0 else { return nil }
        return Int64(
            clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    }
}
