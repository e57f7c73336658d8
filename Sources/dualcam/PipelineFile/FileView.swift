/// The little that is read of the file system before a recording; a protocol, so that the search can be tested on a table.
protocol FileView: Sendable {
    func kind(of path: String) -> FileKind
    /// Names in a folder, in no order; empty when it cannot be read.
    func names(in directory: String) -> [String]
    /// The first `limit` bytes of a file; `nil` when it cannot be read.
    func bytes(of path: String, limit: Int) -> [UInt8]?
}

enum FileKind: Sendable, Equatable {
    case missing
    case directory
    /// Anything that can be read like a file, a pipe included.
    case file
    /// The file is there, but its folder may not be searched.
    case hidden
}
