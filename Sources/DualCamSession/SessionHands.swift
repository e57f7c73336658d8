import DualCamPlan

/// What carries out the session's actions. Nothing here decides, and nothing here makes the session wait: results come
/// back as inputs.
struct SessionHands: Sendable {
    let graph: any RecordingGraph
    let folder: SessionFolder
    let disk: DiskQueue
    let digests: DiskQueue
    let world: SessionWorld
    let learning: AsyncStream<SessionInput>.Continuation

    private let changes = AsyncStream<GraphChange>.makeStream()
    private let papers = AsyncStream<SessionAction>.makeStream()

    init(
        graph: any RecordingGraph, folder: SessionFolder, disk: DiskQueue, digests: DiskQueue, world: SessionWorld,
        learning: AsyncStream<SessionInput>.Continuation
    ) {
        (self.graph, self.folder, self.disk, self.digests) = (graph, folder, disk, digests)
        (self.world, self.learning) = (world, learning)
    }

    func freeBytes() async -> Int64? { await disk.perform { [world, folder] in world.freeBytes(folder.path) } }

    /// Finds out, beside the start of the devices, what the disk can promise.
    func probeStorage() -> Task<Void, Never> {
        Task {
            let queue = DiskQueue("dualcam.session.probe")
            learning.yield(.storageProbed(await queue.perform { [world, folder] in world.storage(folder.path) }))
        }
    }

    /// Ends the queues of changes and papers.
    func letGo() {
        changes.continuation.finish()
        papers.continuation.finish()
    }
}

// MARK: The graph
extension SessionHands {
    func watchGraph() -> Task<Void, Never> {
        Task {
            for await event in graph.events { learning.yield(.graph(event)) }
            learning.yield(.graph(.closed))
        }
    }

    func start(_ files: [FileRequest]) {
        Task {
            do throws(GraphFailure) { try await graph.start(files: files) } catch {
                learning.yield(.startFailed(error))
            }
        }
    }

    /// Changes are made one after the other, but stalled inputs are abandoned without waiting for one that hangs.
    func apply(_ change: GraphChange) {
        guard change == .abandonStalledInputs else {
            changes.continuation.yield(change)
            return
        }
        Task { await carryOut(change) }
    }

    func carryOutChanges() -> Task<Void, Never> {
        Task { for await change in changes.stream { await carryOut(change) } }
    }

    private func carryOut(_ change: GraphChange) async {
        do throws(GraphFailure) { try await graph.apply(change) } catch { learning.yield(.applyFailed(change, error)) }
    }

    func close(within limit: Duration) {
        Task {
            do throws(GraphFailure) {
                try await graph.close(within: limit)
                learning.yield(.graphClosed(nil))
            } catch {
                learning.yield(.graphClosed(error))
            }
        }
    }

    func readOnceASecond(_ time: SessionClock) -> Task<Void, Never> {
        Task {
            var due = Duration.seconds(1)
            while true {
                do { try await time.sleep(due) } catch { return }
                let statistics = await graph.statistics()
                learning.yield(.reading(statistics, freeBytes: await freeBytes()))
                let late = time.elapsed() - due
                due += .seconds(1 + max(0, late.components.seconds))
            }
        }
    }
}

// MARK: The disk
extension SessionHands {
    /// Papers are written in the order in which they are handed in.
    func write(_ paper: SessionAction) { papers.continuation.yield(paper) }

    /// The first of all is the mark: recording need not wait for it.
    func writePapers() -> Task<Void, Never> {
        Task {
            let failure = await disk.perform { [folder] in
                Self.failure { () throws(FolderFailure) in try folder.anchor() }
            }
            if let failure { learning.yield(.ledgerFailed(failure)) }
            for await paper in papers.stream {
                let failure = await disk.perform { [folder] in Self.write(paper, in: folder) }
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
            case .start, .apply, .emit, .arm, .disarm, .close, .inspect: break
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

    func inspect(_ files: [RecordedFile], digests wanted: Bool) -> Task<Void, Never> {
        Task {
            for file in files {
                let bytes = await disk.perform { Disk.size(file.path) }
                learning.yield(.measured(path: file.path, bytes: bytes))
            }
            for file in files where wanted && file.isFinished && !Task.isCancelled { await digest(file.path) }
            learning.yield(.inspected)
        }
    }

    private func digest(_ path: String) async {
        let result: Result<String, any Error> = await digests.perform { [world] in Result { try world.digest(path) } }
        switch result {
        case .success(let digest): learning.yield(.digested(path: path, digest: digest, problem: nil))
        case .failure(let error): learning.yield(.digested(path: path, digest: nil, problem: "\(error)"))
        }
    }
}
