internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Glibc

/// The branch of a camera, from its device to the tees that distribute its pictures. If the camera is lost, it shows a
/// slate instead, searches for the camera and brings it back.
@PipelineActor
final class CameraBranch: InputBranch, PictureSource {
    let name: InputName
    let controls: CameraControls
    let live: LiveElements
    private let valves: RecordingValves
    /// The encoder of this camera's own output; `nil` if the camera is recorded only in the combined picture.
    private let encoder: EncoderBranch?
    private let combined: CombinedBranch
    let slate: CameraSlate
    private let find: RecordingPipeline.CameraFinder
    private(set) var presence: Presence
    var isTold = false
    private(set) var arrivals: Arrivals?
    private var counter: FrameCounter?
    private var delay: PictureDelay?
    private var returnTimeout = ReturnTimeout()
    private let signal: SignalLossWatch

    nonisolated init(
        _ input: InputPlan, _ live: LiveElements, _ valves: RecordingValves, encoder: EncoderBranch?,
        combined: CombinedBranch, find: @escaping RecordingPipeline.CameraFinder
    ) {
        name = input.name
        (self.live, self.valves, self.encoder, self.combined) = (live, valves, encoder, combined)
        self.find = find
        controls = CameraControls(input.name, live)
        slate = CameraSlate(input.name, live)
        signal = SignalLossWatch(input.name, live)
        presence = input.isAbsent ? .lost : .present
    }

    /// Sets this branch as the source of the pictures that the camera's encoder encodes.
    func connect() { encoder?.source = self }

    var isAway: Bool { presence.isLost }
    var isTakenOut: Bool { presence.isTakenOut }
    /// True while the camera is connected and records; false while it is lost or being removed.
    var isSteady: Bool { presence == .present }

    func watch(_ part: GraphPart) throws(GraphFailure) {
        arrivals = try seen(in: part) ?? arrivals
        let own = Set(part.elements.filter { $0.branch == .source(name) }.map(\.name))
        try delayPictures(of: part)
        try offerRate(in: part)
        try followNumbers(in: part)
        try followKeyFrames(in: part)
        for plan in part.counters where own.contains(plan.element) { try install(plan) }
        try lookAtPictures(among: own)
        followSignal(in: part)
        let decoder = "\(name).decoder-queue"
        if own.contains(decoder), live.plan.valves.contains(where: { $0.needsKeyFrame && $0.branch == encoder?.branch })
        {
            _ = try live.gate(before: decoder, at: decoder)
        }
    }

    private func followSignal(in part: GraphPart) {
        guard let input = part.inputs.first(where: { $0.name == name }), !input.isAbsent else { return }
        signal.follow(input.device) { [weak self] failure in
            if self?.registerFailure() == true { self?.tell(failure) }
        }
    }

    /// Installs the adjustable picture delay on the branch's first pad, before any other element processes the
    /// pictures.
    private func delayPictures(of part: GraphPart) throws(GraphFailure) {
        guard let input = part.inputs.first(where: { $0.name == name }), let pad = input.delayed else { return }
        let account = encoder?.files.account
        // A clip's frames have no numbers that would reveal gaps, so each gap due to the delay is reported.
        let isClip = live.plan.clip(of: name) != nil
        let own = part.branches.first { $0.name == .source(name) }
        let delay = PictureDelay(
            delay: live.plan.input(name)?.delay ?? input.delay, frame: live.plan.frameLength(of: .source(name)) ?? 0,
            isH264: input.deliversH264
        ) { [arrivals] number in
            // A camera whose delay is shortened by a second has not stalled.
            arrivals?.touch()
            if let number { account?.leaveOut(number: number) }
        } onKeyless: { [arrivals, window = live.window, reporter = live.reporter] time in
            arrivals?.touch()
            if let own, window.counts(at: UInt64(clamping: time)) { reporter.lost(1, in: own, at: time) }
        } onHeld: { [name, reporter = live.reporter, window = live.window] time in
            if isClip { reporter.absentFromClip(name, isDelay: true, at: time, in: window) }
        }
        delay.install(on: try live.pad(pad.element, pad.pad ?? "src"))
        self.delay = delay
    }

