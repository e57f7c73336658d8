internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Mixer

/// The branch of the combined picture: the mixer and the links from the cameras to the mixer. It can pause the combined
/// picture to reduce load, and change the picture at an exact frame.
@PipelineActor
final class CombinedBranch: Branch, PictureSource {
    let views: CameraViews
    /// The encoder of the combined picture; `nil` if the combined picture is not recorded.
    let encoder: EncoderBranch?
    private var cameras: [CameraBranch] = []
    let live: LiveElements
    private let valves: RecordingValves
    private let mixer: MixerWatch
    let drawing: CombinedDrawing
    /// True while the combined picture is paused (its elements are removed) to reduce load.
    private(set) var isResting = false
    private(set) var isChanging = false

    nonisolated init(
        _ live: LiveElements, _ valves: RecordingValves, encoder: EncoderBranch?, overlays: OverlayRenderer,
        looks: LookCache
    ) {
        (self.live, self.valves, self.encoder) = (live, valves, encoder)
        views = CameraViews(live, looks)
        mixer = MixerWatch(line: live.window, reporter: live.reporter)
        drawing = CombinedDrawing(live, mixer, overlays, looks)
    }

    /// Sets the cameras that the combined picture shows. Also sets this branch as the source of the encoder's pictures.
    func connect(_ cameras: [CameraBranch]) {
        self.cameras = cameras
        encoder?.source = self
    }

    var isAway: Bool { isResting }
    var isTakenOut: Bool { false }

    func watch(_ part: GraphPart) throws(GraphFailure) {
        for branch in part.branches {
            guard case .mixerInput = branch.name else { continue }
            try keepEndsOut(branch)
            try limitLatency(of: branch)
            // A camera picture that is lost before the mixer does not leave a gap in the combined file.
            var losing = branch
            losing.output = nil
            try live.countLosses(of: losing)
        }
        for plan in part.valves {
            if case .mixerInput = plan.branch { try valves.install(plan) }
        }
        // If the CPU is overloaded, the combined picture should lose frames before the cameras' own files do.
        if part.elements.contains(where: { $0.name == PictureScene.mixer }) {
            try live.pad(PadReference(PictureScene.mixer)).yieldStreamingThread(by: EncoderBranch.deference)
        }
        try views.watch(part)
    }

    /// Drops each end of stream before it reaches the mixer. A source that fails ends its stream, and a mixer whose
    /// inputs have all ended no longer follows the clock.
    private func keepEndsOut(_ branch: BranchPlan) throws(GraphFailure) {
        let pad = try live.pad(branch.input.element, branch.input.pad ?? "sink")
        pad.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
    }

    /// Limits the latency that a slow camera reports to the mixer, so that the mixer repeats the camera's previous
    /// frame instead of waiting for the next one.
    private func limitLatency(of branch: BranchPlan) throws(GraphFailure) {
        guard let queue = branch.queue else { return }
        try live.pad(queue, "src").addProbe(.answers) { info in
            info.limitLatency(to: FrameRate.longestLatency)
            return .pass
        }
    }

    /// Starts counting each camera's pictures in the combined picture and sends dualcam's mixer its first composition.
    /// Called once the branch's elements are linked.
    func begin() throws(GraphFailure) {
        try watchMixer(isAgain: false)
        try drawing.begin()
    }

    /// Cancels all callbacks that are scheduled for the mixer's next frame.
    func withdrawCallbacks() { mixer.withdrawCallbacks() }

    // MARK: Counting
    private func watchMixer(isAgain: Bool) throws(GraphFailure) {
        guard live.plan.elements.contains(where: { $0.name == PictureScene.mixer }) else { return }
        for branch in live.plan.branches {
            if case .mixerInput(let camera) = branch.name { try watch(camera, isAgain: isAgain) }
        }
        mixer.hide(live.plan.scene?.hidden ?? [])
        try translating(in: .mixer) { try mixer.install(on: live.element(PictureScene.mixer)) }
    }

    /// Starts counting the pictures of a camera that the mixer shows. Does nothing while the combined picture is
    /// paused, because counting starts for all cameras when it resumes (`wake`).
    ///
    /// - Parameter isAgain: true if the camera's pictures were counted before the camera was lost.
    func watch(_ camera: InputName, isAgain: Bool = true) throws(GraphFailure) {
        let branches = live.plan.branches
        guard !isResting || isChanging, let branch = branches.first(where: { $0.name == .mixerInput(camera) }),
            let queue = branch.queue,
            let combined = branches.first(where: { $0.name == .mixer })?.rate,
            let pad = try live.pad(queue, "src").peer
        else { return }
        let input = live.plan.input(camera)
        let isMeasured = input?.device == nil || input?.numbers == nil || live.plan.convertsRate(of: camera)
        mixer.watch(camera, of: branch, at: pad, combined: combined, isMeasured: isMeasured, isAgain: isAgain)
    }

