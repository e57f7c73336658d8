import DualCamConfig
import DualCamPlan
import Glibc

@testable import DualCamRecordings
@testable import DualCamSession

/// The session's work on the disk, as `ActionExecutor` does it.
extension SimulatedSession {
    /// The duration of a call on the session's disk, in nanoseconds.
    private var delay: Int64 { 3 * Span.millisecond + world.disk.volumes[1].delay }

    private func files() -> SessionStorage {
        SessionStorage(place?.path ?? "", made: order?.settings.fallbackFolder(of: place?.path ?? ""))
    }

    /// Creates the folder of a new take.
    func makeSession() {
        later(delay) { session in
            guard let order = session.order, let place = session.place else { return }
            let wall = session.world.wall
            let failure = session.live {
                ActionExecutor.failure { () throws(FolderFailure) in try place.make(order, at: wall) }
            }
            guard !session.isOver else { return }
            session.world.tell("worker \(session.pid) begins \(place.path)")
            if failure == nil { session.settleIn() }
            session.take(.sessionMade(place.path, unixNanoseconds: wall, failure.map(SessionFailure.init)))
        }
    }

    /// Begins the work that needs the session's folder, such as writing the journal.
    func settleIn() {
        guard let place else { return }
        journal.begin(place)
        pumpJournal()
        later(40 * Span.millisecond) { $0.take(.folderFacts(FolderFacts())) }
        guard order?.settings.recording.maxLoss != nil, order?.goesOn == false else { return }
        later(40 * Span.millisecond) { $0.take(.storageProbed(StorageFacts(delays: [.milliseconds(5)]))) }
    }

    // MARK: The journal
    func write(_ entry: SessionAction) {
        guard place?.takesLines == true else { return later(Span.millisecond) { $0.take(.saved(nil)) } }
        if world.plant == .finishedTooEarly, case .complete = entry {
            return later(Span.millisecond) { $0.take(.saved(nil)) }
        }
        journal.works.add(.entry(planted(entry)))
        if world.plant == .lossCountedTwice, case .record(let line) = entry, line.kind == .dropped {
            journal.works.add(.entry(entry))
        }
        pumpJournal()
    }

    private func planted(_ entry: SessionAction) -> SessionAction {
        guard case .record(let line) = entry else { return leftoversPlanted(entry) }
        switch (world.plant, line.kind) {
        case (.ledgerEntryLost?, .recording), (.pauseUntold?, .paused), (.pauseUntold?, .resumed):
            return .record(LedgerEntry(.warning, unixNanoseconds: line.unixNanoseconds, runningTime: line.runningTime))
        default: return entry
        }
    }

    private func leftoversPlanted(_ entry: SessionAction) -> SessionAction {
        guard world.plant == .leftoversDeleteOthers, case .complete(let manifest, let leftovers) = entry,
            let path = place?.path, let name = world.disk.find(path)?.sortedNames.first(where: { $0.contains(".m") })
        else { return entry }
        return .complete(manifest, leftovers: leftovers + [path + "/" + name])
    }

    func pumpJournal() {
        guard let work = journal.works.begin() else { return }
        later(delay) { session in
            let answers = session.live { session.perform(work) }
            guard !session.isOver else { return }
            session.journal.works.end()
            for input in answers { session.take(input) }
            session.pumpJournal()
        }
    }

    private func perform(_ work: SessionJournal.Work) -> [SessionInput] {
        if world.plant != .movedUntold { journal.writer?.follow(place?.moved) }
        let failure = journal.writer?.perform(work, files)
        if work == .anchor { return failure.map { [.ledgerFailed($0)] } ?? [] }
        guard case .entry(let entry) = work else { return [] }
        if case .discard = entry, failure == nil, let path = place?.path { world.truth.discarded(path) }
        if (journal.writer?.waiting.count ?? 0) > 10_000 { world.breach(.bounded, "the journal waits without end") }
        let loss = failure == nil ? nil : place?.look(creating: true)
        return (loss.map { [.folderLost($0)] } ?? [])
            + (ActionExecutor.answer(to: entry, failure).map { [$0] } ?? [])
    }

    /// Retries the lines that the disk has refused; called once a second.
    func retryJournal() {
        guard isWaitingForDisk, !journal.works.isBusy else { return }
        journal.works.add(.retry)
        pumpJournal()
    }

    /// True while the disk refuses lines of the ledger.
    var isWaitingForDisk: Bool { journal.writer?.isBehind == true }

