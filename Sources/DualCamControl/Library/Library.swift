internal import Dispatch
import DualCamPlan
package import DualCamSession
import Soup
internal import Synchronization

/// The events of recorded sessions, besides those of a running recording.
enum LibraryNews: Sendable, Equatable {
    case work(SessionWork)
    /// The copying of sessions to another place has changed: `Library.backups` tells how it stands.
    case backups
    /// A session stays that was to be deleted.
    case notDeleted(FolderFailure)
}

/// A recording directory, and what is done in it.
private struct LibraryFolder: Sendable {
    let directory: String
    let sessions: SessionLibrary
    let derivations: DerivationQueue?
    let removals: RemovalQueue?
    let works: WorkQueue?
    let tools: LibraryTools?

    init(
        _ directory: String, _ index: SessionIndex, _ tools: LibraryTools?, _ undo: Duration, firstWork: Int,
        _ tell: @escaping @Sendable (LibraryNews) -> Void
    ) {
        let sessions = SessionLibrary(directory, index: index)
        (self.directory, self.sessions, self.tools) = (directory, sessions, tools)
        derivations = tools.map {
            DerivationQueue($0) { item in
                do throws(LibraryFailure) {
                    return try sessions.derivedFacts(of: item.file, in: item.session) != nil
                } catch {
                    return false
                }
            }
        }
        removals = tools.map { RemovalQueue(sessions, $0, undo) { tell(.notDeleted($0)) } }
        works = tools.map { WorkQueue($0, first: firstWork) { tell(.work($0)) } }
    }
}

