internal import Dispatch
internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The elements of a graph plan that currently exist in the running pipeline. Branches use it to create, find, change
/// and remove their elements.
@PipelineActor
final class LiveElements {
    /// The graph plan as currently running. A returned camera may have another device than in the original plan.
    var plan: GraphPlan
    let pipeline: MediaPipeline
    let reporter: Reporter
    let window: RecordingWindow
    let failures: FailureReporter
    /// All branches of the pipeline, each of which installs its probes on newly built elements.
    var branches: [any Branch] = []
    /// The current throttle: the reductions of quality that apply to the pipeline now.
    var throttle = Throttle.none
    let silences = SilenceWatch()
    /// The number of the take that the open pipeline records or prepares, counted from 1.
    var take = 1
    var isClosed = false { didSet { if isClosed { closed.keep(()) } } }
    /// The promise that is kept when the pipeline is closed, for work on other queues.
    private let closed = Promise<Void>()
    /// True while the queues after the encoders hold pre-roll for the next take.
    var keepsPast = false
    private(set) var pasts: [String: PreRollQueue] = [:]
    /// The loops that play clip files in place of devices, by the input's name.
    private(set) var clips: [InputName: ClipLoop] = [:]
    /// The clip files that replace devices, by the input's name.
    private(set) var clipFiles: [InputName: ClipFile] = [:]
    /// The serial queue on which the pipeline changes its state. On a concurrent queue, a close could overtake the
    /// start, which would then open files afterwards.
    let states = DispatchQueue(label: "dualcam.states")
    /// The serial queues on which devices are opened again, one for each input: a device that hangs blocks neither the
    /// other devices nor the end of the recording.
    let openings: [InputName: DispatchQueue]
    private(set) var builder: GraphBuilder
    /// The elements that did not reach the NULL state in time. They can neither be used nor freed.
    private var stranded: [Element] = []

    nonisolated init(_ plan: GraphPlan, _ pipeline: MediaPipeline, _ reporter: Reporter, _ window: RecordingWindow) {
        (self.plan, self.pipeline, self.reporter, self.window) = (plan, pipeline, reporter, window)
        failures = FailureReporter(reporter)
        let queues = plan.inputs.map { ($0.name, DispatchQueue(label: "dualcam.opening")) }
        openings = Dictionary(queues) { first, _ in first }
        builder = GraphBuilder(pipeline: pipeline, usesBins: true)
    }

    /// The current running time in nanoseconds; 0 while the clock does not run.
    var now: Int64 { Int64(clamping: pipeline.runningTime ?? 0) }

    /// The pipeline's element of this name; `nil` if it does not currently exist.
    subscript(name: String) -> Element? { builder.elements[name] }

    /// Returns the elements of `plans` that currently exist, in the same order.
    func elements(_ plans: [ElementPlan]) -> [Element] { plans.compactMap { builder.elements[$0.name] } }

    func element(_ name: String) throws(GraphFailure) -> Element { try builder.element(name) }

    func pad(_ element: String, _ name: String) throws(GraphFailure) -> Pad { try builder.pad(element, name) }

    func pad(_ reference: PadReference) throws(GraphFailure) -> Pad {
        try builder.pad(reference.element, reference.pad ?? "src")
    }

    func warn(_ branch: BranchID?, _ text: String) { reporter.yield(.warning(branch: branch, text: text)) }

    // MARK: Making
    /// Builds the elements of a part of the graph, links them to each other and lets the branches install their probes.
    /// The caller links the part to the rest of the graph.
    /// - Returns: the loops of the clips in the part, which must be prepared before they play.
    func make(_ part: GraphPart) throws(GraphFailure) -> [ClipLoop] {
        for element in part.elements { try builder.make(element) }
        var waiting: [String: ClipLoop] = [:]
        for loop in part.loops { waiting[loop.demuxer] = try makeLoop(loop) }
        for link in part.links {
            let loop = waiting[link.from.element]
            try builder.link(link) { pad in loop?.hold(pad) }
            if let loop, !link.whenPadAppears { loop.hold(try pad(link.from)) }
        }
        for branch in branches { try branch.watch(part) }
        return Array(waiting.values)
    }

