package import DualCamConfig
import DualCamPlan
import Synchronization

/// The sessions of a recording directory, for browsing and editing by clients. Paths in a session's records are not
/// trusted. Calls throw `noSession` for a session that does not exist or is hidden. All calls block.
package final class SessionLibrary: Sendable {
    /// An open recorded file of a session, with its container format and its identity.
    package struct OpenFile: Sendable {
        package var file: HeldFile
        package var container: Container
        package var facts: Facts
    }

    /// The values that identify a file's content. If one of them differs from an earlier reading, the content has
    /// changed.
    package struct Facts: Sendable, Equatable {
        package var inode: UInt64
        /// The file's size in bytes.
        package var size: Int64
        /// The time of the last write to the file, in Unix nanoseconds.
        package var changed: Int64

        init(_ facts: FileFacts) { (inode, size, changed) = (facts.inode, facts.size, facts.modified) }
    }

    /// A page of the list of sessions.
    package struct Page: Sendable {
        /// The sessions on this page, each as JSON in the format of `SessionReport.summary`.
        package var sessions: [JSONValue]
        /// The number of matching sessions on all pages.
        package var total: Int
        /// The position after which the next page begins; `nil` if this is the last page.
        package var next: LibraryQuery.Place?
        /// The names of sessions that are left out because their names are not UTF-8, such as `take\xe9`.
        package var unnameable: [String] = []
    }

    /// The path of the recording directory, without a trailing slash.
    package let directory: String
    private let index: SessionIndex
    /// The cache of sessions that are not in the index, because they may still change.
    private let listed = LibraryCache<ListedSession>(limit: 100_000)
    private let reports = LibraryCache<SessionReport>(limit: 50_000)
    /// The names of sessions that are about to be deleted and are therefore hidden.
    private let removed = Mutex<Set<String>>([])
    let linkIndex = Mutex(LinkIndex())

    package init(_ directory: String, index: SessionIndex = SessionIndex(nil)) {
        (self.directory, self.index) = (SessionDirectory.plain(directory), index)
    }

    /// Returns one page of the list of the sessions that match a query, newest first. Hidden sessions are left out. If
    /// the directory does not exist, the page is empty. Throws `folder` if it cannot be read.
    package func page(_ query: LibraryQuery) throws(LibraryFailure) -> Page {
        let listing: SessionIndex.Listing
        do throws(FolderFailure) {
            listing = try index.sessions(in: directory) { self.listed($0) }
        } catch {
            guard error.isMissing else { throw .folder(error) }
            return Page(sessions: [], total: 0)
        }
        let removed = removed.withLock { $0 }
        let wanted = listing.sessions.filter { query.matches($0) && (removed.isEmpty || !removed.contains($0.name)) }
        let places = wanted.indices.map { (place: LibraryQuery.Place(wanted[$0]), index: $0) }.filter { found in
            query.after.map { $0 < found.place || ($0 == found.place && planted(.pageRepeats)) } ?? true
        }
        let page = places.sorted { $0.place < $1.place }.prefix(query.limit)
        return Page(
            sessions: page.map { summary(of: wanted[$0.index]) }, total: wanted.count,
            next: page.count < places.count ? page.last?.place : nil, unnameable: listing.unnameable)
    }

    private func listed(_ path: String) -> ListedSession {
        let read = { ListedSession(path, limit: SessionRecord.largestWhileRecording) }
        guard let folder = SessionDirectory.ifReadable(path) else { return read() }
        return listed.value(of: path, at: FolderStamp(folder), cost: { _ in 1 }, read: read)
    }

    private func summary(of session: ListedSession) -> JSONValue {
        do throws(LibraryFailure) { return try report(of: session.name).summary } catch {
            return SessionReport.unreadable(session)
        }
    }

    /// Returns the complete report about a session, as JSON (`SessionReport.json`).
    package func session(_ name: String) throws(LibraryFailure) -> JSONValue { try report(of: name).json }

    /// Opens a recorded file of a session. Throws `noFile` if the session does not list the file or it is missing, and
    /// `unfinished` if it is still being written.
    package func file(_ name: String, of session: String) throws(LibraryFailure) -> OpenFile {
        let report = try report(of: session)
        guard let listed = report.file(named: name) else { throw .noFile(name) }
        guard listed.isFinished || !report.isRecorded else { throw .unfinished(name) }
        let storage = SessionStorage(try folder(of: session))
        let held = try LibraryFailure.translate(storage.open(listed.path, for: .read))
        guard let held, let facts = held.known, let container = listed.container else { throw .noFile(name) }
        return OpenFile(file: held, container: container, facts: Facts(facts))
    }

    /// Changes the title of a session; its folder and files keep their names. Throws `badTitle` for an invalid title.
    ///
    /// - Parameter title: The new title; empty to remove the title.
    package func rename(_ session: String, to title: String) throws(LibraryFailure) {
        _ = try report(of: session)
        let name = title.isEmpty ? nil : DerivedFiles.titled(title)
        guard title.isEmpty || name != nil else { throw .badTitle }
        let derived = try derived(of: session)
        try LibraryFailure.translate(derived.rename(to: name))
    }

    /// Hides a finished session because it is about to be deleted. Throws `notFinished` if it is not finished.
    package func hide(_ session: String) throws(LibraryFailure) {
        guard [.finished, .recovered].contains(try report(of: session).state) else { throw .notFinished(session) }
        removed.withLock { _ = $0.insert(session) }
    }

    /// Shows a hidden session again, because its deletion was undone or has finished. Throws `notRemoved` if the
    /// session is not hidden.
    package func show(_ session: String) throws(LibraryFailure) {
        guard removed.withLock({ $0.remove(session) }) != nil else { throw .notRemoved(session) }
    }

    /// Lists the files for an archive of the session: `session.json` and all recorded files that can be read now.
    package func archived(_ session: String) throws(LibraryFailure) -> [(name: String, facts: Facts)] {
        let report = try report(of: session)
        let path = try folder(of: session)
        let manifest = SessionDirectory.ifReadable(path)?.knownFacts(of: .manifest)
        let storage = SessionStorage(path)
        var files = manifest.map { [(name: FileName.manifest.text, facts: Facts($0))] } ?? []
        for file in report.readable {
            let facts = try LibraryFailure.translate(storage.facts(of: file.path))
            if let facts { files.append((file.name, Facts(facts))) }
        }
        return files
    }

    /// Returns true for the name of the file `session.json`.
    package static func isManifest(_ name: String) -> Bool { name == FileName.manifest.text }

    /// Returns the reduced `session.json` for viewers, without the pipeline file, the command line's changes to it, the
    /// devices, paths and the ledger. Throws `unreadable` if the session cannot be read.
    package func reducedManifest(of session: String) throws(LibraryFailure) -> [UInt8] {
        let path = try folder(of: session)
        do throws(SessionReadFailure) {
            let record = try SessionRecord.read(
                path, usingLedgerAlone: true, limit: SessionRecord.largestWhileRecording)
            return Array(record.reducedManifest.utf8)
        } catch {
            throw .unreadable(error)
        }
    }

    /// Opens a session's file so that it can be added to an archive. Returns `nil` if the file's content differs from
    /// `facts`, because it has changed since it was listed.
    package func open(_ name: String, of session: String, as facts: Facts) -> HeldFile? {
        do {
            let held: HeldFile?
            if name == FileName.manifest.text {
                held = try SessionDirectory(try folder(of: session)).open(.manifest, for: .reading)
            } else {
                held = try file(name, of: session).file
            }
            return held?.known.map { Facts($0) } == facts ? held : nil
        } catch {
            return nil
        }
    }

    /// Returns the path of a session's folder.
    ///
    /// - Throws: `noSession` for a name that cannot be a folder of this directory.
    package func folder(of name: String) throws(LibraryFailure) -> String {
        guard FileName.isFolder(name) else { throw .noSession(name) }
        return directory == "/" ? "/" + name : directory + "/" + name
    }

    func report(of name: String) throws(LibraryFailure) -> SessionReport {
        let path = try folder(of: name)
        return try reports.value(of: path, at: FolderStamp(try directory(of: name)), cost: \.cost) {
            () throws(LibraryFailure) in
            do throws(SessionReadFailure) { return try SessionReport(path) } catch { throw .unreadable(error) }
        }
    }

    /// Opens the folder of a session. Throws `noSession` if there is no such session or it is hidden.
    private func directory(of name: String) throws(LibraryFailure) -> SessionDirectory {
        guard let opened = SessionDirectory.ifReadable(try folder(of: name)),
            opened.has(.manifest) || opened.has(.mark), !removed.withLock({ $0.contains(name) })
        else { throw .noSession(name) }
        return opened
    }
}

