/// The elements of the files that an output has given up lately, whether or not their failure is told yet.
///
/// When a sink fails, its muxer complains of the same, without the reason. On a busy machine that complaint arrives only after the
/// file's elements have been taken out; it must not be told as a failure of its own.
struct AbandonedFiles: Sendable {
    /// The number of files whose elements are known, so that a disk that fails for days costs no memory.
    static let limit = 16

    private var files: [Set<String>] = []

    /// Adds a file by the names of its elements, which no other file ever has.
    mutating func add(_ elements: Set<String>) {
        guard !files.contains(elements) else { return }
        files.append(elements)
        if files.count > Self.limit { files.removeFirst() }
    }

    /// Returns true for an element of one of the files.
    func holds(_ element: String) -> Bool { files.contains { $0.contains(element) } }
}
