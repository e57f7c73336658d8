/// Bytes to write at an offset of a file. Edits are made in their order, and the file can be played after each of them.
struct FileEdit: Sendable, Equatable {
    var offset: Int64
    var bytes: [UInt8]
}
