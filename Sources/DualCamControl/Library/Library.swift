internal import Dispatch
import DualCamEditing
import DualCamPlan
package import DualCamRecordings
import DualCamSession
internal import Synchronization

/// A recording directory with its sessions and job queues.
private struct LibraryFolder: Sendable {
    let directory: String
    let sessions: SessionLibrary
    let derivations: DerivationQueue?
    let removals: RemovalQueue?
    let jobs: JobQueue?
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
        jobs = tools.map { JobQueue($0, first: firstWork) { tell(.work($0)) } }
    }
}

/// The library of recorded sessions that clients can access. Blocking calls run on separate threads, so that a slow
/// disk delays neither commands nor events.
package final class Library: Sendable {
    /// The serial queue for reading sessions. The first list of sessions may require reading thousands of them.
    private let listing = DiskQueue("dualcam.library")
    /// The concurrent queue for opening and reading the files of sessions.
    private let reading = DispatchQueue(label: "dualcam.library.files", attributes: .concurrent)
    /// The serial queue that makes timeline files of sessions for video editors.
    private let editing = DiskQueue("dualcam.library.timelines")
    /// The serial queue that checks the arguments of jobs.
    private let judging = DiskQueue("dualcam.library.arguments")
    /// The serial queue that asks whether the network is metered.
    private let metering = DiskQueue("dualcam.library.network")
    private let index: SessionIndex
    private let tools: (@Sendable (_ directory: String) -> LibraryTools)?
    private let undo: Duration
    /// The state of backups, shared with the schedule that backs up sessions.
    let backupBoard: BackupStatusStore
    /// The stream of the library's events, which only one task may read.
    let news: AsyncStream<LibraryNews>
    private let telling: AsyncStream<LibraryNews>.Continuation
    /// The recording directories, the current one last. An earlier directory is kept while jobs run in it.
    private let folders: Mutex<[LibraryFolder]>

    /// Creates the session library of a recording directory.
    ///
    /// - Parameters:
    ///   - directory: the path of the recording directory.
    ///   - undo: the time during which a deletion can be undone.
    ///   - index: the cached descriptions of finished sessions.
    ///   - backups: the state of backups.
    ///   - tools: returns the functions that work on a recording directory; `nil` for a library without derived files,
    ///     deletion and jobs.
    package init(
        _ directory: String, undo: Duration = .seconds(30), index: SessionIndex = SessionIndex(nil),
        backups: BackupStatusStore = BackupStatusStore(),
        _ tools: (@Sendable (_ directory: String) -> LibraryTools)? = nil
    ) {
        (self.index, self.tools, self.undo, backupBoard) = (index, tools, undo, backups)
        let (news, telling) = AsyncStream.makeStream(of: LibraryNews.self, bufferingPolicy: .bufferingNewest(256))
        (self.news, self.telling) = (news, telling)
        folders = Mutex([
            LibraryFolder(directory, index, tools?(directory), undo, firstWork: 1) { telling.yield($0) }
        ])
        backups.listen { telling.yield(.backups) }
    }

    /// Switches the library to another recording directory. Jobs in the previous directory continue.
    private func move(to directory: String) {
        folders.withLock { folders in
            guard directory != folders.last?.directory else { return }
            let next = 1 + (folders.compactMap { $0.jobs?.last }.max() ?? 0)
            folders.removeAll { folder in folder.jobs?.jobs.contains { $0.state == .running } != true }
            folders.append(
                LibraryFolder(directory, index, tools?(directory), undo, firstWork: next) { [telling] in
                    telling.yield($0)
                })
        }
    }

    private var folder: LibraryFolder { folders.withLock { $0[$0.count - 1] } }
    var sessions: SessionLibrary { folder.sessions }
    /// The recording directories of the library, the current one last.
    var directories: [String] { folders.withLock { $0.map(\.sessions.directory) } }

    /// Schedules the deletion of a session. Returns the time until which it can be undone, in Unix nanoseconds. Throws
    /// if there is no such session or a job works on it.
    func remove(_ session: String) async throws(RouteRefusal) -> Int64 {
        let folder = folder
        guard let removals = folder.removals else { throw .noLibrary }
        guard folder.jobs?.isBusy(with: session) != true else { throw RouteRefusal(.inUse(session)) }
        return try await ask { _ throws(LibraryFailure) in try removals.add(session) }
    }

    /// Checks a job request, queues the job and returns it. Throws if the session does not exist or is in use, if the
    /// arguments are wrong, or if too many jobs are waiting.
    /// - Parameter parts: the parts of the session, such as cameras, that the arguments name. Each must exist.
    func start(_ order: Job.Order, naming parts: [NamedPart] = []) async throws(RouteRefusal) -> Job {
        guard let jobs = folder.jobs else { throw .noLibrary }
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
        guard let work = jobs.add(order) else { throw RouteRefusal(excess: 503) }
        return work
    }

    /// Returns true if the network is metered, such as a mobile connection.
    func isMetered() async -> Bool {
        guard let tools = folder.tools else { return false }
        return await metering.perform { tools.isMetered() }
    }

    /// Checks the arguments of a job request.
    ///
    /// - Throws: `bad-value` for impossible arguments, or `failed` if they could not be checked.
    private func judge(_ order: Job.Order) async throws(RouteRefusal) {
        guard let tools = folder.tools else { throw .noLibrary }
        guard let problem = await judging.perform({ tools.judge(order) }) else { return }
        throw RouteRefusal(
            .control(problem.isRefusal ? .badValue : .failed), problem.message, advice: problem.advice)
    }

    /// The jobs that are running or waiting, and those that ended recently.
    var jobs: [Job] { queues.flatMap(\.jobs) }

    private var queues: [JobQueue] { folders.withLock { $0.compactMap(\.jobs) } }

    /// Cancels a job and returns it; returns `nil` if no job has this number.
    func cancel(_ work: Int) -> Job? { queues.lazy.compactMap { $0.cancel(work) }.first }

    func endMeasuring(_ work: Int) { end(work, because: "A recording began.") }

    func end(_ work: Int, because reason: String) {
        for jobs in queues { _ = jobs.cancel(work, because: reason) }
    }

    /// Undoes the deletion of a session. Throws if the deletion can no longer be undone.
    func restore(_ session: String) async throws(RouteRefusal) {
        guard let removals = folder.removals else { throw .noLibrary }
        try await ask { _ throws(LibraryFailure) in try removals.cancel(session) }
    }

    /// Queues a recorded file, so that its missing derived files are made. Returns false if an earlier attempt failed.
    func derive(_ file: String, of session: String, isAsked: Bool) -> Bool {
        folder.derivations?.add(.init(session: session, file: file), isAsked: isAsked) ?? false
    }

    /// Follows an event of the recording: switches to a new recording directory, queues finished files so that their
    /// derived files are made, and cancels measurements and fast backups when a recording begins.
    ///
    /// - Parameter isLookedAt: true if clients may show the derived files.
    func note(_ news: ControlNews, isLookedAt: Bool) {
        guard case .event(let event) = news else { return }
        var paths: [String] = []
        switch event.kind {
        case .standby(_, let directory): move(to: directory)
        case .fileFinished(let file): paths = [file.path]
        case .finished(let outcome): paths = outcome.files.map(\.path)
        case .countdown, .started, .recording:
            for work in jobs where work.order.kind == .calibrate { endMeasuring(work.id) }
            endFastCopies()
        default: break
        }
        guard isLookedAt else { return }
        for path in paths {
            let names = path.split(separator: "/").suffix(2).map(String.init)
            if names.count == 2 { _ = derive(names[1], of: names[0], isAsked: false) }
        }
    }

    /// Opens a file derived from a recorded one, such as a thumbnail; returns `nil` if the derived file is missing.
    func derived(
        _ kind: DerivedFiles.Kind, of file: String, in session: String, type: String
    ) async throws(RouteRefusal) -> FileSource? {
        let found = try await ask { sessions throws(LibraryFailure) in
            try sessions.derived(kind, of: file, in: session)
        }
        return found.map { FileSource($0.file, $0.facts, name: file, type: type, on: reading) }
    }

    /// Opens the proxy file of a recorded file. Throws `not-found` if the file has none.
    func proxy(of file: String, in session: String) async throws(RouteRefusal) -> FileSource {
        let found = try await ask { sessions throws(LibraryFailure) in try sessions.proxy(of: file, in: session) }
        guard let found else { throw .noProxy }
        return FileSource(found.file, found.facts, name: file, type: "video/mp4", on: reading)
    }

    /// Runs a query about recorded sessions on the serial queue for reading sessions.
    func ask<Value: Sendable>(
        _ question: @escaping @Sendable (SessionLibrary) throws(LibraryFailure) -> Value
    ) async throws(RouteRefusal) -> Value {
        do throws(LibraryFailure) {
            return try await listing.perform { [sessions] () throws(LibraryFailure) in try question(sessions) }
        } catch {
            throw RouteRefusal(error)
        }
    }

    /// Returns a zip archive of all files of a session.
    ///
    /// - Parameter isReduced: true to remove from `session.json` everything that the files themselves do not show.
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

    /// Opens a file that a job has made from a session. `id` is the file's number in the list of made files.
    func made(_ id: Int, of session: String) async throws(RouteRefusal) -> FileSource {
        let found = try await ask { sessions throws(LibraryFailure) in try sessions.made(id, of: session) }
        return FileSource(
            found.file, found.made.facts, name: found.made.name, type: found.made.mediaType, on: reading)
    }

    /// Returns a finished session as a timeline file for a video editor.
    ///
    /// - Parameter isPortable: true to refer to media files by their names in the session's zip archive.
    func timeline(
        _ format: TimelineFormat, of session: String, isPortable: Bool
    ) async throws(RouteRefusal) -> [UInt8] {
        guard let tools = folder.tools else { throw .noLibrary }
        try await ask { sessions throws(LibraryFailure) in try sessions.checkIsFree(session, isFinished: true) }
        do throws(Job.Problem) {
            return try await editing.perform { () throws(Job.Problem) in
                try tools.timeline(session, format, isPortable).get()
            }
        } catch {
            throw RouteRefusal(.control(error.isRefusal ? .notNow : .failed), error.message, advice: error.advice)
        }
    }

    /// Opens a recorded file that belongs to a session.
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

    /// The error for a request about sessions if the recorder offers no library.
    static var noLibrary: RouteRefusal {
        RouteRefusal(.notFound, "No sessions are shown here.", advice: "Ask a recording of a pipeline file.")
    }
}