extension RecordedFile {
    /// The file's container format, by the extension of its name; `nil` if unknown.
    var container: Container? { Container.allCases.first { path.hasSuffix("." + $0.rawValue) } }
}

/// Access to sessions for background jobs.
extension SessionLibrary {
    /// Throws `inUse` if a process records into the session or recovers it, so that a background job must not use it.
    ///
    /// - Parameter isFinished: True to require a finished session, and to throw `notFinished` for an unfinished one.
    package func checkIsFree(_ session: String, isFinished: Bool) throws(LibraryFailure) {
        guard try directory(of: session).has(.mark) else { return }
        let path = try folder(of: session)
        let holder = try LibraryFailure.translate(FolderLock.holder(of: path))
        guard holder == nil else { throw .inUse(session) }
        if isFinished { throw .notFinished(session) }
    }

    /// Returns the names of the session's recorded outputs and microphones.
    package func names(in session: String) throws(LibraryFailure) -> RecordedNames { try report(of: session).names }

    /// Returns the number of bytes that an audit or a recovery of a session reads. An audit reads each file twice: for
    /// its frames and for its digest. A recovery reads only content that is not known yet. Throws `SessionReadFailure`
    /// if the session cannot be read.
    package func bytesToRead(_ session: String, isRecovery: Bool) throws(SessionReadFailure) -> Int64 {
        let folder = directory + "/" + session
        let record = try SessionRecord.read(folder, usingLedgerAlone: true)
        let storage = SessionStorage(folder)
        return record.history.files.reduce(0) { sum, file in
            let times = !isRecovery ? 2 : (file.isFinished ? 0 : 1) + (file.digest == nil ? 1 : 0)
            return sum +| (storage.size(of: file.path) ?? 0) *| Int64(times)
        }
    }

