import DualCamConfig
import DualCamPlan
import DualCamRecordings
import Glibc

// MARK: The disk
extension ActionExecutor {
    /// Queues an action that writes to the session's folder. Queued actions are performed in order. If the session has
    /// no folder, reports success (`saved`) to the session machine without writing anything.
    func write(_ entry: SessionAction) {
        guard place.takesLines else {
            inputContinuation.yield(.saved(nil))
            return
        }
        journal.continuation.yield(.entry(entry))
    }

    /// Creates the folder of a new take, after checking again whether a take can begin now. Sends the path and the
    /// failure, if any, to the session machine (`sessionMade`).
    func makeSession() {
        let looks = looks
        Task {
            let wall = dependencies.wallClock()
            let failure = await disk.perform { [dependencies, place, order] () -> SessionFailure? in
                if order.standsBy, let obstacle = dependencies.obstacle(order.settings, false) { return obstacle }
                return Self.failure { () throws(FolderFailure) in try place.make(order, at: wall) }
                    .map(SessionFailure.init)
            }
            looks.note(failure)
            // Disk space may have been freed since the last reading.
            inputContinuation.yield(.space(await freeBytes()))
            inputContinuation.yield(.sessionMade(place.path, unixNanoseconds: wall, failure))
        }
    }

    /// Starts the task that writes the session's ledger and `session.json` whenever a write is queued. The task first
    /// synchronises the folder and its `UNFINISHED` file to the disk. The recording does not wait for these writes.
    func writeJournal() -> Task<Void, Never> {
        Task {
            guard let folder = place.folder else { return }
            let files = files
            var (writer, failure) = await disk.perform {
                SessionJournal(folder).performing(.anchor, files)
            }
            if let failure { inputContinuation.yield(.ledgerFailed(failure)) }
            for await work in journal.stream {
                if work == .retry, !writer.isBehind { continue }
                writer.follow(place.moved)
                (writer, failure) = await disk.perform { [writer] in writer.performing(work, files) }
                guard case .entry(let entry) = work else { continue }
                if failure != nil { await lookAtFolder(creating: true) }
                if let input = Self.answer(to: entry, failure) { inputContinuation.yield(input) }
            }
        }
    }

    /// A function that opens the session's folder, through which the files that the session lists are read or changed.
    /// The function blocks.
    private var files: @Sendable () -> SessionStorage {
        { [place, order] in SessionStorage(place.path, made: order.settings.fallbackFolder(of: place.path)) }
    }

    static func failure(of work: () throws(FolderFailure) -> Void) -> FolderFailure? {
        do { try work() } catch { return error }
        return nil
    }

    static func answer(to entry: SessionAction, _ failure: FolderFailure?) -> SessionInput? {
        switch entry {
        case .complete, .discard: .saved(failure)
        default: failure.map(SessionInput.ledgerFailed)
        }
    }

    func inspect(_ files: [RecordedFile]) -> Task<Void, Never> {
        Task {
            for file in files {
                let bytes = await disk.perform { [files = self.files] in files().size(of: file.path) }
                inputContinuation.yield(.measured(path: file.path, bytes: bytes))
            }
            inputContinuation.yield(.inspected)
        }
    }

    /// Writes chapters into a finished file, and sends the result to the session machine. The work has its own queue,
    /// so that it does not wait for digests, which take a long time for large files.
    func addChapters(_ chapters: [Chapter], to path: String) {
        Task {
            let (bytes, problem) = await chapterDisk.perform { [files] in
                let storage = files()
                do throws(ChapterFailure) {
                    try ChapterFile.write(chapters, into: path, of: storage)
                    return (storage.size(of: path), String?.none)
                } catch {
                    return (storage.size(of: path), error.message)
                }
            }
            inputContinuation.yield(.chaptered(path: path, bytes: bytes, problem: problem))
        }
    }

    func digest(_ path: String) { awaitedDigests.continuation.yield(path) }

    /// Starts the task that computes the digests of finished files, one after another, in the order of the requests.
    func computeDigests() -> Task<Void, Never> {
        Task {
            for await path in awaitedDigests.stream {
                let (bytes, digest, problem) = await digests.perform { [dependencies, files] in
                    Self.digest(path, of: files(), by: dependencies.digest)
                }
                inputContinuation.yield(.digested(path: path, bytes: bytes, digest: digest, problem: problem))
            }
        }
    }

    static func digest(
        _ path: String, of storage: SessionStorage, by compute: @Sendable (HeldFile) throws -> String
    ) -> (bytes: Int64?, digest: String?, problem: String?) {
        do throws(FolderFailure) {
            guard let held = try storage.open(path, for: .read) else {
                return (nil, nil, FolderFailure(.read, path: path, errorNumber: ENOENT).message)
            }
            do { return (held.size, try compute(held), nil) } catch {
                return (held.size, nil, "\(error)".replacing(held.path, with: path))
            }
        } catch {
            return (nil, nil, error.message)
        }
    }

    func makeFolder(_ path: String, for output: OutputName) {
        Task {
            let failure = await places.perform { [place, group = order.settings.usableGroup] in
                Self.failure { () throws(FolderFailure) in
                    try SessionFolder.makePlace(path, for: place.folder, group)
                }
            }
            inputContinuation.yield(.folderMade(path, for: output, failure))
        }
    }

    // MARK: Older sessions
    /// Deletes the oldest finished session. Then reads the free disk space immediately, because more sessions may have
    /// to be deleted.
    func deleteOldest() {
        Task {
            let result = await store.perform { [dependencies, order, place] in
                Result { () throws(FolderFailure) in
                    try dependencies.store?.deleteOldest(in: order.directory, besides: place.path)
                }
            }
            switch result {
            case .success(let session): inputContinuation.yield(.deleted(session.map { [$0] } ?? [], .whenFull))
            case .failure(let failure): inputContinuation.yield(.deletionFailed(failure))
            }
            inputContinuation.yield(.space(await freeBytes()))
        }
    }

    func retain(_ rule: Retention) {
        Task {
            let result = await store.perform { [dependencies, order, place] in
                dependencies.store?.retain(
                    rule, in: order.directory, besides: place.path, now: dependencies.wallClock())
            }
            guard let result else { return }
            if !result.deleted.isEmpty { inputContinuation.yield(.deleted(result.deleted, .retain)) }
            if !result.refused.isEmpty { inputContinuation.yield(.notDeleted(result.refused)) }
        }
    }
}