    /// Sets the measured time between a camera's pictures, in nanoseconds. Callable from any thread.
    nonisolated func setCadence(of camera: InputName, frame: Int64) { mixer.setCadence(of: camera, frame: frame) }

    /// Discards the measured time between a camera's pictures, so that its planned frame rate is assumed again.
    /// Callable from any thread.
    nonisolated func forgetCadence(of camera: InputName) { mixer.setCadence(of: camera, frame: nil) }

    /// Stops counting the pictures of a lost camera, whose slate is shown instead.
    func ignore(_ camera: InputName) { mixer.ignore(camera) }

    // MARK: Resting
    /// Pauses the combined picture to reduce load: finishes its files, and removes the mixer, its inputs and its
    /// encoder. The cameras continue to record their own files.
    func rest() async throws(GraphFailure) {
        guard !live.isClosed, !isResting, !part.elements.isEmpty, !isChanging else { return }
        (isResting, isChanging) = (true, true)
        mixer.withdrawCallbacks()
        for input in live.plan.inputs { mixer.ignore(input.name) }
        if let encoder, let valve = encoder.valve {
            let now = live.now
            if let end = await encoder.finishFiles() { tellBacklog(from: end, to: now) }
            valve.retire()
        }
        for slate in live.plan.inputs.compactMap(\.slate) { await live.remove(slate.elements) }
        await encoder?.preset.withdraw(behind: encoder?.valve)
        await live.remove(part.elements)
        isChanging = false
        // In the meantime, the throttle may have been changed to show the combined picture again.
        if !live.throttle.combinedRests { try await wake() }
    }

    /// Reports the combined frames that were due between `end` and `now` (nanoseconds of running time) as dropped. On a
    /// machine that is much too slow, the mixer never draws these frames.
    private func tellBacklog(from end: Int64, to now: Int64) {
        let branch = BranchID.encoder(.combined)
        guard live.window.counts(at: UInt64(clamping: now)), let frame = encoder?.frameLength,
            let plan = live.plan.branches.first(where: { $0.name == branch })
        else { return }
        let count = Int(max(0, now - end) / frame)
        if count > 1 { live.reporter.lost(count, in: plan, live.pipeline) }
    }

    /// Resumes the paused combined picture by rebuilding the elements that `rest` removed. Its recording continues with
    /// the file of the next segment. Does nothing if the combined picture is not paused.
    func wake() async throws(GraphFailure) {
        guard !live.isClosed, isResting, !isChanging else { return }
        isChanging = true
        defer { isChanging = false }
        encoder?.preset.choose()
        let part = part
        do throws(GraphFailure) {
            _ = try live.make(part)
            try beginWithFirstPicture()
            try drawing.begin()
            try await live.run(part.elements, "starting the combined picture", within: .seconds(5))
            try live.linkInbound(of: part)
            try watchMixer(isAgain: true)
        } catch {
            await live.remove(part.elements)
            throw error.of(.encoder(.combined), .combined)
        }
        isResting = false
        encoder?.healed()
        for camera in cameras where camera.isLost { await camera.showSlateAgain() }
    }

    /// Makes the rebuilt mixer start at the time of its first input picture. Otherwise it would draw all frames since
    /// the pipeline's start.
    private func beginWithFirstPicture() throws(GraphFailure) {
        try translating(in: .mixer) {
            try live.element(PictureScene.mixer).set(
                "start-time-selection", .enumeration(type: "GstAggregatorStartTimeSelection", nick: "first"))
        }
    }

    /// The part of the graph that is removed while the combined picture is paused: the mixer, its inputs and its
    /// encoder.
    private var part: GraphPart {
        live.plan.part(of: Array(Set(live.plan.elements.map(\.branch)).filter(\.isOfCombinedPicture)))
    }

    /// Returns the pad through which the frames of the combined picture pass. Throws `refused` if no combined picture
    /// is recorded, and `notNow` while it is paused, rebuilt or not running yet.
    func pictures() throws(GraphFailure) -> Pad {
        guard live.plan.stage != nil else { throw .unable("no combined picture is recorded", picture: .noCombined) }
        guard !isChanging else { throw .combinedComesOrGoes }
        guard !isResting else { throw .combinedRests }
        guard live[PictureScene.view] != nil else { throw .notRunning }
        return try live.pad(PictureScene.view, "sink")
    }
}

extension GraphFailure {
    static let combinedRests = GraphFailure(
        .notNow, picture: .combinedRests,
        message: "the combined picture rests, as the machine cannot bear it at present",
        advice: "Ask again when it is back.")

    static let combinedComesOrGoes = GraphFailure(
        .notNow, picture: .combinedChanges, message: "the combined picture is just being taken out or brought back",
        advice: "Try again in a second.")
}
