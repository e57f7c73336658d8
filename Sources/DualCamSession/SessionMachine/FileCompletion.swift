import DualCamPlan

/// The work on finished files: chapters for the marks in them, then digests; all of them are measured at the end.
struct FileCompletion: Sendable, Equatable {
    /// Files whose digests have been asked for.
    private(set) var digests: Set<String> = []
    /// Files that are getting their chapters.
    private var chapters: Set<String> = []
    private var isMeasured = false

    /// Nothing is waited for any more.
    var isDone: Bool { isMeasured && digests.isEmpty && (chapters.isEmpty || planted(.chaptersUnawaited)) }

    func isPending(_ path: String) -> Bool { digests.contains(path) || chapters.contains(path) }

    /// A file is whole.
    ///
    /// - Parameters:
    ///   - list: a file without chapters gets its digest at once.
    ///   - isHasty: no digests are computed any more.
    mutating func complete(_ path: String, _ list: [Chapter], isHasty: Bool, in folder: String) -> [SessionEffect] {
        guard !list.isEmpty else { return isHasty ? [] : askForDigest(path) }
        chapters.insert(path)
        return [.act(.addChapters(path, list))] + Self.warning(of: list.count, path, folder)
    }

    /// A list of chapters in mov and mp4 counts them in one byte.
    private static func warning(of count: Int, _ path: String, _ folder: String) -> [SessionEffect] {
        guard count > Chapter.mostInMovies, !path.hasSuffix(".mkv") else { return [] }
        let (name, most) = (RecordedFile.name(path, in: folder), Chapter.mostInMovies)
        let message = "\(name) has \(count) marks; the first \(most) are its chapters, and session.json lists all."
        return [.warn(.chapters, message)]
    }

    mutating func askForDigest(_ path: String) -> [SessionEffect] {
        digests.insert(path).inserted || planted(.digestAskedTwice) ? [.act(.digest(path))] : []
    }

    /// Returns whether the file's digest was waited for.
    mutating func digested(_ path: String) -> Bool { digests.remove(path) != nil }

    /// Returns whether the file's chapters were waited for.
    mutating func chaptered(_ path: String) -> Bool { chapters.remove(path) != nil }

    mutating func measured() { isMeasured = true }

    /// The next worker computes the digests.
    mutating func leaveDigests() { digests = [] }

    mutating func skipDigests() -> [SessionEffect] {
        digests = []
        return [.record(.digestsSkipped)]
    }

    /// The files are out of reach.
    mutating func giveUp() { (digests, chapters) = ([], []) }
}
