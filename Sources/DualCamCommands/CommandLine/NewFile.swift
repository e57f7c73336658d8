import DualCamConfig
import DualCamSession
import Glibc
import Kernel

/// A new file that is seen under its name when it is whole, and not before: until then it has no name, or, where the file system
/// knows no such files, a hidden one beside it. Its functions block.
final class NewFile: Sendable {
    enum Refusal: Error, Equatable {
        case exists
        case notCreated(String)
        case notWritten(String)

        /// - Parameters:
        ///   - exists: Told where the file is there already.
        ///   - elsewhere: What to do where it cannot be created.
        func failure(of path: String, _ exists: CommandFailure, elsewhere: OptionText) -> CommandFailure {
            switch self {
            case .exists: exists
            case .notCreated(let reason):
                CommandFailure(.outputNotCreated, naming: "'\(path)' cannot be created: \(reason)", next: elsewhere)
            case .notWritten(let reason):
                CommandFailure(
                    .diskFailed, "'\(path)' cannot be written: \(reason)", next: "Make room, or choose another disk.")
            }
        }
    }

    let path: String
    private let descriptor: Int32
    private let system = SystemAccess.current
    /// The name that it has until it is whole, where it has one or needs one.
    private let hidden: String
    private let isUnnamed: Bool
    private let replaces: Bool

    /// Leads to the file itself (proc(5), `/proc/self/fd`) as long as the value lives.
    var writingPath: String { "/proc/self/fd/\(descriptor)" }

    /// Throws `.exists` where something is under that name already.
    ///
    /// - Parameter replacing: It takes the place of a file that is there.
    init(_ path: String, replacing: Bool = false) throws(Refusal) {
        (self.path, replaces) = (path, replacing)
        guard replacing || !Self.isTaken(path) else { throw .exists }
        let place = path.lastIndex(of: "/").map { (path[..<$0], path[path.index(after: $0)...]) } ?? (".", path[...])
        let folder = place.0.isEmpty ? "/" : String(place.0)
        let hidden = "\(folder)/.\(place.1).\(getpid()).new"
        let unnamed = system.openat(AT_FDCWD, folder, Self.unnamed | O_RDWR | O_CLOEXEC, FileMode.recording)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let opened = unnamed >= 0 ? unnamed : system.openat(AT_FDCWD, hidden, flags, FileMode.recording)
        guard opened >= 0 else { throw .notCreated(Self.reason()) }
        (self.hidden, isUnnamed, descriptor) = (hidden, unnamed >= 0, opened)
    }

    /// Writes a whole file. One that is replaced stays until the new one is whole.
    static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(Refusal) {
        let file = try NewFile(path, replacing: replacing)
        if let problem = file.put(bytes) { throw .notWritten(problem) }
        try file.keep()
    }

    /// Writes a whole file, and tells why it cannot be.
    ///
    /// - Parameters:
    ///   - name: the path as people read it.
    ///   - next: what to do where the file is there already.
    ///   - elsewhere: what to do where it cannot be created.
    static func write(
        _ bytes: [UInt8], to path: String, named name: String, replacing: Bool = false, next: String, elsewhere: String
    ) throws(CommandFailure) {
        do throws(Refusal) { try write(bytes, to: path, replacing: replacing) } catch {
            throw error.failure(
                of: name, CommandFailure(.outputNotCreated, "'\(name)' is there already", next: next),
                elsewhere: OptionText(elsewhere))
        }
    }

    /// Gives a whole file this name, which nothing may have yet; where that lies on another disk it is copied.
    ///
    /// - Parameter source: a file of one's own, which is on its disk already.
    static func move(_ source: String, to path: String) throws(Refusal) {
        // A link, other than a new name, never takes the place of another file (linkat(2)).
        let system = SystemAccess.current
        if system.linkat(AT_FDCWD, source, AT_FDCWD, path, 0) == 0 {
            _ = system.unlinkat(AT_FDCWD, source, 0)
            return LastingFile.synchroniseFolder(of: path)
        }
        if errno == EEXIST { throw .exists }
        let file = try NewFile(path)
        if let problem = file.copy(source) { throw .notWritten(problem) }
        try file.keep()
    }

    /// Deletes the file unless `keep()` was called.
    deinit {
        if !isUnnamed { _ = system.unlinkat(AT_FDCWD, hidden, 0) }
        system.close(descriptor)
    }

    /// Writes bytes at its end. Returns why they cannot be; `nil`: they are.
    func put(_ bytes: [UInt8]) -> String? { FileWriting.put(bytes, descriptor) }

    /// Returns why it is no copy of a file; `nil`: it is.
    private func copy(_ source: String) -> String? {
        let other = open(source, O_RDONLY | O_CLOEXEC)
        guard other >= 0 else { return Self.reason() }
        defer { close(other) }
        while true {
            let count = sendfile(descriptor, other, nil, 1 << 30)
            if count == 0 { return nil }
            if count < 0, errno != EINTR { return Self.reason() }
        }
    }

    /// Writes the file through to the disk and gives it its name.
    func keep() throws(Refusal) {
        guard system.fsync(descriptor) == 0 else { throw .notWritten(Self.reason()) }
        try replaces ? replace() : name()
        // On FAT a file that got another name is empty after a power cut, unless it is synchronised once more.
        _ = system.fsync(descriptor)
        LastingFile.synchroniseFolder(of: path)
    }

    private func name() throws(Refusal) {
        // A link, other than a new name, never takes the place of another file (linkat(2)).
        guard link(as: path) != 0 else { return }
        if errno == EEXIST { throw .exists }
        guard !isUnnamed, !Self.isTaken(path), rename() == 0 else { throw .notWritten(Self.reason()) }
    }

    private func replace() throws(Refusal) {
        if isUnnamed, link(as: hidden) != 0 { throw .notWritten(Self.reason()) }
        guard rename() != 0 else { return }
        let reason = Self.reason()
        _ = system.unlinkat(AT_FDCWD, hidden, 0)
        throw .notWritten(reason)
    }

    private func link(as name: String) -> Int32 {
        system.linkat(AT_FDCWD, isUnnamed ? writingPath : hidden, AT_FDCWD, name, isUnnamed ? AT_SYMLINK_FOLLOW : 0)
    }

    private func rename() -> Int32 { system.renameat(AT_FDCWD, hidden, AT_FDCWD, path) }

    /// O_TMPFILE with O_DIRECTORY, which it contains (open(2)); Swift does not import the macro.
    private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

    /// Returns true when there is anything of that name, be it a link that leads nowhere: no new file can get it.
    static func isTaken(_ path: String) -> Bool {
        var facts = stat()
        return SystemAccess.current.fstatat(AT_FDCWD, path, &facts, AT_SYMLINK_NOFOLLOW) == 0
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// Bytes that are free for everybody where the file lies; `nil`: not known.
    var freeBytes: Int64? {
        var disk = Glibc.statvfs()
        guard system.fstatvfs(descriptor, &disk) == 0 else { return nil }
        return Int64(
            clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    }
}
