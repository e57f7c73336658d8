package import DualCamConfig
import Glibc

/// The files that control commands may read: those in the pipeline file's folder, in the folders of `control.files`,
/// and in their subfolders.
///
/// A path is opened folder by folder, starting from such a folder (`openat`). No component of the path may be `..` or a
/// symbolic link; a link is not followed even if its target is allowed. Only regular files are opened.
package struct CommandFiles: Sendable {
    private let folders: [String]
    /// Returns true for a path that occurs in the pipeline file itself. Such a path is always allowed.
    private let named: @Sendable (String) -> Bool

    /// Creates the set of files that control commands may read.
    /// - Parameters:
    ///   - folders: The absolute paths of the allowed folders. The real paths of symbolic links are added.
    ///   - named: Returns true for a path that occurs in the pipeline file itself. Such a file may be in any folder.
    package init(_ folders: [String], named: @escaping @Sendable (String) -> Bool = { _ in false }) {
        var known: [String] = []
        for folder in folders + folders.compactMap(DiskView.resolved) {
            let parts = "/" + folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
            if !known.contains(parts) { known.append(parts) }
        }
        (self.folders, self.named) = (known, named)
    }

    /// Returns the content of an allowed file. Blocks until the file's disk responds.
    ///
    /// Throws if the file cannot be read; the error says why, with advice. For a file outside the allowed folders, the
    /// error says only that it is outside.
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - limit: The maximum size of the file in bytes.
    package func bytes(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
        if named(path) { return try RegularFile.bytes(path, limit: limit) }
        let file = try open(path)
        defer { close(file) }
        return try RegularFile.content(of: file, path, limit: limit)
    }

    /// Throws if an allowed file of any size cannot be read; the error says why, with advice. Blocks until the file's
    /// disk responds.
    package func check(_ path: String) throws(Refusal) {
        if named(path) { return }
        let file = try open(path)
        defer { close(file) }
        var first: UInt8 = 0
        guard read(file, &first, 1) >= 0 else { throw RegularFile.refusal(path, errno) }
    }

    /// Opens an allowed file for reading. Returns the descriptor, which the caller must close.
    private func open(_ path: String) throws(Refusal) -> Int32 {
        let parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
        guard !parts.contains("..") else {
            throw Refusal("'\(path)' contains '..'", hint: "write the path without '..'")
        }
        let whole = "/" + parts.joined(separator: "/")
        guard let folder = folders.first(where: { whole.hasPrefix($0 == "/" ? $0 : $0 + "/") }) else {
            throw Refusal(
                "'\(path)' is outside the folders from which commands may use files",
                hint: "move it to the pipeline file's folder, or add its folder to control.files")
        }
        var place = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { throw RegularFile.refusal(path, errno) }
        defer { close(place) }
        var steps = whole.dropFirst(folder.count).split(separator: "/").map(String.init)
        let name = steps.removeLast()
        for step in steps {
            try Self.refuseLink(step, in: place, path)
            let next = openat(place, step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { throw RegularFile.refusal(path, errno) }
            close(place)
            place = next
        }
        return try Self.file(name, in: place, path)
    }

    /// Opens a regular file in an open folder. Checks the file's type first, because merely opening a device may affect
    /// the device.
    private static func file(_ name: String, in place: Int32, _ path: String) throws(Refusal) -> Int32 {
        let kind = try refuseLink(name, in: place, path)
        guard kind == S_IFREG else { throw RegularFile.noFile(path) }
        let file = openat(place, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { throw RegularFile.refusal(path, errno) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw RegularFile.noFile(path)
        }
        return file
    }

    @discardableResult
    private static func refuseLink(_ name: String, in place: Int32, _ path: String) throws(Refusal) -> mode_t {
        var facts = stat()
        guard fstatat(place, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { throw RegularFile.refusal(path, errno) }
        guard facts.st_mode & S_IFMT != S_IFLNK else {
            throw Refusal("'\(path)' is a symbolic link, or its path contains one", hint: "name the file itself")
        }
        return facts.st_mode & S_IFMT
    }
}
