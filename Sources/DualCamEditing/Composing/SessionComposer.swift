internal import DualCamConfig
internal import DualCamDevices
import DualCamGraph
import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// The renderer that draws a combined picture from recorded files as fast as the machine allows, and writes it to a new
/// file.
final class SessionComposer: Sendable {
    /// The progress of rendering a combined file.
    struct Progress: Sendable, Equatable {
        var frames = 0
        /// The length of the rendered part of the file so far, in nanoseconds.
        var length: Int64 = 0
        /// The part of `length` that was already rendered before an interruption, in nanoseconds.
        var kept: Int64 = 0
        /// True when all chunks of the picture have been rendered and are being joined in one file.
        var isJoining = false

        init(frames: Int = 0, length: Int64 = 0, kept: Int64 = 0) {
            (self.frames, self.length, self.kept) = (frames, length, kept)
        }
    }

    /// The tolerance for frame times at the file's beginning and end, in nanoseconds, because times may have been
    /// rounded differently.
    static let slack: Int64 = 1_000_000
    private static let soundPad = "audio_%u"

    let plan: CompositionPlan
    private let clock: CompositionClock
    private let schedule: Mutex<PictureSchedule>
    private let overlays: OverlayRenderer
    private let looks = LookCache()
    /// The gain of the combined file's sound over time; `nil` to leave the sound unchanged.
    private let curve: GainCurve?
    let progress = Mutex(Progress())
    /// The first error on a streaming thread while the file is rendered; `nil` if none has occurred.
    let failure = Mutex<GraphFailure?>(nil)

    /// Creates a renderer for a planned combined file.
    ///
    /// - Parameters:
    ///   - decisions: the arrangements of the combined picture with their Unix times, in order of time; at least one.
    ///   - curve: the gain of the sound over time, if the sound is re-encoded; `nil` to leave it unchanged.
    init(
        _ plan: CompositionPlan, _ decisions: [PictureDecision], _ clock: CompositionClock, curve: GainCurve? = nil
    ) {
        (self.plan, self.clock, self.curve) = (plan, clock, curve)
        schedule = Mutex(PictureSchedule(plan.stage, decisions))
        overlays = OverlayRenderer(
            clocks: OverlayClocks(
                runningTime: { 0 }, recorded: { clock.recorded(at: $0) }, timeOfDay: { clock.unix(at: 0) },
                wallClock: { clock.unix(at: $0) }))
    }

    /// Renders the combined file. Blocks.
    ///
    /// - Parameters:
    ///   - path: the path of an existing file, which is overwritten.
    ///   - goesOn: called four times a second with the progress; returns false to cancel.
    /// - Returns: the final progress; `nil` if `goesOn` cancelled.
    func write(to path: String, goesOn: (Progress) -> Bool) throws(GraphFailure) -> Progress? {
        let pipeline = try translating { try MediaPipeline(name: "composition") }
        defer { pipeline.stop() }
        try build(in: pipeline, to: path)
        return try pipeline.playToEnd(
            of: "the combined file", progress: { progress.withLock { $0 } }, failure: { failure.withLock { $0 } },
            goesOn: goesOn)
    }

    private func build(in pipeline: MediaPipeline, to path: String) throws(GraphFailure) {
        let builder = try made(plan.elements, plan.links, in: pipeline, to: path)
        try prepareDrawing(by: builder)
        try prepareFile(by: builder)
    }

    /// Builds and links the given elements in `pipeline`, and returns the builder that finds them. The file sink, if
    /// there is one, writes the file at `path`.
    func made(
        _ elements: [ElementPlan], _ links: [LinkPlan], in pipeline: MediaPipeline, to path: String
    ) throws(GraphFailure) -> GraphBuilder {
        var builder = GraphBuilder(pipeline: pipeline)
        for element in elements { try builder.make(element.writing(to: path, by: CompositionPlan.sink)) }
        for link in links {
            try builder.link(link)
            guard plan.container == .mkv, link.to.pad == Self.soundPad else { continue }
            try builder.leaveOutHeaders(behind: link.from.element)
        }
        return builder
    }

    /// Installs the probes that process frames before the encoder. The probes delay the cameras' pictures as in the
    /// recording, set the mixer's compositions, cut at the file's start and end, and draw the overlays.
    func prepareDrawing(by builder: GraphBuilder) throws(GraphFailure) {
        for (feed, late) in plan.late {
            try builder.pad(feed.element, "sink").addProbe(.buffers) { info in
                guard let time = info.runningTime, let delay = late.delay(of: time) else { return .drop }
                info.move(by: delay)
                return .pass
            }
        }
        try draw(by: builder)
        keep(at: try builder.pad(PictureScene.caps, "src"))
    }

    /// Sets the tags of the combined file, and installs the probes that cut its sound and apply the gain.
    func prepareFile(by builder: GraphBuilder) throws(GraphFailure) {
        try builder.write(plan.tags, by: CompositionPlan.muxer, plan.container, of: .files(.combined))
        for name in plan.rawTracks {
            try builder.pad(name, "src").addProbe(.buffers) { [plan] info in
                info.keepSound(within: plan.start..<plan.end) ? .pass : .drop
            }
        }
        guard plan.hasSamples else { return }
        let samples = SampleWork(from: plan.start, to: plan.end, curve: curve)
        samples.install(on: try builder.pad(ExportSamples.pad.element, "src"))
    }

    /// Sends the mixer its composition before each frame. Creates masks, colour tables and texts when they are needed,
    /// because rendering has no deadlines.
    private func draw(by builder: GraphBuilder) throws(GraphFailure) {
        var pads: [PadReference: Pad] = [:]
        for player in plan.stage.players where player.isFed {
            pads[player.feed] = try builder.pad(player.feed.element, "src").peer
        }
        let mixer = try builder.element(PictureScene.mixer)
        let compositions = CompositionBuilder(mixer, of: .mixer, pads: pads, looks)
        try translating(in: .mixer) {
            try mixer.onEachFrame { [self] frame in
                guard let time = frame.runningTime else { return }
                let due = schedule.withLock { $0.frame(at: clock.unix(at: time)) }
                do throws(GraphFailure) {
                    if let picture = due.picture {
                        try compositions.prepare(picture).show(from: UInt64(clamping: time))
                    }
                    if let plans = due.overlays { try overlays.prepare(plans).show(from: time) }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
    }

    /// Passes only the frames that belong to the file, counts them and draws the overlays on them. Ends the stream
    /// after the last frame. Otherwise, the mixer would continue forever, because it repeats the last picture of an
    /// ended input.
    private func keep(at pad: Pad) {
        let (start, end) = (plan.start - Self.slack, plan.end - Self.slack)
        let isOver = Atomic(false)
        pad.addProbe(.buffers) { [self] info in
            guard let time = info.runningTime, time >= start else { return .drop }
            guard time < end else {
                if !isOver.exchange(true, ordering: .relaxed) { info.endPeer() }
                return .drop
            }
            progress.withLock { progress in
                progress.frames += 1
                progress.length = time - start
            }
            return .pass
        }
        overlays.install(on: pad) { [self] text in
            failure.withLock { $0 = $0 ?? GraphFailure(.fault, branch: .mixer, message: text) }
        }
    }
}
