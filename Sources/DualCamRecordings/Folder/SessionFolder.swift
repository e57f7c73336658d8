import DualCamPlan
import Glibc
import Kernel

/// The folder of a session on the disk. Calls block, so a running session makes them on a separate queue.
///
/// While a session runs, the folder contains `UNFINISHED` (the file that marks the session as unfinished),
/// `ledger.jsonl` (one entry per line) and `session.json`. After a session has ended normally, only `session.json` and
/// the recorded files remain.
package struct SessionFolder: Sendable, Equatable {
    /// The name of the file that marks a session as unfinished.
    package static let mark = FileName.mark.text
    /// The name of the ledger file.
    package static let ledger = FileName.ledger.text
    /// The name of the file with the whole description of a session.
    package static let manifest = FileName.manifest.text
    /// The maximum size, in bytes, of a ledger or `session.json` that is read. Three outputs with one-minute segments
    /// produce 27 MB a week; a machine that loses frames all the time produces ten times as much.
    package static let largestRecord: Int64 = 1_000_000_000
    /// The number of bytes that a session reserves on the disk for its own records.
    static let room: Int64 = 1_048_576

    /// The path of the session's folder; relative if the given `directory` was relative.
    package let path: String
    /// The folder's absolute path without links, or `path` if the kernel does not know it.
    private let realPath: String
    /// The paths of all folders created for this session, outermost first; the session's own folder is the last. Empty
    /// if the session was reopened or its folder was moved.
    private let made: [String]

    /// Creates the folder of a new session in `directory` and marks it as unfinished. Also creates `directory` if it is
    /// missing. If the name is taken, `-2`, `-3` ... is appended; nothing is overwritten.
    ///
    /// - Parameter group: The group to which the new folders will belong; `nil` for none.
    /// - Throws: `FolderFailure`, after removing the folders that were created.
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

    /// Opens the folder of an unfinished session to resume recording. Rewrites the `UNFINISHED` file to name this
    /// process.
    ///
    /// - Throws: `FolderFailure` (`ENOENT`) if the folder or its `UNFINISHED` file is missing.
    package static func reopen(_ path: String) throws(FolderFailure) -> SessionFolder {
        let opened = try SessionDirectory(path)
        guard try opened.facts(of: .mark) != nil else {
            throw FolderFailure(.read, path: opened.path(of: .mark), errorNumber: ENOENT)
        }
        try opened.write(markText, to: .mark)
        try restoreLedger(in: opened)
        return SessionFolder(path: path, realPath: opened.realPath ?? path, made: [])
    }

    /// Restores the ledger file from `session.json` if `session.json` contains more lines of the ledger. The ledger
    /// file may be missing because a worker was lost while it was finishing the session.
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

    /// The text of the `UNFINISHED` file, which tells users which process records.
    static var markText: String {
        let system = SystemAccess.current
        let host = system.hostName() ?? "this machine"
        return "pid \(system.getpid()) on \(host) since \(WallTime.iso8601(WallTime.unixNow()))\n"
    }

    /// Creates the value for a session's folder that was moved to `path` during the recording.
    package init(movedTo path: String) { self.init(path: path, realPath: path, made: []) }

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

    /// Returns true if the path is a session's folder, written by any version of dualcam. The path may be a link to the
    /// folder; links within the folder are not followed.
    package static func isSession(_ path: String) -> Bool {
        guard let folder = SessionDirectory.ifReadable(path, isNamed: true) else { return false }
        return folder.has(.manifest) || folder.has(.mark)
    }

    /// Returns true if the folder has the file `UNFINISHED`, which marks an unfinished session.
    package static func isMarked(_ path: String) -> Bool {
        SessionDirectory.ifReadable(path)?.knownFacts(of: .mark) != nil
    }

    /// Synchronises the folder and its `UNFINISHED` file to the disk, so that both survive a power cut.
    ///
    /// Also reserves disk space, so that the session's records can be written even when the disk or quota is full or
    /// accepts no more files.
    package func anchor() throws(FolderFailure) {
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
        do throws(FolderFailure) { try folder.createNew(.room).reserve(Self.room) } catch {
            // If the disk does not have this much space, there may still be enough for the records. If not, writing the
            // records reports the error.
            try folder.remove(.room)
        }
    }

    /// Frees the disk space that `anchor` reserved for the session's records, if it is still reserved.
    package func release() {
        do throws(FolderFailure) { try directory().remove(.room) } catch {
            // If the reserving file cannot be removed, no space is freed, and the next write reports the reason.
        }
    }

    /// Appends one line to the session's `ledger.jsonl`.
    ///
    /// - Parameter isAgain: True if an earlier attempt may have written this line already. The line is then not written
    ///   a second time.
    package func append(_ line: String, isAgain: Bool = false) throws(FolderFailure) {
        try directory().append(line: line, to: .ledger, isAgain: isAgain)
    }

    /// Replaces `session.json` atomically with this manifest and a copy of the whole ledger. On failure, throws, and
    /// the old file remains.
    package func save(_ manifest: Manifest) throws(FolderFailure) {
        let folder = try directory()
        let ledger = try folder.text(of: .ledger, upTo: .max) ?? ""
        let text = manifest.text(ledger: LedgerText.listed(ledger)) + "\n"
        try folder.replace(.manifest, with: text.utf8, by: .manifestDraft)
    }

    /// Ends the session's unfinished state. Removes the `UNFINISHED` file and also the ledger file, because
    /// `session.json` contains the whole ledger.
    package func finish() throws(FolderFailure) {
        let folder = try directory()
        try folder.remove(.ledger)
        try folder.remove(.room)
        try folder.remove(.mark)
        FolderGuard.clear(folder)
        if !planted(.finishUnsynchronised) { try folder.synchronise() }
    }

    /// Removes a session from the disk: its records, the given files, and the folders created for it, if they are then
    /// empty. Other files are kept.
    ///
    /// - Returns: The error of the first removal that failed; `nil` if all succeeded.
    @discardableResult
    package func discard(files: [String], _ storage: SessionStorage? = nil) -> FolderFailure? {
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

    /// Creates a fallback folder, for files that cannot be written into the session's own folder. A new folder gets a
    /// marker file that names the session. Later processes delete files in the folder only if this marker exists.
    /// Throws `FolderFailure`, also if the folder belongs to another user.
    package static func makePlace(
        _ path: String, for session: SessionFolder?, _ group: UserGroup? = nil
    ) throws(FolderFailure) {
        let made = try Disk.createFolders(path)
        for folder in made { group?.adopt(folder) }
        let folder = try SessionDirectory(path)
        try folder.checkOwner(.write)
        guard !made.isEmpty, let session else { return }
        try folder.create(.fallbackMark).write(SessionStorage.mark(of: session.realPath))
        // If a folder's name was not synchronised, a power cut would destroy the folder together with its files.
        if !planted(.fallbackUnsynchronised) { try folder.synchronise() }
        for path in made where !planted(.fallbackUnsynchronised) {
            try SessionDirectory(Disk.parent(of: path), isNamed: true).synchronise()
        }
    }
}

/// Operations that other processes than the recording one perform on a session's folder. Calls block.
extension SessionFolder {
    /// Appends an entry to the ledger of an unfinished session. A finished or discarded session has no ledger file, and
    /// none is created.
    ///
    /// - Returns: False if the ledger does not exist.
    /// - Throws: `FolderFailure` if the ledger exists and cannot be written.
    package static func append(_ entry: LedgerEntry, toLedgerIn folder: String) throws(FolderFailure) -> Bool {
        let file: HeldFile?
        do throws(FolderFailure) { file = try SessionDirectory(folder).open(.ledger, for: .appending) } catch {
            if error.errorNumber == ENOENT { return false }
            throw error
        }
        try file?.append(line: entry.line)
        return file != nil
    }

    /// Lists the paths of the folders in `directory` that contain an unfinished session, sorted.
    package static func unfinished(in directory: String) -> [String] {
        let names = SessionDirectory.ifReadable(directory, isNamed: true)?.knownNames ?? []
        return names.map { directory + "/" + $0 }.filter(isMarked)
    }

    /// Returns true if the text is a plain file name: not a path, not hidden, and accepted by the file system.
    package static func isFileName(_ text: String) -> Bool { FileName(text) != nil }

    /// Returns true if the folder contains a regular file with this name. Returns false for a link, because it may
    /// point to another folder. Throws if the folder cannot be opened.
    package static func hasFile(_ name: String, in folder: String) throws(FolderFailure) -> Bool {
        guard let name = FileName(name) else { return false }
        return try SessionDirectory(folder).knownFacts(of: name) != nil
    }

    /// The total size of the files in some folders, and the time of their last change.
    package struct Growth: Sendable, Equatable {
        /// The total size of the measured files, in bytes.
        package var bytes: Int64
        /// The time of the last change to any of the files, in Unix nanoseconds; `nil` if there are no files.
        package var changed: Int64?
    }
}
