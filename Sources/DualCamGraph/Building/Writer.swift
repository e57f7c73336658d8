internal import DualCamConfig
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Synchronization

/// The writer of one open file. It owns the queues, muxer and sink that are linked to the tees after the encoders, and
/// the window of time that the file records.
final class Writer: Sendable {
    /// The state of a file: the interval of time that it records, and the buffers that it has accepted so far. All
    /// times are in nanoseconds of recorded time (running time without pauses).
    struct Tally: Sendable {
        /// The time at or after which the file begins with a key frame; `nil` for no limit.
        var from: Int64?
        /// The time at or after which the file ends before a key frame; `nil` for no limit.
        var until: Int64?
        var opened: Set<Media> = []
        var ended: Set<Media> = []
        var frames = 0
        var start: Int64?
        var end: Int64 = 0
        /// The length of the file's last frame, in nanoseconds. The frame ends at `end`.
        var lastLength: Int64 = 0
        /// The time of the file's earliest video or audio buffer, which becomes time 0 of the file; `nil` before the
        /// first buffer.
        var origin: Int64?
        /// The file's first frame, with the number that the camera gave it. Valid only if `isCounted` is true.
        var first: NumberedFrames.Frame?
        /// The file's last frame, with the number that the camera gave it. Valid only if `isCounted` is true.
        var last: NumberedFrames.Frame?
        /// The number of frames missing between the previous file and this one. Valid only if `isCounted` is true.
        var before: Int?
        /// True while the file contains only frames of which the camera's numbers are known.
        var isCounted = true
        /// The time from which pictures of a different encoder may arrive; `nil` if none is expected.
        var changesAt: Int64?
        /// True once the first key frame of the different encoder has arrived.
        var hasChanged = false
        /// The streams whose last accepted buffer has not reached the file's elements yet.
        var underway: Set<Media> = []
        /// Kept when the last accepted buffer of a stream reaches the file's elements. Only for streams that are cut
        /// off while a buffer is under way.
        var arrivals: [Media: Promise<Void>] = [:]
    }

    /// The link of one of the file's streams to the tee that follows the stream's encoder, with the writer's probes.
    private struct Feed: Sendable {
        var media: Media
        var tee: Element
        var source: Pad
        var input: Pad
        /// The probes on `source`.
        var probes: [Probe]
        /// The probe on `input`.
        var arrivals: Probe
    }

    enum Media: Sendable, Hashable {
        /// An audio track; the value is the track's index, from 0.
        case audio(Int)
        case video
    }

    let request: FileRequest
    /// The file, created in advance, to which the sink writes; `nil` if the sink opens the path itself.
    let file: ReservedFile?
    let sinkName: String
    /// The bin that holds all elements of the writer; `nil` if it cannot be found.
    let bin: Bin?
    let elements: [Element]
    private let inputs: [Media: Pad]
    /// The queue in which video waits for the muxer.
    private let videoQueue: Element?
    private let frameLength: Int64
    private let account: FrameAccount
    private let feeds = Mutex<[Feed]>([])
    private let tally: Mutex<Tally>
    /// The closure that is called with the time, in nanoseconds of recorded time (without pauses), of each picture that
    /// is in no file, because this one waits for a key frame; `nil` if an earlier file has these pictures.
    private let onKeyless: (@Sendable (Int64) -> Void)?
    /// The closure that is called on a streaming thread if the file stays empty, because all streams ended before the
    /// time that the file records.
    private let onEmpty: @Sendable (Writer) -> Void

    /// Returns true if an element of this name belongs to the writer of this file.
    func holds(_ element: String) -> Bool { elements.contains { $0.name == element } }

    init(
        request: FileRequest, file: ReservedFile?, sinkName: String, bin: Bin?, elements: [Element],
        inputs: [Media: Pad], videoQueue: Element?, frameLength: Int64, account: FrameAccount, from: Int64?,
        changesEncoder: Bool, onKeyless: (@Sendable (Int64) -> Void)? = nil,
        onEmpty: @escaping @Sendable (Writer) -> Void
    ) {
        (self.request, self.file, self.sinkName, self.bin) = (request, file, sinkName, bin)
        (self.elements, self.inputs, self.videoQueue) = (elements, inputs, videoQueue)
        (self.frameLength, self.account) = (frameLength, account)
        (self.onKeyless, self.onEmpty) = (onKeyless, onEmpty)
        tally = Mutex(Tally(from: from, changesAt: changesEncoder ? from : nil))
    }

