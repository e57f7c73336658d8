import Glibc

/// The real file system.
struct DiskView: FileView {
    func kind(of path: String) -> FileKind {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return errno == EACCES ? .hidden : .missing }
        return facts.st_mode & S_IFMT == S_IFDIR ? .directory : .file
    }

    /// Returns the path without links and dots (`realpath(3)`); `nil` where there is nothing.
    static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    func names(in directory: String) -> [String] {
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

    /// `-` is standard input.
    func bytes(of path: String, limit: Int) -> [UInt8]? {
        let descriptor = path == PipelineSearch.pipe ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
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
