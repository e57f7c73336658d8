internal import DualCamDevices
import DualCamGraph
import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A store for the files of a long render's chunks (its separately encoded parts).
protocol ChunkStore: Sendable {
    /// Creates the temporary file of the chunk with this number and returns its path.
    func open(_ number: Int) throws(GraphFailure) -> String

    /// Flushes a complete chunk to the disk and renames its file from the temporary to the permanent name.
    func keep(_ number: Int) throws(GraphFailure)
}

/// Encodes rendered frames in chunks. While the encoder of one chunk is still finishing, the next chunk's encoder is
/// already running.
final class ChunkRenderer: Sendable {
    private let row: [ElementPlan]
    private let pieces: CompositionPieces
    private let store: any ChunkStore
    /// The writers of the chunks. `current`: the writer of the current chunk. `ending`: the writers of earlier chunks
    /// whose encoders are still draining.
    private let state = Mutex<(current: ChunkWriter?, ending: [ChunkWriter])>((nil, []))

    /// Creates the renderer of a video that is encoded in chunks.
    /// - Parameter row: the elements that encode and write one chunk.
    init(_ row: [ElementPlan], _ pieces: CompositionPieces, _ store: any ChunkStore) {
        (self.row, self.pieces, self.store) = (row, pieces, store)
    }

    /// Appends the next frame to its chunk, on a streaming thread. Blocks while the chunk's encoder is busy. `time` is
    /// the frame's running time in nanoseconds.
    func append(_ info: borrowing ProbeInfo, at time: Int64) throws(GraphFailure) {
        let number = pieces.number(at: time)
        var writer = state.withLock { $0.current }
        if writer?.number != number {
            finish()
            let next = try ChunkWriter(number, row, to: try store.open(number))
            state.withLock { $0.current = next }
            writer = next
        }
        // If the encoder has failed, its error is on the bus and is reported later.
        _ = writer?.append(info, at: time - pieces.start(of: number))
    }

    /// Ends the current chunk, whose encoder then outputs its remaining frames.
    func finish() {
        let last = state.withLock { state in
            defer { state.current = nil }
            if let current = state.current { state.ending.append(current) }
            return state.current
        }
        last?.end()
    }

    /// Passes the chunks whose encoders have output all frames to the store.
    ///
    /// - Parameter nanoseconds: the time to wait for each chunk that is still draining.
    /// - Returns: true if no unfinished chunk is left.
    /// - Throws: the failure of a chunk's encoder or of the store; a `.fault` if a chunk does not have its number of
    ///   frames.
    @discardableResult
    func settle(within nanoseconds: UInt64 = 0) throws(GraphFailure) -> Bool {
        let (current, ending) = state.withLock { $0 }
        _ = try current?.hasEnded(within: 0)
        for writer in ending where try writer.hasEnded(within: nanoseconds) {
            writer.stop()
            let due = pieces.frames(of: writer.number)
            guard writer.frames == due else { throw .incomplete(writer.frames, of: due) }
            try store.keep(writer.number)
            state.withLock { $0.ending.removeAll { $0 === writer } }
        }
        return state.withLock { $0.current == nil && $0.ending.isEmpty }
    }

    /// Stops all encoders and discards the unfinished chunks.
    func stop() {
        let writers = state.withLock { state in
            defer { state = (nil, []) }
            return state.ending + [state.current].compactMap(\.self)
        }
        for writer in writers { writer.stop() }
    }
}

/// The writer of one chunk of a render: a separate pipeline with an encoder and a file.
private final class ChunkWriter: Sendable {
    /// The offset added to all times in a chunk, in nanoseconds. Encoders output times that are earlier than the first
    /// frame's time, and these must not be negative. In the finished file, times begin at 0 again.
    private static let lead: Int64 = 500_000_000

    let number: Int
    private let pipeline: MediaPipeline
    private let inlet: StreamInlet
    private let taken = Atomic(0)

    init(_ number: Int, _ row: [ElementPlan], to path: String) throws(GraphFailure) {
        let pipeline = try translating { try MediaPipeline(name: "piece-\(number)") }
        var builder = GraphBuilder(pipeline: pipeline)
        let split = row.firstIndex { $0.name == CompositionPlan.muxer } ?? row.endIndex
        try builder.makeChain(Array(row[..<split]))
        try builder.makeChain(row[split...].map { $0.writing(to: path, by: CompositionPlan.sink) })
        try builder.link(
            LinkPlan(PadReference(row[max(0, split - 1)].name), PadReference(CompositionPlan.muxer, "video_%u")))
        inlet = StreamInlet(into: try builder.pad(CompositionPlan.entry, "sink"), named: "picture")
        (self.number, self.pipeline) = (number, pipeline)
        try translating { try pipeline.setState(.playing) }
    }

    /// The number of frames that the chunk's encoder has accepted.
    var frames: Int { taken.load(ordering: .relaxed) }

    /// Passes a frame to the chunk's encoder.
    /// - Parameter time: the time since the chunk's beginning, in nanoseconds.
    func append(_ info: borrowing ProbeInfo, at time: Int64) -> StreamInlet.Flow {
        let flow = inlet.put(info, at: time + Self.lead)
        if flow == .taken { taken.add(1, ordering: .relaxed) }
        return flow
    }

    func end() { inlet.end() }

    func hasEnded(within nanoseconds: UInt64) throws(GraphFailure) -> Bool {
        do throws(LibraryError) { return try pipeline.waitForEnd(nanoseconds: nanoseconds) } catch {
            throw GraphFailure(writing: "the combined file", error)
        }
    }

    func stop() { pipeline.stop() }
}

extension GraphFailure {
    /// Returns the error for a rendered file that contains too few frames.
    static func incomplete(_ frames: Int, of due: Int) -> GraphFailure {
        GraphFailure(.fault, message: "\(frames) of \(due) frames have become a part of the combined file").advised
    }
}
