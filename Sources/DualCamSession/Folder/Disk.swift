import Glibc

/// The few calls of the file system that a session folder is made of. All of them block.
enum Disk {
    /// Writes a whole file and waits until it is on the disk.
    static func write(_ text: String, to path: String) throws(FolderFailure) {
        try put(text, to: path, flags: O_CREAT | O_TRUNC, sync: true)
    }

    /// Appends to a file, which is made when it is not there.
    static func append(_ text: String, to path: String) throws(FolderFailure) {
        try put(text, to: path, flags: O_CREAT | O_APPEND, sync: false)
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
