import DualCamPlan
import Glibc
import Kernel

/// A session's folder on the disk. Its calls block: the session makes them on a queue of its own.
///
/// While a session runs, the folder holds `UNFINISHED` (the mark), `ledger.jsonl` (one entry a line) and
/// `session.json`. A session that ended well leaves `session.json` and its files.
package struct SessionFolder: Sendable, Equatable {
    package static let mark = FileName.mark.text
    package static let ledger = FileName.ledger.text
    package static let manifest = FileName.manifest.text
    /// Bytes of a ledger or a `session.json` that is still read. Three outputs in segments of a minute make 27 MB a week, and on a
    /// machine that loses frames all the time ten times as much.
    package static let largestRecord: Int64 = 1_000_000_000
    /// Bytes that a session keeps on the disk for its own records.
    static let room: Int64 = 1_048_576

    /// The folder's path, as `directory` was given.
    package let path: String
    /// The folder's path from the root, without links, as far as the kernel tells.
    private let realPath: String
    /// Every folder that was made for it, outermost first; the session's own is the last.
    private let made: [String]

    /// Makes a new folder in `directory` (which is made, too, when it is missing) and marks it as unfinished. A name
    /// that is taken gets `-2`, `-3` ...; nothing is overwritten.
    ///
    /// - Parameter group: The group that gets the folders; `nil`: they are the user's own.
    /// - Throws: `FolderFailure`; then nothing is left behind.
    package static func create(
        in directory: String, names: SessionNames, for group: UserGroup? = nil
    ) throws(FolderFailure) -> SessionFolder {
        let parents = try Disk.createFolders(directory)
        var own: SessionFolder?
        do throws(FolderFailure) {
            let path = try claim(in: directory, names)
            own = SessionFolder(path: path, realPath: path, made: parents + [path])
            for folder in parents + [path] { group?.adopt(folder) }
            let opened = try SessionDirectory(path)
            try opened.create(.mark).write(markText)
            return SessionFolder(path: path, realPath: opened.realPath ?? path, made: parents + [path])
        } catch {
            if let own { own.discard(files: []) } else { parents.reversed().forEach(Disk.removeEmptyFolder) }
            throw error
        }
    }

    /// The folder of a session that was begun and not finished, to go on in it; its mark names this process from now
    /// on.
    ///
    /// - Throws: `FolderFailure` when there is no such folder, or no mark in it (`ENOENT`).
    package static func reopen(_ path: String) throws(FolderFailure) -> SessionFolder {
        let opened = try SessionDirectory(path)
        guard try opened.facts(of: .mark) != nil else {
            throw FolderFailure(.read, path: opened.path(of: .mark), errorNumber: ENOENT)
        }
        try opened.write(markText, to: .mark)
        try restoreLedger(in: opened)
        return SessionFolder(path: path, realPath: opened.realPath ?? path, made: [])
    }

    /// Writes the ledger anew where `session.json` repeats more of it: a worker that was lost as it finished the session may have
    /// removed it already.
    private static func restoreLedger(in directory: SessionDirectory) throws(FolderFailure) {
        let known: LedgerText
        do throws(SessionReadFailure) {
            known = try SessionRecord.read(directory.path, usingLedgerAlone: true).ledger
        } catch {
            return
        }
        let own = LedgerText(try directory.text(of: .ledger, upTo: largestRecord) ?? "")
        guard own.lines.count < known.lines.count else { return }
        try directory.replace(.ledger, with: known.lines.map { $0 + "\n" }.joined().utf8, by: .ledgerDraft)
    }

    /// The text of the mark, which tells people who records.
    static var markText: String {
        let system = SystemAccess.current
        let host = system.hostName() ?? "this machine"
        return "pid \(system.getpid()) on \(host) since \(WallTime.iso8601(WallTime.unixNow()))\n"
    }

    /// A session's folder that somebody has moved while it was recorded.
    init(movedTo path: String) { self.init(path: path, realPath: path, made: []) }

    private init(path: String, realPath: String, made: [String]) {
        (self.path, self.realPath, self.made) = (path, realPath, made)
    }

    private func directory() throws(FolderFailure) -> SessionDirectory { try SessionDirectory(path) }

    private static func claim(in directory: String, _ names: SessionNames) throws(FolderFailure) -> String {
        let place = directory.isEmpty || directory.hasSuffix("/") ? directory : directory + "/"
        var attempt = 1
        while true {
            let path = place + names.folder(attempt: attempt)
            if try Disk.createFolder(path) { return path }
            guard attempt < 10_000 else { throw FolderFailure(.createFolder, path: path, errorNumber: EEXIST) }
            attempt += 1
        }
    }

    /// Returns true when a path is a session's folder, of whatever version; it may be a link to one, which is not followed any
    /// further.
    package static func isSession(_ path: String) -> Bool {
        guard let folder = SessionDirectory.ifReadable(path, isNamed: true) else { return false }
        return folder.has(.manifest) || folder.has(.mark)
    }

    /// Returns true when a folder carries the mark of an unfinished session.
    package static func isMarked(_ path: String) -> Bool {
        SessionDirectory.ifReadable(path)?.knownFacts(of: .mark) != nil
    }

    /// Returns when the folder and its mark are on the disk, whatever happens to the power from then on.
    ///
    /// Some room is kept on the disk from then on, by which the session's records can be written when the disk or a quota is full to
    /// the last byte, or takes no further file.
    func anchor() throws(FolderFailure) {
        try directory().write(Self.markText, to: .mark)
        try keepRoom()
        try directory().synchronise()
        for folder in made.dropLast().reversed() + [Disk.parent(of: made.first ?? path)]
        where !planted(.parentsUnsynchronised) {
            try SessionDirectory(folder, isNamed: true).synchronise()
        }
    }

    private func keepRoom() throws(FolderFailure) {
        let folder = try directory()
        do throws(FolderFailure) { try folder.createAnew(.room).reserve(Self.room) } catch {
            // A disk that has no room for this may have enough for the records; if it has not, writing those tells of it.
            try folder.remove(.room)
        }
    }

    /// Gives back the room that was kept, where it is there still.
    func release() {
        do throws(FolderFailure) { try directory().remove(.room) } catch {
            // What cannot be removed gives nothing back, and writing tells why.
        }
    }

    /// Appends one line to `ledger.jsonl`.
    ///
    /// - Parameter isAgain: an attempt before this one may have written it already.
    func append(_ line: String, isAgain: Bool = false) throws(FolderFailure) {
        try directory().append(line: line, to: .ledger, isAgain: isAgain)
    }

    /// Writes `session.json` so that it is either the old or the new one, whatever happens, with the whole ledger in
    /// it.
    func save(_ manifest: Manifest) throws(FolderFailure) {
        let folder = try directory()
        let ledger = try folder.text(of: .ledger, upTo: .max) ?? ""
        let text = manifest.text(ledger: LedgerText.listed(ledger)) + "\n"
        try folder.replace(.manifest, with: text.utf8, by: .manifestDraft)
    }

    /// Removes the ledger's own file, which `session.json` repeats, and the mark.
    func finish() throws(FolderFailure) {
        let folder = try directory()
        try folder.remove(.ledger)
        try folder.remove(.room)
        try folder.remove(.mark)
        FolderGuard.clear(folder)
        if !planted(.finishUnsynchronised) { try folder.synchronise() }
    }

    /// Removes everything that was made for the session: its own files, `files`, and the folders, as far as they are
    /// empty. What is not its own stays.
    ///
    /// - Returns: why the first of what could not be removed is still there.
    @discardableResult
    func discard(files: [String], _ storage: SessionStorage? = nil) -> FolderFailure? {
        var first: FolderFailure?
        func attempt(_ removal: () throws(FolderFailure) -> Void) {
            do throws(FolderFailure) { try removal() } catch { first = first ?? (error.isMissing ? nil : error) }
        }
        let storage = storage ?? SessionStorage(path)
        for path in files { attempt { () throws(FolderFailure) in try storage.remove(path) } }
        for record in [FileName.ledger, .manifest, .room, .mark] where record != .mark || !planted(.discardLeavesMark) {
            attempt { () throws(FolderFailure) in _ = try directory().remove(record) }
        }
        attempt { () throws(FolderFailure) in FolderGuard.clear(try directory()) }
        made.reversed().forEach(Disk.removeEmptyFolder)
        return first
    }

    /// Makes a folder for files that cannot be written into the session's own. A new one gets a mark that names the session:
    /// by it alone a later process knows that the folder may be cleared.
    static func makePlace(
        _ path: String, for session: SessionFolder?, _ group: UserGroup? = nil
    ) throws(FolderFailure) {
        let made = try Disk.createFolders(path)
        for folder in made { group?.adopt(folder) }
        let folder = try SessionDirectory(path)
        try folder.checkOwner(.write)
        guard !made.isEmpty, let session else { return }
        try folder.create(.fallbackMark).write(SessionStorage.mark(of: session.realPath))
        // Should power be cut, a folder without a name would take its files with it.
        if !planted(.fallbackUnsynchronised) { try folder.synchronise() }
        for path in made where !planted(.fallbackUnsynchronised) {
            try SessionDirectory(Disk.parent(of: path), isNamed: true).synchronise()
        }
    }
}

