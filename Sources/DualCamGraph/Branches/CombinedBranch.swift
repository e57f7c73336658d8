internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Mixer

/// The combined picture: the mixer and the cameras' ways into it. It can rest, and be drawn another way from one frame on.
@PipelineActor
final class CombinedBranch: Branch, PictureSource {
    let views: CameraViews
    /// The encoder of the combined picture.
    let encoder: EncoderBranch?
    private var cameras: [CameraBranch] = []
    let live: LiveElements
    private let valves: RecordingValves
    private let mixer: MixerWatch
    let drawing: CombinedDrawing
    /// True when the throttle has taken the branch out.
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

    /// Tells it of the cameras that it shows, and its encoder where the pictures come from.
    func connect(_ cameras: [CameraBranch]) {
        self.cameras = cameras
        encoder?.source = self
    }

    var isAway: Bool { isResting }
    var isTakenOut: Bool { false }

    func watch(_ part: GraphPart) throws(GraphFailure) {
        for plan in part.valves {
            if case .mixerInput = plan.branch { try valves.install(plan) }
        }
        for branch in part.branches {
            guard case .mixerInput = branch.name else { continue }
            try keepEndsOut(branch)
            try limitLatency(of: branch)
            // A picture that the mixer never gets is no frame that lacks in the combined file.
            var losing = branch
            losing.output = nil
            try live.countLosses(of: losing, behind: encoder?.valve)
        }
        // The combined picture gives way: when the processor is short of time, it is late before a camera's own file is.
        if part.elements.contains(where: { $0.name == PictureScene.mixer }) {
            try live.pad(PadReference(PictureScene.mixer)).yieldStreamingThread(by: EncoderBranch.deference)
        }
        try views.watch(part)
    }

    /// A source that fails ends its stream; a mixer whose inputs have all ended no longer keeps to the clock.
    private func keepEndsOut(_ branch: BranchPlan) throws(GraphFailure) {
        let pad = try live.pad(branch.input.element, branch.input.pad ?? "sink")
        pad.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
    }

    /// The combined picture does not wait for the next frame of a slow camera: the one before is repeated until it comes.
    private func limitLatency(of branch: BranchPlan) throws(GraphFailure) {
        guard let queue = branch.queue else { return }
        try live.pad(queue, "src").addProbe(.answers) { info in
            info.limitLatency(to: FrameRate.longestLatency)
            return .pass
        }
    }

    /// Counts what it shows of every camera, and tells dualcam's own mixer what to draw; once its elements are linked.
    func begin() throws(GraphFailure) {
        try watchMixer(isAgain: false)
        try drawing.begin()
    }

    /// Withdraws the callbacks that wait for the mixer's next frame.
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

    /// Counts a camera's pictures, also when it has returned. Does nothing while it rests: `wake` counts all.
    ///
    /// - Parameter isAgain: they were counted before.
    func watch(_ camera: InputName, isAgain: Bool = true) throws(GraphFailure) {
        let branches = live.plan.branches
        guard !isResting || isChanging, let branch = branches.first(where: { $0.name == .mixerInput(camera) }),
            let queue = branch.queue,
            let combined = branches.first(where: { $0.name == .mixer })?.rate,
            let pad = try live.pad(queue, "src").peer
        else { return }
        mixer.watch(camera, of: branch, at: pad, combined: combined, isAgain: isAgain)
    }

    /// A camera's pictures come at this distance, in nanoseconds; any thread.
    nonisolated func setCadence(of camera: InputName, frame: Int64) { mixer.setCadence(of: camera, frame: frame) }

    /// A camera's pictures come at the rate that is planned for them.
    nonisolated func forgetCadence(of camera: InputName) { mixer.setCadence(of: camera, frame: nil) }

    /// Counts nothing more of a camera whose place a slate takes.
    func ignore(_ camera: InputName) { mixer.ignore(camera) }

    // MARK: Resting
    /// Ends the combined output's files and takes the mixer, its inputs and its encoder out: then they cost nothing, and the
    /// cameras' tees go on without them.
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
        // It may have been called back meanwhile.
        if !live.throttle.combinedRests { try await wake() }
    }

    /// Tells what was due between two running times (nanoseconds) as dropped: on a machine that is far too slow the mixer is behind the
    /// clock, and what it has not drawn yet is never drawn.
    private func tellBacklog(from end: Int64, to now: Int64) {
        let branch = BranchID.encoder(.combined)
        guard live.window.counts(at: UInt64(clamping: now)), let frame = encoder?.frameLength,
            let plan = live.plan.branches.first(where: { $0.name == branch })
        else { return }
        let count = Int(max(0, now - end) / frame)
        if count > 1 { live.reporter.lost(count, in: plan, live.pipeline) }
    }

    /// Makes what `rest` has taken out anew; the output's files begin with the next segment. Does nothing while it runs.
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

    /// A mixer that joins later would draw everything that it has missed.
    private func beginWithFirstPicture() throws(GraphFailure) {
        try translating(in: .mixer) {
            try live.element(PictureScene.mixer).set(
                "start-time-selection", .enumeration(type: "GstAggregatorStartTimeSelection", nick: "first"))
        }
    }

    /// Everything that only the combined output needs.
    private var part: GraphPart {
        live.plan.part(of: Array(Set(live.plan.elements.map(\.branch)).filter(\.isOfCombinedPicture)))
    }

    /// Returns the pad where its pictures pass.
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
