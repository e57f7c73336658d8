internal import DualCamConfig
internal import DualCamDevices
import DualCamGraph
import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Writes the kept parts of recorded files to a new file. Copies groups of pictures that are kept as a whole.
/// Re-encodes the kept frames before and after these groups, and any sound that is cut.
final class FileTrimmer: Sendable {
    /// The result of a trim.
    enum Ending: Sendable, Equatable {
        /// The file was written. `frames` is the number of its frames, and `encoded` is the number of those that were
        /// re-encoded.
        case whole(frames: Int, encoded: Int)
        /// The caller cancelled the trim.
        case ended
        /// The headers of the re-encoded frames differ from those of the copied ones. The trim must be repeated with
        /// headers in every key frame.
        case otherForm
    }

    private struct State {
        var frames = 0
        var encoded = 0
        var reached: Int64 = 0
        var flow = StreamInlet.Flow.taken
    }

    let plan: TrimPlan
    let spans: KeptSpans
    /// True when every key frame of the new file contains the codec's headers; false if only the file's beginning does.
    let isSelfTold: Bool
    /// True when no sound is cut out, so that all sound is copied.
    private let keepsSound: Bool
    private let sound: SoundDub?
    private let state = Mutex(State())
    private let isEnded = Atomic(false)

    /// Creates a trimmer of recorded files.
    ///
    /// - Parameters:
    ///   - keepsSound: true if nothing is cut out between the beginning of the first file and the end of the last one,
    ///     so that all sound is copied.
    ///   - sound: the sound that replaces the recorded sound, and becomes the plan's only track; `nil` to keep the
    ///     recorded sound.
    ///   - isSelfTold: true to give each key frame its own headers; false if only the beginning of the file has them.
    init(
        _ plan: TrimPlan, _ spans: KeptSpans, keepsSound: Bool, sound: SoundDub? = nil, isSelfTold: Bool
    ) {
        (self.plan, self.spans, self.isSelfTold) = (plan, spans, isSelfTold)
        (self.keepsSound, self.sound) = (keepsSound && sound == nil, sound)
    }

    /// The offset added to all times in the new file, in nanoseconds. It keeps times positive, because encoded sound
    /// begins before its first sample. In the finished file, times begin at 0 again.
    private static let lead: Int64 = 500_000_000

    /// Writes the trimmed file. Blocks.
    ///
    /// - Parameters:
    ///   - path: the path of an existing file, which is overwritten.
    ///   - goesOn: called with the progress at the beginning and four times a second; returns false to cancel.
    func write(
        to path: String, goesOn: (SessionComposer.Progress) -> Bool
    ) throws(GraphFailure) -> Ending {
        let pipeline = try translating { try MediaPipeline(name: "trim") }
        defer { pipeline.stop() }
        let inlets = try build(in: pipeline, to: path)
        try translating { try pipeline.setState(.playing) }
        let workers = self.workers(inlets)
        defer {
            isEnded.store(true, ordering: .relaxed)
            pipeline.stop()
            for worker in workers { worker.wait() }
        }
        for worker in workers { worker.start() }
        guard goesOn(.init()) else { return .ended }
        while true {
            let hasEnded = try ended(pipeline, within: 250_000_000)
            let now = state.withLock { $0 }
            if now.flow == .otherForm { return .otherForm }
            if now.flow == .refused {
                // Throws the error of the element that has failed, because it contains the reason.
                _ = try ended(pipeline, within: 1_000_000_000)
                throw GraphFailure(.fault, message: "the new file takes nothing more").advised
            }
            for worker in workers { if let failure = worker.failure { throw failure } }
            if hasEnded { return .whole(frames: now.frames, encoded: now.encoded) }
            guard goesOn(.init(frames: now.frames, length: now.reached)) else { return .ended }
        }
    }

    private func ended(_ pipeline: MediaPipeline, within nanoseconds: UInt64) throws(GraphFailure) -> Bool {
        do throws(LibraryError) { return try pipeline.waitForEnd(nanoseconds: nanoseconds) } catch {
            throw GraphFailure(writing: "the new file", error)
        }
    }

    private func workers(_ inlets: [StreamInlet]) -> [StreamWorker] {
        let picture = StreamWorker { [self] () throws(GraphFailure) in try copyPicture(into: inlets[0]) }
        return [picture]
            + plan.tracks.enumerated().map { number, track in
                StreamWorker { [self] () throws(GraphFailure) in
                    if let sound {
                        return try sound.write(track, into: inlets[number + 1], lead: Self.lead) { !self.isOver }
                    }
                    try SoundTrimmer(self.plan, track, spans, keepsSound, lead: Self.lead) { !self.isOver }
                        .write(into: inlets[number + 1])
                }
            }
    }

    private var isOver: Bool { isEnded.load(ordering: .relaxed) || state.withLock { $0.flow != .taken } }