    /// Sets the delay of the camera's pictures to `nanoseconds`. If the camera is lost, the delay applies when it
    /// returns.
    /// - Returns: the running time, in nanoseconds, of the first picture with the new delay; `nil` if none comes soon.
    func delay(by nanoseconds: Int64) async throws(GraphFailure) -> Int64? {
        guard let delay, presence == .present else { return nil }
        let limit = timeouts.isSlow ? .zero : timeouts.next
        return try await blocking("making camera \(name) later", within: limit + .seconds(1)) {
            delay.follow(nanoseconds, within: limit / .seconds(1))
        }
    }

    /// Starts to track the frame numbers of the camera that is being opened, and to report the measured time between
    /// its frames. Does not measure a test source, because its rate is exact.
    private func followNumbers(in part: GraphPart) throws(GraphFailure) {
        guard let input = part.inputs.first(where: { $0.name == name }), !input.isAbsent else { return }
        guard let pad = input.numbers, let frame = live.plan.deliveredFrameLength(of: name) else {
            encoder?.files.account.follow(nil)
            return
        }
        let (isDevice, isConverted) = (input.device != nil, live.plan.convertsRate(of: name))
        let relay = CadenceRelay { [weak encoder] frame in await encoder?.rate.followCadence(frame: frame) }
        let numbers = FrameNumbers(frame: frame) { [name, weak combined, reporter = live.reporter] cadence in
            guard isDevice else { return }
            if !isConverted {
                combined?.setCadence(of: name, frame: cadence.frame)
                relay.send(cadence.frame)
            }
            reporter.yield(
                .cadence(
                    name, .nanoseconds(cadence.frame), isConverted: isConverted,
                    at: RunningTime(nanoseconds: cadence.from)))
        }
        let source = try live.pad(pad.element, pad.pad ?? "src")
        numbers.install(on: source)
        inspector(of: input)?.install(on: source)
        // If the frame rate is converted, the frames in a file are not the camera's frames and have no numbers.
        encoder?.files.account.follow(isConverted ? nil : numbers)
        if isConverted { combined.forgetCadence(of: name) }
    }

    /// Installs the counter that draws frame numbers into a test camera's pictures. After the camera was lost, the new
    /// counter continues where the old one ended.
    private func install(_ plan: FrameCounterPlan) throws(GraphFailure) {
        try translating {
            let counter = FrameCounter(plan, mark: try live.element(plan.element), from: counter?.count ?? 0)
            try counter.install()
            try plan.scene.map(TestScene.init)?.install(around: try live.element(plan.element))
            self.counter = counter
        }
    }

    /// Throws `refused` if this camera is lost, because the controls of a lost camera cannot be set.
    func requirePresence() throws(GraphFailure) {
        guard isLost else { return }
        throw .unable(
            "camera \(name) is not there, and its controls cannot be set",
            advice: "Try again when it has come back.")
    }

    /// Waits for the camera's first picture. Then sets those controls again that the camera did not accept before.
    func confirmControls() async {
        guard let arrivals, plan?.device != nil, plan?.controls.isEmpty == false else { return }
        let limit = timeouts.limit(.seconds(30)) / .seconds(1)
        let first = try? await blocking("waiting for camera \(name)", within: .seconds(limit + 1)) {
            try arrivals.first(within: limit)
        }
        if (first ?? nil) != nil, !isLost { await controls.confirm() }
    }

    /// The timeouts for the arrival of this camera's frames, which depend on its frame rate.
    var timeouts: FrameTimeouts { live.plan.timeouts(of: name) }

    /// Waits for the camera's first frame at or after `time`, and returns its running time, both in nanoseconds.
    /// Returns `nil` if the frame does not arrive in time. At a very low frame rate, returns `nil` without waiting.
    func firstFrame(from time: Int64) async -> Int64? {
        guard let arrivals, !timeouts.isSlow else { return nil }
        let limit = timeouts.next
        return try? await blocking("waiting for camera \(name)", within: limit + .seconds(1)) {
            arrivals.next(from: time, within: limit / .seconds(1))
        }
    }

