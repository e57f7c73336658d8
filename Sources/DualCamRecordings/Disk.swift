import DualCamConfig
package import DualCamPlan
import Glibc
import Kernel

/// Operations on folders and files by path, for paths from the command line or the pipeline file. All calls block.
package enum Disk {
    /// Creates every missing folder of a path. If one cannot be created, removes the folders created so far and throws
    /// `FolderFailure`.
    ///
    /// - Returns: The paths of the created folders, outermost first.
    package static func createFolders(_ path: String) throws(FolderFailure) -> [String] {
        var made: [String] = []
        var part = path.hasPrefix("/") ? "/" : ""
        for word in path.split(separator: "/") {
            part += (part.isEmpty || part == "/" ? "" : "/") + word
            if SystemAccess.current.mkdirat(AT_FDCWD, part, FileMode.folder) == 0 {
                made.append(part)
            } else if let number = refusal(errno, part) {
                for folder in made.reversed() { removeEmptyFolder(folder) }
                throw FolderFailure(.createFolder, path: path, errorNumber: number)
            }
        }
        return made
    }

    /// Creates one folder. Returns true if it was created, and false if anything exists at the path.
    static func createFolder(_ path: String) throws(FolderFailure) -> Bool {
        if SystemAccess.current.mkdirat(AT_FDCWD, path, FileMode.folder) == 0 { return true }
        guard errno == EEXIST else { throw FolderFailure(.createFolder, path: path, errorNumber: errno) }
        return false
    }

    /// Removes a folder if it is empty; does nothing otherwise. A symbolic link is not followed.
    package static func removeEmptyFolder(_ path: String) {
        _ = SystemAccess.current.unlinkat(AT_FDCWD, SessionDirectory.plain(path), AT_REMOVEDIR)
    }

    /// Returns the path of the folder that contains this path; `.` for a path without a slash.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last component of a path, such as `back.mov`.
    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the number of bytes that an unprivileged user can still write to the file system that contains a path
    /// (`statvfs`); `nil` if unknown.
    package static func freeBytes(_ path: String) -> Int64? {
        var facts = Glibc.statvfs()
        guard SystemAccess.current.statvfs(path, &facts) == 0 else { return nil }
        return Int64(clamping: facts.f_bavail) *| Int64(clamping: facts.f_frsize)
    }

    /// Returns the free bytes on the file system that contains a path; `nil` if unknown. If the path does not exist,
    /// its nearest existing parent is used.
    package static func freeBytes(nearest path: String) -> Int64? {
        var place = path
        while true {
            if let bytes = freeBytes(place) { return bytes }
            let above = parent(of: place)
            guard errno == ENOENT, above != place else { return nil }
            place = above
        }
    }

    /// Returns how many more files can be created on the file system that contains a path; `nil` if unknown. If the
    /// path does not exist, its nearest existing parent is used.
    package static func fileRoom(nearest path: String) -> FileRoom? {
        let number = errno
        defer { errno = number }
        var place = path
        while true {
            var facts = Glibc.statvfs()
            if SystemAccess.current.statvfs(place, &facts) == 0 {
                return FileRoom(
                    all: UInt64(facts.f_files), free: UInt64(facts.f_favail), freeBlocks: UInt64(facts.f_bavail))
            }
            let above = parent(of: place)
            guard errno == ENOENT || errno == ENOTDIR, above != place else { return nil }
            place = above
        }
    }

    /// Replaces the text of a file atomically, so that other programs never read a half-written text. On failure, the
    /// old file remains. Throws if the path is a link or anything else that is not a regular file. After a power cut,
    /// the new text may be lost.
    package static func replace(_ path: String, with text: String) throws(FolderFailure) {
        guard let name = FileName(Self.name(of: path)), let draft = name.appending(".new") else {
            throw FolderFailure(.write, path: path, refusal: .name)
        }
        let folder = try SessionDirectory(parent(of: path), isNamed: true)
        try folder.replace(name, with: text.utf8, by: draft, isLasting: false, mode: FileMode.shared)
    }

    /// Returns the text of a file that the kernel provides, such as one under `/proc`; `nil` if it cannot be read.
    package static func systemText(_ path: String) -> String? {
        let system = SystemAccess.current
        let descriptor = system.openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { system.close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = chunk.withUnsafeMutableBytes { system.read(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }

    /// Returns the `errno` to report for a failed `mkdir`; `nil` if the folder exists. The result is `ENOTDIR` if the
    /// path is something else, and `number`, the `errno` of `mkdir`, if nothing exists at the path. On a read-only
    /// disk, `mkdir` does not fail with `EEXIST` even if the folder exists.
    private static func refusal(_ number: Int32, _ path: String) -> Int32? {
        var facts = stat()
        guard SystemAccess.current.fstatat(AT_FDCWD, path, &facts, 0) == 0 else { return number }
        return facts.st_mode & S_IFMT == S_IFDIR ? nil : ENOTDIR
    }
}
