public import DualCamConfig
public import DualCamPlan
internal import Dispatch
internal import GStreamer

/// The plan brought to life: owns the pipeline, carries out the session's changes and turns bus messages into graph events.
public actor LiveGraph: RecordingGraph {
    /// Opening devices and starting threads takes longer than this only when something hangs.
    static let startLimit = Duration.seconds(15)

    /// Looks for a camera's device and plans the recording with it anew. Called away from the cooperative pool, as it blocks.
    public typealias CameraSearch = @Sendable (InputName) -> Result<GraphPlan, GraphFailure>

    /// Looks for another device for a microphone and plans the recording with it. Blocks, too.
    public typealias MicrophoneSearch = @Sendable (InputName, MicrophoneDevice) -> Result<GraphPlan, GraphFailure>

    public nonisolated let events: AsyncStream<GraphEvent>
    /// As it runs now: a camera that has returned may have brought another device.
    var plan: GraphPlan
    let pipeline: MediaPipeline
    let reporter: Reporter
    let line: SessionLine
    let mixer: MixerWatch
    /// Cameras' own pictures that change: since when, in nanoseconds of running time, and how.
    var viewsUnderWay: [String: (begin: Int64, animation: PictureAnimation)] = [:]
    let looks = LookShelf()
    let overlays: OverlayDesk
    private(set) lazy var files = Self.openFiles(plan, reporter) { [weak self] path, failure in
        Task { [weak self] in await self?.loseFile(path, failure) }
    }
    var builder: GraphBuilder
    var gates: [Gate] = []
    var writers: [Writer] = []
    /// Frames and bytes of files that are closed, by output.
    var finished: [OutputName: (frames: Int, bytes: Int64)] = [:]
    /// What comes from each input, and how the encoders' streams are, by output.
    var arrivals: [InputName: Arrivals] = [:]
    var encoded: [OutputName: EncodedStream] = [:]
    var counters: [String: FrameCounter] = [:]
    /// Inputs that have been taken out and are not back.
    var lost: Set<InputName> = []
    /// Lost inputs whose part of the graph is there again and ought to deliver.
    var returning: Set<InputName> = []
    /// Inputs and branches that are being taken out or made.
    var changing: Set<String> = []
    /// Outputs whose encoder has failed.
    var failedEncoders: Set<OutputName> = []
    /// Outputs from whose encoders nothing seemed to come when they were looked at last.
    var suspects: Set<OutputName> = []
    /// Outputs of which an encoder would not come down.
    var immovable: Set<OutputName> = []
    /// Elements that would not come down: they can be neither used nor freed.
    var stranded: [Element] = []
    /// What is asked for now, and what of it has been said to be impossible.
    var throttle = Throttle.none
    var limits: [OutputName: Set<ThrottleLimit>] = [:]
    /// What the cameras' controls have been set to.
    var held: [InputName: [ControlAssignment]] = [:]
    let controlTurns = ControlTurns()
    /// What outputs' encoders have been directed to.
    var bitrates: [OutputName: Bitrate] = [:]
    /// The ways into the encoders, by output.
    var entries: [OutputName: EncoderEntry] = [:]
    /// By microphone.
    var sounds: [InputName: LiveSound] = [:]
    /// A device that is being tried for a microphone.
    var audition: Audition?
    var auditions = 0
    /// The combined picture has been taken out for the throttle's sake.
    var isResting = false
    var stillsTaken = 0
    let findAgain: CameraSearch
    let findMicrophone: MicrophoneSearch
    private var tap: BusTap?
    var firstFailure: GraphFailure?
    private(set) var isOpen = false
    /// How many takes have begun in the open graph.
    var takes = 0
    private var failureWaiter: CheckedContinuation<GraphFailure?, Never>?
    private(set) var isClosed = false
    var failedBranches: Set<BranchName> = []
    /// When inputs that still deliver are given up as well, once stalled ones are.
    var patience: ContinuousClock.Instant?
    /// The pipeline's changes of state, in order: a close that overtook the start would have it open files afterwards.
    let states = DispatchQueue(label: "dualcam.states")

    /// Makes nothing yet; `start` does.
    ///
    /// - Parameters:
    ///   - clockRate: above 1, live test sources run so many times as fast as real time, for soak tests.
    ///   - standsBy: records nothing before a `start` that follows `standBy`.
    ///   - findAgain: plans a lost camera's part anew; `nil` makes it as it was.
    ///   - findMicrophone: plans another microphone's part; `nil`: the first one stays.
    ///   - earlier: for how many nanoseconds another process had recorded, gaps counted and pauses left out, by the Unix time in
    ///     nanoseconds at which this one begins.
    ///
    /// Throws `GraphFailure.Code.elementMissing` when not even a pipeline can be made.
    public init(
        plan: GraphPlan, clockRate: UInt16 = 1, standsBy: Bool = false, findAgain: CameraSearch? = nil,
        findMicrophone: MicrophoneSearch? = nil, earlier: @escaping @Sendable (Int64) -> Int64 = { _ in 0 }
    ) throws(GraphFailure) {
        self.plan = plan
        self.findAgain = findAgain ?? { _ in .success(plan) }
        self.findMicrophone = findMicrophone ?? { _, _ in .failure(.unable("the microphone cannot be changed")) }
        lost = Set(plan.inputs.filter(\.isAbsent).map(\.name))
        let clock = clockRate > 1 ? FastClock(rate: clockRate) : nil
        do { pipeline = try MediaPipeline(name: "dualcam", clock: clock) } catch {
            throw GraphFailure(error, branch: nil)
        }
        builder = GraphBuilder(pipeline: pipeline)
        let (events, continuation) = AsyncStream<GraphEvent>.makeStream()
        self.events = events
        reporter = Reporter(continuation)
        let deciding = plan.gates.indices.filter { plan.gates[$0].decidesStart }
        line = SessionLine(
            deciding: Set(deciding), delay: Int64(plan.delay?.wholeNanoseconds ?? 0),
            alignsSound: plan.gates.count { $0.media == .audio && $0.cuts } > 1
        ) { [pipeline, reporter] start in
            reporter.recordingBegan(at: start, pipeline)
        }
        if standsBy { line.hold() }
        mixer = MixerWatch(line: line, reporter: reporter)
        let runningTime = { @Sendable [pipeline] in pipeline.runningTime.map { Int64(clamping: $0) } }
        let recorded = RecordedTime(line, runningTime: runningTime, earlier: earlier)
        overlays = OverlayDesk(clocks: OverlayClocks(runningTime: runningTime, recorded: { recorded.at($0) }))
    }

    public func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure) {
        guard !isClosed else { return }
        takes += 1
        let wait = Int64((delay ?? plan.delay ?? .zero).wholeNanoseconds)
        if isOpen {
            try await beginTake(files, after: wait)
        } else {
            line.begin(deciding: Set(plan.gates.indices.filter { plan.gates[$0].decidesStart }), delay: wait)
            try await open(with: files)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(3)) { [weak self] in
            Task { [weak self] in await self?.nameSilentInputs() }
        }
    }

    public func standBy() async throws(GraphFailure) {
        if !isClosed, !isOpen { try await open(with: []) }
    }

    /// Makes everything, and has it run.
    private func open(with files: [FileRequest]) async throws(GraphFailure) {
        isOpen = true
        let tap = pipeline.tapBus()
        self.tap = tap
        Task { [weak self] in
            for await message in tap.messages { await self?.take(message) }
        }
        let loops = try build()
        for file in files { try openWriter(file, from: nil, isRunning: false) }
        await rehearseSlate()
        for input in plan.inputs where !input.isAbsent { try await prepareControls(of: input) }
        guard !isClosed else { return }
        do throws(GraphFailure) {
            try await blocking("starting the devices", within: Self.startLimit, on: states) { [pipeline] in
                Self.play(pipeline, loops)
            }
        } catch {
            throw await reportedFailure() ?? error
        }
    }

    /// Tells which inputs have not delivered anything yet, while the recording waits for them.
    private func nameSilentInputs() {
        for index in line.awaitedStreams.sorted() {
            guard let gate = gates.first(where: { $0.index == index }) else { continue }
            reporter.yield(.warning(branch: gate.plan.branch, text: "nothing has come from it yet"))
        }
    }

    public func apply(_ change: GraphChange) async throws(GraphFailure) {
        switch change {
        case .openSegment(let files, let at): try openSegment(files, at: at)
        case .stop(let at): stop(at: at)
        case .abandonStalledInputs: try await abandonStalledInputs()
        case .dropOutput(let output): try await shed(output)
        case .restoreOutput(let output): try await restore(output)
        case .loseInput(let input) where input.isMicrophone: try await loseMicrophone(input)
        case .loseInput(let camera): try await loseCamera(camera)
        case .reopenInput(let input) where input.isMicrophone: try await reopenMicrophone(input)
        case .reopenInput(let camera): try await reopenCamera(camera)
        case .throttle(let throttle): try await follow(throttle)
        }
    }

    public func close(within limit: Duration) async throws(GraphFailure) {
        guard !isClosed else { return }
        isClosed = true
        mixer.withdrawCues()
        try await blocking("closing the devices", within: limit, on: states) { [pipeline] in
            Self.setState(.null, of: pipeline)
        }
        files.removeAll()
        tap?.close()
        reporter.close()
    }

    private func build() throws(GraphFailure) -> [ClipLoop] {
        let loops = try make(GraphPart(whole: plan))
        for input in plan.inputs where input.isAbsent {
            if let slate = input.slate { try write(slate) }
        }
        try watchMixer()
        try showPicture()
        return loops
    }

    /// Clips are opened and set to their first round before the clock starts.
    private static func play(_ pipeline: MediaPipeline, _ loops: [ClipLoop]) -> Result<Void, GraphFailure> {
        do {
            if !loops.isEmpty { try pipeline.setState(.paused) }
            for loop in loops where !loop.prepare(seconds: 10) {
                return .failure(
                    GraphFailure(
                        .deviceFormat, message: "\(loop.name): the clip cannot be played over and over",
                        advice: "Remux it to MP4 or MKV."))
            }
            try pipeline.setState(.playing)
            return .success(())
        } catch {
            return .failure(GraphFailure(error, branch: nil))
        }
    }

    private static func setState(_ state: State, of pipeline: MediaPipeline) -> Result<Void, GraphFailure> {
        do { return .success(try pipeline.setState(state)) } catch { return .failure(GraphFailure(error, branch: nil)) }
    }

    func openWriter(_ request: FileRequest, from: Int64?, isRunning: Bool) throws(GraphFailure) {
        guard let output = plan.outputs.first(where: { $0.name == request.output }) else { return }
        let rate = plan.branches.first { $0.output == request.output && $0.rate != nil }?.rate
        let writer = try Writer.open(
            output, request: request, take: takes, from: from, frameLength: rate?.frameNanoseconds ?? 0, in: builder,
            isRunning: isRunning
        ) { [weak self] writer in Task { [weak self] in await self?.finish(writer) } }
        writers.append(writer)
        files.add(request.path)
    }

    // MARK: failures

    /// The failure an element has reported for a refused state change; its message is on the way already.
    private func reportedFailure() async -> GraphFailure? {
        if let firstFailure { return firstFailure }
        return await withCheckedContinuation { continuation in
            failureWaiter = continuation
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
                Task { [weak self] in await self?.giveUpWaiting() }
            }
        }
    }

    private func giveUpWaiting() {
        failureWaiter?.resume(returning: firstFailure)
        failureWaiter = nil
    }

    func report(_ failure: GraphFailure) {
        if firstFailure == nil { firstFailure = failure }
        giveUpWaiting()
        reporter.yield(.failed(failure))
    }
}
