package import DualCamConfig
import DualCamPlan

/// A session of a recording directory, for lists and for freeing space.
package struct ListedSession: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case finished
        /// The session was finished after a crash.
        case recovered
        /// A process records into the session: `pid N on HOST since TIME`.
        case recording(by: String)
        /// The session's mark exists, but no process records into it.
        case unfinished
        case unreadable(SessionReadFailure)
    }

    package var folder: String
    package var state: State
    /// The start in Unix nanoseconds; `nil` if not known.
    package var start: Int64?
    /// The length of the longest output in nanoseconds, counting closed files only.
    package var length: Int64 = 0
    /// The total size of the existing files in bytes.
    package var bytes: Int64 = 0
    /// The bytes that the files occupy on the disk. A file with holes occupies fewer than its size.
    package var occupied: Int64 = 0
    package var outputs: [OutputName] = []
    /// The frames that its files lack. Until the session is finished, only dropped frames are known.
    package var losses = SessionLosses.Count()
    /// The nanoseconds by which the clock was corrected during the recording. The names of the folder and the first
    /// files are wrong by this amount; `start` is right.
    package var clockCorrection: Int64 = 0
    /// True when the start is uncertain, because the clock was not synchronised.
    package var isStartDoubtful = false
    /// The number of gaps in which nothing was recorded, and the number of files that cannot be played.
    package var gaps = 0
    package var unplayable = 0
    /// The number of ledger lines that cannot be read or contain impossible values.
    package var damagedLines = 0
    /// The title that a person gave to the session; `nil` if none.
    package var title: String?
    /// The texts of the session's marks, without empty ones.
    package var marks: [String] = []
    package var tags = SessionTags()
    /// True when every file was copied to another place and verified there.
    package var isBackedUp = false
    /// True when all listed files belong in the session's own folder.
    var isInOneFolder = false

    /// The last name of the folder's path.
    package var name: String {
        let plain = SessionDirectory.plain(folder)
        let slash = plain.utf8.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { String(plain[plain.utf8.index(after: $0)...]) } ?? plain
    }

    /// Lists the sessions in a directory by name: every folder that contains `session.json` or `UNFINISHED`.
    ///
    /// - Throws: `FolderFailure` when the directory cannot be read. An unreadable session is listed as unreadable.
    package static func all(in directory: String) throws(FolderFailure) -> [ListedSession] {
        try all(in: directory) { ListedSession($0.path) }
    }

    /// - Parameter reading: Returns the session in a folder, possibly from a cache; `nil` leaves it out.
    static func all(
        in directory: String, reading: (SessionDirectory) -> ListedSession?
    ) throws(FolderFailure) -> [ListedSession] {
        let place = SessionDirectory.plain(directory)
        return try SessionDirectory(place, isNamed: true).names().compactMap { name in
            let folder = place == "/" ? "/" + name : place + "/" + name
            // Anything that is not a folder, even a link to one, is not a session.
            guard let own = SessionDirectory.ifReadable(folder), own.has(.manifest) || own.has(.mark) else {
                return nil
            }
            return reading(own)
        }
    }

    /// Lists the names of sessions that `all` leaves out because they are not UTF-8, such as `take\xe9`. Empty if the
    /// directory cannot be read.
    package static func unnameable(in directory: String) -> [String] {
        SessionDirectory.ifReadable(directory, isNamed: true)?.unnameableSessions() ?? []
    }

    /// Creates a session of which only the state is known.
    init(_ folder: String, _ state: State) { (self.folder, self.state) = (folder, state) }

    /// Reads the session in a folder.
    ///
    /// - Parameter limit: The maximum size of the ledger and of `session.json`, in bytes.
    package init(_ folder: String, limit: Int64 = SessionFolder.largestRecord) {
        do throws(SessionReadFailure) {
            let record = try SessionRecord.read(folder, usingLedgerAlone: true, limit: limit)
            self.init(folder, Self.state(of: record))
            apply(record)
        } catch {
            self.init(folder, .unreadable(error))
        }
    }

    private static func state(of record: SessionRecord) -> State {
        guard record.isMarked else {
            return record.isFinished ? (record.state == "recovered" ? .recovered : .finished) : .unfinished
        }
        return record.holder.map { .recording(by: $0) } ?? .unfinished
    }

    private mutating func apply(_ record: SessionRecord) {
        let history = record.history
        start = record.start
        (clockCorrection, isStartDoubtful) = (history.wallClock.correction, history.wallClock.isDoubtful)
        outputs = history.outputs
        let storage = SessionStorage(record.folder)
        bytes = history.files.reduce(0) { $0 +| (storage.size(of: $1.path) ?? 0) }
        occupied = history.files.reduce(0) { $0 +| (storage.occupied($1.path) ?? 0) }
        isInOneFolder = history.files.allSatisfy { Disk.parent(of: $0.path) == record.folder }
        marks = history.marks.map(\.text).filter { !$0.isEmpty }
        do throws(FolderFailure) {
            let derived = DerivedFiles(try storage.directory())
            bytes = bytes +| derived.bytes
            occupied = occupied +| derived.occupied
            (title, tags) = (derived.title, derived.tags)
            isBackedUp = derived.backups.contains { record.isCopied(by: $0, storage) }
        } catch {}
        length =
            outputs.map { output in
                history.files.filter { $0.output == output }
                    .reduce(0) { $0 +| ($1.summary?.nanoseconds ?? 0) }
            }.max() ?? 0
        damagedLines = record.ledger.damaged
        if record.isFinished {
            losses = SessionLosses(history, rates: record.rates).all
        } else {
            losses.dropped = history.allOutputs.reduce(0) { sum, output in
                history.parts.indices.reduce(sum) { $0 +| history.droppedFrames(of: output, in: $1) }
            }
        }
        gaps = max(history.gaps.count, history.parts.count - 1)
        unplayable = history.files.count { $0.recovery == .unplayable }
    }

    /// True when the session is finished and its start is known, so that it may be copied or deleted.
    package var isFinished: Bool { [.finished, .recovered].contains(state) && start != nil }
}
