internal import DualCamDevices
import DualCamGraph
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A part of one recorded file's picture that is either copied or re-encoded in a trim.
struct PicturePiece: Sendable, Equatable {
    enum Way: Sendable, Equatable { case copied, encoded }

    var way: Way
    /// The times of the part's frames in the recorded file, in nanoseconds.
    var times: Range<Int64>
}

/// Searches for key frames in a recorded file, because only whole groups from one key frame to the next can be copied.
/// All functions block.
struct FrameSearch {
    /// The tolerance for frame times that were rounded differently, in nanoseconds.
    static let slack: Int64 = 1_000_000

    let plan: TrimPlan
    let path: String
    let goesOn: @Sendable () -> Bool

    /// Divides a range of times in the file, in nanoseconds, into the parts to copy and to re-encode. An upper bound of
    /// `.max` means the end of the file. Returns `nil` if the search was cancelled.
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

    /// Divides a range of times into the parts to copy and to re-encode, based on the frames around its start and end.
    ///
    /// - Parameters:
    ///   - head: the frames from the last key frame before the range to the first key frame in it.
    ///   - tail: the frames from the last key frame at or before the range's end to the first frame at or after it.
    ///     Empty at the end of the file.
    static func pieces(of times: Range<Int64>, head: [Frame], tail: [Frame]) -> [PicturePiece] {
        let (from, to) = (times.lowerBound - slack, times.upperBound - slack)
        guard let first = head.first(where: { $0.time >= from }) else { return [] }
        guard let key = head.last(where: { $0.isKey && $0.time >= from })?.time, key < to else {
            return first.time < to ? [PicturePiece(way: .encoded, times: from..<times.upperBound)] : []
        }
        var pieces: [PicturePiece] = []
        if first.time < key { pieces.append(PicturePiece(way: .encoded, times: from..<(key - slack))) }
        let (behind, last) = (tail.first { $0.time >= to }, tail.last { $0.isKey && $0.time < to }?.time)
        // If the range ends with a group of pictures or with the file, nothing needs to be re-encoded at its end.
        guard let behind, !behind.isKey, let last else {
            return pieces + [PicturePiece(way: .copied, times: (key - slack)..<times.upperBound)]
        }
        if last > key { pieces.append(PicturePiece(way: .copied, times: (key - slack)..<(last - slack))) }
        return pieces + [PicturePiece(way: .encoded, times: (max(last, key) - slack)..<times.upperBound)]
    }

    /// Reads the frames from the last key frame at or before `time` (nanoseconds) up to and including the first one for
    /// which `isLast` returns true. Returns `nil` if cancelled.
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
    /// Sends a part of a file's stream through a chain of elements, as fast as the consumer accepts it. Blocks.
    ///
    /// - Parameters:
    ///   - pad: the name of the demuxer's pad that delivers the stream.
    ///   - time: the time in the file, in nanoseconds. Playback begins at the key frame before it.
    ///   - goesOn: called four times a second; returns false to cancel.
    ///   - prepare: called before playback, to install probes on the elements.
    ///   - take: receives the buffers that leave the last element; returns false to stop.
    /// - Returns: false if `goesOn` cancelled, or if the file has no such stream.
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
