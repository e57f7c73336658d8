internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The writer of one open file: queues, muxer and sink on the tees behind the encoders, and the window of running time
/// that it records.
final class Writer: Sendable {
    /// The buffers that the file has accepted so far. All times are nanoseconds of recorded time.
    struct Tally: Sendable {
        /// The start of the window, which opens at the first key frame at or after `from` and closes at the first at or
        /// after `until`.
        var from: Int64?
        var until: Int64?
        var opened: Set<Media> = []
        var ended: Set<Media> = []
        var frames = 0
        var start: Int64?
        var end: Int64 = 0
        /// The length of the frame that ends at `end`.
        var lastLength: Int64 = 0
        /// The time of the file's first video or audio buffer, whichever is earlier: the file's own time 0.
        var origin: Int64?
        /// The camera's numbers of the first and last frame. Valid only if `isCounted`, which is false once a number is
        /// unknown.
        var first: NumberedFrames.Frame?
        var last: NumberedFrames.Frame?
        var before: Int?
        var isCounted = true
        /// The time from which pictures of a different encoder arrive. `hasChanged` is true once the first one has
        /// arrived.
        var changesAt: Int64?
        var hasChanged = false
    }

    enum Media: Sendable, Hashable {
        /// An audio track, by its number.
        case audio(Int)
        case video
    }

    let request: FileRequest
    /// The file that the sink writes into; `nil` if the sink opens the path itself.
    let file: ReservedFile?
    let sinkName: String
    /// The bin that holds all elements of the file.
    let bin: Bin?
    let elements: [Element]
    private let inputs: [Media: Pad]
    /// The queue in which video waits for the muxer.
    private let videoQueue: Element?
    private let frameLength: Int64
    private let account: FrameAccount
    private let feeds = Mutex<[(media: Media, tee: Element, source: Pad, input: Pad, probes: [Probe])]>([])
    private let tally: Mutex<Tally>
    /// Called on a streaming thread if every stream ended before the window began.
    private let onEmpty: @Sendable (Writer) -> Void

    /// Returns true if an element of that name belongs to the file.
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

    /// Links one of the file's streams to the tee behind its encoder.
    ///
    /// The probe is installed before the link, and every end of stream is sent behind it. A pad that has ended refuses
    /// further buffers, and the tee would return that refusal to the encoder.
    func feed(_ media: Media, from tee: Element, _ template: String) throws(GraphError) {
        guard let input = inputs[media] else { return }
        let source = try tee.requestPad(template)
        let probe = source.addProbe([.buffers, .events]) { [self] in judge(media, $0) }
        feeds.withLock { $0.append((media, tee, source, input, [probe])) }
        try source.link(to: input)
    }

    /// Unlinks the file from the tees and removes the probes, which retain the writer. Its elements can then be
    /// removed.
    func detach() {
        let attached = feeds.withLock { feeds in
            defer { feeds = [] }
            return feeds
        }
        for feed in attached { feed.source.unlink(from: feed.input) }
        for feed in attached { for probe in feed.probes { feed.source.remove(probe) } }
        for feed in attached { feed.tee.release(feed.source) }
    }

    /// Ends the file at the first key frame at or after `time` (recorded, in nanoseconds).
    func close(at time: Int64) { tally.withLock { $0.end(at: time) } }

    /// True when no end of the file has been requested or reached.
    var isToGoOn: Bool { tally.withLock { $0.until == nil && !$0.ended.contains(.video) } }

    /// Announces pictures of a different encoder from `time` (recorded, in nanoseconds) on, where the file begins or
    /// ends.
    ///
    /// A muxer accepts only one picture format. Sticky events of the new format are therefore held back from a file. A
    /// file that is to begin receives them with its first picture; a file that is to end never receives them. The pad
    /// sends its sticky events again before that picture, if a probe that could block the picture has let it pass.
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

    /// Stops accepting buffers. With `finishing`, the muxer closes the file; otherwise the file stays as it is, because
    /// a full disk would destroy it. The end of stream is sent between two pushes. A buffer behind it would be refused,
    /// and the tee would return that refusal to the encoder.
    func cutOff(finishing: Bool) {
        for (media, pad) in inputs where markEnded(media) && finishing {
            guard let source = pad.peer else { continue }
            source.whenIdle { pad.sendEndOfStream() }
        }
    }

