internal import Dispatch
internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// The branch that writes an output's files: one writer for each open file, and the totals of the closed files.
@PipelineActor
final class FileBranch {
    let output: OutputName
    private let live: LiveElements
    private let files: OpenFiles
    /// The record of which of the source's numbered frames were written to this output's files, dropped or lost.
    nonisolated let account = FrameAccount()
    private var writers: [Writer] = []
    private var givenUp = AbandonedFiles()
    /// The numbers of frames and bytes in this output's closed files, in the current take.
    private var finished: (frames: Int, bytes: Int64) = (0, 0)
    /// The concurrent queue on which files are closed, so that a hanging disk delays only its own files.
    nonisolated let closings = DispatchQueue(label: "dualcam.closings", attributes: .concurrent)

    /// The timeout for finishing a file: if nothing is written to it for this time, it is left unfinished.
    private static let patienceWithEnd = Duration.seconds(10)

    nonisolated init(_ output: OutputName, _ live: LiveElements, _ files: OpenFiles) {
        (self.output, self.live, self.files) = (output, live, files)
    }

    private var branch: BranchID { .files(output) }

    var isWriting: Bool { !writers.isEmpty }

    /// True while the queue of one of this output's files is full, because its muxer or its disk accepts no more data.
    var isFull: Bool { writers.contains(where: \.isFull) }

    /// The numbers of frames and bytes that this output has written in the current take, including open files.
    var written: (frames: Int, bytes: Int64) {
        (
            finished.frames + writers.reduce(0) { $0 + $1.frames },
            finished.bytes + writers.reduce(0) { $0 + files.size(of: $1.request.path) }
        )
    }

    /// The size of the largest open file, in bytes.
    var largestFile: Int64 { writers.map { files.size(of: $0.request.path) }.max() ?? 0 }

    func writer(ofSink name: String) -> Writer? { writers.first { $0.sinkName == name } }

    func writer(of element: String) -> Writer? { writers.first { $0.holds(element) } }

    /// Returns true if the element belongs to a file that was abandoned. Errors of such an element need not be reported
    /// again.
    func hasGivenUp(_ element: String) -> Bool { givenUp.holds(element) }

    // MARK: Opening and ending
    /// Creates a file and its writer, which accepts frames at or after `from`, in nanoseconds of recorded time (running
    /// time without pauses); `nil` to accept all frames.
    ///
    /// - Parameters:
    ///   - isRunning: true if the pipeline is already running, so that the new elements must be started.
    ///   - changesEncoder: true if another encoder takes over at `from`.
    /// - Throws: an error if the file cannot be created while the pipeline is not running yet. Also throws if the
    ///   output continues in its open file; the error's `unmade` then names the new file. Reports other failures as
    ///   events.
    func open(
        _ request: FileRequest, from: Int64?, isRunning: Bool, changesEncoder: Bool = false
    ) throws(GraphFailure) {
        guard let plan = live.plan.outputs.first(where: { $0.name == output }) else { return }
        let rate = live.plan.branches.first { $0.output == output && $0.rate != nil }?.rate
        let file: ReservedFile?
        do throws(GraphFailure) {
            file = try ReservedFile.make(request, hasOpenFile: writers.contains(where: \.isToGoOn))
        } catch {
            if !error.unmade.isEmpty { throw error }
            // A recording that has not begun yet fails. A running recording continues in another file, as after any
            // failure of a writer.
            if !isRunning, FileFacts(request.path) == nil { throw error }
            return live.failures.report(error)
        }
        let writer = try Writer.open(
            plan, request: request, file: file, take: live.take, from: from, frameLength: rate?.frameNanoseconds ?? 0,
            account: account, in: live, isRunning: isRunning, changesEncoder: changesEncoder,
            onKeyless: isRunning && !writers.contains(where: \.isToGoOn) ? keylessLosses : nil
        ) { [weak self] writer in Task { [weak self] in await self?.finish(writer) } }
        writers.append(writer)
        files.add(request.path)
    }

