internal import DualCamConfig
public import DualCamPlan
internal import Dispatch
internal import GStreamer

/// The plan brought to life: owns the pipeline, carries out the session's changes and turns bus messages into graph events.
public actor LiveGraph: RecordingGraph {
    /// Opening devices and starting threads takes longer than this only when something hangs.
    static let startLimit = Duration.seconds(15)

    public nonisolated let events: AsyncStream<GraphEvent>
    let plan: GraphPlan
    let pipeline: MediaPipeline
    let reporter: Reporter
    let line: SessionLine
    var builder: GraphBuilder
    var gates: [Gate] = []
    var writers: [Writer] = []
    /// Frames and bytes of files that are closed, by output.
    var finished: [OutputName: (frames: Int, bytes: Int64)] = [:]
    private var loops: [ClipLoop] = []
    private var tap: BusTap?
    private var firstFailure: GraphFailure?
    private var failureWaiter: CheckedContinuation<GraphFailure?, Never>?
    private var isClosed = false
    var failedBranches: Set<BranchName> = []
    /// Branches of cameras that have failed.
    var lostCameras: Set<BranchName> = []
    /// When inputs that still deliver are given up as well, once stalled ones are.
    var patience: ContinuousClock.Instant?
    /// The pipeline's changes of state, in order: a close that overtook the start would have it open files afterwards.
    private let states = DispatchQueue(label: "dualcam.states")

    /// Makes nothing yet; `start` does.
    ///
    /// `clockRate` above 1 makes live test sources run so many times as fast as real time, for soak tests.
    ///
    /// Throws `GraphFailure.Code.elementMissing` when not even a pipeline can be made.
    public init(plan: GraphPlan, clockRate: UInt16 = 1) throws(GraphFailure) {
        self.plan = plan
        let clock = clockRate > 1 ? FastClock(rate: clockRate) : nil
        do { pipeline = try MediaPipeline(name: "dualcam", clock: clock) } catch {
            throw GraphFailure(error, branch: nil)
        }
        builder = GraphBuilder(pipeline: pipeline)
        let (events, continuation) = AsyncStream<GraphEvent>.makeStream()
        self.events = events
        reporter = Reporter(continuation)
        let deciding = plan.gates.indices.filter { plan.gates[$0].decidesStart }
        line = SessionLine(deciding: Set(deciding)) { [pipeline, reporter] start in
            reporter.recordingBegan(at: start, pipeline)
        }
    }

    public func start(files: [FileRequest]) async throws(GraphFailure) {
        guard !isClosed else { return }
        let tap = pipeline.tapBus()
        self.tap = tap
        Task { [weak self] in
            for await message in tap.messages { await self?.take(message) }
        }
        try build()
        for file in files { try openWriter(file, from: nil, isRunning: false) }
        do throws(GraphFailure) {
            try await blocking("starting the devices", within: Self.startLimit, on: states) { [pipeline, loops] in
                Self.play(pipeline, loops)
            }
        } catch {
            throw await reportedFailure() ?? error
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(3)) { [weak self] in
            Task { [weak self] in await self?.nameSilentInputs() }
        }
    }

    /// Tells which inputs have not delivered anything yet, while the recording waits for them.
    private func nameSilentInputs() {
        for index in line.awaitedStreams.sorted() {
            reporter.yield(.warning(branch: plan.gates[index].branch, text: "nothing has come from it yet"))
        }
    }

    public func apply(_ change: GraphChange) async throws(GraphFailure) {
        switch change {
        case .openSegment(let files, let at): try openSegment(files, at: at)
        case .stop(let at): stop(at: at)
        case .abandonStalledInputs: try await abandonStalledInputs()
        case .dropOutput(let output): try await drop(output, finishing: true)
        case .restoreOutput, .loseInput, .reopenInput: break
        }
    }

    public func close(within limit: Duration) async throws(GraphFailure) {
        guard !isClosed else { return }
        isClosed = true
        try await blocking("closing the devices", within: limit, on: states) { [pipeline] in
            Self.setState(.null, of: pipeline)
        }
        tap?.close()
        reporter.close()
    }

    private func build() throws(GraphFailure) {
        for element in plan.elements { try builder.make(element) }
        var waiting: [String: ClipLoop] = [:]
        for loop in plan.loops { waiting[loop.demuxer] = try makeLoop(loop) }
        for link in plan.links {
            let loop = waiting[link.from.element]
            try builder.link(link) { pad in loop?.hold(pad) }
        }
        loops = Array(waiting.values)
        try installProbes()
    }

    private func makeLoop(_ plan: LoopPlan) throws(GraphFailure) -> ClipLoop {
        let loop = ClipLoop(plan, demuxer: try builder.element(plan.demuxer), pad: try pad(plan.pad))
        loop.install()
        return loop
    }

    private func installProbes() throws(GraphFailure) {
        for output in plan.outputs { try keepMemoryQuestionsOut(of: output) }
        for (index, gate) in plan.gates.enumerated() {
            gates.append(Gate(gate, index: index, pad: try pad(gate.pad), line: line))
        }
        for gate in gates { gate.install() }
        try keepEndsOutOfMixer()
        for counter in plan.counters {
            do {
                try FrameCounter(counter, mark: try builder.element(counter.element)).install()
            } catch {
                throw GraphFailure(error, branch: nil)
            }
        }
        for branch in plan.branches {
            guard let queue = branch.queue else { continue }
            try builder.element(queue).on("overrun") { [line, reporter, pipeline] in
                if line.isRecording(at: pipeline.runningTime) { reporter.lost(1, in: branch, pipeline) }
            }
        }
    }

    /// A writer that joins makes its encoder ask anew for memory; the question would wait in the muxers of the files before for
    /// data that waits behind it. Encoders do without an answer.
    private func keepMemoryQuestionsOut(of output: OutputPlan) throws(GraphFailure) {
        for tee in [output.video, output.audio].compactMap({ $0 }) {
            try builder.pad(tee.element, "sink").addProbe(.queries) { $0.isAllocationQuery ? .drop : .pass }
        }
    }

    /// A source that fails ends its stream; a mixer whose inputs have all ended no longer keeps to the clock.
    private func keepEndsOutOfMixer() throws(GraphFailure) {
        for branch in plan.branches where branch.name.rawValue.hasPrefix("combined.input.") {
            let pad = try builder.pad(branch.input.element, branch.input.pad ?? "sink")
            pad.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
        }
    }

    func pad(_ reference: PadReference) throws(GraphFailure) -> Pad {
        try builder.pad(reference.element, reference.pad ?? "src")
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
            output, request: request, from: from, frameLength: rate?.frameNanoseconds ?? 0, in: builder,
            isRunning: isRunning
        ) { [weak self] writer in Task { [weak self] in await self?.finish(writer) } }
        writers.append(writer)
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