    /// Returns the pad through which this camera's pictures pass. `isEncoded` is true if they are still encoded there.
    /// Throws `notNow` if the camera is lost or its elements have not been built yet.
    func pictures() throws(GraphFailure) -> (Pad, isEncoded: Bool) {
        guard !isLost else { throw .lost(name) }
        guard live["\(name).source"] != nil else { throw .notRunning }
        if live["\(name).tee"] != nil { return (try live.pad("\(name).tee", "sink"), false) }
        return (try live.pad("\(name).delivered", "sink"), true)
    }

    // MARK: Losing
    /// Shows the slate in place of the lost camera, finishes its files and removes its elements from the graph.
    func lose() async throws(GraphFailure) {
        guard !live.isClosed, let input = plan, presence == .present else { return }
        presence = .leaving
        defer { presence = .lost }
        slate.hasDevice = await signal.isGone()
        signal.follow(nil)
        combined.ignore(name)
        // The camera may return with a different frame rate, for example in the dark.
        combined.forgetCadence(of: name)
        await slate.show()
        let end = await endFiles(of: input)
        await encoder?.preset.withdraw(behind: encoder?.valve)
        await live.remove(live.plan.part(of: input.branches).elements)
        forgetFailures()
        live.reporter.yield(.inputLost(name, at: RunningTime(nanoseconds: end)))
    }

    /// Finishes the files of the lost camera's output.
    /// - Returns: the end of the last recorded frame, in nanoseconds of running time.
    private func endFiles(of input: InputPlan) async -> Int64 {
        valves.forget(input.branches)
        return await encoder?.finishFiles() ?? arrivals?.reached ?? live.now
    }

    private func forgetFailures() {
        isTold = false
        encoder?.forgetFailure()
    }

    /// Shows the lost camera's slate again, because the combined picture has been rebuilt without it.
    func showSlateAgain() async {
        combined.ignore(name)
        await slate.show()
    }

    // MARK: Returning
    /// Searches for the lost camera's device and rebuilds the camera's elements. When the first new frame arrives, the
    /// camera replaces the slate.
    func reopen() async throws(GraphFailure) {
        guard !live.isClosed, presence == .lost else { return }
        presence = .seeking
        do throws(GraphFailure) {
            let found = try await blocking("looking for camera \(name)", within: .seconds(10)) { [find, name] in
                try find(name)
            }
            guard let input = found.input(name), !input.isAbsent else { throw .silent(name) }
            let before = live.plan.input(name)?.conversion
            live.plan.adopt(input, from: found)
            if let told = input.conversion, told != before { live.warn(.source(name), told) }
            encoder?.preset.choose()
            let first = try await bringBack(input)
            presence = .present
            try combined.watch(name)
            live.reporter.yield(.inputReturned(name, at: RunningTime(nanoseconds: first)))
        } catch {
            if presence != .present { presence = .lost }
            throw error.of(name)
        }
    }

    /// Rebuilds the elements of a camera that was found again, waits for a new frame and replaces the slate.
    /// - Returns: the running time of the first new frame, in nanoseconds.
    private func bringBack(_ input: InputPlan) async throws(GraphFailure) -> Int64 {
        let part = live.plan.part(of: input.branches)
        presence = .returning
        do throws(GraphFailure) {
            let clips = try live.make(part)
            await controls.restore()
            let first = try await freshFrame(of: input, part, clips)
            Task { [controls] in await controls.confirm() }
            try await slate.giveWay()
            return first
        } catch {
            presence = .leaving
            signal.follow(nil)
            await live.remove(part.elements)
            forgetFailures()
            throw error
        }
    }

    /// Opens the camera and returns the running time of its first new frame, in nanoseconds. The driver may still hold
    /// one old frame from before the loss, so the function waits for a second frame.
    private func freshFrame(
        of input: InputPlan, _ part: GraphPart, _ clips: [ClipLoop]
    ) async throws(GraphFailure) -> Int64 {
        let limit = timeouts.limit(returnTimeout.current)
        let time = try await open(part, clips, "camera \(name)", within: limit / .seconds(1)) {
            [arrivals] limit throws(GraphFailure) in try arrivals?.second(within: limit)
        }
        guard let time else {
            returnTimeout.lengthen()
            throw .silent(name)
        }
        returnTimeout.reset()
        return time
    }
}
