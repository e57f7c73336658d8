import Glibc

/// The few calls of the file system that a session folder is made of. All of them block.
enum Disk {
    /// Writes a whole file and waits until it is on the disk.
    static func write(_ text: String, to path: String) throws(FolderFailure) {
        try put(text, to: path, flags: O_CREAT | O_TRUNC, sync: true)
    }

    /// Appends to a file, which is made when it is not there, and waits until that is on the disk.
    static func append(_ text: String, to path: String) throws(FolderFailure) {
        try put(text, to: path, flags: O_CREAT | O_APPEND, sync: true)
    }

    /// Waits until a folder's entries are on the disk.
    static func synchroniseFolder(_ path: String) throws(FolderFailure) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
        defer { close(descriptor) }
        // Some file systems refuse to synchronise a folder (EINVAL) and need not be asked.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw FolderFailure(.write, path: path, errorNumber: errno)
        }
    }

    /// Waits until a file's content is on the disk.
    static func synchronise(_ path: String) throws(FolderFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
    }

    /// Puts a file in the place of another, or of none, so that it is either the old or the new one, whatever happens.
    static func replace(_ path: String, with text: String, by temporary: String) throws(FolderFailure) {
        do throws(FolderFailure) {
            try write(text, to: temporary)
            guard rename(temporary, path) == 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        try synchroniseFolder(parent(of: path))
    }

    static func read(_ path: String) throws(FolderFailure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderFailure(.read, path: path, errorNumber: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FolderFailure(.read, path: path, errorNumber: errno) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }

    /// Removes a file; one that is not there is no error.
    static func remove(_ path: String) throws(FolderFailure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FolderFailure(.remove, path: path, errorNumber: errno)
        }
    }

    /// Makes every missing folder of `path`; returns those it made, outermost first. On failure none of them is left.
    static func createFolders(_ path: String) throws(FolderFailure) -> [String] {
        var made: [String] = []
        var part = path.hasPrefix("/") ? "/" : ""
        for word in path.split(separator: "/") {
            part += (part.isEmpty || part == "/" ? "" : "/") + word
            if mkdir(part, 0o777) == 0 {
                made.append(part)
            } else if let number = refusal(errno, part) {
                for folder in made.reversed() { rmdir(folder) }
                throw FolderFailure(.createFolder, path: path, errorNumber: number)
            }
        }
        return made
    }

    /// The folder a path is in; of a relative path without one, the current folder.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Bytes a person without special rights can still write on the disk of `path` (`statvfs`); `nil`: not known.
    static func freeBytes(_ path: String) -> Int64? {
        var facts = Glibc.statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        return Int64(facts.f_bavail) * Int64(facts.f_frsize)
    }

    /// Size of a file in bytes; `nil` when there is none.
    static func size(_ path: String) -> Int64? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return Int64(facts.st_size)
    }

    /// Whether a path is a folder; `nil` when there is nothing.
    static func isFolder(_ path: String) -> Bool? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return facts.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a path is a file itself: no folder, no link, no device.
    static func isPlainFile(_ path: String) -> Bool { isItself(path, S_IFREG) }

    /// Whether a path is a folder itself, and no link to one.
    static func isPlainFolder(_ path: String) -> Bool { isItself(path, S_IFDIR) }

    private static func isItself(_ path: String, _ kind: mode_t) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == kind
    }

    /// When a file was last written to, in Unix nanoseconds.
    static func lastChange(_ path: String) -> Int64? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
    }

    /// The names in a folder, sorted, without `.` and `..`.
    static func names(in folder: String) throws(FolderFailure) -> [String] {
        guard let stream = opendir(folder) else { throw FolderFailure(.read, path: folder, errorNumber: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// The error that `mkdir` means; `nil` when the folder was there: a read-only disk refuses even those.
    private static func refusal(_ number: Int32, _ path: String) -> Int32? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return number }
        return facts.st_mode & S_IFMT == S_IFDIR ? nil : ENOTDIR
    }

    private static func put(_ text: String, to path: String, flags: Int32, sync: Bool) throws(FolderFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
        guard descriptor >= 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FolderFailure(.write, path: path, errorNumber: count == 0 ? EIO : errno) }
            rest = rest.dropFirst(count)
        }
        guard !sync || fsync(descriptor) == 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
    }
}
