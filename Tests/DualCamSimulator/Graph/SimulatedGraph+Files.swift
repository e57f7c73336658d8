import DualCamConfig
import DualCamPlan
import Glibc

/// Frames come into files, which begin and end at boundaries.
extension SimulatedGraph {
    /// Counts the frames until now.
    func advance() {
        guard let now, start != nil, !isFrozen, !isClosed else { return }
        let time = recorded(now)
        for index in outputs.indices { advance(index, to: time) }
    }

    private func advance(_ index: Int, to time: Int64) {
        while !outputs[index].isDone {
            let end = stop ?? .max
            // A file ends with the first frame of the next one.
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

    /// Goes on in the next file.
    private func turnOver(_ index: Int) {
        let next = outputs[index].pending.removeFirst()
        close(index)
        if world.plant == .boundaryOffByOne { outputs[index].cursor += 1 }
        begin(next.request, index)
        if world.plant == .frameTwice, let media = outputs[index].file?.inode.media, media.runs.isEmpty {
            outputs[index].cursor = max(0, outputs[index].cursor - 1)
        }
    }

    /// A file of an output whose camera is away has no frame, which is told as if it had been closed.
    func begin(_ request: FileRequest, _ index: Int) {
        guard outputs[index].isAlive else { return }
        if outputs[index].isFed { make(request, for: index) } else { tellEmpty(request, index) }
    }

    /// The files that were to begin while nothing came.
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

    /// Its camera has fallen silent: the end of the stream does not come through.
    func isStarved(_ output: OutputName) -> Bool { starved.keys.contains { $0.rawValue == output.rawValue } }

    /// Opens a file on the disk, as its muxer would.
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

    /// An output cannot go on.
    func fail(_ index: Int, _ failure: GraphFailure) {
        (outputs[index].isAlive, outputs[index].failedAt) = (false, world.time)
        var failure = failure
        failure.branch = .files(outputs[index].name)
        world.story.tell("the graph: \(failure.message)")
        tell(.failed(failure))
    }

    /// Writes the end of the file that is open; the session hears of it a moment later.
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
        // A last frame may reach into a pause.
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
    /// What whole fragments hold survives the process, and those before the last one a power cut.
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

    /// Nobody writes into the files any more.
    func leaveFiles() {
        for index in outputs.indices { tellDropped(index) }
        for inode in own { leave(inode) }
        own = []
    }

    /// A file stays as it is, with what its last fragment had.
    func leave(_ inode: Inode) {
        flush(inode)
        guard var media = inode.media, !media.isClosed, let end = media.end, end > media.flushed else { return }
        world.truth.lost(
            media.grid.time(of: end) - media.grid.time(of: max(media.flushed, media.first ?? 0)), media.output)
        media.cut(to: media.flushed)
        inode.media = media
    }
}