    /// Builds elements and links each to the previous one.
    func make(row elements: [ElementPlan]) throws(GraphFailure) {
        try builder.makeChain(elements)
    }

    func make(_ elements: [ElementPlan], _ links: [LinkPlan]) throws(GraphFailure) {
        try builder.make(elements, links)
    }

    /// Rebuilds and starts the elements of a branch, and links them to the existing elements that feed them.
    func remake(_ part: GraphPart, _ branch: BranchID) async throws(GraphFailure) {
        _ = try make(part)
        try await run(part.elements, "starting \(branch)", within: .seconds(5))
        try linkInbound(of: part)
    }

    /// Links existing elements outside the part to the part's elements that they feed.
    func linkInbound(of part: GraphPart) throws(GraphFailure) {
        for link in part.inbound where builder.elements[link.from.element] != nil { try builder.link(link) }
    }

    /// Brings elements to the pipeline's state. Throws `timeout` after `limit`, with a message that begins with `what`.
    /// - Parameters:
    ///   - clips: the loops whose clips must be opened before the elements start.
    ///   - queue: the serial queue on which the state changes; `nil` for `states`.
    func run(
        _ plans: [ElementPlan], clips: [ClipLoop] = [], _ what: String, within limit: Duration,
        on queue: DispatchQueue? = nil
    ) async throws(GraphFailure) {
        let elements = elements(plans)
        try await blocking(what, within: limit, on: queue ?? states) { [pipeline, closed] in
            guard closed.current == nil else { return }
            try pipeline.run(elements, clips: clips)
            // On a queue of its own, the start can overlap with the close.
            if closed.current != nil { for element in elements { element.stop() } }
        }
    }

    /// Creates the loop that plays a clip repeatedly. If the pipeline is already running, the clip begins 0.3 seconds
    /// from now, because opening it takes time.
    private func makeLoop(_ plan: LoopPlan) throws(GraphFailure) -> ClipLoop {
        let begin = pipeline.runningTime.map { Int64($0) + 300_000_000 } ?? 0
        let loop = ClipLoop(
            plan, demuxer: try builder.element(plan.demuxer), pad: try pad(plan.pad), begin: begin,
            mayGoOn: watchClip(plan)
        ) { [window, reporter] input, time in
            reporter.absentFromClip(input, at: time, in: window)
        } onNewSize: { [reporter, take = plan.picture?.isDecoded] input, size in
            let scaled = take == true ? "; it is scaled to the size at its beginning" : ""
            reporter.yield(
                .warning(
                    branch: .source(input),
                    text: "the picture of \(input)'s clip changes its size to \(size[0])x\(size[1])\(scaled)"))
        }
        loop.install()
        if let input = input(of: plan) { clips[input] = loop }
        return loop
    }

    private func input(of loop: LoopPlan) -> InputName? {
        guard case .source(let input)? = plan.elements.first(where: { $0.name == loop.demuxer })?.branch else {
            return nil
        }
        return input
    }

    /// Returns a closure to call before a clip is played again. The closure returns false if the clip's file has become
    /// shorter. The clip then ends, and its input counts as lost.
    private func watchClip(_ loop: LoopPlan) -> @Sendable () -> Bool {
        guard let input = input(of: loop), let file = plan.clip(of: input).flatMap(ClipFile.init)
        else { return { true } }
        clipFiles[input] = file
        return { [weak self] in
            guard let failure = file.cut(input) else { return true }
            Task { [weak self] in await self?.tell(failure, of: input) }
            return false
        }
    }

    private func tell(_ failure: GraphFailure, of input: InputName) {
        for case let branch as any InputBranch in branches where branch.name == input {
            if !isClosed, branch.registerFailure() { branch.tell(failure) }
        }
    }

    /// Registers a queue that follows an encoder and holds pre-roll, and sets how long it holds frames.
    func keepPast(in queue: String) throws(GraphFailure) {
        let element = try element(queue)
        pasts[queue] = try translating { try PreRollQueue(element) }
        holdPast()
    }

