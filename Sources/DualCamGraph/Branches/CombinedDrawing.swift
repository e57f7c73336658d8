internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Mixer

extension CombinedBranch {
    /// Changes the combined picture at one frame, or starts an animated change at that frame. Returns the frame's
    /// running time. Returns `nil` while the combined picture is paused to reduce load; the change then appears when it
    /// resumes.
    ///
    /// - Throws: `refused`, `notNow`, or `timeout` if no frame is drawn. After an error, nothing has changed.
    func show(_ picture: PictureDirection) async throws(GraphFailure) -> RunningTime? {
        guard let stage = live.plan.stage else {
            guard let rate = live.plan.laterRate else { return try await views.show(picture) }
            return try await decide(picture, rate)
        }
        let scene = stage.scene(picture)
        if let camera = scene.lacking.first { throw .notDecoded(camera) }
        guard !isChanging else { throw .combinedComesOrGoes }
        let overlays = try await drawing.prepare(scene.overlays)
        guard !isResting else {
            live.plan.show(scene)
            return try await views.show(picture)
        }
        guard live[PictureScene.mixer] != nil else { throw .notRunning }
        return try await drawing.show(scene, picture, stage, overlays, views, entry: encoder?.entry)
    }
}

extension CombinedBranch {
    /// Applies a change of the picture if the combined picture is not drawn live, but rendered from the recorded files
    /// after the recording. Changes the cameras' own pictures as soon as possible. Returns the running time of the
    /// first combined frame that will show the change.
    private func decide(_ picture: PictureDirection, _ rate: FrameRate) async throws(GraphFailure) -> RunningTime {
        let change = try await views.begin(picture)
        if let change { views.keep(change) }
        return RunningTime(nanoseconds: rate.frame(from: max(change?.begin ?? .min, live.now)))
    }
}

/// Controls how the combined picture is drawn: sends compositions (the layers of a frame and their places) to the
/// mixer, and draws overlays on the mixer's output.
@PipelineActor
final class CombinedDrawing {
    private let live: LiveElements
    private let mixer: MixerWatch
    private let overlays: OverlayRenderer
    private let looks: LookCache

    nonisolated init(_ live: LiveElements, _ mixer: MixerWatch, _ overlays: OverlayRenderer, _ looks: LookCache) {
        (self.live, self.mixer, self.overlays, self.looks) = (live, mixer, overlays, looks)
    }

    /// Sends the first composition (the layers of a frame and their places) to the mixer. Creates the masks and colour
    /// tables now, because streaming threads must not wait for them.
    func begin() throws(GraphFailure) {
        try layOverlays()
        guard let picture = live.plan.picture else { return }
        try compositions(of: [picture]).prepare(picture).show(from: 0)
    }

    /// Draws the plan's overlays on the mixer's output, before it reaches the encoder, the preview and stills.
    private func layOverlays() throws(GraphFailure) {
        guard let scene = live.plan.scene else { return }
        try overlays.prepare(scene.overlays).show(from: .min)
        overlays.install(on: try live.pad(PictureScene.caps, "src")) { [reporter = live.reporter] text in
            reporter.yield(.warning(branch: .mixer, text: text))
        }
    }

    /// Creates the builder of the mixer's compositions for `pictures`, with the mixer's pad for each camera that they
    /// show.
    private func compositions(of pictures: [PicturePlan]) throws(GraphFailure) -> CompositionBuilder {
        var pads: [PadReference: Pad] = [:]
        for feed in Set(pictures.flatMap(\.layers).map(\.feed)) { pads[feed] = try mixerPad(fedBy: feed) }
        return CompositionBuilder(try live.element(PictureScene.mixer), of: .mixer, pads: pads, looks)
    }

    private func mixerPad(fedBy feed: PadReference) throws(GraphFailure) -> Pad {
        guard let pad = try live.pad(feed).peer else {
            throw GraphFailure(.fault, message: "\(feed.element) is not linked to the mixer")
        }
        return pad
    }

    /// Shows `scene` from one frame on, or starts an animation that ends with `scene`. Returns the frame's running
    /// time. If an error is thrown, nothing has changed.
    func show(
        _ scene: PictureScene, _ direction: PictureDirection, _ stage: MixerInputs,
        _ prepared: OverlayRenderer.Prepared, _ views: CameraViews, entry: EncoderEntry?
    ) async throws(GraphFailure) -> RunningTime {
        try await rehearse(scene)
        let due = views.timeOfChange(to: direction)
        let splicePoint = mixer.compositions.hold(until: due ?? .min)
        var change: ViewChange?
        do throws(GraphFailure) {
            let draw = try await self.change(to: scene, direction, stage, splicePoint)
            change = try await views.begin(direction, notBefore: splicePoint == nil ? nil : due)
            let earliest = max(splicePoint?.earliest ?? .min, change?.begin ?? .min)
            let time = try await schedule(notBefore: earliest, entry) { time in
                draw(time)
                prepared.show(from: time)
            }
            live.plan.show(scene)
            if let change { views.keep(change) }
            return RunningTime(nanoseconds: time)
        } catch {
            mixer.compositions.release()
            if let change { views.withdraw(change) }
            throw error
        }
    }

