import Glibc

/// The operations of the file system that commands use before a recording. Tests replace the file system by a table.
package protocol FileView: Sendable {
    /// Returns the kind of the file at a path. Symbolic links are followed. Blocks.
    func kind(of path: String) -> FileKind
    /// Returns the names of the entries of a folder in any order; empty if the folder cannot be read.
    func names(in directory: String) -> [String]
    /// Returns the first `limit` bytes of a file; `nil` if it cannot be read.
    func bytes(of path: String, limit: Int) -> [UInt8]?
}

/// The kind of a file at a path, as far as this user can see it.
package enum FileKind: Sendable, Equatable {
    case missing
    case directory
    /// A file of any type, including a pipe. This user may not have permission to read it.
    case file
    /// A path below a folder that this user does not have permission to search.
    case hidden
}

/// The real file system.
package struct DiskView: FileView {
    /// The path that selects standard input.
    package static let standardInput = "-"

    package init() {}

    package func kind(of path: String) -> FileKind {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return errno == EACCES ? .hidden : .missing }
        return facts.st_mode & S_IFMT == S_IFDIR ? .directory : .file
    }

    /// Returns the absolute path without symbolic links and dots (`realpath(3)`); `nil` if the path does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    package func names(in directory: String) -> [String] {
        guard let folder = opendir(directory) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// Returns the first `limit` bytes of a file; `nil` if it cannot be read. `standardInput` selects standard input.
    package func bytes(of path: String, limit: Int) -> [UInt8]? {
        let descriptor = path == Self.standardInput ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while content.count < limit {
            let count = read(descriptor, &chunk, min(chunk.count, limit - content.count))
            if count == 0 { break }
            if count > 0 {
                content += chunk.prefix(count)
            } else if errno != EINTR {
                return nil
            }
        }
        return content
    }
}

extension String {
    /// The last component of the path: the name of a file or a folder.
    package var fileName: String { split(separator: "/").last.map(String.init) ?? self }

    /// The path of the parent folder; empty if the path contains no folder, or if the parent folder is `/`.
    package var parentFolder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}

/// A file system in which one file has a given content. All other files are those of the underlying file system.
struct GivenFile: FileView {
    var path: String
    var content: [UInt8]
    var others: any FileView

    func kind(of path: String) -> FileKind { path == self.path ? .file : others.kind(of: path) }

    func names(in directory: String) -> [String] { others.names(in: directory) }

    func bytes(of path: String, limit: Int) -> [UInt8]? {
        path == self.path ? Array(content.prefix(limit)) : others.bytes(of: path, limit: limit)
    }
}