    /// Sets how long the queues after the encoders hold frames: the planned pre-roll if `keepsPast`, otherwise 0.
    func holdPast() {
        let held = keepsPast ? plan.preRoll?.held.nanoseconds ?? 0 : 0
        for queue in pasts.values {
            do throws(SettingError) { try queue.hold(held) } catch { warn(nil, "\(error)") }
        }
    }

    /// Counts the recording's frames that a branch's queue drops because it is full. Must be called after probes that
    /// drop frames were installed before the queue, and before such probes are installed after it.
    func countLosses(of branch: BranchPlan) throws(GraphFailure) {
        guard let queue = branch.queue else { return }
        let losses = QueueLosses(window) { [reporter] in reporter.lost(1, in: branch, at: $0) }
        losses.install(on: try pad(queue, "sink"), try pad(queue, "src"))
    }

    /// Installs a gate before a queue. When the queue is full, the gate drops all pictures until the next key frame.
    /// - Parameter entry: the name of the element before the queue, or of the queue itself.
    func gate(
        before queue: String, at entry: String, onLoss: @escaping @Sendable (Int64?) -> Void = { _ in }
    ) throws(GraphFailure) -> KeyFrameGate {
        let (waiting, pad) = (try element(queue), try pad(entry, "sink"))
        let gate = try translating { try KeyFrameGate(waiting, onLoss: onLoss) }
        gate.install(on: pad)
        return gate
    }

    // MARK: Removing
    /// Removes elements from the running graph: unlinks them from the other elements and sets them to the NULL state.
    /// Elements that do not reach NULL in time stay in memory, and a warning is reported.
    /// - Returns: true if all elements reached the NULL state.
    @discardableResult
    func remove(_ elements: [ElementPlan]) async -> Bool {
        let own = elements.compactMap { plan in builder.elements[plan.name].map { (plan.branch, $0) } }
        guard !own.isEmpty else { return true }
        await unlinkBorder(of: own.map(\.1))
        // Stops a camera's elements first, so that its device is freed even if the encoder hangs.
        var branches: [BranchID] = []
        for (branch, _) in own where !branches.contains(branch) { branches.append(branch) }
        var isDown = true
        for branch in branches {
            isDown = await bringDown(branch, own.filter { $0.0 == branch }.map(\.1)) && isDown
        }
        for (_, element) in own { builder.remove(element.name) }
        await bringDown(builder.removeEmptyBins(), branches[0])
        return isDown
    }

    /// Sets the elements of a branch to the NULL state, sinks first, so that no element blocks while it pushes a buffer
    /// downstream.
    /// - Returns: true if all elements reached the NULL state within two seconds.
    @discardableResult
    func bringDown(_ branch: BranchID, _ elements: [Element]) async -> Bool {
        let down = Mutex<Set<String>>([])
        await blockingAtMost(.seconds(2)) {
            for element in elements {
                element.lockState()
                element.leaveNode()
            }
            for element in elements.reversed() where (try? element.setState(.null)) != nil {
                down.withLock { _ = $0.insert(element.name) }
            }
        }
        let stuck = down.withLock { down in elements.filter { !down.contains($0.name) } }
        guard !stuck.isEmpty else { return true }
        stranded += stuck
        let names = stuck.map(\.name).joined(separator: ", ")
        warn(branch, "\(branch): \(names) did not come down and is left behind until the end")
        return false
    }

    /// Brings empty bins to the NULL state and frees them. A bin that hangs stays in memory, and a warning is reported.
    func bringDown(_ bins: [Bin], _ branch: BranchID) async {
        guard !bins.isEmpty else { return }
        await bringDown(branch, bins)
    }

    private func unlinkBorder(of elements: [Element]) async {
        let names = Set(elements.map(\.name))
        var border: [(Pad, Pad)] = []
        for link in plan.links where names.contains(link.from.element) != names.contains(link.to.element) {
            guard let sink = try? builder.element(link.to.element).pad(link.to.pad ?? "sink"), let source = sink.peer,
                names.contains(link.to.element) || source.element.map({ names.contains($0.name) }) ?? false
            else { continue }
            border.append((source, sink))
        }
        await blockingAtMost(.seconds(2)) { [border] in
            for (source, sink) in border { source.part(from: sink) }
        }
    }
}
