/// Bytes to write at an offset from the start of a media file. The edits of a file are made one after another, and the
/// file can be played after each of them.
struct FileEdit: Sendable, Equatable {
    var offset: Int64
    var bytes: [UInt8]
}
