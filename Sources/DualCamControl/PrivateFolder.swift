import DualCamConfig
import DualCamRecordings
internal import Glibc

/// A folder that only the current user can access, such as for sockets and secrets.
struct PrivateFolder: Sendable {
    /// The absolute path of the folder.
    let path: String

    /// Creates the folder with mode 0700, and its parents, if it is missing. Throws if the folder belongs to another
    /// user, is open to others, or cannot be created. Blocks.
    init(_ path: String) throws(Refusal) {
        self.path = path
        try Self.make(path)
        try Self.checkRights(of: path)
    }

    /// Throws if the folder at a path belongs to another user or is open to others, or if it is missing and could not
    /// be created. Creates nothing. Blocks.
    static func check(_ path: String) throws(Refusal) {
        if access(path, F_OK) == 0 { return try checkRights(of: path) }
        var parent = path
        repeat {
            parent = parent.lastIndex(of: "/").map { String(parent[..<$0]) } ?? ""
        } while !parent.isEmpty && access(parent, F_OK) != 0
        guard access(parent.isEmpty ? "/" : parent, W_OK | X_OK) == 0 else {
            throw Refusal(errno: errno, "the folder '\(path)' cannot be made", hint: "Make it, with mode 0700.")
        }
    }

    private static func checkRights(of path: String) throws(Refusal) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw Refusal(
                errno: errno, "the folder '\(path)' cannot be looked at", hint: "Look at its rights.")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Refusal("'\(path)' is not a folder", hint: "Move it away.")
        }
        guard status.st_uid == geteuid() else {
            throw Refusal(
                "the folder '\(path)' belongs to another user (\(status.st_uid))",
                hint: "Remove it, or set another folder for this user.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Refusal(
                "the folder '\(path)' is open to other users (mode \(String(status.st_mode & 0o777, radix: 8)))",
                hint: "Close it: chmod 700 '\(path)'.")
        }
    }

    /// Returns true if the folder at a path exists and only the current user can access it. Blocks.
    static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    private static func make(_ path: String) throws(Refusal) {
        if makeOne(path) || errno == EEXIST { return }
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        if errno == ENOENT, !parent.isEmpty {
            try make(parent)
            if makeOne(path) || errno == EEXIST { return }
        }
        throw Refusal(errno: errno, "the folder '\(path)' cannot be made", hint: "Make it, with mode 0700.")
    }

    /// Creates a single folder and flushes its directory entry to the disk before anything is created inside. Returns
    /// false if that fails.
    private static func makeOne(_ path: String) -> Bool {
        guard mkdir(path, 0o700) == 0 else { return false }
        LastingFile.synchroniseFolder(of: path)
        return true
    }

    /// The names of all entries in the folder; empty if it cannot be read.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}

extension Refusal {
    /// Creates an error whose message ends with the system's text for `errno` after a failed call.
    init(errno number: Int32, _ what: String, hint: String) {
        self.init("\(what): \(String(cString: strerror(number)))", hint: hint)
    }
}