    /// Draws overlays before they are shown, outside the streaming threads, and returns them ready to be shown.
    func prepare(_ plans: [OverlayPlan]) async throws(GraphFailure) -> OverlayRenderer.Prepared {
        try await blocking("drawing overlays", within: .seconds(5)) { [overlays] in
            try overlays.prepare(plans)
        }
    }

    /// Creates the masks (the shapes of the layers) and the colour tables of `scene` in advance. This takes so long
    /// that it must be done before a running animation is held for its replacement.
    private func rehearse(_ scene: PictureScene) async throws(GraphFailure) {
        guard let picture = scene.picture else { return }
        let compositions = try compositions(of: [picture])
        try await blocking("drawing masks and looks", within: .seconds(5)) {
            _ = try compositions.prepare(picture)
        }
    }

    /// Runs `change` right before the mixer draws its first frame at or after `earliest`. Throws `timeout` if no frame
    /// is drawn; `change` then never runs.
    /// - Returns: the running time of that frame, in nanoseconds.
    private func schedule(
        notBefore earliest: Int64, _ entry: EncoderEntry?, _ change: @escaping @Sendable (Int64) -> Void
    ) async throws(GraphFailure) -> Int64 {
        let now = live.now
        let patience =
            live.plan.timeouts(of: .mixer).next / .seconds(1) + max(0, Double(max(earliest, now) - now) / 1e9)
        let callback = FrameCallback(notBefore: earliest) { time in
            change(time)
            // Keeps this frame in the file even if the frame rate is reduced.
            entry?.keep(firstFrom: time)
        }
        mixer.schedule(callback)
        let time = try await blocking("waiting for the next combined frame", within: .seconds(patience + 3)) {
            callback.wait(seconds: patience)
        }
        guard let time else { throw .noCombinedFrame }
        return time
    }

    /// Prepares a change of the combined picture: performs all steps that can fail or take long.
    /// - Returns: a closure that applies the prepared change, which cannot fail and is fast. Its argument is the first
    ///   changed frame's running time, in nanoseconds.
    private func change(
        to scene: PictureScene, _ direction: PictureDirection, _ stage: MixerInputs,
        _ splicePoint: CompositionQueue.SplicePoint?
    ) async throws(GraphFailure) -> @Sendable (Int64) -> Void {
        guard let picture = scene.picture, let before = splicePoint?.picture ?? live.plan.picture else {
            return try padSettings(of: scene)
        }
        let animation: PictureAnimation
        if direction.change == .atOnce, let splicePoint, splicePoint.animation.end.isArranged(as: picture) {
            // If only colours, lines or texts change, an animation in progress continues.
            animation = splicePoint.animation.goingOn(
                after: splicePoint.last, towards: picture, looks: stage.looks(direction))
        } else {
            animation = PictureAnimation(
                direction.change, from: before, to: picture, canvas: direction.combined.size, sizes: stage.sizes,
                rate: direction.combined.rate)
        }
        // A camera that leaves the picture stays visible until the animation is over.
        let (builder, leaving) = (try compositions(of: [before, picture]), stage.cameras(in: before))
        let prepared = try await blocking("drawing masks", within: .seconds(5)) { [mixer] in
            try PreparedAnimation(animation, builder) { mixer.hide(scene.hidden) }
        }
        return { [mixer] time in
            mixer.hide(scene.hidden.subtracting(leaving))
            mixer.compositions.begin(prepared, at: time)
        }
    }

    private func padSettings(of scene: PictureScene) throws(GraphFailure) -> @Sendable (Int64) -> Void {
        var settings: [PreparedSetting] = []
        for pad in scene.pads where live.plan.scene?.pads.contains(pad) != true {
            let sink = try mixerPad(fedBy: pad.feed)
            try translating(in: .mixer) {
                for property in pad.properties {
                    settings.append(try sink.prepare(property.name, Setting(property.value)))
                }
            }
        }
        return { [settings, mixer] _ in
            for setting in settings { setting.apply() }
            mixer.hide(scene.hidden)
        }
    }
}

extension GraphFailure {
    fileprivate static func notDecoded(_ camera: String) -> GraphFailure {
        .unable(
            "camera \(camera) is passed through and was not seen when the recording began, so that its pictures are not decoded",
            advice: "Choose a layout without it, or begin a recording with a layout that shows it.")
    }

    fileprivate static let noCombinedFrame = GraphFailure(
        .timeout, message: "the combined picture draws no frame at present, so nothing was changed",
        advice: "Try again when the cameras deliver.")
}
