package import DualCamConfig
package import DualCamPlan
internal import Dispatch
internal import DualCamDevices
internal import DualCamTiming
internal import GStreamer

/// The running GStreamer pipeline of a graph plan. It builds and links the branches, and passes the session's changes
/// and GStreamer's bus messages to them. It owns the clock and the interval of time that is recorded.
@PipelineActor
package final class RecordingPipeline: RecordingGraph {
    /// A function that finds a lost camera's device and returns a new plan of the recording with that device. It
    /// blocks, so it is not called in Swift's cooperative thread pool.
    package typealias CameraFinder = @Sendable (InputName) throws -> GraphPlan

    /// A function that finds another device for a microphone and returns a new plan of the recording with that device.
    /// It blocks.
    package typealias MicrophoneSearch = @Sendable (InputName, MicrophoneDevice) throws -> GraphPlan

    package nonisolated let events: AsyncStream<GraphEvent>
    let live: LiveElements
    let valves: RecordingValves
    let outputs: [OutputName: EncoderBranch]
    let cameras: [CameraBranch]
    let microphones: [MicrophoneBranch]
    let tracks: [AudioBranch]
    let combined: CombinedBranch
    let files: OpenFiles
    let stills = StillTaker()
    let previews: PreviewSwitcher
    private lazy var preRoll = PreRoll(live, encoders)
    private var tap: BusTap?
    private var isOpen = false
    private var router: MessageRouter {
        MessageRouter(live: live, inputs: inputs, outputs: outputs, previews: previews)
    }

    /// The timeout for opening devices and starting threads when the pipeline starts. Only a hang takes longer.
    private static let startLimit = Duration.seconds(15)

    /// Creates an empty pipeline for a plan. `start` builds its elements.
    ///
    /// - Parameters:
    ///   - clockRate: the speed of the clock, for soak tests. Above 1, live test sources run this many times as fast as
    ///     real time.
    ///   - standsBy: true to open the devices without recording, until `start` is called after `standBy`.
    ///   - findAgain: finds a lost camera and returns a new plan; `nil` to rebuild the camera from the current plan.
    ///   - findMicrophone: returns a plan with a different microphone; `nil` if microphones cannot be changed.
    ///   - earlier: returns the total nanoseconds that the session's previous processes have recorded, with gaps and
    ///     without pauses. Its argument is the Unix time, in nanoseconds, at which this process begins.
    ///   - drawing: the function that draws the images over the combined picture.
    /// - Throws: `GraphFailure.Code.elementMissing` if GStreamer cannot create the pipeline.
    package nonisolated init(
        plan: GraphPlan, clockRate: UInt16 = 1, standsBy: Bool = false, findAgain: CameraFinder? = nil,
        findMicrophone: MicrophoneSearch? = nil, earlier: @escaping @Sendable (Int64) -> Int64 = { _ in 0 },
        drawing: @escaping ImageDrawing = OverlayImageProbe.drawing
    ) throws(GraphFailure) {
        let pipeline = try translating {
            try MediaPipeline(name: "dualcam", clock: clockRate > 1 ? FastClock(rate: clockRate) : nil)
        }
        let (events, continuation) = AsyncStream<GraphEvent>.makeStream()
        self.events = events
        let reporter = Reporter(continuation)
        let window = RecordingWindow(plan) { start in reporter.recordingBegan(at: start, pipeline) }
        if standsBy { window.change { $0.hold() } }
        let live = LiveElements(plan, pipeline, reporter, window)
        let valves = RecordingValves(live, plan)
        let lost = FileFailureRelay()
        let files = OpenFiles(plan, reporter) { path, failure in lost.tell(path, failure) }
        let outputs = Dictionary(
            plan.outputs.map { output in
                (output.name, EncoderBranch(output.name, live, valves, FileBranch(output.name, live, files)))
            }, uniquingKeysWith: { first, _ in first })
        let clocks = RecordedTime.clocks(of: pipeline, window, earlier: earlier)
        let combined = CombinedBranch(
            live, valves, encoder: outputs[.combined], overlays: OverlayRenderer(clocks: clocks, drawing: drawing),
            looks: LookCache())
        cameras = plan.inputs.filter { !$0.name.isMicrophone }.map { input in
            CameraBranch(
                input, live, valves, encoder: outputs[OutputName(input.name.rawValue)], combined: combined,
                find: findAgain ?? { _ in plan })
        }
        microphones = plan.inputs.filter(\.name.isMicrophone).map { input in
            MicrophoneBranch(
                input, MicrophoneAudio(input.name, live), live,
                find: findMicrophone ?? { _, _ in throw GraphFailure.unable("the microphone cannot be changed") })
        }
        tracks = plan.valves.filter { $0.media == .audio }.map { AudioBranch($0.branch, live, valves) }
        (self.live, self.valves, self.files, self.outputs) = (live, valves, files, outputs)
        (self.combined, previews) = (combined, PreviewSwitcher(live, cameras, combined))
        lost.connect { [weak self] path, failure in Task { [weak self] in await self?.loseFile(path, failure) } }
    }

    package func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure) {
        guard !live.isClosed else { return }
        let wait = Int64((delay ?? live.plan.delay ?? .zero).wholeNanoseconds)
        if isOpen {
            try await beginTake(files, after: wait)
        } else {
            let deciding = live.plan.valves.indices.filter { live.plan.valves[$0].decidesStart }
            live.window.change { $0.begin(deciding: Set(deciding), delay: wait) }
            try await open(with: files)
        }
        valves.nameSilentInputsLater()
    }

    package func standBy() async throws(GraphFailure) {
        guard !live.isClosed, !isOpen else { return }
        preRoll.roll()
        try await open(with: [])
    }

    package func close(within limit: Duration) async throws(GraphFailure) {
        guard !live.isClosed else { return }
        live.isClosed = true
        // Stops waiting for the first buffer of an input that is just returning.
        for input in inputs where input.isLost { input.arrivals?.giveUp(.notRunning) }
        combined.withdrawCallbacks()
        previews.close()
        // Ends the stream of events even if devices hang, so that its reader does not wait forever.
        defer { live.reporter.close() }
        await NodeTrial.leaveNodes(of: live.elements(live.plan.elements))
        try await blocking("closing the devices", within: limit, on: live.states) { [pipeline = live.pipeline] in
            try pipeline.setState(.null)
        }
        for output in outputs.values { output.files.release() }
        files.removeAll()
        tap?.close()
    }

    /// Builds all elements, opens the files and starts the pipeline.
    private func open(with files: [FileRequest]) async throws(GraphFailure) {
        isOpen = true
        connect()
        let tap = live.pipeline.tapBus()
        self.tap = tap
        Task { [weak self] in
            for await message in tap.messages { self?.router.handle(message) }
        }
        let rehearsal = beginRehearsal()
        let made = Result { () throws(GraphFailure) in try make(files) }
        await rehearsal?.value
        let clips = try made.get()
        for camera in cameras where !camera.isLost { try await camera.controls.prepare() }
        guard !live.isClosed else { return }
        do throws(GraphFailure) {
            try await blocking("starting the devices", within: Self.startLimit, on: live.states) {
                [pipeline = live.pipeline] in try pipeline.play(clips)
            }
        } catch {
            throw await live.failures.reported() ?? error
        }
        for camera in cameras where !camera.isLost { Task { await camera.confirmControls() } }
    }

    private func connect() {
        combined.connect(cameras)
        for camera in cameras { camera.connect() }
        live.branches = encoders + microphones + tracks + cameras + [combined]
    }

    /// Builds every element of the plan and opens the files. Returns the loops that play clips; the caller must prepare
    /// these loops.
    private func make(_ files: [FileRequest]) throws(GraphFailure) -> [ClipLoop] {
        let clips = try live.make(GraphPart(whole: live.plan))
        for camera in cameras where camera.isLost { try camera.slate.write() }
        for microphone in microphones where microphone.isLost { try microphone.beginSilent() }
        try combined.begin()
        for file in files { try outputs[file.output]?.files.open(file, from: nil, isRunning: false) }
        return clips
    }

    /// Draws a lost camera's slate once in advance, while the pipeline is being built and no frames can be delayed. One
    /// rehearsal is enough for the slates of all cameras.
    private func beginRehearsal() -> Task<Void, Never>? {
        guard let slate = live.plan.inputs.lazy.compactMap(\.slate).first(where: { $0.writer != nil }) else {
            return nil
        }
        return Task.detached { [live] in
            do throws(GraphFailure) {
                try await blocking("writing a slate beforehand", within: .seconds(5)) {
                    try SlateRehearsal(slate: slate).perform()
                }
            } catch {
                await live.warn(slate.elements.first?.branch, error.message)
            }
        }
    }

    private func loseFile(_ path: String, _ failure: GraphFailure) async {
        for output in outputs.values { await output.files.lose(path, failure) }
    }

    var encoders: [EncoderBranch] { live.plan.outputs.compactMap { outputs[$0.name] } }

    // MARK: Takes
    /// Opens a take's files and begins the take `delay` nanoseconds after all present inputs have started to deliver
    /// data. If `delay` is negative, the take begins that much earlier, in the pre-roll.
    private func beginTake(_ files: [FileRequest], after delay: Int64) async throws(GraphFailure) {
        for file in files where outputs[file.output]?.hasFailed == true { try await restore(file.output) }
        if preRoll.isRolling { return try preRoll.begin(files, back: max(0, -delay)) }
        for file in files { try outputs[file.output]?.files.open(file, from: nil, isRunning: true) }
        let away = live.plan.inputs.filter { lost.contains($0.name) }.flatMap(\.branches)
        valves.begin(without: Set(away), after: max(0, delay))
    }

    /// The number of the take that currently uses this pipeline.
    var take: Int { live.take }

    /// Runs `work` if the given take is still the current one. Ignores late requests from earlier takes, because they
    /// would affect the current take.
    func serve(
        _ take: Int, _ work: @PipelineActor (RecordingPipeline) async throws(GraphFailure) -> Void
    ) async throws(GraphFailure) {
        if take == live.take { try await work(self) }
    }

    /// Ends the current take. Unfinished files are left as they are.
    func endTake() async {
        live.take += 1
        preRoll.end()
        live.window.change { $0.hold() }
        for encoder in encoders { await encoder.files.renew() }
        live.reporter.renew()
        live.failures.renew()
        valves.renew()
    }

    /// Prepares the next take. Rebuilds the elements that have received an end of stream, ends all load reductions, and
    /// lets full queues drop frames again.
    func prepareTake() async {
        do throws(GraphFailure) { try await follow(.none) } catch { live.warn(error.branch, error.message) }
        for encoder in encoders { await encoder.renew() }
        for track in tracks { await track.renew() }
        if isOpen { preRoll.roll() }
    }

    /// The names of the inputs that are currently lost.
    var lost: Set<InputName> { Set(inputs.filter(\.isLost).map(\.name)) }

    // MARK: Changes
    package func apply(_ change: GraphChange) async throws(GraphFailure) {
        let throttle = live.throttle
        defer { preRoll.restart(after: change, isThrottled: throttle != live.throttle) }
        switch change {
        case .openSegment(let files, let at): try openSegment(files, at: at)
        case .stop(let at): stop(at: at)
        case .abandonStalledInputs: try await abandonStalledInputs()
        case .dropOutput(let output): try await outputs[output]?.shed()
        case .restoreOutput(let output): try await restore(output)
        case .loseInput(let input):
            await previews.leave(.camera(input))
            try await inputs.first { $0.name == input }?.lose()
        case .reopenInput(let input):
            try await inputs.first { $0.name == input }?.reopen()
            if !input.isMicrophone { await previews.renew() }
        case .throttle(let throttle): try await follow(throttle)
        }
    }

    var inputs: [any InputBranch] { cameras + microphones }

    func camera(_ name: InputName) -> CameraBranch? { cameras.first { $0.name == name } }

    func microphone(_ name: InputName) -> MicrophoneBranch? { microphones.first { $0.name == name } }

    private func stop(at: RunningTime?) {
        let end = live.window.change { [at = at?.nanoseconds ?? live.now] in $0.end(at: at) }
        live.reporter.tellRest()
        live.reporter.yield(.stopping(at: RunningTime(nanoseconds: end)))
    }

    private func restore(_ output: OutputName) async throws(GraphFailure) {
        guard output == .combined, combined.isAway else {
            try await outputs[output]?.restore()
            return
        }
        try await combined.wake()
        await previews.renew()
    }
}
