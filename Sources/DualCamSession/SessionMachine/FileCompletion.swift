import DualCamPlan
import DualCamRecordings

/// The remaining work on finished files: writing chapters for marks, then computing digests. When the recording ends,
/// also measuring the sizes of all files.
struct FileCompletion: Sendable, Equatable {
    /// The paths of the files whose digests have been requested but not computed yet.
    private(set) var digests: Set<String> = []
    /// The paths of the files whose chapters are being written.
    private var chapters: Set<String> = []
    private var isMeasured = false

    /// True if all work on finished files is done.
    var isDone: Bool { isMeasured && digests.isEmpty && (chapters.isEmpty || planted(.chaptersUnawaited)) }

    func isPending(_ path: String) -> Bool { digests.contains(path) || chapters.contains(path) }

    /// Requests the remaining work on a finished file.
    ///
    /// - Parameters:
    ///   - list: The file's chapters. The digest of a file without chapters is requested immediately.
    ///   - isHasty: True if the user asked twice to stop, so that no more digests are computed.
    mutating func complete(_ path: String, _ list: [Chapter], isHasty: Bool, in folder: String) -> [SessionEffect] {
        guard !list.isEmpty else { return isHasty ? [] : askForDigest(path) }
        chapters.insert(path)
        return [.act(.addChapters(path, list))] + Self.warning(of: list.count, path, folder)
    }

    /// Returns a warning if a file has more chapters than mov and mp4 can count in their one byte.
    private static func warning(of count: Int, _ path: String, _ folder: String) -> [SessionEffect] {
        guard count > Chapter.mostInMovies, !path.hasSuffix(".mkv") else { return [] }
        let (name, most) = (RecordedFile.name(path, in: folder), Chapter.mostInMovies)
        let message = "\(name) has \(count) marks; the first \(most) are its chapters, and session.json lists all."
        return [.warn(.chapters, message)]
    }

    mutating func askForDigest(_ path: String) -> [SessionEffect] {
        digests.insert(path).inserted || planted(.digestAskedTwice) ? [.act(.digest(path))] : []
    }

    /// Removes a file from the list of those whose digests were requested. Returns true if the file was in the list.
    mutating func digested(_ path: String) -> Bool { digests.remove(path) != nil }

    /// Removes a file from the list of those whose chapters are being written. Returns true if the file was in the
    /// list.
    mutating func chaptered(_ path: String) -> Bool { chapters.remove(path) != nil }

    mutating func measured() { isMeasured = true }

    /// Drops the requested digests. The next worker computes them instead.
    mutating func leaveDigests() { digests = [] }

    mutating func skipDigests() -> [SessionEffect] {
        digests = []
        return [.record(.digestsSkipped)]
    }

    /// Drops all remaining work on files, because the files are no longer accessible.
    mutating func giveUp() { (digests, chapters) = ([], []) }
}
