import DualCamConfig
import DualCamPlan
import Glibc

/// The simulated files: which frames go into them, and where they begin and end.
extension SimulatedGraph {
    /// Writes all frames that are due by now.
    func advance() {
        guard let now, start != nil, !isFrozen, !isClosed else { return }
        let time = recorded(now)
        for index in outputs.indices { advance(index, to: time) }
    }

    private func advance(_ index: Int, to time: Int64) {
        while !outputs[index].isDone {
            let end = stop ?? .max
            // A file ends where the first frame of the next file begins.
            let boundary = isStarved(outputs[index].name) ? .max : outputs[index].pending.first?.boundary ?? .max
            let until = min(time, end, boundary)
            write(index, to: outputs[index].grid.index(from: until))
            if boundary <= time, boundary < end {
                turnOver(index)
            } else if end <= time {
                finish(index)
            } else {
                return
            }
        }
    }

    private func write(_ index: Int, to frame: Int) {
        let from = outputs[index].cursor
        guard frame > from else { return }
        outputs[index].cursor = frame
        guard outputs[index].isFed, outputs[index].isAlive, let inode = outputs[index].file?.inode else { return }
        if outputs[index].isDropping {
            outputs[index].untold += frame - from
            outputs[index].dropped += frame - from
            return
        }
        let before = inode.media?.frames ?? 0
        inode.media?.write(from, frame, outputs[index].share)
        outputs[index].frames += (inode.media?.frames ?? 0) - before
        inode.changed = world.wall
        lastWritten = world.wall
    }

    /// Closes the file and continues in the next one.
    private func turnOver(_ index: Int) {
        let next = outputs[index].pending.removeFirst()
        close(index)
        if world.plant == .boundaryOffByOne { outputs[index].cursor += 1 }
        begin(next.request, index)
        if world.plant == .frameTwice, let media = outputs[index].file?.inode.media, media.runs.isEmpty {
            outputs[index].cursor = max(0, outputs[index].cursor - 1)
        }
    }

    /// Begins a file. If the output's camera is lost, the file is reported as finished without frames.
    func begin(_ request: FileRequest, _ index: Int) {
        guard outputs[index].isAlive else { return }
        if outputs[index].isFed { make(request, for: index) } else { tellEmpty(request, index) }
    }

    /// Reports the pending files of an output as finished without frames, because nothing arrived for them.
    private func tellEmpty(_ index: Int) {
        let pending = outputs[index].pending
        outputs[index].pending = []
        for file in pending { tellEmpty(file.request, index) }
    }

    private func tellEmpty(_ request: FileRequest, _ index: Int) {
        let media = MediaFile(output: request.output, grid: outputs[index].grid, begun: world.wall)
        tell(.fileFinished(summary(request, media)))
    }

    private func finish(_ index: Int) {
        outputs[index].isDone = true
        outputs[index].pending.removeAll { $0.boundary >= stop ?? 0 }
        let isStuck = behaviour.stuck.contains(outputs[index].name) || isStarved(outputs[index].name)
        if isStuck { flush(index) } else { close(index) }
    }

    /// True while the output's camera is silent, so that the end of the stream does not reach the file.
    func isStarved(_ output: OutputName) -> Bool { starved.keys.contains { $0.rawValue == output.rawValue } }

    /// Creates a file on the disk, as its muxer would.
    func make(_ request: FileRequest, for index: Int) {
        let name = outputs[index].name
        guard let (folder, word) = world.disk.place(request.path) else {
            return fail(index, GraphFailure(.outputNotCreated, output: name, message: "\(request.path) has no folder."))
        }
        let volume = folder.volume
        let refusal = world.disk.refusal(of: volume)
        if refusal != 0 || folder.names[word] != nil || world.disk.freeBytes(of: volume) < MediaFile.head {
            let code: GraphFailure.Code = refusal == EIO ? .diskFailed : refusal == 0 ? .diskFull : .outputNotCreated
            return fail(index, GraphFailure(code, output: name, message: "\(request.path) cannot be made."))
        }
        let inode = world.disk.makeInode(.file, volume: volume, name: word)
        inode.media = MediaFile(output: name, grid: outputs[index].grid, begun: world.wall)
        inode.part = part
        folder.add(inode, as: word)
        world.disk.record(inode)
        own.append(inode)
        made.append(inode)
        outputs[index].file = (request, inode)
    }

