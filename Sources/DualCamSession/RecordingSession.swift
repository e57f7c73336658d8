import DualCamConfig
package import DualCamPlan
package import DualCamRecordings

/// Records one session, from creating its folder to the last line of its ledger. No other code changes the session's
/// graph while it records.
///
/// `SessionMachine` decides which actions are taken and when. This actor performs them.
package actor RecordingSession {
    /// The events of the session in order, for a single reader. The stream ends after the event `finished`. If the
    /// stream is not read, only the newest events are kept.
    package nonisolated var events: AsyncStream<SessionEvent> { outlet.events }

    let graph: any RecordingGraph
    let order: SessionOrder
    let dependencies: SessionDependencies
    let time: SessionClock
    let inputs: AsyncStream<SessionInput>
    let inputContinuation: AsyncStream<SessionInput>.Continuation
    /// The stream of changes to the running recording that commands request. They are made one after another,
    /// independently of other changes to the graph.
    private let directions = AsyncStream<Direction>.makeStream()
    let disk = DiskQueue("dualcam.session.disk")

    var timers: [Deadline: Task<Void, Never>] = [:]
    var helpers: [Task<Void, Never>] = []
    nonisolated let outlet = EventOutlet()
    private var answers: AwaitedAnswers
    /// The reason why the session ends; `nil` until it is known.
    private(set) var stopReason: StopReason?
    private(set) var hasBegunTake = false
    private(set) var hasStoodBy = false
    /// True if the session has released the graph, which may then belong to another session.
    private(set) var isGraphFree = false
    /// A stream that delivers no elements. It ends when the session releases the graph, so that callers can wait for
    /// that.
    private let graphUse = AsyncStream<Never>.makeStream()
    private var running: Task<SessionOutcome, Never>?

    package init(graph: any RecordingGraph, order: SessionOrder, dependencies: SessionDependencies) {
        (self.graph, self.order, self.dependencies) = (graph, order, dependencies)
        time = SessionClock(dependencies.clock)
        answers = AwaitedAnswers(
            ControlState(
                name: order.description.name, phase: .preparing, folder: nil, runningTime: nil, status: nil,
                settings: []))
        (inputs, inputContinuation) = AsyncStream.makeStream()
    }

    /// Records until the session ends, and returns when everything is closed and written. Further calls return the same
    /// outcome.
    ///
    /// The recording is ended by `recording.duration`, by `stop`, by a full disk or by a failure. Waiting for files and
    /// the graph has a time limit. Digests are computed as files are finished. The digests of the last files may take a
    /// long time if these are large; a second `stop` skips them.
    package func run() async -> SessionOutcome {
        let task = running ?? Task { await record() }
        running = task
        return await task.value
    }

    /// Requests the end of the recording, and returns immediately. After the first request, all files are finished. A
    /// second request ends the session sooner: stalled inputs are abandoned, files must be finished within two seconds,
    /// and digests are skipped. Further requests have no effect.
    package nonisolated func stop(_ reason: StopReason) { inputContinuation.yield(.stop(reason)) }

    private func record() async -> SessionOutcome {
        let wallStart = dependencies.wallClock()
        defer {
            outlet.finish()
            graphUse.continuation.finish()
        }
        let place = SessionPlace(directory: order.directory)
        if !order.standsBy {
            do throws(FolderFailure) {
                try await disk.perform { [order] () throws(FolderFailure) in try place.make(order, at: wallStart) }
            } catch {
                return outlet.refuse(SessionFailure(error), at: wallStart)
            }
        }
        var state = SessionMachine(order: order, folder: place.folder?.path ?? "", wallStart: wallStart)
        await work(&state, in: place)
        return state.outcome
    }

    private func work(_ state: inout SessionMachine, in place: SessionPlace) async {
        let executor = ActionExecutor(
            graph: graph, place: place, disk: disk, order: order, dependencies: dependencies,
            inputContinuation: inputContinuation)
        helpers = [
            executor.watchGraph(), executor.carryOutChanges(), carryOutDirections(), executor.computeDigests(),
            executor.readStatistics(time), executor.readSpace(time), executor.readMachine(time),
        ]
        helpers += executor.readControls(time) + executor.lookAhead(time)
        settleIn(executor)
        if let reading = await executor.firstReading(time) { inputContinuation.yield(.machine(reading)) }
        inputContinuation.yield(.begin(freeBytes: await executor.freeBytes()))
        for await input in inputs {
            if case .sessionMade = input { settleIn(executor) }
            if case .graphClosed = input {
                isGraphFree = true
                graphUse.continuation.finish()
            }
            if case .graph(.failed(let failure)) = input { executor.lookAtFolder(after: failure) }
            for action in state.observe(input, at: time.elapsed()) { perform(action, executor) }
            if state.phase == .finished { break }
        }
        answers.close(state.controlState)
        outlet.closeNews()
        for task in helpers + timers.values { task.cancel() }
        directions.continuation.finish()
        executor.letGo()
        inputContinuation.finish()
    }

    /// Starts the tasks that need the session's folder. Does nothing if there is no folder yet.
    private func settleIn(_ executor: ActionExecutor) {
        guard executor.place.folder != nil else { return }
        helpers += [executor.writeJournal(), executor.watchFolder(time), executor.learnFolder()]
        if order.settings.recording.maxLoss != nil, !order.goesOn { helpers.append(executor.probeStorage()) }
    }

    private func perform(_ action: SessionAction, _ executor: ActionExecutor) {
        switch action {
        case .emit(let event): tell(event)
        case .answer(let number, let result): answers.answer(number, result)
        case .tellState(let state): answers.tell(state)
        case .tellLevels(let levels, let time): outlet.tell(.levels(levels, at: time))
        case .direct(let direction): directions.continuation.yield(direction)
        case .arm(let deadline, let due): arm(deadline, at: due)
        case .disarm(let deadline): timers.removeValue(forKey: deadline)?.cancel()
        case .standBy: executor.standBy()
        case .makeSession: executor.makeSession()
        case .remember(let directed): dependencies.remember(directed)
        case .start(let files, let delay): executor.start(files, after: delay)
        case .apply(let change): executor.apply(change)
        case .close(let limit): executor.close(within: limit)
        case .inspect(let files): helpers.append(executor.inspect(files))
        case .addChapters(let path, let chapters): executor.addChapters(chapters, to: path)
        case .digest(let path): executor.digest(path)
        case .makeFolder(let path, let output): executor.makeFolder(path, for: output)
        case .deleteOldest: executor.deleteOldest()
        case .retain(let rule): executor.retain(rule)
        case .record, .save, .complete, .discard: executor.write(action)
        }
    }

    private func tell(_ event: SessionEvent) {
        switch event.kind {
        case .standby: hasStoodBy = true
        case .started: hasBegunTake = true
        case .stopping(let reason): stopReason = reason
        default: break
        }
        outlet.tell(event)
    }

    /// Returns once the session has released the graph. The session may still compute digests for a long time after
    /// that.
    func graphIsFree() async { for await _ in graphUse.stream {} }

    private func arm(_ deadline: Deadline, at due: Duration) {
        timers[deadline]?.cancel()
        timers[deadline] = Task { [time, inputContinuation] in
            do { try await time.sleep(due) } catch { return }
            if !Task.isCancelled { inputContinuation.yield(.deadline(deadline)) }
        }
    }
}

