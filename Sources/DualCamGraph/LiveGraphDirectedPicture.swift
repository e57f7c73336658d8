internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// How long the mixer's next frame may be away, in seconds.
    private static let patienceWithFrame = 2.0

    /// Draws the combined picture another way from one frame on, whole, or has it become so from that frame on; returns that
    /// frame's running time. `nil`: the picture rests, and will be drawn so when it comes back.
    ///
    /// Throws `refused`, `notNow`, or `timeout` when no frame is drawn; then nothing has changed.
    func show(_ picture: PictureDirection) async throws(GraphFailure) -> RunningTime? {
        guard let stage = plan.stage else { return try await showViews(picture) }
        let scene = stage.scene(picture)
        if let camera = scene.lacking.first { throw .notDecoded(camera) }
        guard !changing.contains(Self.resting) else { throw .combinedComesOrGoes }
        let overlays = try await prepare(scene.overlays)
        guard !isResting else {
            plan.show(scene)
            return try await showViews(picture)
        }
        guard builder.elements["combined.mixer"] != nil else { throw .notRunning }
        try await rehearse(scene)
        let due = timeOfChange(inViewsOf: picture)
        let seam = mixer.reel.hold(until: due ?? .min)
        var views: ViewChange?
        do throws(GraphFailure) {
            let change = try await change(to: scene, picture, seam)
            views = try await begin(viewsOf: picture, notBefore: seam == nil ? nil : due)
            let earliest = max(seam?.earliest ?? .min, views?.begin ?? .min)
            let time = try await schedule(notBefore: earliest) { time in
                change(time)
                overlays.show(from: time)
            }
            plan.show(scene)
            if let views { keep(views) }
            return RunningTime(nanoseconds: time)
        } catch {
            mixer.reel.release()
            if let views { withdraw(views) }
            throw error
        }
    }

    /// What takes long to make is made before anything that moves is held.
    private func rehearse(_ scene: PictureScene) async throws(GraphFailure) {
        guard let picture = scene.picture else { return }
        let press = try press(for: [picture])
        try await blocking("drawing masks and looks", within: .seconds(5)) {
            do throws(GraphFailure) { return .success(_ = try press.prepare(picture)) } catch { return .failure(error) }
        }
    }

    /// - Returns: the running time of the frame that it was done before.
    private func schedule(
        notBefore earliest: Int64, _ change: @escaping @Sendable (Int64) -> Void
    ) async throws(GraphFailure) -> Int64 {
        let entry = entries[.combined]
        let now = Int64(clamping: pipeline.runningTime ?? 0)
        let patience = Self.patienceWithFrame + max(0, Double(max(earliest, now) - now) / 1e9)
        let cue = FrameCue(notBefore: earliest) { time in
            change(time)
            // Whatever a throttle leaves out, this frame is seen.
            entry?.keep(firstFrom: time)
        }
        mixer.schedule(cue)
        let time = try await blocking("waiting for the next combined frame", within: .seconds(patience + 3)) {
            .success(cue.wait(seconds: patience))
        }
        guard let time else { throw .noCombinedFrame }
        return time
    }

    /// All that can fail or takes long is done here; what is returned only sets it, and is told the frame's running time.
    private func change(
        to scene: PictureScene, _ direction: PictureDirection, _ seam: PictureReel.Seam?
    ) async throws(GraphFailure) -> @Sendable (Int64) -> Void {
        guard let stage = plan.stage, let picture = scene.picture, let before = seam?.picture ?? plan.picture else {
            return try padChange(to: scene)
        }
        let animation: PictureAnimation
        if direction.change == .atOnce, let seam, seam.animation.end.isArranged(as: picture) {
            // What is under way goes on where only colours, lines or words change.
            animation = seam.animation.goingOn(
                after: seam.last, towards: picture, looks: stage.looks(direction))
        } else {
            animation = PictureAnimation(
                direction.change, from: before, to: picture, canvas: direction.combined.size, sizes: stage.sizes,
                rate: direction.combined.rate)
        }
        // Until it is over, whoever goes is still seen.
        let (press, leaving) = (try press(for: [before, picture]), stage.cameras(in: before))
        let reel = try await blocking("drawing masks", within: .seconds(5)) { [mixer] in
            do throws(GraphFailure) {
                return .success(try PreparedReel(animation, press) { mixer.hide(scene.hidden) })
            } catch {
                return .failure(error)
            }
        }
        return { [mixer] time in
            mixer.hide(scene.hidden.subtracting(leaving))
            mixer.reel.begin(reel, at: time)
        }
    }

    private func padChange(to scene: PictureScene) throws(GraphFailure) -> @Sendable (Int64) -> Void {
        var settings: [PreparedSetting] = []
        for scene in scene.pads where plan.scene?.pads.contains(scene) != true {
            let pad = try mixerPad(fedBy: scene.feed)
            do {
                for property in scene.properties {
                    settings.append(try pad.prepare(property.name, Setting(property.value)))
                }
            } catch {
                throw GraphFailure(error, branch: BranchName("combined.mixer"))
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

    static let combinedComesOrGoes = GraphFailure(
        .notNow, message: "the combined picture is just being taken out or brought back",
        advice: "Try again in a second.")

    static let notRunning = GraphFailure(
        .notNow, message: "the cameras do not run yet", advice: "Try again when the recording has begun.")

    fileprivate static let noCombinedFrame = GraphFailure(
        .timeout, message: "the combined picture draws no frame at present, so nothing was changed",
        advice: "Try again when the cameras deliver.")
}