    // MARK: Files
    func inspect(_ files: [RecordedFile]) {
        guard let file = files.first else { return later(delay) { $0.take(.inspected) } }
        later(delay) { session in
            let bytes = session.live { session.files().size(of: file.path) }
            session.take(.measured(path: file.path, bytes: session.planted(bytes)))
            session.inspect(Array(files.dropFirst()))
        }
    }

    private func planted(_ bytes: Int64?) -> Int64? { world.plant == .wrongSize ? bytes.map { $0 + 1 } : bytes }

    func addChapters(_ chapters: [Chapter], to path: String) {
        later(delay) { session in
            let (bytes, problem) = session.live { () -> (Int64?, String?) in
                let storage = session.files()
                do throws(ChapterFailure) {
                    try ChapterFile.write(chapters, into: path, of: storage)
                    return (storage.size(of: path), nil)
                } catch {
                    return (storage.size(of: path), error.message)
                }
            }
            session.take(.chaptered(path: path, bytes: bytes, problem: problem))
        }
    }

    func pumpDigests() {
        guard let path = digests.begin() else { return }
        later(delay + 100 * Span.millisecond) { session in
            let world = session.world
            var (bytes, digest, problem) = session.live {
                ActionExecutor.digest(path, of: session.files()) { try world.digest($0) }
            }
            if world.plant == .wrongDigest { digest = digest.map { "f" + $0.dropFirst() } }
            bytes = session.planted(bytes)
            session.digests.end()
            problem = digest == nil ? problem ?? "it cannot be read" : nil
            session.take(.digested(path: path, bytes: bytes, digest: digest, problem: problem))
            session.pumpDigests()
        }
    }

    func makeFolder(_ path: String, for output: OutputName) {
        later(delay) { session in
            let failure = session.live {
                ActionExecutor.failure { () throws(FolderFailure) in
                    try SessionFolder.makePlace(path, for: session.place?.folder)
                }
            }
            session.take(.folderMade(path, for: output, failure))
        }
    }

    // MARK: Older sessions
    private var ownFolder: String { world.plant == .retentionTakesUnfinished ? "" : place?.path ?? "" }

    private var store: DiskSessionStore { DiskSessionStore(order?.settings.storage.deleteOnly ?? .finished) }

    func deleteOldest() {
        later(20 * Span.millisecond + delay) { session in
            let result = session.deleting {
                Result { () throws(FolderFailure) in
                    try session.store.deleteOldest(in: session.order?.directory ?? "", besides: session.ownFolder)
                }
            }
            session.deletePlanted()
            switch result {
            case .success(let deleted): session.take(.deleted(deleted.map { [$0] } ?? [], .whenFull))
            case .failure(let failure): session.take(.deletionFailed(failure))
            }
            session.take(.space(session.freeBytes))
        }
    }

    func retain(_ rule: Retention) {
        later(20 * Span.millisecond + delay) { session in
            let result = session.deleting {
                session.store.retain(
                    rule, in: session.order?.directory ?? "", besides: session.ownFolder, now: session.world.wall)
            }
            session.deletePlanted()
            if !result.deleted.isEmpty { session.take(.deleted(result.deleted, .retain)) }
            if !result.refused.isEmpty { session.take(.notDeleted(result.refused)) }
        }
    }

    private func deleting<Result>(_ work: () -> Result) -> Result {
        world.disk.isDeletingSessions = true
        defer { world.disk.isDeletingSessions = false }
        return live(work)
    }

    /// The planted fault: deletes files of the running session, without checking whether it is finished.
    private func deletePlanted() {
        guard world.plant == .retentionTakesUnfinished, let path = place?.path, let folder = world.disk.find(path),
            let name = folder.sortedNames.first(where: { $0.contains(".m") })
        else { return }
        _ = live { worker.system.unlinkat(AT_FDCWD, path + "/" + name, 0) }
    }

    // MARK: The folder
    /// Checks the folder after a file has failed, because the disk may refuse every file.
    func lookAfter(_ failure: GraphFailure) {
        guard failure.output != nil, SessionFailure(failure).isOnDisk else { return }
        later(delay) { $0.lookAtFolder(creating: true) }
    }

    func lookAtFolder(creating: Bool) {
        guard let loss = live({ place?.look(creating: creating) }) else { return }
        take(.folderLost(loss))
    }
}
