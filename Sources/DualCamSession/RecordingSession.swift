public import DualCamConfig
public import DualCamPlan

/// What is to be recorded, and where to.
public struct SessionOrder: Sendable {
    public var settings: SessionSettings
    public var description: SessionDescription
    /// `recording.directory`: where the session's folder is made.
    public var directory: String
    public var names: SessionNames

    public init(settings: SessionSettings, description: SessionDescription, directory: String, names: SessionNames) {
        (self.settings, self.description) = (settings, description)
        (self.directory, self.names) = (directory, names)
    }

    /// The order a pipeline file gives.
    ///
    /// - Parameters:
    ///   - longestFile: the smallest `OutputPlan.longestFile`.
    ///   - time: what `{date}` and `{time}` stand for: `WallTime.local(WallTime.unixNow())`.
    /// - Throws: `NameFailure` when `recording.name` is no template.
    public init(
        _ pipeline: Pipeline, longestFile: Duration?, description: SessionDescription, time: WallTime
    ) throws(NameFailure) {
        self.init(
            settings: SessionSettings(pipeline, longestFile: longestFile), description: description,
            directory: pipeline.recording.directory,
            names: try SessionNames(
                template: pipeline.recording.name, session: pipeline.name, host: description.host, time: time,
                outputs: pipeline.outputs, splits: pipeline.recording.segment != nil,
                container: pipeline.recording.container))
    }
}

/// What a session needs of the world besides the graph; tests put in their own.
public struct SessionWorld: Sendable {
    public var clock: any Clock<Duration>
    /// Unix time now in nanoseconds.
    public var wallClock: @Sendable () -> Int64
    /// SHA-256 of the file at a path, in hexadecimal digits. Called off the cooperative pool; may block.
    public var digest: @Sendable (String) throws -> String
    /// Free bytes on the disk of a path; `nil`: not known. Called off the cooperative pool; may block.
    public var freeBytes: @Sendable (String) -> Int64?
    /// What the disk of a folder can promise. Called off the cooperative pool; may block.
    public var storage: @Sendable (String) -> StorageFacts

    public init(
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: @escaping @Sendable () -> Int64 = { WallTime.unixNow() },
        digest: @escaping @Sendable (String) throws -> String,
        freeBytes: @escaping @Sendable (String) -> Int64? = { SessionFolder.freeBytes($0) },
        storage: @escaping @Sendable (String) -> StorageFacts = { StorageProbe.facts($0) }
    ) {
        (self.clock, self.wallClock) = (clock, wallClock)
        (self.digest, self.freeBytes, self.storage) = (digest, freeBytes, storage)
    }
}

/// One recording from the first folder to the last line of its ledger. It owns the graph: nobody else changes it.
///
/// What is done, and when, `SessionState` decides; the actor only carries it out.
public actor RecordingSession {
    /// What happens, in order, ending after `finished`. For one reader; of an unread stream only the newest events are
    /// kept.
    public nonisolated let events: AsyncStream<SessionEvent>

    let graph: any RecordingGraph
    let order: SessionOrder
    let world: SessionWorld
    let time: SessionClock
    let telling: AsyncStream<SessionEvent>.Continuation
    let inputs: AsyncStream<SessionInput>
    let learning: AsyncStream<SessionInput>.Continuation
    let disk = DiskQueue("dualcam.session.disk")
    let digests = DiskQueue("dualcam.session.digest")

    var timers: [Deadline: Task<Void, Never>] = [:]
    var helpers: [Task<Void, Never>] = []
    private var running: Task<SessionOutcome, Never>?

    public init(graph: any RecordingGraph, order: SessionOrder, world: SessionWorld) {
        (self.graph, self.order, self.world) = (graph, order, world)
        time = SessionClock(world.clock)
        (events, telling) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
        (inputs, learning) = AsyncStream.makeStream()
    }

    /// Records until something ends it, and returns when everything is closed and written. Called again, it returns
    /// the same.
    ///
    /// Ends by `recording.duration`, by `stop`, by a full disk or by a failure; files and graph
    /// are waited for with a limit. Digests take as long as the files are large; a second `stop` skips them.
    public func run() async -> SessionOutcome {
        let task = running ?? Task { await record() }
        running = task
        return await task.value
    }

    /// Asks for the end. The first request has every file finished; a second one hastens it (stalled inputs are
    /// abandoned at once, two seconds are left, digests are skipped); more do no harm. Returns at once.
    public nonisolated func stop(_ reason: StopReason) { learning.yield(.stop(reason)) }

    private func record() async -> SessionOutcome {
        let wallStart = world.wallClock()
        defer { telling.finish() }
        let folder: SessionFolder
        do throws(FolderFailure) {
            folder = try await disk.perform { [order] () throws(FolderFailure) in
                try SessionFolder.create(in: order.directory, names: order.names)
            }
        } catch {
            return refuse(SessionFailure(error), at: wallStart)
        }
        var state = SessionState(
            settings: order.settings, description: order.description, names: order.names, folder: folder.path,
            wallStart: wallStart)
        await work(&state, in: folder)
        return state.outcome
    }

    private func work(_ state: inout SessionState, in folder: SessionFolder) async {
        let hands = SessionHands(
            graph: graph, folder: folder, disk: disk, digests: digests, world: world, learning: learning)
        helpers = [hands.watchGraph(), hands.carryOutChanges(), hands.writePapers(), hands.readOnceASecond(time)]
        learning.yield(.begin(freeBytes: await hands.freeBytes()))
        if order.settings.maxLoss != nil { helpers.append(hands.probeStorage()) }
        for await input in inputs {
            for action in state.observe(input, at: time.elapsed()) { perform(action, hands) }
            if state.phase == .finished { break }
        }
        for task in helpers + timers.values { task.cancel() }
        hands.letGo()
        learning.finish()
    }

    private func perform(_ action: SessionAction, _ hands: SessionHands) {
        switch action {
        case .emit(let event): telling.yield(event)
        case .arm(let deadline, let due): arm(deadline, at: due)
        case .disarm(let deadline): timers.removeValue(forKey: deadline)?.cancel()
        case .start(let files): hands.start(files)
        case .apply(let change): hands.apply(change)
        case .close(let limit): hands.close(within: limit)
        case .inspect(let files, let digests): helpers.append(hands.inspect(files, digests: digests))
        case .record, .save, .complete, .discard: hands.write(action)
        }
    }

    private func arm(_ deadline: Deadline, at due: Duration) {
        timers[deadline]?.cancel()
        timers[deadline] = Task { [time, learning] in
            do { try await time.sleep(due) } catch { return }
            if !Task.isCancelled { learning.yield(.deadline(deadline)) }
        }
    }

    /// Ends a session whose folder could not be made.
    private func refuse(_ failure: SessionFailure, at wall: Int64) -> SessionOutcome {
        let outcome = SessionOutcome(
            exit: failure.exit, reason: .failure, folder: nil, files: [], failures: [failure])
        for kind in [SessionEvent.Kind.failed(failure), .finished(outcome)] {
            telling.yield(SessionEvent(kind, unixNanoseconds: wall, runningTime: nil))
        }
        return outcome
    }
}