    /// Links one of the file's streams to the tee that follows the stream's encoder.
    ///
    /// The probe is installed before the link is made, and every end of stream is sent to the elements after the
    /// probe's pad. A pad that has received an end of stream rejects further buffers, and the tee would report that
    /// error to the encoder.
    func feed(_ media: Media, from tee: Element, _ template: String) throws(GraphError) {
        guard let input = inputs[media] else { return }
        let source = try tee.requestPad(template)
        let arrivals = input.addProbe(.buffers) { [self] _ in
            arrive(media)
            return .pass
        }
        var probes = [source.addProbe([.buffers, .events]) { [self] in judge(media, $0) }]
        if media == .video, tally.withLock({ $0.changesAt != nil }) { probes.append(meetPictures(at: source)) }
        feeds.withLock {
            $0.append(Feed(media: media, tee: tee, source: source, input: input, probes: probes, arrivals: arrivals))
        }
        try source.link(to: input)
    }

    /// Unlinks the file's elements from the tees and removes the probes, which hold references to the writer. The
    /// elements can then be removed from the pipeline.
    func detach() {
        let attached = feeds.withLock { feeds in
            defer { feeds = [] }
            return feeds
        }
        for feed in attached { feed.source.unlink(from: feed.input) }
        for feed in attached {
            for probe in feed.probes { feed.source.remove(probe) }
            feed.input.remove(feed.arrivals)
        }
        for feed in attached { feed.tee.release(feed.source) }
    }

    /// Ends the file at the first key frame at or after `time`, in nanoseconds of recorded time (running time without
    /// pauses).
    func close(at time: Int64) { tally.withLock { $0.end(at: time) } }

    /// True while the file is still being recorded: its end has been neither requested nor reached.
    var isToGoOn: Bool { tally.withLock { $0.until == nil && !$0.ended.contains(.video) } }

    /// Announces that pictures of a different encoder arrive from `time` on, in nanoseconds of recorded time (running
    /// time without pauses). The file ends or begins at this time.
    ///
    /// A muxer accepts only one picture format, so sticky events of the other format are held back. A file that begins
    /// receives sticky events only with its first picture. A file that ends never receives those of the new format.
    func expectAnotherStream(from time: Int64) {
        tally.withLock { $0.changesAt = time }
        feeds.withLock { feeds in
            for index in feeds.indices where feeds[index].media == .video && feeds[index].probes.count == 1 {
                feeds[index].probes.append(meetPictures(at: feeds[index].source))
            }
        }
    }

    /// Adds a probe that detects the new encoder's first picture, from which on sticky events may pass. The probe is of
    /// the blocking type but lets each picture pass. The pad therefore sends its sticky events again before that
    /// picture.
    private func meetPictures(at source: Pad) -> Probe {
        source.addProbe([.buffers, .block]) { [self] info in
            let (time, isKeyFrame) = (info.runningTime, info.isKeyFrame)
            tally.withLock { $0.meet(isKeyFrame: isKeyFrame, at: time) }
            return .passUnheld
        }
    }

    /// Stops accepting buffers. If `finishing` is true, the muxer completes the file. Otherwise the file stays as it
    /// is, because completing it on a full disk would destroy it. Blocks for up to a second for each stream.
    ///
    /// The end-of-stream event is sent between two buffers, with no buffer after it: the muxer would reject such a
    /// buffer, and the rejection would reach the encoder as an error. A pad counts as idle while its probes run
    /// (gst_pad_push_data in gstpad.c, 1.22), so an accepted buffer must arrive first.
    func cutOff(finishing: Bool) {
        for (media, pad) in inputs where markEnded(media) && finishing {
            guard let source = pad.peer else { continue }
            // A buffer that another element refuses never arrives.
            _ = arrival(of: media)?.wait(within: 1)
            source.whenIdle { pad.sendEndOfStream() }
        }
    }

