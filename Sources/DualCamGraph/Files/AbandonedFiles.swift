/// The names of the elements that belonged to an output's recently abandoned files.
///
/// When a sink fails, its muxer reports the same error again without the reason. On a busy machine, that report arrives
/// after the elements have been removed. The names identify such reports, so that they do not count as separate errors.
struct AbandonedFiles: Sendable {
    /// The maximum number of abandoned files to remember, so that memory use stays bounded if a disk keeps failing for
    /// days.
    static let limit = 16

    private var files: [Set<String>] = []

    /// Adds an abandoned file. `elements` are the names of its elements, which no other file uses.
    mutating func add(_ elements: Set<String>) {
        guard !files.contains(elements) else { return }
        files.append(elements)
        if files.count > Self.limit { files.removeFirst() }
    }

    /// Returns true if an element of this name belongs to one of the abandoned files.
    func holds(_ element: String) -> Bool { files.contains { $0.contains(element) } }
}