    /// True when video waits because the muxer or the disk accepts nothing more.
    var isFull: Bool {
        guard let videoQueue else { return false }
        do throws(SettingError) {
            for measure in ["time", "bytes"] {
                let most = try videoQueue.integer("max-size-\(measure)")
                if most > 0, try videoQueue.integer("current-level-\(measure)") >= most { return true }
            }
        } catch {
            // An element without these properties is not a queue and holds nothing back.
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

    /// Returns true if the stream has ended. After an end of stream, the queue refuses events, too. A parser's new tags
    /// would stay pending on the tee's pad, and the next push would fail and end the encoder for all files.
    private func hasEnded(_ media: Media) -> Bool { tally.withLock { $0.ended.contains(media) } }

    private func judge(_ media: Media, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer { return judgeBuffer(media, info) }
        if case .endOfStream? = info.event { return judgeEnd(media) }
        return hasEnded(media) || isForeign(media) ? .drop : .pass
    }

    /// Returns true while sticky events may come from an encoder that has no picture in this file.
    private func isForeign(_ media: Media) -> Bool { media == .video && tally.withLock { $0.holdsBack } }

    /// Judges an end of stream. If the session ends before the window began, the file stays empty: a muxer without
    /// input would fail.
    private func judgeEnd(_ media: Media) -> ProbeVerdict {
        let (isNew, isEmpty, isOver) = tally.withLock { tally in
            let isNew = tally.ended.insert(media).inserted
            return (isNew, tally.opened.isEmpty, tally.ended.count == inputs.count)
        }
        if isNew, isEmpty, isOver { onEmpty(self) }
        return isNew && !isEmpty ? .pass : .drop
    }

    /// Ends the muxer's input. A muxer that has received nothing yet is not ended, because it would fail without input.
    private func endPeer(_ info: borrowing ProbeInfo) {
        let (isEmpty, isOver) = tally.withLock { ($0.opened.isEmpty, $0.ended.count == inputs.count) }
        if !isEmpty { info.endPeer() } else if isOver { onEmpty(self) }
    }

    /// Counts a frame that the file accepts by its camera's number.
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

    /// Sets the end of the window. An earlier end stays, because late frames may not have reached it when the next
    /// boundary is requested.
    mutating func end(at time: Int64) { until = min(until ?? time, time) }

    /// True when the video's sticky events belong to the previous or the next file.
    var holdsBack: Bool {
        guard let changesAt else { return false }
        return from ?? .min < changesAt ? opened.contains(.video) : !hasChanged
    }

    /// The numbers of the frames in the file; `nil` if any number is unknown.
    var count: FrameCount? {
        guard isCounted, let first, let last else { return nil }
        return FrameCount(
            first: first.number, last: last.number, leftOut: last.leftOut - first.leftOut,
            paused: last.paused - first.paused, before: before)
    }

    /// Counts an accepted frame. `before` is the number of frames missing between the previous file and the first frame
    /// of this one.
    mutating func count(_ frame: NumberedFrames.Frame?, before: Int?) {
        guard let frame else { return isCounted = false }
        if first == nil { (first, self.before) = (frame, before) }
        last = frame
    }

    /// Registers a picture that is about to arrive, before its sticky events arrive.
    mutating func meet(isKeyFrame: Bool, at time: Int64?) {
        if isKeyFrame, let time, time >= from ?? .min { hasChanged = true }
    }

    /// Judges a buffer: before the window, inside it, or the first one after it.
    mutating func admit(_ media: Writer.Media, at time: Int64?, duration: Int64, isBoundary: Bool) -> Step {
        guard !ended.contains(media), let time else { return .skip }
        let reach = media == .video ? time : time + duration - 1
        if let until, isBoundary, reach >= until {
            ended.insert(media)
            return .end
        }
        if !opened.contains(media) {
            // In a very short take, sound may have ended before the first picture arrives, because pictures take
            // longer.
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
