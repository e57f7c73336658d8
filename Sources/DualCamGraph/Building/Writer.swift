internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// One file being written: queues, muxer and sink on the tees behind the encoders, and the window of running time it takes.
final class Writer: Sendable {
    /// The frames and sounds that the file has taken so far. All times are nanoseconds of recorded time.
    struct Tally: Sendable {
        /// The window: begins at the first key frame at or after `from`, ends at the first one at or after `until`.
        var from: Int64?
        var until: Int64?
        var opened: Set<Media> = []
        var ended: Set<Media> = []
        var frames = 0
        var start: Int64?
        var end: Int64 = 0
        /// The length of the frame that ends there.
        var lastLength: Int64 = 0
        /// The time of its first frame or sound, whichever is earlier: the file's own time 0.
        var origin: Int64?
        /// The frames by their camera's numbers; `nil`: not all are known.
        var first: NumberedFrames.Frame?
        var last: NumberedFrames.Frame?
        var before: Int?
        var isCounted = true
        /// Another encoder's pictures come from this time on, and whether they are here.
        var changesAt: Int64?
        var hasChanged = false
    }

    enum Media: Sendable, Hashable {
        /// A track of sound, by its number.
        case audio(Int)
        case video
    }

    let request: FileRequest
    /// The file that the sink writes into; `nil`: it opens the path itself.
    let file: ReservedFile?
    let sinkName: String
    /// The bin of all its elements.
    let bin: Bin?
    let elements: [Element]
    private let inputs: [Media: Pad]
    /// The queue that the video waits in for the muxer.
    private let videoQueue: Element?
    private let frameLength: Int64
    private let account: FrameAccount
    private let feeds = Mutex<[(media: Media, tee: Element, source: Pad, input: Pad, probes: [Probe])]>([])
    private let tally: Mutex<Tally>
    /// Called on a streaming thread when every stream ended before the window began.
    private let onEmpty: @Sendable (Writer) -> Void

    /// True when an element of that name belongs to the file.
    func holds(_ element: String) -> Bool { elements.contains { $0.name == element } }

    init(
        request: FileRequest, file: ReservedFile?, sinkName: String, bin: Bin?, elements: [Element],
        inputs: [Media: Pad],
        videoQueue: Element?, frameLength: Int64, account: FrameAccount, from: Int64?,
        onEmpty: @escaping @Sendable (Writer) -> Void
    ) {
        self.request = request
        self.file = file
        self.sinkName = sinkName
        self.bin = bin
        self.elements = elements
        self.inputs = inputs
        self.videoQueue = videoQueue
        self.frameLength = frameLength
        self.account = account
        self.onEmpty = onEmpty
        tally = Mutex(Tally(from: from))
    }

    /// Hangs one of the file's streams on the tee behind its encoder.
    ///
    /// The probe sits before the link and every end of stream is sent behind it: a pad that has ended refuses what comes, and the
    /// tee would pass that refusal on to the encoder.
    func feed(_ media: Media, from tee: Element, _ template: String) throws(GraphError) {
        guard let input = inputs[media] else { return }
        let source = try tee.requestPad(template)
        let probe = source.addProbe([.buffers, .events]) { [self] in judge(media, $0) }
        feeds.withLock { $0.append((media, tee, source, input, [probe])) }
        try source.link(to: input)
    }

    /// Lets go of the tees and of the probes, which hold the writer. Its elements can then be taken out.
    func detach() {
        let attached = feeds.withLock { feeds in
            defer { feeds = [] }
            return feeds
        }
        for feed in attached { feed.source.unlink(from: feed.input) }
        for feed in attached { for probe in feed.probes { feed.source.remove(probe) } }
        for feed in attached { feed.tee.release(feed.source) }
    }

    /// The file ends at the first key frame at or after `time` (recorded).
    func close(at time: Int64) { tally.withLock { $0.end(at: time) } }

    /// True when no end of the file has been asked for, or has come.
    var isToGoOn: Bool { tally.withLock { $0.until == nil && !$0.ended.contains(.video) } }

    /// Another encoder's pictures come from `time` (recorded) on, where the file begins or ends.
    ///
    /// A muxer takes one form of pictures only. So what is told of them (sticky events) is held back from a file that is to begin, until
    /// its first picture is here, and from one that is to end, for good. The pad tells it again before that picture goes on, if a probe
    /// that could hold the picture has let it pass.
    func expectAnotherStream(from time: Int64) {
        tally.withLock { $0.changesAt = time }
        feeds.withLock { feeds in
            for index in feeds.indices where feeds[index].media == .video {
                let probe = feeds[index].source.addProbe([.buffers, .block]) { [self] info in
                    let (time, isKeyFrame) = (info.runningTime, info.isKeyFrame)
                    tally.withLock { $0.meet(isKeyFrame: isKeyFrame, at: time) }
                    return .passUnheld
                }
                feeds[index].probes.append(probe)
            }
        }
    }

    /// Takes nothing more from now on. With `finishing` the file is closed by its muxer, else it is left as it is (a full disk would
    /// destroy it). The end goes in between two pushes: a buffer that came behind it would be refused, and the tee would pass
    /// that refusal on to the encoder.
    func cutOff(finishing: Bool) {
        for (media, pad) in inputs where markEnded(media) && finishing {
            guard let source = pad.peer else { continue }
            source.whenIdle { pad.sendEndOfStream() }
        }
    }

    /// True when video waits because the muxer or the disk takes no more.
    var isFull: Bool {
        guard let videoQueue else { return false }
        do throws(SettingError) {
            for measure in ["time", "bytes"] {
                let most = try videoQueue.integer("max-size-\(measure)")
                if most > 0, try videoQueue.integer("current-level-\(measure)") >= most { return true }
            }
        } catch {
            // An element without such levels is no queue and keeps nothing back.
        }
        return false
    }

