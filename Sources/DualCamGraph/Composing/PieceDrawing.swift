package import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Keeps the pieces of a picture that is drawn.
package protocol PieceStore: Sendable {
    /// Makes the file of a piece and returns its path; it has no name that lasts yet.
    func open(_ number: Int) throws(GraphFailure) -> String

    /// Writes a piece through to the disk and gives it the name by which it is found again.
    func keep(_ number: Int) throws(GraphFailure)
}

/// Brings drawn frames into pieces. An encoder is drained while the next one works already.
final class PieceDrawing: Sendable {
    private let row: [ElementPlan]
    private let pieces: CompositionPieces
    private let store: any PieceStore
    /// The piece that takes frames, and those that get no more.
    private let state = Mutex<(current: PieceWriter?, ending: [PieceWriter])>((nil, []))

    /// - Parameter row: what writes a piece.
    init(_ row: [ElementPlan], _ pieces: CompositionPieces, _ store: any PieceStore) {
        (self.row, self.pieces, self.store) = (row, pieces, store)
    }

    /// Takes the next frame, on a streaming thread. Waits for the encoder.
    func append(_ info: borrowing ProbeInfo, at time: Int64) throws(GraphFailure) {
        let number = pieces.number(at: time)
        var writer = state.withLock { $0.current }
        if writer?.number != number {
            finish()
            let next = try PieceWriter(number, row, to: try store.open(number))
            state.withLock { $0.current = next }
            writer = next
        }
        // An encoder that has failed says so on its bus.
        _ = writer?.append(info, at: time - pieces.start(of: number))
    }

    /// The piece gets no more frames.
    func finish() {
        let last = state.withLock { state in
            defer { state.current = nil }
            if let current = state.current { state.ending.append(current) }
            return state.current
        }
        last?.end()
    }

    /// Keeps the pieces that are whole. Throws what has failed in any.
    ///
    /// - Parameter nanoseconds: the time that is waited for each.
    /// - Returns: true when none is left.
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

    /// Gives up what is not whole.
    func stop() {
        let writers = state.withLock { state in
            defer { state = (nil, []) }
            return state.ending + [state.current].compactMap(\.self)
        }
        for writer in writers { writer.stop() }
    }
}

/// One piece: an encoder and a file in a pipeline of their own.
private final class PieceWriter: Sendable {
    /// The time that everything is moved by, in nanoseconds: encoders tell times before that of the first frame. What a file begins with is
    /// its own zero.
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

    /// The frames that it has taken.
    var frames: Int { taken.load(ordering: .relaxed) }

    /// - Parameter time: from the piece's beginning on, in nanoseconds.
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
    /// Frames are missing where none may be.
    static func incomplete(_ frames: Int, of due: Int) -> GraphFailure {
        GraphFailure(.fault, message: "\(frames) of \(due) frames have become a part of the combined file").advised
    }
}
