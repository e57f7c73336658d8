/// The elements of the files that an output has recently abandoned, whether or not their failure has been reported.
///
/// When a sink fails, its muxer reports the same failure without the reason. On a busy machine that report arrives
/// after the elements have been removed. It must not count as a separate failure.
struct AbandonedFiles: Sendable {
    /// The maximum number of remembered files, so that a disk that fails for days costs no memory.
    static let limit = 16

    private var files: [Set<String>] = []

    /// Adds a file by the names of its elements, which are unique to the file.
    mutating func add(_ elements: Set<String>) {
        guard !files.contains(elements) else { return }
        files.append(elements)
        if files.count > Self.limit { files.removeFirst() }
    }

    /// Returns true for an element of one of the files.
    func holds(_ element: String) -> Bool { files.contains { $0.contains(element) } }
}
