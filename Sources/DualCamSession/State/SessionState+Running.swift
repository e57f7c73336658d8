import DualCamConfig
import DualCamPlan

// MARK: From the first moment to the last second of recording
extension SessionState {
    mutating func begin(_ freeBytes: Int64?) {
        if phase == .standby {
            self.freeBytes = freeBytes
            return standBy()
        }
        guard phase == .preparing, !hasStarted, !isMakingRoom else { return }
        self.freeBytes = freeBytes
        announce()
        if let freeBytes, freeBytes < settings.keepFree { return beginWithoutSpace(freeBytes) }
        // Readings come every second, and with them the next attempt.
        if isStartDoubtful { return }
        let requests = firstRequests()
        files += requests.map { RecordedFile($0, part: part) }
        (graphStarted, hasStarted) = (true, true)
        // It was paused when the worker before was lost.
        if order.resuming?.history.isPaused ?? false { act(.direct(.pause)) }
        act(.start(requests, after: order.standsBy ? settings.delay ?? .zero : nil))
        arm(.start, at: now + settings.startLimit)
    }

    private mutating func announce() {
        guard !hasBegun else { return }
        hasBegun = true
        order.description.overrides += direction.settings.merged(with: standby.settings).map(\.override)
        direction.noteColourTables(of: order.pipeline)
        if order.resuming == nil {
            record(
                .started,
                [
                    .init("dualcam", .string(order.description.version)), .init("folder", .string(folder)),
                    .init("outputs", .array(settings.outputs.map { .string($0.rawValue) })),
                ])
        }
        emit(.started(folder: folder, outputs: settings.outputs))
        for remark in order.remarks { warn(.budget, remark) }
        for remark in order.fileRemarks { warn(.file, remark) }
        act(.save(manifest(.recording)))
        for file in files where file.isFinished && file.digest == nil { askForDigest(file.path) }
    }

    mutating func take(_ event: GraphEvent) {
        switch event {
        case .recording(let running, let wallClock, let clock): awaitStart(running, wallClock, clock)
        case .stopping(let running): stopping(running)
        case .fileFinished(let summary): fileFinished(summary)
        case .dropped(let branch, let output, let count, let running): lose(branch, output, count, running)
        case .repeated(let branch, let count, let running): `repeat`(branch, count, running)
        case .inputLost(let input, let running): inputLost(input, running)
        case .inputReturned(let input, let running): inputReturned(input, running)
        case .rateChanged(let output, let share, let running): rateChanged(output, share, running)
        case .levels(let levels, let running):
            hear(levels)
            act(.tellLevels(levels, at: running))
        case .failed(let failure): fail(SessionFailure(failure))
        case .warning(let branch, let text): graphWarned(branch, text)
        case .closed: graphEnded("The graph closed by itself.")
        }
    }

    mutating func begin(_ running: RunningTime, _ clock: String) {
        phase = .running
        let wallClock = timeline.wall(of: running, at: now)
        clocks = ClockWatch()
        (start, self.clock) = (running, clock)
        let requests = awaited.filter { active.contains($0.output) }.map(\.request)
        record(
            .recording, at: running,
            [
                .init("clock", .string(clock)), .init("wall-clock-offset", offset(running, wallClock)),
                .init("files", list(requests)),
            ])
        emit(.recording(clock: clock, files: requests), at: running)
        for input in cameras.away { tellLoss(of: input, running) }
        planEnd(from: running, at: wallClock)
        if order.resuming?.history.isPaused ?? false { paused(at: running) }
        scheduleBoundary()
        scheduleSwitch()
        act(.save(manifest(.recording)))
    }

    /// What is to be added to a running time to get Unix time, in seconds.
    private func offset(_ running: RunningTime, _ wallClock: Int64) -> JSONValue {
        .seconds(nanoseconds: wallClock - running.nanoseconds)
    }

    private mutating func lose(_ branch: BranchName, _ output: OutputName?, _ count: Int, _ running: RunningTime) {
        dropped.add(count, branch, output)
        record(
            .dropped, at: running,
            [
                .init("branch", .string(branch.rawValue)), .init("output", .text(output?.rawValue)),
                .init("count", .count(count)),
            ])
        emit(.dropped(branch: branch, output: output, count: count), at: running)
    }

    private mutating func `repeat`(_ branch: BranchName, _ count: Int, _ running: RunningTime) {
        repeated.add(count, branch, .combined)
        record(
            .repeated, at: running,
            [
                .init("branch", .string(branch.rawValue)), .init("output", .string(OutputName.combined.rawValue)),
                .init("count", .count(count)),
            ])
        emit(.repeated(branch: branch, count: count), at: running)
    }

    private mutating func graphWarned(_ branch: BranchName?, _ text: String) {
        if phase == .preparing, let branch, branch.rawValue.hasSuffix(".source"), !silent.contains(branch) {
            silent.append(branch)
        }
        warn(.graph, branch: branch, text)
    }

    mutating func ledgerFailed(_ failure: FolderFailure) {
        guard !ledgerWarned else { return }
        ledgerWarned = true
        emit(.warning(.ledger, branch: nil, message: "\(failure.message) The recording goes on without its ledger."))
    }
}

extension [SessionHistory.Loss] {
    fileprivate mutating func add(_ count: Int, _ branch: BranchName, _ output: OutputName?) {
        if let index = firstIndex(where: { $0.branch == branch }) {
            self[index].count += count
        } else {
            append(.init(branch: branch, output: output, count: count))
        }
    }
}
