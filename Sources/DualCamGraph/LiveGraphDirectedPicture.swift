internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// How long the mixer's next frame may be away, in seconds.
    private static let patienceWithFrame = 2.0

    /// Draws the combined picture another way from one frame on, whole; returns that frame's running time. `nil`: the
    /// picture rests, and will be drawn so when it comes back.
    ///
    /// Throws `refused`, `notNow`, or `timeout` when no frame is drawn; then nothing has changed.
    func show(_ picture: PictureDirection) async throws(GraphFailure) -> RunningTime? {
        guard let stage = plan.stage else { throw .unable("no combined picture is recorded") }
        let scene = stage.scene(picture)
        if let camera = scene.lacking.first { throw .notDecoded(camera) }
        guard !changing.contains(Self.resting) else { throw .combinedComesOrGoes }
        let overlays = try await prepare(scene.overlays)
        guard !isResting else {
            plan.show(scene)
            return nil
        }
        guard builder.elements["combined.mixer"] != nil else { throw .notRunning }
        let entry = entries[.combined]
        let change = try change(to: scene)
        let cue = FrameCue { time in
            change(time)
            overlays.show(from: time)
            // Whatever a throttle leaves out, this frame is seen.
            entry?.keep(firstFrom: time)
        }
        mixer.schedule(cue)
        let time = try await blocking("waiting for the next combined frame", within: .seconds(5)) {
            .success(cue.wait(seconds: Self.patienceWithFrame))
        }
        guard let time else { throw .noCombinedFrame }
        plan.show(scene)
        mixer.hide(scene.hidden)
        return RunningTime(nanoseconds: time)
    }

    /// All that can fail or takes long is done here; what is returned only sets it, and is told the frame's running time.
    private func change(to scene: PictureScene) throws(GraphFailure) -> @Sendable (Int64) -> Void {
        if let picture = scene.picture {
            let prepared = try prepare(picture)
            return { prepared.show(from: UInt64(clamping: $0)) }
        }
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
        return { [settings] _ in for setting in settings { setting.apply() } }
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
