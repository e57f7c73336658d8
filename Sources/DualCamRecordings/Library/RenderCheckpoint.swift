import DualCamPlan
import Glibc
import Synchronization

/// The checkpoint of an unfinished render of a session. It consists of the finished chunks, in order, with which an
/// interrupted render resumes. The chunks are stored in the session's subfolder `.dualcam`. Only one process uses a
/// checkpoint at a time. All calls block, and throw `FolderFailure` if the disk reports an error or a file must not be
/// accessed.
package final class RenderCheckpoint: Sendable {
    /// The time, in nanoseconds, after which a checkpoint that was not used is removed.
    private static let lifetime: Int64 = 7 * 86_400 * 1_000_000_000
    private static let (prefix, pieceEnding, recordEnding) = ("draft-", ".mov", ".json")
    private static let keyLength = 16
    private static let mostPieces = 100_000
    /// The maximum size of the checkpoint's record file, in bytes.
    private static let largestRecord: Int64 = 64 << 20
    private static let patience = Duration.seconds(1)

    private let folder: SessionDirectory
    private let key: String
    /// The checkpoint's record file. It stays open and locked while this object lives.
    private let record: HeldFile
    private let recordName: FileName
    private let open = Mutex<[Int: HeldFile]>([:])

    /// Opens or creates the checkpoint of a render; `nil` if another process is working on the same render. Also
    /// removes checkpoints of the session that were not used for a week.
    ///
    /// - Parameters:
    ///   - session: The path of the session's folder.
    ///   - key: Hexadecimal digits that are equal only for renders with the same result.
    /// - Throws: `FolderFailure` if the session's folder cannot be written.
    package init?(of session: String, key: String) throws(FolderFailure) {
        self.key = String(key.prefix(Self.keyLength))
        guard let folder = try SessionDirectory(session).folder(.derived, creating: true),
            let name = FileName(Self.prefix + self.key + Self.recordEnding)
        else { return nil }
        let record = try Self.record(name, in: folder)
        guard Self.lock(record), record.isThere else { return nil }
        (self.folder, self.record, recordName) = (folder, record, name)
        // This write also updates the file's time, which shows that the checkpoint is in use.
        try record.write(Array((record.size == 0 ? "{}\n" : "{").utf8), at: 0)
        try removeForgotten()
    }

    /// Locks the record file; returns false if another process holds its lock. Waits up to a second, because a process
    /// that was just killed still holds its locks for a moment.
    private static func lock(_ record: HeldFile) -> Bool {
        let deadline = ContinuousClock.now + patience
        while record.lock(LOCK_EX) == EWOULDBLOCK {
            guard ContinuousClock.now < deadline else { return false }
            sched_yield()
        }
        return true
    }

    private static func record(_ name: FileName, in folder: SessionDirectory) throws(FolderFailure) -> HeldFile {
        if let record = try folder.open(name, for: .writing) { return record }
        do throws(FolderFailure) { return try folder.create(name) } catch {
            guard error.refusal == .taken, let record = try folder.open(name, for: .writing) else { throw error }
            return record
        }
    }

    /// The number of finished chunks before the first missing one. Chunks are numbered from 0.
    package var count: Int { (0..<Self.mostPieces).first { !has($0) } ?? Self.mostPieces }

    /// Returns true if the chunk's file exists. Returns false for a link, or anything else that is not a regular file.
    private func has(_ number: Int) -> Bool { Self.piece(key, number).flatMap { folder.size(of: $0) } != nil }

    /// Returns the path of a chunk's file.
    package func path(of number: Int) -> String { Self.piece(key, number).map { folder.path(of: $0) } ?? "" }

    /// The total size of all finished chunks, in bytes.
    package var bytes: Int64 {
        (0..<count).reduce(0) { $0 +| (Self.piece(key, $1).flatMap { folder.size(of: $0) } ?? 0) }
    }

    /// Creates the file of a chunk under a temporary name. Returns a path by which this process can write it until
    /// `keep` is called.
    package func create(_ number: Int) throws(FolderFailure) -> String {
        guard let draft = Self.piece(key, number)?.appending(DerivedFiles.draft) else {
            throw FolderFailure(.write, path: folder.path, refusal: .name)
        }
        let file = try folder.createNew(draft)
        open.withLock { $0[number] = file }
        return file.path
    }

    /// Synchronises a chunk's file, which `create` has created, to the disk and renames it to its final name. The chunk
    /// then counts as finished. Throws `FolderFailure` if the disk reports an error.
    package func keep(_ number: Int) throws(FolderFailure) {
        guard let name = Self.piece(key, number), let draft = name.appending(DerivedFiles.draft),
            let file = open.withLock({ $0.removeValue(forKey: number) })
        else { return }
        try file.synchronise()
        try folder.remove(name)
        try folder.move(draft, to: name)
        try folder.synchronise()
    }

    /// Appends the caller's JSON `told` about a chunk to the record file, for a later process that resumes the render.
    package func tell(_ told: JSONValue, of number: Int) throws(FolderFailure) {
        let line: JSONValue = ["piece": .count(number), "told": told]
        try record.append(line: line.line)
        try record.synchronise(data: true)
    }

    /// Returns the last JSON that `tell` stored about a finished chunk; `nil` if there is none.
    package func told(of number: Int) throws(FolderFailure) -> JSONValue? {
        guard number < count else { return nil }
        let lines = try record.text(upTo: Self.largestRecord).split(separator: "\n").reversed()
        return lines.lazy.compactMap { JSONValue(ifJSON: String($0)) }.first { $0["piece"]?.count == number }?["told"]
    }

    /// The path of the record file. The file is on the same disk as the chunks, so it shows whether chunks can be
    /// hard-linked to another path.
    package var recordPath: String { folder.path(of: recordName) }

    /// Removes a chunk that cannot be read, so that it is rendered again.
    package func discard(_ number: Int) throws(FolderFailure) {
        if let name = Self.piece(key, number) { try folder.remove(name) }
    }

    /// Removes all chunks and the record file, because the finished render contains them.
    package func remove() throws(FolderFailure) {
        open.withLock { $0 = [:] }
        try Self.remove(key, from: folder)
        try folder.remove(recordName)
    }

    private static func remove(_ key: String, from folder: SessionDirectory) throws(FolderFailure) {
        for text in try folder.names() where text.hasPrefix(prefix + key + "-") {
            if let name = FileName(text), isOwn(text) { try folder.remove(name) }
        }
    }

    /// Removes the checkpoints of other renders of the session that were not used for a week (`lifetime`) and are not
    /// in use.
    private func removeForgotten() throws(FolderFailure) {
        let now = record.known?.modified ?? 0
        for text in try folder.names() where text != recordName.text {
            guard let name = FileName(text), let key = Self.key(ofRecord: text),
                let old = try folder.open(name, for: .writing), let facts = old.known,
                facts.modified +| Self.lifetime < now, old.lock(LOCK_EX) == nil
            else { continue }
            try Self.remove(key, from: folder)
            try folder.remove(name)
        }
    }

    private static func piece(_ key: String, _ number: Int) -> FileName? {
        FileName("\(prefix)\(key)-\(number)\(pieceEnding)")
    }

    private static func key(ofRecord name: String) -> String? {
        guard name.hasPrefix(prefix), name.hasSuffix(recordEnding) else { return nil }
        let key = name.dropFirst(prefix.count).dropLast(recordEnding.count)
        return isKey(key) ? String(key) : nil
    }

    private static func isKey(_ text: Substring) -> Bool {
        text.utf8.count == keyLength && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }

    /// Returns true if this is the name of a checkpoint's chunk or record file.
    static func isOwn(_ name: String) -> Bool {
        if key(ofRecord: name) != nil { return true }
        let whole = name.hasSuffix(DerivedFiles.draft) ? name.dropLast(DerivedFiles.draft.count) : name[...]
        guard whole.hasPrefix(prefix), whole.hasSuffix(pieceEnding) else { return false }
        let parts = whole.dropFirst(prefix.count).dropLast(pieceEnding.count).split(
            separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && isKey(parts[0]) && Int(parts[1]).map { (0..<mostPieces).contains($0) } == true
    }
}
