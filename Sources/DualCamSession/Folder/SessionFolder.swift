import DualCamPlan
import Glibc
import Kernel

/// A session's folder on the disk. Its calls block, so the session makes them on a queue of its own.
///
/// While a session runs, the folder holds `UNFINISHED` (the mark), `ledger.jsonl` (one entry per line) and
/// `session.json`. A session that ended well leaves `session.json` and its files.
package struct SessionFolder: Sendable, Equatable {
    package static let mark = FileName.mark.text
    package static let ledger = FileName.ledger.text
    package static let manifest = FileName.manifest.text
    /// The maximum size of a ledger or `session.json` that is read, in bytes. Three outputs in segments of a minute
    /// make 27 MB a week. On a machine that loses frames all the time, it is ten times as much.
    package static let largestRecord: Int64 = 1_000_000_000
    /// The bytes that a session reserves on the disk for its own records.
    static let room: Int64 = 1_048_576

    /// The folder's path, relative if `directory` was.
    package let path: String
    /// The folder's absolute path without links, if the kernel provides it, else `path`.
    private let realPath: String
    /// The folders that were created for the session, outermost first; the session's own is the last.
    private let made: [String]

    /// Creates a new folder in `directory` and marks it as unfinished. A missing `directory` is created, too. A name
    /// that is taken gets `-2`, `-3` ...; nothing is overwritten.
    ///
    /// - Parameter group: The group that gets the folders; `nil` if they belong to the user alone.
    /// - Throws: `FolderFailure`; created folders are removed then.
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

    /// Opens the folder of an unfinished session to resume it. The mark then names this process.
    ///
    /// - Throws: `FolderFailure` when the folder, or the mark in it, is missing (`ENOENT`).
    package static func reopen(_ path: String) throws(FolderFailure) -> SessionFolder {
        let opened = try SessionDirectory(path)
        guard try opened.facts(of: .mark) != nil else {
            throw FolderFailure(.read, path: opened.path(of: .mark), errorNumber: ENOENT)
        }
        try opened.write(markText, to: .mark)
        try restoreLedger(in: opened)
        return SessionFolder(path: path, realPath: opened.realPath ?? path, made: [])
    }

    /// Rewrites the ledger if `session.json` has more of its lines. A worker that was lost while it finished the
    /// session may have removed the ledger.
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

    /// The text of the mark, which informs people about the recording process.
    static var markText: String {
        let system = SystemAccess.current
        let host = system.hostName() ?? "this machine"
        return "pid \(system.getpid()) on \(host) since \(WallTime.iso8601(WallTime.unixNow()))\n"
    }

    /// Creates the folder of a session that was moved during the recording.
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

    /// Returns true if a path is a session's folder of any version. The path may be a link to a folder; links in that
    /// folder are not followed.
    package static func isSession(_ path: String) -> Bool {
        guard let folder = SessionDirectory.ifReadable(path, isNamed: true) else { return false }
        return folder.has(.manifest) || folder.has(.mark)
    }

    /// Returns true if a folder has the mark of an unfinished session.
    package static func isMarked(_ path: String) -> Bool {
        SessionDirectory.ifReadable(path)?.knownFacts(of: .mark) != nil
    }

    /// Synchronises the folder and its mark, so that they survive a power cut.
    ///
    /// Also reserves space on the disk. With it, the session's records can be written even if the disk or a quota is
    /// completely full, or accepts no further file.
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
            // A disk without this much space may still have enough for the records. If not, writing them reports the
            // error.
            try folder.remove(.room)
        }
    }

    /// Frees the reserved space, if it still exists.
    func release() {
        do throws(FolderFailure) { try directory().remove(.room) } catch {
            // If the file cannot be removed, no space is freed, and the next write reports the reason.
        }
    }

    /// Appends one line to `ledger.jsonl`.
    ///
    /// - Parameter isAgain: True if an earlier attempt may have written the line already.
    func append(_ line: String, isAgain: Bool = false) throws(FolderFailure) {
        try directory().append(line: line, to: .ledger, isAgain: isAgain)
    }

    /// Replaces `session.json` atomically, including a copy of the whole ledger.
    func save(_ manifest: Manifest) throws(FolderFailure) {
        let folder = try directory()
        let ledger = try folder.text(of: .ledger, upTo: .max) ?? ""
        let text = manifest.text(ledger: LedgerText.listed(ledger)) + "\n"
        try folder.replace(.manifest, with: text.utf8, by: .manifestDraft)
    }

    /// Removes the mark and the ledger's own file, of which `session.json` has a copy.
    func finish() throws(FolderFailure) {
        let folder = try directory()
        try folder.remove(.ledger)
        try folder.remove(.room)
        try folder.remove(.mark)
        FolderGuard.clear(folder)
        if !planted(.finishUnsynchronised) { try folder.synchronise() }
    }

    /// Removes the session's records, the given files, and the created folders as far as they are empty. Foreign files
    /// stay.
    ///
    /// - Returns: The failure of the first removal that did not succeed; `nil` if all succeeded.
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

    /// Creates a folder for files that cannot be written into the session's own. A new folder gets a mark that names
    /// the session. Only this mark proves to a later process that the folder may be cleared.
    static func makePlace(
        _ path: String, for session: SessionFolder?, _ group: UserGroup? = nil
    ) throws(FolderFailure) {
        let made = try Disk.createFolders(path)
        for folder in made { group?.adopt(folder) }
        let folder = try SessionDirectory(path)
        try folder.checkOwner(.write)
        guard !made.isEmpty, let session else { return }
        try folder.create(.fallbackMark).write(SessionStorage.mark(of: session.realPath))
        // After a power cut, a folder whose name was not synchronised would be lost with its files.
        if !planted(.fallbackUnsynchronised) { try folder.synchronise() }
        for path in made where !planted(.fallbackUnsynchronised) {
            try SessionDirectory(Disk.parent(of: path), isNamed: true).synchronise()
        }
    }
}