/// Operations on a session's folder from outside the process that records into it. The calls block.
extension SessionFolder {
    /// Appends an entry to the ledger of a session that is under way; one that is finished, or was discarded, has no
    /// ledger of its own any more and gets none.
    ///
    /// - Returns: false where there is none.
    /// - Throws: `FolderFailure` when there is a ledger and it cannot be written.
    package static func append(_ entry: LedgerEntry, toLedgerIn folder: String) throws(FolderFailure) -> Bool {
        let file: HeldFile?
        do throws(FolderFailure) { file = try SessionDirectory(folder).open(.ledger, for: .appending) } catch {
            if error.errorNumber == ENOENT { return false }
            throw error
        }
        try file?.append(line: entry.line)
        return file != nil
    }

    /// The folders in `directory` that bear the mark of an unfinished session, sorted.
    package static func unfinished(in directory: String) -> [String] {
        let names = SessionDirectory.ifReadable(directory, isNamed: true)?.knownNames ?? []
        return names.map { directory + "/" + $0 }.filter(isMarked)
    }

    /// Returns false for a path, and for what is no name of a file.
    package static func isFileName(_ text: String) -> Bool { FileName(text) != nil }

    /// Returns true where a regular file of this name lies in the folder: a link, which may lead anywhere, is none.
    package static func hasFile(_ name: String, in folder: String) throws(FolderFailure) -> Bool {
        guard let name = FileName(name) else { return false }
        return try SessionDirectory(folder).knownFacts(of: name) != nil
    }

    /// The state to which the files in some folders have grown.
    package struct Growth: Sendable, Equatable {
        /// The bytes of all of them together.
        package var bytes: Int64
        /// Unix nanoseconds of the last change to one of them; `nil` without any file.
        package var changed: Int64?
    }
}