    /// Returns a promise that is kept when the buffer that is under way to the file's elements arrives there; `nil` if
    /// none is under way.
    private func arrival(of media: Media) -> Promise<Void>? {
        tally.withLock { tally in
            guard tally.underway.contains(media) else { return nil }
            let arrival = Promise<Void>()
            tally.arrivals[media] = arrival
            return arrival
        }
    }

    private func arrive(_ media: Media) {
        let arrival = tally.withLock { tally in
            tally.underway.remove(media)
            return tally.arrivals.removeValue(forKey: media)
        }
        arrival?.keep(())
    }

    /// True when the file's video queue is full, because the muxer or the disk does not accept more data.
    var isFull: Bool {
        guard let videoQueue else { return false }
        do throws(SettingError) {
            for measure in ["time", "bytes"] {
                let most = try videoQueue.integer("max-size-\(measure)")
                if most > 0, try videoQueue.integer("current-level-\(measure)") >= most { return true }
            }
        } catch {
            // An element without these properties is not a queue, so it cannot be full.
        }
        return false
    }

    var frames: Int { tally.withLock { $0.frames } }

    /// Returns the summary of the file: its number of frames, and its start and end in running time.
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

    /// Returns true if the file's stream of this medium has ended. A queue that has received an end of stream also
    /// rejects events, such as a parser's new tags. A rejected event would make the tee's next push fail, which would
    /// stop the encoder for all files.
    private func hasEnded(_ media: Media) -> Bool { tally.withLock { $0.ended.contains(media) } }

    private func judge(_ media: Media, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer { return judgeBuffer(media, info) }
        if case .endOfStream? = info.event { return judgeEnd(media) }
        return hasEnded(media) || isForeign(media) ? .drop : .pass
    }

    /// Returns true while arriving sticky events may be from an encoder whose pictures are not in this file. The caller
    /// drops such events.
    private func isForeign(_ media: Media) -> Bool { media == .video && tally.withLock { $0.holdsBack } }

    /// Decides whether an end of stream may pass to the muxer. It may not if all streams end before the time that the
    /// file records: the file then stays empty, and a muxer without input would fail.
    private func judgeEnd(_ media: Media) -> ProbeVerdict {
        let (isNew, isEmpty, isOver) = tally.withLock { tally in
            let isNew = tally.ended.insert(media).inserted
            return (isNew, tally.opened.isEmpty, tally.ended.count == inputs.count)
        }
        if isNew, isEmpty, isOver { onEmpty(self) }
        return isNew && !isEmpty ? .pass : .drop
    }

    /// Sends the end of one stream to the muxer. Does not send it if the muxer has received no data at all, because the
    /// muxer would fail.
    private func endPeer(_ info: borrowing ProbeInfo) {
        let (isEmpty, isOver) = tally.withLock { ($0.opened.isEmpty, $0.ended.count == inputs.count) }
        if !isEmpty { info.endPeer() } else if isOver { onEmpty(self) }
    }

    /// Looks up the camera's number of a frame that the file has accepted, and adds the frame to the file's count.
    private func count(at time: Int64) {
        let found = account.match(at: time)
        tally.withLock { $0.count(found?.frame, before: found?.before) }
    }

    private func judgeBuffer(_ media: Media, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        let (time, duration) = (info.runningTime, info.duration.map(Int64.init) ?? frameLength)
        let isBoundary = media != .video || info.isKeyFrame
        let step = tally.withLock { tally in
            let step = tally.admit(media, at: time, duration: duration, isBoundary: isBoundary)
            if step == .take { tally.underway.insert(media) }
            return step
        }
        switch step {
        case .take:
            if media == .video, let time { count(at: time) }
            return .pass
        case .keyless:
            if let time { onKeyless?(time) }
            return .drop
        case .skip: return .drop
        case .end:
            endPeer(info)
            return .drop
        }
    }
}
