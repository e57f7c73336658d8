import DualCamPlan
import Glibc
import Synchronization

/// The pieces of what is being made of a session, one behind the other: what is left of the work when it is interrupted. They lie in the
/// folder `.dualcam` of the session's own. One process has them at a time. All calls block.
package final class CompositionDraft: Sendable {
    /// Drafts that nobody has gone on with for so long are removed, in nanoseconds.
    private static let lifetime: Int64 = 7 * 86_400 * 1_000_000_000
    private static let (prefix, pieceEnding, recordEnding) = ("draft-", ".mov", ".json")
    private static let keyLength = 16
    private static let mostPieces = 100_000
    /// In bytes.
    private static let largestRecord: Int64 = 64 << 20
    private static let patience = Duration.seconds(1)

    private let folder: SessionDirectory
    private let key: String
    /// Held and locked as long as the value lives.
    private let record: HeldFile
    private let recordName: FileName
    private let open = Mutex<[Int: HeldFile]>([:])

    /// - Parameters:
    ///   - session: the session's folder.
    ///   - key: hexadecimal digits, which differ for everything that is not made the same.
    /// - Throws: where the session's folder cannot be written to. `nil`: another process makes the same.
    package init?(of session: String, key: String) throws(FolderFailure) {
        self.key = String(key.prefix(Self.keyLength))
        guard let folder = try SessionDirectory(session).folder(.derived, creating: true),
            let name = FileName(Self.prefix + self.key + Self.recordEnding)
        else { return nil }
        let record = try Self.record(name, in: folder)
        guard Self.lock(record), record.isThere else { return nil }
        (self.folder, self.record, recordName) = (folder, record, name)
        // By the time of its last change it is known to be in use.
        try record.write(Array((record.size == 0 ? "{}\n" : "{").utf8), at: 0)
        try removeForgotten()
    }

    /// A process that was just killed holds its locks for a moment.
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

    /// The number of whole pieces, from the first one on.
    package var count: Int { (0..<Self.mostPieces).first { !has($0) } ?? Self.mostPieces }

    /// A link, or what else somebody may have put there, is no piece.
    private func has(_ number: Int) -> Bool { Self.piece(key, number).flatMap { folder.size(of: $0) } != nil }

    /// The path of a piece.
    package func path(of number: Int) -> String { Self.piece(key, number).map { folder.path(of: $0) } ?? "" }

    /// Bytes of all pieces.
    package var bytes: Int64 {
        (0..<count).reduce(0) { $0 +| (Self.piece(key, $1).flatMap { folder.size(of: $0) } ?? 0) }
    }

    /// Makes the file of a piece. Returns a path that leads to it while it is open.
    package func create(_ number: Int) throws(FolderFailure) -> String {
        guard let draft = Self.piece(key, number)?.appending(DerivedFiles.draft) else {
            throw FolderFailure(.write, path: folder.path, refusal: .name)
        }
        let file = try folder.createAnew(draft)
        open.withLock { $0[number] = file }
        return file.path
    }

    /// Writes a piece through to the disk and gives it its name.
    package func keep(_ number: Int) throws(FolderFailure) {
        guard let name = Self.piece(key, number), let draft = name.appending(DerivedFiles.draft),
            let file = open.withLock({ $0.removeValue(forKey: number) })
        else { return }
        try file.synchronise()
        try folder.remove(name)
        try folder.move(draft, to: name)
        try folder.synchronise()
    }

    /// Tells something of a piece, for whoever goes on.
    package func tell(_ told: JSONValue, of number: Int) throws(FolderFailure) {
        let line: JSONValue = ["piece": .count(number), "told": told]
        try record.append(line: line.line)
        try record.synchronise(data: true)
    }

    /// Returns the last report of a chunk that is kept; `nil`: none.
    package func told(of number: Int) throws(FolderFailure) -> JSONValue? {
        guard number < count else { return nil }
        let lines = try record.text(upTo: Self.largestRecord).split(separator: "\n").reversed()
        return lines.lazy.compactMap { JSONValue(ifJSON: String($0)) }.first { $0["piece"]?.count == number }?["told"]
    }

    /// A file that can be linked to wherever a piece can.
    package var recordPath: String { folder.path(of: recordName) }

    /// Removes a piece that cannot be read: it is made again.
    package func discard(_ number: Int) throws(FolderFailure) {
        if let name = Self.piece(key, number) { try folder.remove(name) }
    }

    /// Removes all pieces: they are a part of a file that is whole.
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

    /// Removes drafts that were begun long ago, with which nobody goes on.
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

    /// True for the names of pieces and of what tells of them.
    static func isOwn(_ name: String) -> Bool {
        if key(ofRecord: name) != nil { return true }
        let whole = name.hasSuffix(DerivedFiles.draft) ? name.dropLast(DerivedFiles.draft.count) : name[...]
        guard whole.hasPrefix(prefix), whole.hasSuffix(pieceEnding) else { return false }
        let parts = whole.dropFirst(prefix.count).dropLast(pieceEnding.count).split(
            separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && isKey(parts[0]) && Int(parts[1]).map { (0..<mostPieces).contains($0) } == true
    }
}