    // MARK: The picture
    private func copyPicture(into inlet: StreamInlet) throws(GraphFailure) {
        for span in spans.spans {
            for file in plan.files where file.start < span.upperBound && file.end > span.lowerBound {
                let shift = file.offset
                // A part that ends at the file's end needs no upper limit, because no frame follows.
                let isToEnd = span.upperBound > file.end -| FrameSearch.slack
                let times = (max(span.lowerBound, file.start) -| shift)..<(isToEnd ? .max : span.upperBound -| shift)
                let search = FrameSearch(plan: plan, path: file.path) { [self] in !isOver }
                guard let pieces = try search.pieces(of: times) else { return }
                for piece in pieces {
                    guard try play(piece, of: file, into: inlet) else { return }
                }
            }
        }
        inlet.end()
    }

    /// Copies or re-encodes a part of a recorded file's picture. Returns false if the trim was cancelled or has failed.
    private func play(
        _ piece: PicturePiece, of file: TrimPlan.File, into inlet: StreamInlet
    ) throws(GraphFailure) -> Bool {
        var elements = piece.way == .encoded ? plan.picture.coding : plan.picture.framing
        if isSelfTold { elements = plan.selfTold(elements) }
        let isRead = try plan.play(
            file.path, plan.picture.pad, through: elements, from: max(0, piece.times.lowerBound + FrameSearch.slack),
            goesOn: { !self.isOver },
            prepare: { builder throws(GraphFailure) in
                if piece.way == .encoded { Self.cut(to: piece.times, at: try builder.pad(plan.picture.decoder, "src")) }
            }
        ) { [self] info in
            guard let time = info.fileTime, time >= piece.times.lowerBound else { return true }
            return time < piece.times.upperBound - FrameSearch.slack
                && append(info, at: time, of: file, piece.way, into: inlet)
        }
        guard isRead || isOver else { throw .unread(file.path) }
        return !isOver
    }

    /// Installs a probe at the decoder's pad that passes only frames whose times are in `times`, in nanoseconds, to the
    /// encoder.
    private static func cut(to times: Range<Int64>, at pad: Pad) {
        let isOver = Atomic(false)
        pad.addProbe(.buffers) { info in
            guard let time = info.fileTime, time >= times.lowerBound else { return .drop }
            guard time < times.upperBound - FrameSearch.slack else {
                if !isOver.exchange(true, ordering: .relaxed) { info.endPeer() }
                return .drop
            }
            return .pass
        }
    }

    /// Appends a frame to the new file. Returns false if the file no longer accepts frames.
    private func append(
        _ info: borrowing ProbeInfo, at time: Int64, of file: TrimPlan.File, _ way: PicturePiece.Way,
        into inlet: StreamInlet
    ) -> Bool {
        guard let place = spans.place(of: time +| file.offset, inFileTo: file.end) else { return true }
        let flow = inlet.put(
            info, at: place + Self.lead, length: plan.frame, mayChange: isSelfTold || plan.isAlwaysSelfTold)
        state.withLock { state in
            if flow != .taken { state.flow = flow }
            state.frames += flow == .taken ? 1 : 0
            state.encoded += flow == .taken && way == .encoded ? 1 : 0
            state.reached = max(state.reached, place)
        }
        return flow == .taken
    }

    // MARK: The file
    /// Builds the muxer and the sink of the new file. Returns the inlets of its streams: the picture's, followed by
    /// those of the audio tracks.
    private func build(in pipeline: MediaPipeline, to path: String) throws(GraphFailure) -> [StreamInlet] {
        var builder = GraphBuilder(pipeline: pipeline)
        let branch = BranchID.files(plan.output)
        try builder.makeChain([
            .muxer(ExportContainer(plan.container), TrimPlan.muxer, branch),
            ElementPlan("filesink", name: TrimPlan.sink, branch: branch, [Property("location", .string(path))]),
        ])
        try builder.write(plan.tags, by: TrimPlan.muxer, plan.container)
        var inlets: [StreamInlet] = []
        let video = ElementPlan.patientQueue("trim.video", branch)
        try builder.make(video)
        try builder.link(LinkPlan(PadReference(video.name), PadReference(TrimPlan.muxer, "video_%u")))
        inlets.append(StreamInlet(into: try builder.pad(video.name, "sink"), named: "video"))
        for (number, track) in plan.tracks.enumerated() {
            let queue = ElementPlan.patientQueue("trim.audio-\(number)", branch)
            let titling = ElementPlan.titling(track.microphones, "trim.title-\(number)", branch)
            let elements = [queue] + (keepsSound ? [] : track.encoding) + titling
            try builder.makeChain(elements)
            // Encoded sound is delayed by its encoder, which is corrected here.
            let late = keepsSound ? 0 : Int64(track.delay) * 1_000_000_000 / Int64(track.rate)
            try builder.link(
                LinkPlan(
                    PadReference(elements[elements.count - 1].name), PadReference(TrimPlan.muxer, "audio_%u"),
                    offset: -late))
            if plan.container == .mkv { try builder.leaveOutHeaders(behind: elements[elements.count - 1].name) }
            inlets.append(StreamInlet(into: try builder.pad(queue.name, "sink"), named: "audio-\(number)"))
        }
        return inlets
    }
}