    var frames: Int { tally.withLock { $0.frames } }

    /// Returns the file's summary, in running time.
    func summary(_ cuts: CutList) -> FileSummary {
        tally.withLock { tally in
            let first = RunningTime(nanoseconds: tally.start ?? 0)
            let last = RunningTime(nanoseconds: tally.end - tally.lastLength)
            let (start, lastStart) = (cuts.running(first, .behind), cuts.running(last, .behind))
            let end = RunningTime(nanoseconds: lastStart.nanoseconds + tally.lastLength)
            var summary = FileSummary(
                output: request.output, segment: request.segment, path: request.path, frames: tally.frames,
                start: start, end: end)
            summary.paused = end.nanoseconds - start.nanoseconds - (tally.end - (tally.start ?? 0))
            summary.lead = max(0, (tally.start ?? 0) - (tally.origin ?? tally.start ?? 0))
            summary.count = tally.count
            return summary
        }
    }

    private func markEnded(_ media: Media) -> Bool {
        tally.withLock { $0.ended.insert(media).inserted }
    }

    /// Behind an end of stream the queue refuses events, too: a parser's new tags would stay pending on the tee's pad, and the
    /// next buffer's push would fail and end the encoder for all files.
    private func hasEnded(_ media: Media) -> Bool { tally.withLock { $0.ended.contains(media) } }

    private func judge(_ media: Media, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer { return judgeBuffer(media, info) }
        if case .endOfStream? = info.event { return judgeEnd(media) }
        return hasEnded(media) || isForeign(media) ? .drop : .pass
    }

    /// Returns true while what is told of the pictures may be of an encoder none of whose pictures is in the file.
    private func isForeign(_ media: Media) -> Bool { media == .video && tally.withLock { $0.holdsBack } }

    /// The session ends before the window began: there is no file to close, and a muxer without input would fail.
    private func judgeEnd(_ media: Media) -> ProbeVerdict {
        let (isNew, isEmpty, isOver) = tally.withLock { tally in
            let isNew = tally.ended.insert(media).inserted
            return (isNew, tally.opened.isEmpty, tally.ended.count == inputs.count)
        }
        if isNew, isEmpty, isOver { onEmpty(self) }
        return isNew && !isEmpty ? .pass : .drop
    }

    /// A muxer that has had nothing yet is not ended but left: without input it would fail.
    private func endPeer(_ info: borrowing ProbeInfo) {
        let (isEmpty, isOver) = tally.withLock { ($0.opened.isEmpty, $0.ended.count == inputs.count) }
        if !isEmpty { info.endPeer() } else if isOver { onEmpty(self) }
    }

    /// Counts a frame that the file takes by its camera's number.
    private func count(at time: Int64) {
        let found = account.match(at: time)
        tally.withLock { $0.count(found?.frame, before: found?.before) }
    }

    private func judgeBuffer(_ media: Media, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        let (time, duration) = (info.runningTime, info.duration.map(Int64.init) ?? frameLength)
        let isBoundary = media != .video || info.isKeyFrame
        let step = tally.withLock { $0.admit(media, at: time, duration: duration, isBoundary: isBoundary) }
        switch step {
        case .take:
            if media == .video, let time { count(at: time) }
            return .pass
        case .skip: return .drop
        case .end:
            endPeer(info)
            return .drop
        }
    }
}

extension Writer.Tally {
    enum Step { case take, skip, end }

    /// Sets the end. An earlier one stays: frames that are late may not have reached it yet when the next boundary is asked for.
    mutating func end(at time: Int64) { until = min(until ?? time, time) }

    /// Events of the pictures are none of this file's yet, or no more.
    var holdsBack: Bool {
        guard let changesAt else { return false }
        return from ?? .min < changesAt ? opened.contains(.video) : !hasChanged
    }

    /// The numbers of the frames in the file; `nil` where some number is not known.
    var count: FrameCount? {
        guard isCounted, let first, let last else { return nil }
        return FrameCount(
            first: first.number, last: last.number, leftOut: last.leftOut - first.leftOut,
            paused: last.paused - first.paused, before: before)
    }

    /// A frame was taken: its number, and how many are missing between the file before and this one, if it is the first.
    mutating func count(_ frame: NumberedFrames.Frame?, before: Int?) {
        guard let frame else { return isCounted = false }
        if first == nil { (first, self.before) = (frame, before) }
        last = frame
    }

    /// A picture is about to arrive, and before it what is told of it.
    mutating func meet(isKeyFrame: Bool, at time: Int64?) {
        if isKeyFrame, let time, time >= from ?? .min { hasChanged = true }
    }

    /// A buffer arrives: before the window, inside it, or the first one after it.
    mutating func admit(_ media: Writer.Media, at time: Int64?, duration: Int64, isBoundary: Bool) -> Step {
        guard !ended.contains(media), let time else { return .skip }
        let reach = media == .video ? time : time + duration - 1
        if let until, isBoundary, reach >= until {
            ended.insert(media)
            return .end
        }
        if !opened.contains(media) {
            // In a very short take sound may have ended before the first picture arrives: the picture takes longer.
            guard ended.isSubset(of: opened), isBoundary, reach >= from ?? .min else { return .skip }
            opened.insert(media)
            origin = min(origin ?? time, time)
        }
        if media == .video {
            frames += 1
            start = min(start ?? time, time)
            if time + duration > end { (end, lastLength) = (time + duration, duration) }
        }
        return .take
    }
}