// MARK: Commands

extension RecordingSession: SessionController {
    package func state() async -> ControlState {
        await withCheckedContinuation { continuation in
            if answers.ask(continuation) { inputContinuation.yield(.stateAsked) }
        }
    }

    package func perform(_ command: ControlCommand) async throws(ControlRefusal) -> ControlAnswer {
        var command = command
        // While the file is read, other commands are carried out.
        if answers.isOpen, let file = command.file, let read = order.readFile {
            command.accept(try await read(file).get())
        }
        let result: Result<ControlAnswer, ControlRefusal> = await withCheckedContinuation { [command] continuation in
            if let number = answers.ask(continuation) { inputContinuation.yield(.command(number, command)) }
        }
        return try result.get()
    }

    package func snapshot(
        of output: OutputNameWord, as format: Snapshot.Format
    ) async throws(ControlRefusal) -> Snapshot {
        try requirePicture(output)
        do throws(GraphFailure) { return try await graph.snapshot(of: OutputName(output), as: format) } catch {
            throw ControlRefusal(error)
        }
    }

    package func preview(_ request: PreviewRequest) async throws(ControlRefusal) -> AsyncStream<PreviewItem> {
        try requirePicture(request.source.word, orElse: [PreviewRequest.Source.multiview.word])
        do throws(GraphFailure) { return try await graph.preview(request) } catch { throw ControlRefusal(error) }
    }

    private func requirePicture(_ name: String, orElse others: [String] = []) throws(ControlRefusal) {
        guard answers.isOpen else { throw .isOver() }
        let known = order.settings.pictures.map(\.rawValue) + others
        guard known.contains(name) else {
            throw ControlRefusal(
                .badValue, "There is no picture called '\(name.prefix(60))'.",
                advice: "There are \(known.enumeration).")
        }
    }

    package func warn(_ code: SessionEvent.WarningCode, _ message: String) {
        outlet.tell(.warning(code, branch: nil, message: message), at: dependencies.wallClock())
    }

    package func news() -> AsyncStream<ControlNews> { outlet.news() }

    private func carryOutDirections() -> Task<Void, Never> {
        Task { [graph, directions, inputContinuation] in
            for await direction in directions.stream {
                do throws(GraphFailure) {
                    let time = try await graph.direct(direction)
                    // The command's answer contains the values that the devices actually set.
                    if case .controls = direction { inputContinuation.yield(.controls(await graph.controls())) }
                    inputContinuation.yield(.directed(direction, .success(time)))
                } catch {
                    inputContinuation.yield(.directed(direction, .failure(error)))
                }
            }
        }
    }
}
