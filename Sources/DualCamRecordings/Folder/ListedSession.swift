package import DualCamConfig
import DualCamPlan

/// A session in a recording directory, with the properties that lists show and by which sessions are chosen for
/// deletion.
package struct ListedSession: Sendable, Equatable {
    /// The states of a session as its folder shows them.
    package enum State: Sendable, Equatable {
        case finished
        /// A crash interrupted the session, and a recovery has finished it.
        case recovered
        /// A process records into the session. The text describes it, as `pid N on HOST since TIME`.
        case recording(by: String)
        /// The session has its `UNFINISHED` file, but no process records into it.
        case unfinished
        case unreadable(SessionReadFailure)
    }

    /// The path of the session's folder.
    package var folder: String
    package var state: State
    /// The time at which the recording of the session started, in Unix nanoseconds; `nil` if unknown.
    package var start: Int64?
    /// The length of the session's longest output, in nanoseconds, measured in finished files only.
    package var length: Int64 = 0
    /// The total size of the session's existing files, in bytes.
    package var bytes: Int64 = 0
    /// The number of bytes that the session's files occupy on the disk. Files with holes occupy less than their size.
    package var occupied: Int64 = 0
    /// The names of the session's outputs; empty if the session cannot be read.
    package var outputs: [OutputName] = []
    /// The numbers of frames that are missing or repeated in the session's files. Until the session is finished, all
    /// numbers but `dropped` are 0.
    package var losses = SessionLosses.Count()
    /// The number of nanoseconds by which the wall clock was corrected during the recording. `start` already includes
    /// the correction. The times in the names of the folder and of the first files do not.
    package var clockCorrection: Int64 = 0
    /// True when the session's start time is uncertain, because the wall clock was not synchronised.
    package var isStartDoubtful = false
    /// `gaps`: the number of intervals in which nothing was recorded; `unplayable`: the number of files that cannot be
    /// played.
    package var gaps = 0
    package var unplayable = 0
    /// The number of the session's ledger lines that cannot be read or contain impossible values.
    package var damagedLines = 0
    /// The title that a user gave to the session; `nil` for none.
    package var title: String?
    /// The texts of the session's marks; marks without text are left out.
    package var marks: [String] = []
    /// The tags and the rating that users gave to the session; empty if they gave none.
    package var tags = SessionTags()
    /// True when every file of the session was copied to a backup and verified there.
    package var isBackedUp = false
    /// True when all listed files of the session are in the session's own folder.
    var isInOneFolder = false

    /// The name of the session's folder, without the path to it.
    package var name: String {
        let plain = SessionDirectory.plain(folder)
        let slash = plain.utf8.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { String(plain[plain.utf8.index(after: $0)...]) } ?? plain
    }

    /// Lists the sessions in a directory, sorted by name. A session is a folder that contains `session.json` or
    /// `UNFINISHED`.
    ///
    /// - Throws: `FolderFailure` if the directory cannot be read. A session that cannot be read is listed as
    ///   `unreadable`.
    package static func all(in directory: String) throws(FolderFailure) -> [ListedSession] {
        try all(in: directory) { ListedSession($0.path) }
    }

    /// Lists the sessions in a directory.
    ///
    /// - Parameter reading: Returns the session in a folder, possibly from a cache; `nil` to leave it out.
    static func all(
        in directory: String, reading: (SessionDirectory) -> ListedSession?
    ) throws(FolderFailure) -> [ListedSession] {
        let place = SessionDirectory.plain(directory)
        return try SessionDirectory(place, isNamed: true).names().compactMap { name in
            let folder = place == "/" ? "/" + name : place + "/" + name
            // Anything that is not a folder, even a link to a folder, is not a session.
            guard let own = SessionDirectory.ifReadable(folder), own.has(.manifest) || own.has(.mark) else {
                return nil
            }
            return reading(own)
        }
    }

    /// Lists the names of sessions that `all(in:)` leaves out because the names are not UTF-8, such as `take\xe9`.
    /// Empty if the directory cannot be read.
    package static func unnameable(in directory: String) -> [String] {
        SessionDirectory.ifReadable(directory, isNamed: true)?.unnameableSessions() ?? []
    }

    /// Creates a list entry for a session of which only the state is known.
    init(_ folder: String, _ state: State) { (self.folder, self.state) = (folder, state) }

    /// Reads the session in a folder. A session that cannot be read gets the state `unreadable`.
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

    /// True when the session is finished and its start time is known, so that it may be copied or deleted.
    package var isFinished: Bool { [.finished, .recovered].contains(state) && start != nil }
}