/// The recorded sessions behind the endpoints: what blocks runs on threads of its own, so that a disk that takes its time holds up
/// neither commands nor events.
package final class Library: Sendable {
    /// Reads what sessions say, one after the other: thousands of them may have to be read for the first list.
    private let listing = DiskQueue("dualcam.library")
    /// Opens and reads their files.
    private let reading = DispatchQueue(label: "dualcam.library.files", attributes: .concurrent)
    /// Has timelines made, one after the other.
    private let editing = DiskQueue("dualcam.library.timelines")
    /// Has arguments judged.
    private let judging = DiskQueue("dualcam.library.arguments")
    private let index: SessionIndex
    private let tools: (@Sendable (_ directory: String) -> LibraryTools)?
    private let undo: Duration
    /// The state of copies at another place.
    let backupBoard: BackupBoard
    /// For one reader.
    let news: AsyncStream<LibraryNews>
    private let telling: AsyncStream<LibraryNews>.Continuation
    /// The directory that is shown, last, behind earlier ones in which something is still done.
    private let folders: Mutex<[LibraryFolder]>

    /// - Parameters:
    ///   - directory: The recording directory.
    ///   - index: Finished sessions as they were read before.
    ///   - tools: Those for a recording directory; `nil`: nothing is made of files, and nothing is deleted.
    ///   - undo: The time in which a deletion can be undone.
    ///   - backups: What is known of copies at another place.
    package init(
        _ directory: String, undo: Duration = .seconds(30), index: SessionIndex = SessionIndex(nil),
        backups: BackupBoard = BackupBoard(), _ tools: (@Sendable (_ directory: String) -> LibraryTools)? = nil
    ) {
        (self.index, self.tools, self.undo, backupBoard) = (index, tools, undo, backups)
        let (news, telling) = AsyncStream.makeStream(of: LibraryNews.self, bufferingPolicy: .bufferingNewest(256))
        (self.news, self.telling) = (news, telling)
        folders = Mutex([
            LibraryFolder(directory, index, tools?(directory), undo, firstWork: 1) { telling.yield($0) }
        ])
        backups.listen { telling.yield(.backups) }
    }

    /// Shows the sessions of another recording directory from now on. What is under way in the one before goes on.
    private func move(to directory: String) {
        folders.withLock { folders in
            guard directory != folders.last?.directory else { return }
            let next = 1 + (folders.compactMap { $0.works?.last }.max() ?? 0)
            folders.removeAll { folder in folder.works?.works.contains { $0.state == .running } != true }
            folders.append(
                LibraryFolder(directory, index, tools?(directory), undo, firstWork: next) { [telling] in
                    telling.yield($0)
                })
        }
    }

    private var folder: LibraryFolder { folders.withLock { $0[$0.count - 1] } }
    var sessions: SessionLibrary { folder.sessions }
    /// The recording directories, the one that is shown last.
    var directories: [String] { folders.withLock { $0.map(\.sessions.directory) } }

    /// Deletes a session, unless that is undone in time. Returns the Unix time in nanoseconds until which it can be.
    func remove(_ session: String) async throws(RouteRefusal) -> Int64 {
        let folder = folder
        guard let removals = folder.removals else { throw .noLibrary }
        guard folder.works?.isBusy(with: session) != true else { throw RouteRefusal(.inUse(session)) }
        return try await ask { _ throws(LibraryFailure) in try removals.add(session) }
    }

    /// Has something done, when its turn comes.
    ///
    /// - Parameter parts: What its arguments name of the session.
    func start(_ order: SessionWork.Order, naming parts: [NamedPart] = []) async throws(RouteRefusal) -> SessionWork {
        guard let works = folder.works else { throw .noLibrary }
        if let session = order.session {
            try await ask { sessions throws(LibraryFailure) in
                try sessions.checkIsFree(session, isFinished: order.kind != .recover)
                if let file = order.file { _ = try sessions.file(file, of: session) }
            }
        }
        if order.kind.makesFiles { try await judge(order) }
        if let session = order.session, !parts.isEmpty {
            let names = try await ask { sessions throws(LibraryFailure) in try sessions.names(in: session) }
            for part in parts { try part.check(names) }
        }
        guard let work = works.add(order) else { throw RouteRefusal(excess: 503) }
        return work
    }

    /// Sending over the network costs money.
    func isMetered() async -> Bool {
        guard let tools = folder.tools else { return false }
        return await judging.perform { tools.isMetered() }
    }

    /// - Throws: `bad-value` for arguments that cannot be meant.
    private func judge(_ order: SessionWork.Order) async throws(RouteRefusal) {
        guard let tools = folder.tools else { throw .noLibrary }
        guard let problem = await judging.perform({ tools.judge(order) }) else { return }
        throw RouteRefusal(
            .control(problem.isRefusal ? .badValue : .failed), problem.message, advice: problem.advice)
    }

    /// The running jobs and those that ended lately.
    var works: [SessionWork] { workQueues.flatMap(\.works) }

    private var workQueues: [WorkQueue] { folders.withLock { $0.compactMap(\.works) } }

    /// Ends a work; `nil`: there is none of that number.
    func cancel(_ work: Int) -> SessionWork? { workQueues.lazy.compactMap { $0.cancel(work) }.first }

    func endMeasuring(_ work: Int) { end(work, because: "A recording began.") }

    func end(_ work: Int, because reason: String) {
        for works in workQueues { _ = works.cancel(work, because: reason) }
    }

    /// Undoes a deletion.
    func restore(_ session: String) async throws(RouteRefusal) {
        guard let removals = folder.removals else { throw .noLibrary }
        try await ask { _ throws(LibraryFailure) in try removals.cancel(session) }
    }

    /// Makes what is missing of a file, when its turn comes; false where that is in vain.
    func derive(_ file: String, of session: String, isAsked: Bool) -> Bool {
        folder.derivations?.add(.init(session: session, file: file), isAsked: isAsked) ?? false
    }

    /// Makes what people will look at of files that have ended, and measures nothing beside a recording.
    ///
    /// - Parameter isLookedAt: there are people to look.
    func note(_ news: ControlNews, isLookedAt: Bool) {
        guard case .event(let event) = news else { return }
        var paths: [String] = []
        switch event.kind {
        case .standby(_, let directory): move(to: directory)
        case .fileFinished(let file): paths = [file.path]
        case .finished(let outcome): paths = outcome.files.map(\.path)
        case .countdown, .started, .recording:
            for work in works where work.order.kind == .calibrate { endMeasuring(work.id) }
            endFastCopies()
        default: break
        }
        guard isLookedAt else { return }
        for path in paths {
            let names = path.split(separator: "/").suffix(2).map(String.init)
            if names.count == 2 { _ = derive(names[1], of: names[0], isAsked: false) }
        }
    }

    /// Opens what was made of a file; `nil`: it is not there.
    func derived(
        _ kind: DerivedFiles.Kind, of file: String, in session: String, type: String
    ) async throws(RouteRefusal) -> FileSource? {
        let found = try await ask { sessions throws(LibraryFailure) in
            try sessions.derived(kind, of: file, in: session)
        }
        return found.map { FileSource($0.file, $0.facts, name: file, type: type, on: reading) }
    }

    /// Opens the proxy of a file.
    func proxy(of file: String, in session: String) async throws(RouteRefusal) -> FileSource {
        let found = try await ask { sessions throws(LibraryFailure) in try sessions.proxy(of: file, in: session) }
        guard let found else { throw .noProxy }
        return FileSource(found.file, found.facts, name: file, type: "video/mp4", on: reading)
    }

    /// Asks the sessions something.
    func ask<Value: Sendable>(
        _ question: @escaping @Sendable (SessionLibrary) throws(LibraryFailure) -> Value
    ) async throws(RouteRefusal) -> Value {
        do throws(LibraryFailure) {
            return try await listing.perform { [sessions] () throws(LibraryFailure) in try question(sessions) }
        } catch {
            throw RouteRefusal(error)
        }
    }

    /// A session's files in one.
    ///
    /// - Parameter isReduced: `session.json` tells what can be seen in the files, and no more.
    func archive(_ session: String, isReduced: Bool) async throws(RouteRefusal) -> ZipArchive {
        let (files, reduced) = try await ask { sessions throws(LibraryFailure) in
            (try sessions.archived(session), isReduced ? try sessions.reducedManifest(of: session) : nil)
        }
        let entries = files.map { [sessions] file in
            var entry = ZipArchive.Entry(
                name: "\(session)/\(file.name)", size: file.facts.size, changed: file.facts.changed
            ) {
                sessions.open(file.name, of: session, as: file.facts).map { .file($0) }
            }
            if let reduced, SessionLibrary.isManifest(file.name) {
                (entry.size, entry.open) = (Int64(reduced.count), { .bytes(reduced) })
            }
            return entry
        }
        return ZipArchive(entries, on: reading)
    }

    /// Opens a file that was made of a session.
    func made(_ id: Int, of session: String) async throws(RouteRefusal) -> FileSource {
        let found = try await ask { sessions throws(LibraryFailure) in try sessions.made(id, of: session) }
        return FileSource(
            found.file, found.made.facts, name: found.made.name, type: found.made.mediaType, on: reading)
    }

    /// A finished session as a timeline for an editor.
    ///
    /// - Parameter isPortable: its files are referred to as they lie in the session's archive.
    func timeline(
        _ format: TimelineFormat, of session: String, isPortable: Bool
    ) async throws(RouteRefusal) -> [UInt8] {
        guard let tools = folder.tools else { throw .noLibrary }
        try await ask { sessions throws(LibraryFailure) in try sessions.checkIsFree(session, isFinished: true) }
        do throws(SessionWork.Problem) {
            return try await editing.perform { () throws(SessionWork.Problem) in
                try tools.timeline(session, format, isPortable).get()
            }
        } catch {
            throw RouteRefusal(.control(error.isRefusal ? .notNow : .failed), error.message, advice: error.advice)
        }
    }

    /// Opens a file that a session lists.
    func file(_ name: String, of session: String) async throws(RouteRefusal) -> FileSource {
        let open = try await ask { sessions throws(LibraryFailure) in try sessions.file(name, of: session) }
        return FileSource(open.file, open.facts, name: name, type: open.container.mediaType, on: reading)
    }
}

extension RouteRefusal {
    init(_ failure: LibraryFailure) {
        let code: RouteCode =
            switch failure {
            case .noSession, .noFile, .noLink: .notFound
            case .badTitle, .tooManyTags: .control(.badValue)
            case .unfinished, .notFinished, .inUse, .notRemoved, .tooManyLinks, .changed, .notComposed:
                .control(.notNow)
            case .unreadable, .folder, .notMade: .control(.failed)
            }
        self.init(code, failure.message, advice: failure.advice)
    }

    fileprivate static var noProxy: RouteRefusal {
        RouteRefusal(.notFound, "There is no proxy of this file.", advice: "Have one made: POST .../proxy.")
    }

    /// There is no recording directory to look into.
    static var noLibrary: RouteRefusal {
        RouteRefusal(.notFound, "No sessions are shown here.", advice: "Ask a recording of a pipeline file.")
    }
}
