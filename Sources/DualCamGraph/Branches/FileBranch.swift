internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// An output's files: the writer of each that is open, and what those that are closed hold.
@PipelineActor
final class FileBranch {
    let output: OutputName
    private let live: LiveElements
    private let files: OpenFiles
    /// The camera's numbers of the frames that come to the files.
    nonisolated let account = FrameAccount()
    private var writers: [Writer] = []
    private var givenUp = AbandonedFiles()
    /// Frames and bytes of files that are closed.
    private var finished: (frames: Int, bytes: Int64) = (0, 0)
    /// Files are closed beside each other: a disk that hangs holds up its own only.
    nonisolated let closings = DispatchQueue(label: "dualcam.closings", attributes: .concurrent)

    /// A file that is to end and into which nothing has been written for so long will not be finished.
    private static let patienceWithEnd = Duration.seconds(10)

    nonisolated init(_ output: OutputName, _ live: LiveElements, _ files: OpenFiles) {
        (self.output, self.live, self.files) = (output, live, files)
    }

    private var branch: BranchID { .files(output) }

    var isWriting: Bool { !writers.isEmpty }

    /// Returns true while a file's queue is full, because its muxer or its disk takes no more.
    var isFull: Bool { writers.contains(where: \.isFull) }

    /// Frames and bytes, of open files too.
    var written: (frames: Int, bytes: Int64) {
        (
            finished.frames + writers.reduce(0) { $0 + $1.frames },
            finished.bytes + writers.reduce(0) { $0 + files.size(of: $1.request.path) }
        )
    }

    /// Bytes of the largest file that is open.
    var largestFile: Int64 { writers.map { files.size(of: $0.request.path) }.max() ?? 0 }

    func writer(ofSink name: String) -> Writer? { writers.first { $0.sinkName == name } }

    func writer(of element: String) -> Writer? { writers.first { $0.holds(element) } }

    /// Returns true for an element of a file that was given up: its failure is told, or about to be.
    func hasGivenUp(_ element: String) -> Bool { givenUp.holds(element) }

    // MARK: Opening and ending
    /// Makes a file and its writer, which takes what lies at or after `from` (recorded time in nanoseconds).
    ///
    /// Throws a failure with `unmade` when there is no such file and the output goes on in the one that it has.
    func open(_ request: FileRequest, from: Int64?, isRunning: Bool) throws(GraphFailure) {
        guard let plan = live.plan.outputs.first(where: { $0.name == output }) else { return }
        let rate = live.plan.branches.first { $0.output == output && $0.rate != nil }?.rate
        let file: ReservedFile?
        do throws(GraphFailure) {
            file = try ReservedFile.make(request, hasOpenFile: writers.contains(where: \.isToGoOn))
        } catch {
            if !error.unmade.isEmpty { throw error }
            // A recording that has not begun is refused; a running one goes on in another file, as after any other failure of a writer.
            if !isRunning, FileFacts(request.path) == nil { throw error }
            return live.failures.report(error)
        }
        let writer = try Writer.open(
            plan, request: request, file: file, take: live.take, from: from, frameLength: rate?.frameNanoseconds ?? 0,
            account: account, in: live, isRunning: isRunning
        ) { [weak self] writer in Task { [weak self] in await self?.finish(writer) } }
        writers.append(writer)
        files.add(request.path)
    }

    /// Ends the files at the first key frame at or after `time` (recorded, in nanoseconds); those of a segment in `but` go on.
    func close(at time: Int64, but segments: Set<Int> = []) {
        for writer in writers where !segments.contains(writer.request.segment) { writer.close(at: time) }
    }

    /// Another encoder's pictures come from `time` (recorded, in nanoseconds) on, where files end and others begin.
    func expectAnotherStream(from time: Int64) { for writer in writers { writer.expectAnotherStream(from: time) } }

    /// Ends the files at `time`, or with what has come once nothing has come for `patience`.
    func close(at time: Int64, within patience: Duration) {
        let own = writers
        close(at: time)
        Task { [weak self] in
            guard await self?.awaitStandstill(of: own, patience) == true else { return }
            await self?.cutOff(own)
        }
    }

    /// Returns true once nothing has been written into files for `patience`; false when they have been closed before.
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

    /// Takes nothing more into the files from now on. With `finishing` they are closed, else left as they are.
    func drop(finishing: Bool) async throws(GraphFailure) {
        let own = writers
        if !own.isEmpty { removeLater(own) }
        try await blocking("taking out \(output)", within: .seconds(2)) {
            for writer in own { writer.cutOff(finishing: finishing) }
        }
    }

    /// Takes out those of the writers that do not come to their end.
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

    /// A file's sink has ended and the file is complete, or nothing ever came for it.
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

    /// Gives a finished writer's elements back and returns the file's size, and where there is a hole in it.
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

    /// Writes a finished file through to its disk before its end is reported. Of the muxers only those of mov and
    /// mp4 do that themselves.
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
    /// The writer takes nothing more from here on; its elements are taken out before `done`, as another writer may come in its
    /// place then. `done` is told why the file system takes nothing more, where it says so.
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

    /// A file that cannot be kept: its output fails, the others go on. Does nothing for a path that it does not write.
    func lose(_ path: String, _ failure: GraphFailure) async {
        guard let writer = writers.first(where: { $0.request.path == path }) else { return }
        await remove(writer)
        live.failures.report(failure.of(branch, output))
    }

    /// Leaves all files as they are and forgets what was written, for another take.
    func renew() async {
        for writer in writers { await remove(writer) }
        account.beginTake()
        finished = (0, 0)
    }

    /// Gives the files back, once the pipeline has been brought down.
    func release() { for writer in writers { writer.file?.release() } }

    /// Lets a writer take nothing more, leaves its file as it is and takes its elements out, without an end of stream: on a
    /// full disk that would destroy the file.
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
