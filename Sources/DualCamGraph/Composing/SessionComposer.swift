internal import DualCamConfig
package import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// Draws a combined file out of recorded ones, as fast as the machine has time for it.
package final class SessionComposer: Sendable {
    /// The part of the file that is drawn.
    package struct Progress: Sendable, Equatable {
        package var frames = 0
        /// In nanoseconds.
        package var length: Int64 = 0
        /// The part of it that was drawn before, in nanoseconds.
        package var kept: Int64 = 0
        /// All is drawn, and is put together.
        package var isJoining = false

        package init(frames: Int = 0, length: Int64 = 0, kept: Int64 = 0) {
            (self.frames, self.length, self.kept) = (frames, length, kept)
        }
    }

    /// A frame's time and the file's beginning may have been rounded on different ways, in nanoseconds.
    static let slack: Int64 = 1_000_000
    private static let soundPad = "audio_%u"

    let plan: CompositionPlan
    private let clock: CompositionClock
    private let schedule: Mutex<PictureSchedule>
    private let overlays: OverlayRenderer
    private let looks = LookCache()
    /// Makes the sound louder; `nil`: it stays as it is.
    private let curve: GainCurve?
    let progress = Mutex(Progress())
    /// The failure on a streaming thread.
    let failure = Mutex<GraphFailure?>(nil)

    /// - Parameters:
    ///   - decisions: in the order of their times, which are Unix time; one at least.
    ///   - curve: the gain of the sound, where that is encoded anew.
    package init(
        _ plan: CompositionPlan, _ decisions: [PictureDecision], _ clock: CompositionClock, curve: GainCurve? = nil
    ) {
        (self.plan, self.clock, self.curve) = (plan, clock, curve)
        schedule = Mutex(PictureSchedule(plan.stage, decisions))
        overlays = OverlayRenderer(
            clocks: OverlayClocks(
                runningTime: { 0 }, recorded: { clock.recorded(at: $0) }, timeOfDay: { clock.unix(at: 0) },
                wallClock: { clock.unix(at: $0) }))
    }

    /// Writes the file. Blocks.
    ///
    /// - Parameters:
    ///   - path: a file that is there.
    ///   - goesOn: is told four times a second how far it is; returns false when it is to end.
    /// - Returns: `nil` when it was ended.
    package func write(to path: String, goesOn: (Progress) -> Bool) throws(GraphFailure) -> Progress? {
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

    /// Makes and links elements; the file is written to `path`.
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

    /// Everything that becomes of frames on their way to the encoder.
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

    /// The file's tags, and what becomes of its sound.
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

    /// Tells the mixer before each frame what to draw. Nobody is in a hurry here: masks, looks and letters are drawn when they
    /// are due.
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

    /// Keeps the frames of the file and counts them, and lays the overlays over them. Inputs that have ended are seen on, so that the
    /// mixer would go on for ever: the stream is ended behind the last frame.
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
