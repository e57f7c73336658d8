import DualCamConfig
import DualCamPlan

// MARK: From the first moment to the last second of recording
extension SessionState {
    mutating func begin(_ freeBytes: Int64?) {
        guard phase == .preparing else { return }
        record(
            .started,
            [
                .init("dualcam", .string(description.version)), .init("folder", .string(folder)),
                .init("outputs", .array(settings.outputs.map { .string($0.rawValue) })),
            ])
        emit(.started(folder: folder, outputs: settings.outputs))
        act(.save(manifest(.recording)))
        if let freeBytes, freeBytes < settings.keepFree {
            fail(diskFull(freeBytes))
        } else {
            let requests = requests(segment: 0)
            files = requests.map { RecordedFile($0) }
            graphStarted = true
            act(.start(requests))
            arm(.start, at: now + settings.startLimit)
        }
    }

    mutating func take(_ event: GraphEvent) {
        switch event {
        case .recording(let running, let wallClock, let clock): recording(running, wallClock, clock)
        case .stopping(let running): stopping(running)
        case .fileFinished(let summary): fileFinished(summary)
        case .dropped(let branch, let output, let count, let running): lose(branch, output, count, running)
        case .repeated, .inputLost, .inputReturned: break
        case .failed(let failure): fail(SessionFailure(failure))
        case .warning(let branch, let text): graphWarned(branch, text)
        case .closed: graphEnded("The graph closed by itself.")
        }
    }

    private mutating func recording(_ running: RunningTime, _ wallClock: Int64, _ clock: String) {
        guard phase == .preparing else { return }
        phase = .running
        disarm(.start)
        timeline.synchronise(running: running, at: now)
        timeline.fix(wallClock: wallClock, at: running)
        (start, self.clock) = (running, clock)
        record(
            .recording, at: running,
            [.init("clock", .string(clock)), .init("wall-clock-offset", offset(running, wallClock))])
        emit(.recording(clock: clock, files: requests(segment: 0)), at: running)
        if let duration = settings.duration { scheduleEnd(running + duration) }
        scheduleSegment()
        act(.save(manifest(.recording)))
    }

    /// What is to be added to a running time to get Unix time, in seconds.
    private func offset(_ running: RunningTime, _ wallClock: Int64) -> JSONValue {
        .seconds(nanoseconds: wallClock - running.nanoseconds)
    }

    private mutating func scheduleEnd(_ time: RunningTime) {
        end = time
        act(.apply(.stop(at: time)))
        arm(.end, at: timeline.session(of: time))
        record(.endScheduled, [.init("at", .time(time))])
    }

    mutating func reachEnd() {
        guard phase == .running, let end else { return }
        let due = timeline.session(of: end)
        if due > now { arm(.end, at: due) } else { enterFinishing(.duration) }
    }

    private mutating func scheduleSegment() {
        guard let boundary, let split = settings.split else { return }
        if let end, boundary + settings.shortestFile > end { return }
        let lead = min(settings.segmentLead, split.length / 2)
        arm(.segment, at: timeline.session(of: boundary) - lead)
    }

    /// Where the next segment begins.
    private var boundary: RunningTime? {
        guard let start, let split = settings.split else { return nil }
        return start + split.length * nextSegment
    }

    mutating func openSegment() {
        guard phase == .running, let boundary, let split = settings.split else { return }
        let requests = requests(segment: nextSegment)
        files += requests.map { RecordedFile($0, boundary: boundary) }
        act(.apply(.openSegment(requests, at: boundary)))
        record(
            .segment,
            [
                .init("segment", .count(nextSegment)), .init("at", .time(boundary)),
                .init("reason", .string(split.reason)),
            ])
        emit(.segment(nextSegment, at: boundary, files: requests))
        nextSegment += 1
        scheduleSegment()
    }

    private mutating func lose(_ branch: BranchName, _ output: OutputName?, _ count: Int, _ running: RunningTime) {
        if let index = dropped.firstIndex(where: { $0.branch == branch }) {
            dropped[index].count += count
        } else {
            dropped.append((branch, output, count))
        }
        record(
            .dropped, at: running,
            [
                .init("branch", .string(branch.rawValue)), .init("output", .text(output?.rawValue)),
                .init("count", .count(count)),
            ])
        emit(.dropped(branch: branch, output: output, count: count), at: running)
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

    mutating func read(_ statistics: GraphStatistics, _ freeBytes: Int64?) {
        if let running = statistics.now { timeline.synchronise(running: running, at: now) }
        guard phase == .running, let start else { return }
        let recorded = max((timeline.running(at: now) ?? start) - start, .zero)
        emit(.status(.init(recorded: recorded, freeBytes: freeBytes, outputs: statistics.outputs)))
        if let freeBytes { watchSpace(freeBytes) }
    }

    /// One warning for the lowest threshold that was passed; those above it are past, too.
    private mutating func watchSpace(_ freeBytes: Int64) {
        if freeBytes < settings.keepFree { return fail(diskFull(freeBytes)) }
        guard let passed = pendingWarnings.last(where: { freeBytes < $0 }) else { return }
        pendingWarnings.removeAll { $0 >= passed }
        warn(.freeSpace, "Only \(Wording.size(freeBytes)) are left on the disk of \(folder).")
    }
}