    /// Makes an output fail.
    func fail(_ index: Int, _ failure: GraphFailure) {
        (outputs[index].isAlive, outputs[index].failedAt) = (false, world.time)
        var failure = failure
        failure.branch = .files(outputs[index].name)
        world.story.tell("the graph: \(failure.message)")
        tell(.failed(failure))
    }

    /// Writes the end of the open file; the session is informed a moment later.
    func close(_ index: Int) {
        tellDropped(index)
        if outputs[index].isDone { tellEmpty(index) }
        guard let (request, inode) = outputs[index].file else { return }
        outputs[index].file = nil
        guard outputs[index].isAlive else { return }
        flush(inode)
        let count = inode.media.flatMap { self.count(of: $0, index) }
        outputs[index].closing += 1
        later(random.number(10 * Span.millisecond...200 * Span.millisecond)) { graph in
            graph.outputs[index].closing -= 1
            guard let media = inode.media else { return }
            inode.media?.isClosed = true
            inode.media?.flushed = media.end ?? 0
            inode.media?.synced = media.end ?? 0
            inode.parent?.commitNames()
            graph.world.disk.settle(inode)
            var summary = graph.summary(request, media)
            summary.count = count
            graph.tell(.fileFinished(summary))
        }
    }

    private func summary(_ request: FileRequest, _ media: MediaFile) -> FileSummary {
        guard let first = media.first, let end = media.end else {
            let zero = RunningTime(nanoseconds: start ?? 0)
            return FileSummary(
                output: request.output, segment: request.segment, path: request.path, frames: 0, start: zero, end: zero)
        }
        let (from, last, to) = (
            media.grid.time(of: first), media.grid.time(of: end - 1), media.grid.time(of: end)
        )
        // The last frame may extend into a pause.
        let stop = running(last, .behind).nanoseconds + (to - last)
        var summary = FileSummary(
            output: request.output, segment: request.segment, path: request.path,
            frames: media.frames + (world.plant == .frameCountOffByOne ? 1 : 0), start: running(from, .behind),
            end: RunningTime(nanoseconds: stop))
        summary.paused = max(0, (summary.end - summary.start).nanoseconds - (to - from))
        return summary
    }

    func tellDropped(_ index: Int) {
        let output = outputs[index]
        guard output.untold > 0 else { return }
        outputs[index].untold = 0
        world.truth.told(dropped: output.untold, of: output.name)
        if world.plant == .dropUntold { return }
        let source = output.isLostInDriver ? camera(of: output.name).map(BranchID.source) : nil
        let losing = source ?? .encoder(output.name)
        tell(
            .dropped(
                branch: losing, output: output.name, count: output.untold,
                at: running(output.grid.time(of: max(0, output.cursor - 1)), .before)))
    }

    // MARK: Fragments
    /// Updates which frames are safe. Complete fragments survive a crash of the process; all complete fragments but the
    /// last one survive a power cut.
    func flush(_ inode: Inode) {
        guard let now, var media = inode.media, let first = media.first, let end = media.end, !media.isClosed else {
            return
        }
        let (begin, time) = (media.grid.time(of: first), recorded(now))
        let length = world.plant == .fragmentsTooLong ? 4 * fragment : fragment
        let whole = max(0, (time - begin) / length)
        media.flushed = min(end, media.grid.index(from: begin + whole * length))
        media.synced = max(media.synced, min(end, media.grid.index(from: begin + max(0, whole - 1) * length)))
        inode.media = media
    }

    private func flush(_ index: Int) { if let inode = outputs[index].file?.inode { flush(inode) } }

    /// Leaves all files as they are, because no process writes into them any more.
    func leaveFiles() {
        for index in outputs.indices { tellDropped(index) }
        for inode in own { leave(inode) }
        own = []
    }

    /// Leaves a file unfinished: it keeps only the frames of its complete fragments.
    func leave(_ inode: Inode) {
        flush(inode)
        guard var media = inode.media, !media.isClosed, let end = media.end, end > media.flushed else { return }
        world.truth.lost(
            media.grid.time(of: end) - media.grid.time(of: max(media.flushed, media.first ?? 0)), media.output)
        media.cut(to: media.flushed)
        inode.media = media
    }
}