    /// Counts a camera's pictures that are in no file, because the file after a gap waits for the camera's next key
    /// frame; `nil` if dualcam encodes the pictures and makes a key frame in time.
    private var keylessLosses: (@Sendable (Int64) -> Void)? {
        let encoder = BranchID.encoder(output)
        guard live.plan.valves.contains(where: { $0.branch == encoder && $0.needsKeyFrame }),
            let plan = live.plan.branches.first(where: { $0.name == encoder })
        else { return nil }
        return { [window = live.window, reporter = live.reporter] time in
            let running = window.cuts.running(RunningTime(nanoseconds: time), .behind)
            reporter.lost(1, in: plan, at: running.nanoseconds)
        }
    }

    /// Ends the output's files at the first key frame at or after `time`, in nanoseconds of recorded time (running time
    /// without pauses). The files of the segments whose numbers are in `segments` stay open.
    func close(at time: Int64, but segments: Set<Int> = []) {
        for writer in writers where !segments.contains(writer.request.segment) { writer.close(at: time) }
    }

    /// Prepares the writers for frames of another encoder, which arrive from `time` on, in nanoseconds of recorded time
    /// (running time without pauses). The current files end and new files begin at this time.
    func expectAnotherStream(from time: Int64) { for writer in writers { writer.expectAnotherStream(from: time) } }

    /// Ends the output's files at `time`, in nanoseconds of recorded time (running time without pauses). If nothing is
    /// written to them for `patience`, ends them with the frames written by then.
    func close(at time: Int64, within patience: Duration) {
        let own = writers
        close(at: time)
        Task { [weak self] in
            guard await self?.awaitStandstill(of: own, patience) == true else { return }
            await self?.cutOff(own)
        }
    }

    /// Waits until nothing has been written to the given files for a period of `patience`, and then returns true.
    /// Returns false if all of them were closed earlier.
    private func awaitStandstill(of own: [Writer], _ patience: Duration) async -> Bool {
        var before: [Int]?
        while !live.isClosed {
            let late = own.filter { writer in writers.contains { $0 === writer } }
            if late.isEmpty { return false }
            let progress = late.map(\.frames) + late.map { Int(files.size(of: $0.request.path)) }
            if progress == before { return true }
            before = progress
            do { try await Task.sleep(for: patience) } catch { return false }
        }
        return false
    }

    private func cutOff(_ own: [Writer]) async {
        let late = own.filter { writer in writers.contains { $0 === writer } }
        guard !live.isClosed, !late.isEmpty else { return }
        removeLater(late)
        do throws(GraphFailure) {
            try await blocking("ending files", within: .seconds(2)) {
                for writer in late { writer.cutOff(finishing: true) }
            }
        } catch {
            live.warn(nil, error.message)
        }
    }

    /// Stops writing to the output's files. Completes the files if `finishing` is true; otherwise leaves them
    /// unfinished.
    func drop(finishing: Bool) async throws(GraphFailure) {
        let own = writers
        if !own.isEmpty { removeLater(own) }
        try await blocking("taking out \(output)", within: .seconds(2)) {
            for writer in own { writer.cutOff(finishing: finishing) }
        }
    }

    /// Removes those of the given writers whose files are still open after `patienceWithEnd` without a write.
    private func removeLater(_ own: [Writer]) {
        Task { [weak self] in
            guard await self?.awaitStandstill(of: own, Self.patienceWithEnd) == true else { return }
            await self?.removeUnfinished(own)
        }
    }

    private func removeUnfinished(_ own: [Writer]) async {
        for writer in own where !live.isClosed && writers.contains(where: { $0 === writer }) {
            live.warn(branch, "\(writer.request.path) could not be finished in time and is left as it is")
            await remove(writer)
        }
    }

    /// Closes a file whose sink has received its end of stream, and reports the file as finished, even if it is empty.
    func finish(_ writer: Writer) async {
        guard writers.contains(where: { $0 === writer }) else { return }
        writers.removeAll { $0 === writer }
        var summary = writer.summary(live.window.cuts)
        let (seen, cut) = (files.size(of: summary.path), files.cut(of: summary.path))
        finished = (finished.frames + summary.frames, finished.bytes + seen)
        let (size, hole) = await close(writer) ?? (seen, nil)
        finished.bytes += size - seen
        if let byte = [cut, hole].compactMap(\.self).min(), summary.frames > 0 {
            summary.cutAt = byte
            let reason = "was cut by another process while it was recorded: not whole from byte \(byte) on"
            live.warn(branch, "\(summary.path) \(reason)")
        }
        files.remove(summary.path)
        await writeThrough(summary.path)
        live.reporter.tellRest()
        live.reporter.yield(.fileFinished(summary))
    }

