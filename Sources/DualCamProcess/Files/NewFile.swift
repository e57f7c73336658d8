package import CommandLine
import DualCamConfig
import DualCamRecordings
import Glibc
import Kernel

/// A new file that gets its name only when it is complete. Until then it has no name or, if the file system does not
/// support that (O_TMPFILE), a hidden name in the same folder. All functions block.
package final class NewFile: Sendable {
    /// The reason why a file could not be created or written. The texts are the system's error messages.
    package enum Refusal: Error, Equatable {
        case exists
        case notCreated(String)
        case notWritten(String)

        /// Returns the failure of a command that could not create or write the file.
        ///
        /// - Parameters:
        ///   - exists: The failure to return if the file already exists.
        ///   - elsewhere: The advice to the user if the file cannot be created.
        package func failure(of path: String, _ exists: CommandFailure, elsewhere: OptionText) -> CommandFailure {
            switch self {
            case .exists: exists
            case .notCreated(let reason):
                CommandFailure(.outputNotCreated, naming: "'\(path)' cannot be created: \(reason)", next: elsewhere)
            case .notWritten(let reason):
                CommandFailure(
                    .diskFailed, "'\(path)' cannot be written: \(reason)",
                    next: "Free space on the disk, or choose another one.")
            }
        }
    }

    /// The path that the file gets as soon as it is complete.
    package let path: String
    private let descriptor: Int32
    private let system = SystemAccess.current
    /// The temporary name of the new file. It is used if the file system does not support files without a name, or if
    /// the new file replaces another.
    private let hidden: String
    private let isUnnamed: Bool
    private let replaces: Bool

    /// The path under which this process can open the new file (proc(5), `/proc/self/fd`) while this object exists.
    package var writingPath: String { "/proc/self/fd/\(descriptor)" }

    /// Creates a new file that does not have its name yet. Throws `.exists` if the path is already taken.
    ///
    /// - Parameter replacing: True to replace an existing file at the path.
    package init(_ path: String, replacing: Bool = false) throws(Refusal) {
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

    /// Writes a complete file. If it replaces an existing file, that file stays until the new one is complete. Throws
    /// `.exists` if the path is taken and `replacing` is false.
    package static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(Refusal) {
        let file = try NewFile(path, replacing: replacing)
        if let problem = file.put(bytes) { throw .notWritten(problem) }
        try file.keep()
    }

    /// Writes a complete file. Throws a command's failure with the reason if that is impossible.
    ///
    /// - Parameters:
    ///   - name: The file's path as the user gave it, for messages.
    ///   - next: The advice if the file already exists.
    ///   - elsewhere: The advice if the file cannot be created.
    package static func write(
        _ bytes: [UInt8], to path: String, named name: String, replacing: Bool = false, next: String, elsewhere: String
    ) throws(CommandFailure) {
        do throws(Refusal) { try write(bytes, to: path, replacing: replacing) } catch {
            throw error.failure(
                of: name, CommandFailure(.outputNotCreated, "'\(name)' already exists", next: next),
                elsewhere: OptionText(elsewhere))
        }
    }

    /// Moves a complete file to a new path, which must be free. If the new path is on another disk, copies the file and
    /// keeps the source file.
    ///
    /// - Parameter source: The path of a file that belongs to this process and is synchronised to its disk.
    package static func move(_ source: String, to path: String) throws(Refusal) {
        // `linkat`, unlike `rename`, never replaces another file (linkat(2)).
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

    /// Appends bytes to the new file. Returns why that failed; `nil` on success.
    package func put(_ bytes: [UInt8]) -> String? { FileWriting.put(bytes, descriptor) }

    /// Appends the content of another file to the new file. Returns why that failed; `nil` on success.
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

    /// Synchronises the new file to the disk and gives it its name. Throws `.exists` if another file has taken the name
    /// in the meantime.
    package func keep() throws(Refusal) {
        guard system.fsync(descriptor) == 0 else { throw .notWritten(Self.reason()) }
        try replaces ? replace() : name()
        // On FAT, a renamed file is empty after a power cut unless it is synchronised again.
        _ = system.fsync(descriptor)
        LastingFile.synchroniseFolder(of: path)
    }

    private func name() throws(Refusal) {
        // `linkat`, unlike `rename`, never replaces another file (linkat(2)).
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

    /// The value of the constant O_TMPFILE, which contains O_DIRECTORY (open(2)). Swift does not import this macro.
    private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

    /// Returns true if a file exists at this path. A dangling symbolic link counts too, because a new file cannot
    /// replace it.
    package static func isTaken(_ path: String) -> Bool {
        var facts = stat()
        return SystemAccess.current.fstatat(AT_FDCWD, path, &facts, AT_SYMLINK_NOFOLLOW) == 0
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// The number of free bytes for unprivileged users on the new file's disk; `nil` if unknown.
    package var freeBytes: Int64? {
        var disk = Glibc.statvfs()
        guard system.fstatvfs(descriptor, &disk) == 0 else { return nil }
        return Int64(
            clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    }
}
