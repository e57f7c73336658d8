import DualCamConfig
import DualCamPlan

// MARK: The disk
extension SessionHands {
    /// Papers are written in the order in which they are handed in. Without a folder there is nothing to be kept.
    func write(_ paper: SessionAction) {
        if place.folder != nil { papers.continuation.yield(paper) } else { learning.yield(.saved(nil)) }
    }

    /// Makes the folder of a take that begins.
    func makeSession() {
        Task {
            let wall = world.wallClock()
            let failure: SessionFailure? = await disk.perform { [place, order] in
                do throws(FolderLockFailure) {
                    try place.make(order, at: wall)
                    return nil
                } catch {
                    return SessionFailure(error)
                }
            }
            learning.yield(.sessionMade(place.path, unixNanoseconds: wall, failure))
        }
    }

    /// The first of all is the mark: recording need not wait for it.
    func writePapers() -> Task<Void, Never> {
        Task {
            guard let folder = place.folder else { return }
            let failure = await disk.perform {
                Self.failure { () throws(FolderFailure) in try folder.anchor() }
            }
            if let failure { learning.yield(.ledgerFailed(failure)) }
            for await paper in papers.stream {
                let failure = await disk.perform { Self.write(paper, in: folder) }
                if let input = Self.answer(to: paper, failure) { learning.yield(input) }
            }
        }
    }

    private static func write(_ paper: SessionAction, in folder: SessionFolder) -> FolderFailure? {
        failure { () throws(FolderFailure) in
            switch paper {
            case .record(let entry): try folder.append(entry.line)
            case .save(let manifest): try folder.save(manifest)
            case .complete(let manifest, let leftovers):
                for path in leftovers { try Disk.remove(path) }
                try folder.save(manifest)
                if manifest.state == .finished { try folder.finish() }
            case .discard(let files): folder.discard(files: files)
            case .standBy, .makeSession, .start, .apply, .direct, .answer, .tellState, .tellLevels, .emit, .arm,
                .disarm, .close, .inspect,
                .addChapters, .digest, .makeFolder, .deleteOldest, .retain, .remember:
                break
            }
        }
    }

    private static func failure(of work: () throws(FolderFailure) -> Void) -> FolderFailure? {
        do throws(FolderFailure) {
            try work()
            return nil
        } catch {
            return error
        }
    }

    private static func answer(to paper: SessionAction, _ failure: FolderFailure?) -> SessionInput? {
        switch paper {
        case .complete, .discard: .saved(failure)
        default: failure.map(SessionInput.ledgerFailed)
        }
    }

    func inspect(_ files: [RecordedFile]) -> Task<Void, Never> {
        Task {
            for file in files {
                let bytes = await disk.perform { Disk.size(file.path) }
                learning.yield(.measured(path: file.path, bytes: bytes))
            }
            learning.yield(.inspected)
        }
    }

    /// Not behind the digests, which take as long as the files before are large.
    func addChapters(_ chapters: [Chapter], to path: String) {
        Task {
            let (bytes, problem) = await chapterDisk.perform {
                do throws(ChapterFailure) {
                    try ChapterFile.write(chapters, into: path)
                    return (Disk.size(path), String?.none)
                } catch {
                    return (Disk.size(path), error.message)
                }
            }
            learning.yield(.chaptered(path: path, bytes: bytes, problem: problem))
        }
    }

    func digest(_ path: String) { awaitedDigests.continuation.yield(path) }

    /// One file after the other, in the order in which they were asked for.
    func computeDigests() -> Task<Void, Never> {
        Task {
            for await path in awaitedDigests.stream {
                let (bytes, result) = await digests.perform { [world] in
                    (Disk.size(path), Result { try world.digest(path) })
                }
                switch result {
                case .success(let digest):
                    learning.yield(.digested(path: path, bytes: bytes, digest: digest, problem: nil))
                case .failure(let error):
                    learning.yield(.digested(path: path, bytes: bytes, digest: nil, problem: "\(error)"))
                }
            }
        }
    }

    func makeFolder(_ path: String, for output: OutputName) {
        Task {
            let failure = await places.perform {
                Self.failure { () throws(FolderFailure) in try SessionFolder.makePlace(path) }
            }
            learning.yield(.folderMade(path, for: output, failure))
        }
    }
}

// MARK: Older sessions
extension SessionHands {
    /// Tells what is free at once: there may have to be more.
    func deleteOldest() {
        Task {
            let result = await shelf.perform { [world, order, place] in
                Result { () throws(FolderFailure) in
                    try world.shelf?.deleteOldest(in: order.directory, besides: place.path)
                }
            }
            switch result {
            case .success(let session): learning.yield(.deleted(session.map { [$0] } ?? [], .whenFull))
            case .failure(let failure): learning.yield(.deletionFailed(failure))
            }
            learning.yield(.space(await freeBytes()))
        }
    }

    func retain(_ rule: Retention) {
        Task {
            let sessions = await shelf.perform { [world, order, place] in
                world.shelf?.retain(rule, in: order.directory, besides: place.path, now: world.wallClock()) ?? []
            }
            if !sessions.isEmpty { learning.yield(.deleted(sessions, .retain)) }
        }
    }
}