    /// Stops and releases a finished writer's elements.
    /// - Returns: the file's size, and the position of a hole in it (`nil` if it has none), both in bytes; `nil` if
    ///   closing failed.
    private func close(_ writer: Writer) async -> (size: Int64, hole: Int64?)? {
        let path = writer.request.path
        do throws(GraphFailure) {
            return try await blocking("closing \(path)", within: .seconds(5), on: closings) {
                [pipeline = live.pipeline] in
                writer.detach()
                if let bin = writer.bin {
                    defer { pipeline.remove(bin) }
                    bin.lockState()
                    try bin.setState(.null)
                }
                return FileFacts(path).map { ($0.size, ContainerExtent.hole(in: path)) }
            }
        } catch {
            live.warn(branch, error.message)
            return nil
        }
    }

    /// Flushes a finished file to the disk before its end is reported. Among the muxers, only those for mov and mp4
    /// flush files themselves.
    private func writeThrough(_ path: String) async {
        do throws(GraphFailure) {
            let what = "writing \(path) through to its disk"
            let problem = try await blocking(what, within: .seconds(5), on: closings) { [files] in
                files.writeThrough(path)
            }
            if let problem { live.failures.report(GraphFailure.unwritable(path, problem).of(branch, output)) }
        } catch {
            live.warn(branch, error.message)
        }
    }

    // MARK: Losing
    /// Stops writing into a file that has failed, and removes the writer's elements. Then calls `done`, which may open
    /// the file that replaces it. `done` receives the reason for the failed write, or `nil` if the file system does not
    /// reveal it.
    func fail(_ writer: Writer, then done: @escaping @PipelineActor (WriteRefusal?) -> Void) {
        giveUp(writer)
        Task {
            await remove(writer)
            done(await refusal(of: writer))
        }
    }

    private func giveUp(_ writer: Writer) {
        writers.removeAll { $0 === writer }
        givenUp.add(Set(writer.elements.map(\.name)))
    }

    private func refusal(of writer: Writer) async -> WriteRefusal? {
        do throws(GraphFailure) {
            return try await blocking("asking why \(writer.request.path) fails", within: .seconds(5), on: closings) {
                writer.file?.refusal()
            }
        } catch {
            live.warn(branch, error.message)
            return nil
        }
    }

    /// Abandons the file at `path`, which can no longer be recorded, and reports its output as failed. Other outputs
    /// continue. Does nothing if no open file has this path.
    func lose(_ path: String, _ failure: GraphFailure) async {
        guard let writer = writers.first(where: { $0.request.path == path }) else { return }
        await remove(writer)
        live.failures.report(failure.of(branch, output))
    }

    /// Abandons the output's open files without completing them, and resets the totals of frames and bytes for the next
    /// take.
    func renew() async {
        for writer in writers { await remove(writer) }
        account.beginTake()
        finished = (0, 0)
    }

    /// Releases the files that were created on disk in advance for the writers. Called once the pipeline has been
    /// stopped.
    func release() { for writer in writers { writer.file?.release() } }

    /// Stops a writer, leaves its file unfinished and removes its elements. Does not send an end of stream, because
    /// completing the file on a full disk would destroy it.
    private func remove(_ writer: Writer) async {
        giveUp(writer)
        files.remove(writer.request.path)
        writer.bin?.lockState()
        do throws(GraphFailure) {
            try await blocking("taking out \(writer.request.path)", within: .seconds(2)) {
                writer.cutOff(finishing: false)
                writer.detach()
            }
        } catch {
            live.warn(branch, error.message)
        }
        await live.bringDown(branch, writer.elements)
        guard let bin = writer.bin else { return }
        live.pipeline.remove(bin)
        await live.bringDown([bin], branch)
    }
}
