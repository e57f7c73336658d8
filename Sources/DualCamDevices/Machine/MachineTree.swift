internal import Glibc

/// The kernel's files in procfs and sysfs that describe the machine. The roots are configurable, so that tests can
/// provide their own trees.
package struct MachineTree: Sendable {
    /// The path of sysfs, usually `/sys`.
    package var sysfs: String
    /// The path of procfs, usually `/proc`.
    package var proc: String

    package init(sysfs: String, proc: String) { (self.sysfs, self.proc) = (sysfs, proc) }

    /// Returns the names of a folder's entries that begin with `prefix`, in numeric order; empty if the folder cannot
    /// be read.
    package func names(in folder: String, prefix: String = "") -> [String] {
        let names = SmallFile.entries(of: folder).filter { $0.hasPrefix(prefix) }
        return names.sorted { ($0.count, $0) < ($1.count, $1) }
    }

    /// Returns a file's first line without surrounding spaces; empty for an empty file, `nil` if it cannot be read.
    package func line(of path: String) -> String? {
        guard let text = text(of: path) else { return nil }
        let line = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }

    package func number(of path: String) -> Int? { line(of: path).flatMap { Int($0) } }

    package func text(of path: String) -> String? {
        SmallFile.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A reader of small files and folders, such as those of procfs and sysfs.
package enum SmallFile {
    /// Returns the bytes of a small file (`open`, `read`), or about its first `limit` bytes. Returns `nil` if the file
    /// cannot be read, or vanishes while it is being read.
    package static func bytes(of path: String, upTo limit: Int = 1 << 20) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 16384))
        while content.count < limit {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            content += chunk[..<count]
        }
        return content
    }

    /// Returns a file's first line; `nil` if the file is empty or cannot be read.
    static func firstLine(of path: String) -> String? {
        guard let bytes = bytes(of: path, upTo: 4096), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix { $0 != 10 && $0 != 0 }, as: UTF8.self)
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    package static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package static func target(of link: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink(link, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
