package import DualCamConfig
import DualCamPlan

/// A session of a recording directory, for people and for making room.
package struct ListedSession: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case finished
        /// Finished after a crash.
        case recovered
        /// Somebody records into it: `pid N on HOST since TIME`.
        case recording(by: String)
        /// Nobody records it, and its mark is still there.
        case unfinished
        case unreadable(SessionReadFailure)
    }

    package var folder: String
    package var state: State
    /// Unix nanoseconds; `nil`: not known.
    package var start: Int64?
    /// The length of the longest output, in nanoseconds, as far as its files are closed.
    package var length: Int64 = 0
    /// The bytes of the files that are there.
    package var bytes: Int64 = 0
    /// The bytes that they take of the disk: a file with holes takes fewer than it has.
    package var occupied: Int64 = 0
    package var outputs: [OutputName] = []
    /// The frames that its files lack. Before the session is finished, only the dropped ones are known.
    package var losses = SessionLosses.Count()
    /// The nanoseconds by which the clock was put right while the session was recorded: the names of its folder and its first files are
    /// off by as much. `start` is right.
    package var clockCorrection: Int64 = 0
    /// The clock was not synchronised: when the session was recorded is not known for certain.
    package var isStartDoubtful = false
    /// Gaps in which nothing was recorded, and files that cannot be played.
    package var gaps = 0
    package var unplayable = 0
    /// Lines of the ledger that cannot be read, or say what cannot be.
    package var damagedLines = 0
    /// The name that a person has given to it; `nil`: none.
    package var title: String?
    /// The texts of its marks, without the empty ones.
    package var marks: [String] = []
    package var tags = SessionTags()
    /// Every file of it is at another place, and was verified there.
    package var isBackedUp = false
    /// All of its files are to be in its own folder.
    var isInOneFolder = false

    /// The folder's last name.
    package var name: String {
        let plain = SessionDirectory.plain(folder)
        let slash = plain.utf8.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { String(plain[plain.utf8.index(after: $0)...]) } ?? plain
    }

    /// The sessions in a directory by name: every folder with a `session.json` or an `UNFINISHED` in it.
    ///
    /// - Throws: when the directory cannot be read; a session that cannot is listed as unreadable.
    package static func all(in directory: String) throws(FolderFailure) -> [ListedSession] {
        try all(in: directory) { ListedSession($0.path) }
    }

    /// - Parameter reading: tells of the session in a folder; it may know that already. `nil`: it is left out.
    static func all(
        in directory: String, reading: (SessionDirectory) -> ListedSession?
    ) throws(FolderFailure) -> [ListedSession] {
        let place = SessionDirectory.plain(directory)
        return try SessionDirectory(place, isNamed: true).names().compactMap { name in
            let folder = place == "/" ? "/" + name : place + "/" + name
            // Anything that is no folder, a link to one included, is no session.
            guard let own = SessionDirectory.ifReadable(folder), own.has(.manifest) || own.has(.mark) else {
                return nil
            }
            return reading(own)
        }
    }

    /// The names of sessions in a directory that `all` leaves out, because they are not UTF-8: `take\xe9`. Empty where it cannot be read.
    package static func unnameable(in directory: String) -> [String] {
        SessionDirectory.ifReadable(directory, isNamed: true)?.unnameableSessions() ?? []
    }

    /// A session of which nothing is known yet but its state.
    init(_ folder: String, _ state: State) { (self.folder, self.state) = (folder, state) }

    /// The session in a folder.
    ///
    /// - Parameter limit: as `SessionRecord.read` has it.
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

    /// True when the session is finished and its beginning is known, so that it may be copied or deleted.
    package var isFinished: Bool { [.finished, .recovered].contains(state) && start != nil }
}