    /// Opens the proxy of a recorded file: a copy that every browser plays. Returns `nil` if no proxy was made from the
    /// file's current content.
    package func proxy(
        of name: String, in session: String
    ) throws(LibraryFailure) -> (file: HeldFile, facts: Facts)? {
        let open = try file(name, of: session)
        guard try derived(of: session).hasProxy(of: name, open.facts) else { return nil }
        return try derived(.proxy, of: name, in: session)
    }

    /// Makes the proxy of a recorded file (a copy that every browser plays) if it is missing. Returns the proxy's size
    /// in bytes. Throws `notMade` if this failed.
    ///
    /// - Parameter making: Writes the proxy of `file` to `target`, with `scratch` for temporary data. Returns the
    ///   reason if this failed, otherwise `nil`.
    package func makeProxy(
        of name: String, in session: String,
        _ making: (_ file: HeldFile, _ target: HeldFile, _ scratch: HeldFile) -> String?
    ) throws(LibraryFailure) -> Int64 {
        if let proxy = try proxy(of: name, in: session) { return proxy.facts.size }
        let open = try file(name, of: session)
        let derived = try derived(of: session)
        let problem = try LibraryFailure.translate(
            derived.makeProxy(of: name, open.facts) { target, scratch in
                making(open.file, target, scratch) ?? (open.isSame ? nil : SessionLibrary.OpenFile.change)
            })
        if let problem { throw .notMade(problem) }
        guard let proxy = try proxy(of: name, in: session) else { throw .noFile(name) }
        return proxy.facts.size
    }

    /// Deletes the temporary file that was left when the proxy of a recorded file was not completed.
    package func forgetProxyDraft(of name: String, in session: String) throws(LibraryFailure) {
        let derived = try derived(of: session)
        try LibraryFailure.translate(derived.removeProxyDraft(of: name))
    }
}

/// The names of a session's recorded outputs and microphones.
package struct RecordedNames: Sendable, Equatable {
    /// The names of the outputs that have files: cameras, and `combined`.
    package var outputs: [String]
    /// The names of the microphones, from the titles of the sound tracks; empty if the tracks have no titles.
    package var microphones: [String]

    package init(outputs: [String], microphones: [String]) {
        (self.outputs, self.microphones) = (outputs, microphones)
    }
}
