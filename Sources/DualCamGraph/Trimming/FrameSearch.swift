internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A stretch of one file's picture: what is kept as it is, and what is encoded anew.
struct PicturePiece: Sendable, Equatable {
    enum Way: Sendable, Equatable { case copied, encoded }

    var way: Way
    /// In the file's time, in nanoseconds.
    var times: Range<Int64>
}

/// Finds the key frames between which frames can be kept as they are. Its functions block.
struct FrameSearch {
    /// A frame's time may have been rounded on another way, in nanoseconds.
    static let slack: Int64 = 1_000_000

    let plan: TrimPlan
    let path: String
    let goesOn: @Sendable () -> Bool

    /// Returns the pieces that make up a stretch of the file, whose end is `.max` where all the rest of it is meant; `nil`: it was ended.
    func pieces(of times: Range<Int64>) throws(GraphFailure) -> [PicturePiece]? {
        guard
            let head = try frames(
                from: times.lowerBound, until: { $0.isKey && $0.time >= times.lowerBound - Self.slack }),
            let tail = try times.upperBound == .max
                ? [] : frames(from: times.upperBound, until: { $0.time >= times.upperBound - Self.slack })
        else { return nil }
        return Self.pieces(of: times, head: head, tail: tail)
    }

    struct Frame: Sendable, Equatable {
        var time: Int64
        var isKey: Bool
    }

    /// - Parameters:
    ///   - head: the frames from the last key frame before the stretch to the first one in it.
    ///   - tail: those from the last key frame at or before its end to the first frame at or behind it.
    static func pieces(of times: Range<Int64>, head: [Frame], tail: [Frame]) -> [PicturePiece] {
        let (from, to) = (times.lowerBound - slack, times.upperBound - slack)
        guard let first = head.first(where: { $0.time >= from }) else { return [] }
        guard let key = head.last(where: { $0.isKey && $0.time >= from })?.time, key < to else {
            return first.time < to ? [PicturePiece(way: .encoded, times: from..<times.upperBound)] : []
        }
        var pieces: [PicturePiece] = []
        if first.time < key { pieces.append(PicturePiece(way: .encoded, times: from..<(key - slack))) }
        let (behind, last) = (tail.first { $0.time >= to }, tail.last { $0.isKey && $0.time < to }?.time)
        // Where the stretch ends with a group of pictures, or with the file, nothing has to be encoded.
        guard let behind, !behind.isKey, let last else {
            return pieces + [PicturePiece(way: .copied, times: (key - slack)..<times.upperBound)]
        }
        if last > key { pieces.append(PicturePiece(way: .copied, times: (key - slack)..<(last - slack))) }
        return pieces + [PicturePiece(way: .encoded, times: (max(last, key) - slack)..<times.upperBound)]
    }

    /// Reads frames from the last key frame at or before a time on, until one that fulfils a condition, and that one.
    private func frames(
        from time: Int64, until isLast: @escaping @Sendable (Frame) -> Bool
    ) throws(GraphFailure) -> [Frame]? {
        let frames = Mutex<(all: [Frame], isOver: Bool)>(([], false))
        let isRead = try plan.play(path, plan.picture.pad, from: max(0, time), goesOn: goesOn) { info in
            guard let time = info.fileTime else { return true }
            let frame = Frame(time: time, isKey: info.isKeyFrame)
            return frames.withLock { frames in
                guard !frames.isOver else { return false }
                frames.all.append(frame)
                frames.isOver = isLast(frame)
                return !frames.isOver
            }
        }
        guard isRead || !goesOn() else { throw .unread(path) }
        return isRead ? frames.withLock(\.all) : nil
    }
}

extension TrimPlan {
    /// Plays a stretch of a file's stream through elements, as fast as somebody takes it. Blocks.
    ///
    /// - Parameters:
    ///   - pad: the demuxer's, out of which the stream comes.
    ///   - time: in the file, in nanoseconds; it begins at the key frame before that.
    ///   - goesOn: is asked four times a second; false ends it.
    ///   - prepare: watches the elements, too.
    ///   - take: is given what comes out of the last one, and returns false where it wants no more.
    /// - Returns: false when it was ended, or the file has no such stream.
    func play(
        _ path: String, _ pad: String, through elements: [ElementPlan] = [], from time: Int64, goesOn: () -> Bool,
        prepare: (GraphBuilder) throws(GraphFailure) -> Void = { _ in },
        take: @escaping @Sendable (borrowing ProbeInfo) -> Bool
    ) throws(GraphFailure) -> Bool {
        let pipeline = try translating { try MediaPipeline(name: "stretch") }
        var builder = GraphBuilder(pipeline: pipeline)
        let row = [ElementPlan("queue", name: "stretch.queue", branch: .files(output))] + elements
        try builder.makeChain(row + [.takingAll("stretch.end", .files(output))])
        try prepare(builder)
        let isOver = Atomic(false)
        try builder.pad(row[row.count - 1].name, "src").addProbe(.buffers) { info in
            if !take(info), !isOver.exchange(true, ordering: .relaxed) { info.endPeer() }
            return .drop
        }
        let entry = try builder.pad("stretch.queue", "sink")
        return try translating {
            try StretchReader(path, demuxer: picture.demuxer, pad: pad, in: pipeline, to: entry)
                .read(from: time, goesOn: goesOn)
        }
    }
}

extension GraphFailure {
    /// Nothing comes out of a file that the session lists.
    static func unread(_ path: String, _ reason: String? = nil) -> GraphFailure {
        GraphFailure(
            .diskFailed, message: "'\(path)' cannot be read\(reason.map { ": \($0)" } ?? "")",
            advice: "'dualcam audit' tells whether it is whole.")
    }
}
