/// A file system in which one file has the content that was given, whatever has become of it on the disk.
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
