import DualCamPlan

/// The work on finished files: writing chapters for their marks, then computing digests, and measuring all files at the
/// end.
struct FileCompletion: Sendable, Equatable {
    /// The paths of the files whose digests have been requested.
    private(set) var digests: Set<String> = []
    /// The paths of the files whose chapters are being written.
    private var chapters: Set<String> = []
    private var isMeasured = false

    /// True when no work on files is left.
    var isDone: Bool { isMeasured && digests.isEmpty && (chapters.isEmpty || planted(.chaptersUnawaited)) }

    func isPending(_ path: String) -> Bool { digests.contains(path) || chapters.contains(path) }

    /// Requests the work on a finished file.
    ///
    /// - Parameters:
    ///   - list: The file's chapters. A file without chapters gets its digest at once.
    ///   - isHasty: True when no more digests are computed.
    mutating func complete(_ path: String, _ list: [Chapter], isHasty: Bool, in folder: String) -> [SessionEffect] {
        guard !list.isEmpty else { return isHasty ? [] : askForDigest(path) }
        chapters.insert(path)
        return [.act(.addChapters(path, list))] + Self.warning(of: list.count, path, folder)
    }

    /// Returns a warning if a list of chapters is too long for mov and mp4, which count chapters in one byte.
    private static func warning(of count: Int, _ path: String, _ folder: String) -> [SessionEffect] {
        guard count > Chapter.mostInMovies, !path.hasSuffix(".mkv") else { return [] }
        let (name, most) = (RecordedFile.name(path, in: folder), Chapter.mostInMovies)
        let message = "\(name) has \(count) marks; the first \(most) are its chapters, and session.json lists all."
        return [.warn(.chapters, message)]
    }

    mutating func askForDigest(_ path: String) -> [SessionEffect] {
        digests.insert(path).inserted || planted(.digestAskedTwice) ? [.act(.digest(path))] : []
    }

    /// Notes a digest. Returns true if it was awaited.
    mutating func digested(_ path: String) -> Bool { digests.remove(path) != nil }

    /// Notes that chapters were written. Returns true if they were awaited.
    mutating func chaptered(_ path: String) -> Bool { chapters.remove(path) != nil }

    mutating func measured() { isMeasured = true }

    /// Drops the awaited digests, because the next worker computes them.
    mutating func leaveDigests() { digests = [] }

    mutating func skipDigests() -> [SessionEffect] {
        digests = []
        return [.record(.digestsSkipped)]
    }

    /// Drops all awaited work, because the files are out of reach.
    mutating func giveUp() { (digests, chapters) = ([], []) }
}
