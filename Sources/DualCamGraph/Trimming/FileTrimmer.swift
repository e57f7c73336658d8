internal import DualCamConfig
package import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Makes a new file of what is kept of recorded ones. Frames between key frames are kept as they are; those before the first and behind
/// the last one are encoded anew, and so is sound that is cut.
package final class FileTrimmer: Sendable {
    /// The reasons why a file cannot be made in one way.
    package enum Ending: Sendable, Equatable {
        /// With so many frames, of which so many were encoded anew.
        case whole(frames: Int, encoded: Int)
        /// The trim was cancelled.
        case ended
        /// The re-encoded part does not fit the kept one: every key frame has to carry its own headers.
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
    /// Every key frame tells what it is.
    let isSelfTold: Bool
    /// Nothing is cut out of the sound.
    private let keepsSound: Bool
    private let sound: SoundDub?
    private let state = Mutex(State())
    private let isEnded = Atomic(false)

    /// - Parameters:
    ///   - keepsSound: nothing is cut between the beginning of the first file and the end of the last one.
    ///   - sound: comes in the place of the recorded one, as the plan's only track; `nil`: that is taken.
    ///   - isSelfTold: each key frame tells what it is, where that does not stand at the beginning of the file alone.
    package init(
        _ plan: TrimPlan, _ spans: KeptSpans, keepsSound: Bool, sound: SoundDub? = nil, isSelfTold: Bool
    ) {
        (self.plan, self.spans, self.isSelfTold) = (plan, spans, isSelfTold)
        (self.keepsSound, self.sound) = (keepsSound && sound == nil, sound)
    }

    /// The time that everything is moved by, in nanoseconds: encoded sound begins before its first sample. What the file begins with
    /// is its own zero.
    private static let lead: Int64 = 500_000_000

    /// Writes the file. Blocks.
    ///
    /// - Parameters:
    ///   - path: a file that is there.
    ///   - goesOn: is told four times a second how far it is; returns false when it is to end.
    package func write(
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
        while true {
            let hasEnded = try ended(pipeline, within: 250_000_000)
            let now = state.withLock { $0 }
            if now.flow == .otherForm { return .otherForm }
            if now.flow == .refused {
                // The element that has failed says why.
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
                // Nothing lies behind what a file ends with.
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

    /// Returns false where nothing more is to come.
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

    /// Lets only the decoded frames of the stretch reach the encoder.
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

    /// Returns false where the file takes nothing more.
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
    /// Returns the ways into the file: that of the picture, and those of the tracks of sound.
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
            // Encoded sound is late by what its encoder holds back.
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
