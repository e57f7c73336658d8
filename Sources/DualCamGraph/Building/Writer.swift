internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// One file being written: queues, muxer and sink on the tees behind the encoders, and the window of running time it takes.
final class Writer: Sendable {
    /// What the file has taken so far. All times are nanoseconds of running time.
    struct Tally: Sendable {
        var segments: [Media: Segment] = [:]
        /// The window: begins at the first key frame at or after `from`, ends at the first one at or after `until`.
        var from: Int64?
        var until: Int64?
        var opened: Set<Media> = []
        var ended: Set<Media> = []
        var frames = 0
        var start: Int64?
        var end: Int64 = 0
    }

    enum Media: Sendable { case audio, video }

    let request: FileRequest
    let sinkName: String
    let elements: [Element]
    private let inputs: [Media: Pad]
    private let frameLength: Int64
    private let tally: Mutex<Tally>

    init(
        request: FileRequest, sinkName: String, elements: [Element], inputs: [Media: Pad], frameLength: Int64,
        from: Int64?
    ) {
        self.request = request
        self.sinkName = sinkName
        self.elements = elements
        self.inputs = inputs
        self.frameLength = frameLength
        tally = Mutex(Tally(from: from))
    }

    func install() {
        for (media, pad) in inputs { pad.addProbe([.buffers, .events]) { [self] in judge(media, $0) } }
    }

    /// The file ends at the first key frame at or after `time`.
    func close(at time: Int64) { tally.withLock { $0.until = time } }

    /// Takes nothing more from now on. With `finishing` the file is closed by its muxer, else it is left as it is (a full disk would
    /// destroy it).
    func cutOff(finishing: Bool) {
        for (media, pad) in inputs where markEnded(media) && finishing { pad.sendEndOfStream() }
    }

    var frames: Int { tally.withLock { $0.frames } }

    var summary: FileSummary {
        tally.withLock { tally in
            FileSummary(
                output: request.output, segment: request.segment, path: request.path, frames: tally.frames,
                start: RunningTime(nanoseconds: tally.start ?? 0), end: RunningTime(nanoseconds: tally.end))
        }
    }

    /// The source pads the writer hangs on, to let go of them.
    var feeds: [(source: Pad, input: Pad)] { inputs.values.compactMap { input in input.peer.map { ($0, input) } } }

    func inputPad(_ media: Media) -> Pad? { inputs[media] }

    private func markEnded(_ media: Media) -> Bool { tally.withLock { $0.ended.insert(media).inserted } }

    private func judge(_ media: Media, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer { return judgeBuffer(media, info) }
        switch info.event {
        case .segment(let segment): tally.withLock { $0.segments[media] = segment }
        case .endOfStream: return markEnded(media) ? .pass : .drop
        default: break
        }
        return .pass
    }

    private func judgeBuffer(_ media: Media, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        let (stamp, duration) = (info.presentationTime, info.duration.map(Int64.init))
        let isBoundary = media == .audio || info.isKeyFrame
        let step = tally.withLock {
            $0.take(media, stamp: stamp, duration: duration ?? frameLength, isBoundary: isBoundary)
        }
        switch step {
        case .take: return .pass
        case .skip: return .drop
        case .end:
            info.sendEndOfStream()
            return .drop
        }
    }
}

extension Writer.Tally {
    enum Step { case take, skip, end }

    /// A buffer arrives: before the window, inside it, or the first one after it.
    mutating func take(_ media: Writer.Media, stamp: UInt64?, duration: Int64, isBoundary: Bool) -> Step {
        guard !ended.contains(media), let stamp, let time = segments[media]?.runningTime(stamp) else { return .skip }
        let reach = media == .audio ? time + duration - 1 : time
        if let until, isBoundary, reach >= until {
            ended.insert(media)
            return .end
        }
        if !opened.contains(media) {
            guard isBoundary, reach >= from ?? .min else { return .skip }
            opened.insert(media)
        }
        if media == .video {
            frames += 1
            start = min(start ?? time, time)
            end = max(end, time + duration)
        }
        return .take
    }
}
