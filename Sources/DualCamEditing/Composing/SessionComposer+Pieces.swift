internal import DualCamConfig
internal import DualCamDevices
import DualCamGraph
import DualCamPlan
internal import GStreamer
internal import Synchronization

extension SessionComposer {
    /// Renders the combined picture in chunks, each encoded by a new encoder. Blocks.
    ///
    /// - Parameters:
    ///   - pieces: the division of the frames into chunks. The renderer's plan must begin where a chunk begins.
    ///   - store: receives each chunk as soon as it is complete.
    ///   - goesOn: called four times a second with the progress since the plan's beginning; returns false to cancel.
    /// - Returns: the final progress; `nil` if `goesOn` cancelled.
    func draw(
        _ pieces: CompositionPieces, into store: any ChunkStore, goesOn: (Progress) -> Bool
    ) throws(GraphFailure) -> Progress? {
        let pipeline = try translating { try MediaPipeline(name: "composition") }
        defer { pipeline.stop() }
        let drawing = ChunkRenderer(plan.piece, pieces, store)
        defer { drawing.stop() }
        try drawOnly(in: pipeline) { [self] info in
            guard let time = info.runningTime else { return }
            do throws(GraphFailure) { try drawing.append(info, at: time) } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        let made = try pipeline.playToEnd(
            of: "the combined file", progress: { progress.withLock { $0 } },
            failure: {
                do throws(GraphFailure) { try drawing.settle() } catch { return error }
                return failure.withLock { $0 }
            }, goesOn: goesOn)
        guard let made else { return nil }
        drawing.finish()
        while try !drawing.settle(within: 250_000_000) { guard goesOn(made) else { return nil } }
        return made
    }

    /// Builds the elements that draw the combined picture, without an encoder. `take` is called with each drawn frame
    /// on a streaming thread.
    func drawOnly(
        in pipeline: MediaPipeline, _ take: @escaping @Sendable (borrowing ProbeInfo) -> Void
    ) throws(GraphFailure) {
        let drawn = plan.drawn
        var builder = try made(drawn.elements, drawn.links, in: pipeline, to: "")
        try prepareDrawing(by: builder)
        let sink = ElementPlan.takingAll("drawn.end", .encoder(.combined))
        try builder.make(sink)
        try builder.link(LinkPlan(plan.drawnEnd, PadReference(sink.name)))
        try builder.pad(sink.name, "sink").addProbe(.buffers) { info in
            take(info)
            return .drop
        }
    }

    /// Joins the rendered chunks and the sound in one file, without re-encoding the picture. Blocks.
    ///
    /// - Parameters:
    ///   - files: the files of all chunks, in order.
    ///   - path: the path of an existing file, which is overwritten.
    ///   - goesOn: called four times a second with the progress; returns false to cancel.
    /// - Returns: the final progress; `nil` if `goesOn` cancelled.
    func join(
        _ files: [CompositionSources.File], of pieces: CompositionPieces, to path: String, goesOn: (Progress) -> Bool
    ) throws(GraphFailure) -> Progress? {
        let pipeline = try translating { try MediaPipeline(name: "joining") }
        defer { pipeline.stop() }
        let joining = plan.joining(files, demuxer: try FileProbe.demuxer(of: files.first?.path ?? ""))
        let builder = try made(joining.elements, joining.links, in: pipeline, to: path)
        try prepareFile(by: builder)
        progress.withLock { $0.isJoining = true }
        try builder.pad(CompositionPlan.seam, "src").addProbe(.buffers) { [self] info in
            progress.withLock { progress in
                progress.frames += 1
                progress.length = max(progress.length, (info.runningTime ?? 0) - plan.start)
            }
            return .pass
        }
        let made = try pipeline.playToEnd(
            of: "the combined file", progress: { progress.withLock { $0 } }, failure: { nil }, goesOn: goesOn)
        guard let made else { return nil }
        guard made.frames == pieces.frames else { throw .incomplete(made.frames, of: pieces.frames) }
        return made
    }
}
