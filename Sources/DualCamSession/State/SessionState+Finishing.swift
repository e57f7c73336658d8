import DualCamConfig
import DualCamPlan

// MARK: The end: files, graph, digests, papers
extension SessionState {
    /// The first request ends the recording; a second one hastens the end; more do nothing.
    mutating func stop(_ why: StopReason) {
        // Whoever changes the pipeline file waits for the end of the take.
        if why == .reload, phase > .standby || standby.pending != nil { return }
        switch phase {
        case .standby, .preparing: cancel(why)
        case .running: halt(why)
        case .finishing: hasten(why)
        case .finished: break
        }
    }

    /// Ends a session that has recorded nothing yet.
    mutating func cancel(_ why: StopReason) {
        phase = .finishing
        reason = why
        disarm(.start, .countdown)
        record(.stopRequested, [.init("reason", .string(why.rawValue))])
        emit(.stopping(why))
        closeGraph()
    }

    /// Ends the recording now.
    mutating func halt(_ why: StopReason) {
        act(.apply(.stop(at: nil)))
        enterFinishing(why)
    }

    mutating func enterFinishing(_ why: StopReason) {
        phase = .finishing
        ending = .files
        reason = why
        disarm(.segment, .end)
        record(.stopRequested, [.init("reason", .string(why.rawValue))])
        emit(.stopping(why))
        arm(.stall, at: now + settings.stallLimit)
        arm(.finish, at: now + settings.finishLimit)
        closeWhenFinished()
    }

    private mutating func hasten(_ why: StopReason) {
        guard !hastened else { return }
        hastened = true
        record(.stopRequested, [.init("reason", .string(why.rawValue)), .init("again", .bool(true))])
        switch ending {
        case .files:
            disarm(.stall)
            abandonStalledInputs()
            arm(.finish, at: now + settings.hastyFinishLimit)
        case .inspecting:
            skipDigests()
            isMeasured = true
            completeWhenInspected()
        case .closing, .saving, nil: break
        }
    }

    mutating func abandonStalledInputs() {
        act(.apply(.abandonStalledInputs))
        record(.stalledInputsAbandoned, [.init("waiting-for", .array(late.map { .string($0.rawValue) }))])
    }

    /// Outputs whose files are still to be finished.
    private var late: [OutputName] {
        let awaited = awaited
        return settings.outputs.filter { output in awaited.contains { $0.output == output } }
    }

    mutating func stopping(_ running: RunningTime) {
        end = running
        for index in files.indices where files[index].part == part && !files[index].isFinished {
            if let boundary = files[index].boundary, boundary >= running { files[index].cancelled = true }
        }
        record(.stopping, [.init("at", .time(running))])
        closeWhenFinished()
    }

    mutating func fileFinished(_ summary: FileSummary) {
        change(summary.path) { file in
            file.cancelled = summary.frames == 0
            if !file.cancelled { file.summary = summary }
        }
        record(.fileFinished, summary.members)
        emit(.fileFinished(summary))
        let chapters = summary.frames > 0 ? chapters(of: summary) : []
        if !chapters.isEmpty {
            pendingChapters.insert(summary.path)
            act(.addChapters(summary.path, chapters))
            warnOfMarks(beyond: chapters.count, in: summary.path)
        } else if summary.frames > 0, !hastened {
            askForDigest(summary.path)
        }
        // Outputs that are out, or whose cameras are, have no file to wait for.
        if phase == .running, awaited.isEmpty, !active.isEmpty {
            if end != nil {
                enterFinishing(.duration)
            } else {
                graphEnded("Every file ended though nobody had asked for it.")
            }
        }
        closeWhenFinished()
    }

    /// A list of chapters in mov and mp4 counts them in one byte.
    private mutating func warnOfMarks(beyond count: Int, in path: String) {
        guard count > Chapter.mostInMovies, !path.hasSuffix(".mkv") else { return }
        let name = RecordedFile.name(path, in: folder)
        warn(
            .chapters,
            "\(name) has \(count) marks; the first \(Chapter.mostInMovies) are its chapters, and session.json lists all."
        )
    }

    mutating func closeWhenFinished() {
        if phase == .finishing, ending == .files, awaited.isEmpty { closeGraph() }
    }

    mutating func giveUpFiles() {
        let failure = finishTimeout(late)
        failures.append(failure)
        record(.failed, failure.members)
        emit(.failed(failure))
        closeGraph()
    }

    private mutating func closeGraph() {
        disarm(.stall, .finish)
        ending = .closing
        guard graphStarted else { return graphClosed(nil) }
        act(.close(within: settings.closeLimit))
        // The graph keeps the limit itself; this is for one that hangs.
        arm(.close, at: now + settings.closeLimit + .seconds(1))
    }

    mutating func graphClosed(_ failure: GraphFailure?) {
        guard ending == .closing else { return }
        disarm(.close)
        if let failure { warn(.close, branch: failure.branch, failure.message) }
        if start == nil { for index in files.indices where files[index].part == part { files[index].cancelled = true } }
        guard hasRecorded else { return discard() }
        ending = .inspecting
        for sound in drift.values.compactMap(\.sound).sorted(by: { $0.microphone.rawValue < $1.microphone.rawValue }) {
            tellDrift(sound)
        }
        if hastened { skipDigests() }
        if isHandedOn { pendingDigests = [] }
        let busy = pendingDigests.union(pendingChapters)
        act(.inspect(files.filter { !$0.cancelled && $0.size == nil && !busy.contains($0.path) }))
    }

    mutating func askForDigest(_ path: String) {
        if pendingDigests.insert(path).inserted { act(.digest(path)) }
    }

    private mutating func skipDigests() {
        pendingDigests = []
        record(.digestsSkipped)
    }

    private mutating func discard() {
        ending = .saving
        // A folder that is being made goes when it is there.
        if !standby.isMakingFolder { act(.discard(files.map(\.path))) }
        arm(.save, at: now + settings.closeLimit)
    }

    mutating func digested(_ path: String, _ bytes: Int64?, _ digest: String?, _ problem: String?) {
        guard pendingDigests.remove(path) != nil else { return }
        change(path) { ($0.size, $0.digest) = (bytes, digest) }
        let name = JSONValue.string(RecordedFile.name(path, in: folder))
        if let digest {
            record(.digested, [.init("file", name), .init("size", .count(bytes)), .init("digest", .string(digest))])
        } else {
            record(.digestFailed, [.init("file", name), .init("message", .text(problem))])
        }
        completeWhenInspected()
    }

    mutating func inspected() {
        isMeasured = true
        completeWhenInspected()
    }

    mutating func completeWhenInspected() {
        if ending == .inspecting, isMeasured, pendingDigests.isEmpty, pendingChapters.isEmpty { complete() }
    }

    private mutating func complete() {
        ending = .saving
        if !isHandedOn {
            record(.finished, [.init("reason", .text(reason?.rawValue)), .init("exit-code", .count(exit.rawValue))])
        }
        let leftovers = files.filter(\.cancelled).map(\.path)
        let closed: Manifest.State = isWhole ? .finished : .unfinished
        act(.complete(manifest(isHandedOn ? .recording : closed), leftovers: leftovers))
        arm(.save, at: now + settings.closeLimit)
    }

    mutating func saved(_ failure: FolderFailure?) {
        guard ending == .saving else { return }
        disarm(.save)
        if let failure {
            failures.append(SessionFailure(failure))
            emit(.failed(SessionFailure(failure)))
        }
        refuseCommands()
        phase = .finished
        emit(.finished(outcome))
    }
}