/// Operations on a session's folder from outside the recording process. The calls block.
extension SessionFolder {
    /// Appends an entry to the ledger of a session in progress. A session that is finished or discarded has no ledger
    /// file any more, and none is created.
    ///
    /// - Returns: False if the ledger does not exist.
    /// - Throws: `FolderFailure` when the ledger exists and cannot be written.
    package static func append(_ entry: LedgerEntry, toLedgerIn folder: String) throws(FolderFailure) -> Bool {
        let file: HeldFile?
        do throws(FolderFailure) { file = try SessionDirectory(folder).open(.ledger, for: .appending) } catch {
            if error.errorNumber == ENOENT { return false }
            throw error
        }
        try file?.append(line: entry.line)
        return file != nil
    }

    /// Lists the folders in `directory` that have the mark of an unfinished session, sorted.
    package static func unfinished(in directory: String) -> [String] {
        let names = SessionDirectory.ifReadable(directory, isNamed: true)?.knownNames ?? []
        return names.map { directory + "/" + $0 }.filter(isMarked)
    }

    /// Returns false for a path, or for a text that cannot be the name of a file.
    package static func isFileName(_ text: String) -> Bool { FileName(text) != nil }

    /// Returns true if the folder holds a regular file of this name. A link does not count, because it may lead
    /// anywhere.
    package static func hasFile(_ name: String, in folder: String) throws(FolderFailure) -> Bool {
        guard let name = FileName(name) else { return false }
        return try SessionDirectory(folder).knownFacts(of: name) != nil
    }

    /// The total size of the files in some folders, and the time of their last change.
    package struct Growth: Sendable, Equatable {
        /// The total size of the files in bytes.
        package var bytes: Int64
        /// The time of the last change to a file in Unix nanoseconds; `nil` if there are no files.
        package var changed: Int64?
    }
}
