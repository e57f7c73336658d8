import DualCamConfig
import DualCamPlan

/// A graph without devices. It counts frames instead of recording them, and sends the session the events of a real
/// graph.
final class SimulatedGraph {
    /// The faults that the graph is to show.
    struct Behaviour: Equatable {
        /// The outputs whose files are not finished after a stop, unless stalled inputs are abandoned.
        var stuck: Set<OutputName> = []
        /// True if abandoning stalled inputs does not finish the stuck files either.
        var isStuckForGood = false
        var closing = Closing.well
        /// The world's time, in nanoseconds, before which no failed output can be restored.
        var restoresFrom: Int64 = 0
        var startFailure: GraphFailure?
        /// The world's time, in nanoseconds, before which the graph does not start to record.
        var startsFrom: Int64 = 0
        /// True if the graph refuses changes to a running recording.
        var refusesDirections = false
    }

    enum Closing: Equatable { case well, tooLate, never }

    unowned let world: World
    let tell: (GraphEvent) -> Void
    var outputs: [SimulatedOutput] = []
    var inputs: [SimulatedInput] = []
    var behaviour = Behaviour()
    var random: Randomness
    let rate: FrameRate
    let fragment: Int64
    /// The machine's uptime at running time 0; `nil` until the graph's clock runs.
    private(set) var clockBase: Int64?
    /// The running time at which all outputs begin; `nil` until it is known.
    private(set) var start: Int64?
    /// The recorded time (running time without pauses) at which all outputs end; `nil` until it is known.
    var stop: Int64?
    var cuts = CutList()
    var beginsPaused = false
    /// True once the session has asked the graph to record.
    var isAsked = false
    let part = RecordedPart()
    /// The wall-clock time of the last written frame, in Unix nanoseconds; `nil` if no frame was written.
    var lastWritten: Int64?
    /// The wall-clock time of the start in Unix nanoseconds, and the offset of the wall clock at that time; `nil`
    /// before the start.
    private(set) var begun: (wall: Int64, shift: Int64)?
    var throttle = Throttle.none
    private(set) var isClosed = false
    /// True while the graph's process stands still.
    var isFrozen = false
    private var waiting: [FileRequest] = []
    /// The inputs that deliver nothing, with the index of the first missing frame.
    var starved: [InputName: Int] = [:]
    /// The files that the graph still writes.
    var own: [Inode] = []
    /// Every file that the graph has created.
    var made: [Inode] = []

    /// Creates the graph for a session of a scenario.
    ///
    /// - Parameter former: The graph of the previous session, whose devices stay open; `nil` for the first session.
    init(_ world: World, _ order: Scenario, after former: SimulatedGraph?, tell: @escaping (GraphEvent) -> Void) {
        (self.world, self.tell) = (world, tell)
        random = world.random.split()
        (rate, fragment) = (order.rate, order.fragment)
        for name in order.outputs {
            outputs.append(SimulatedOutput(name: name, grid: FrameGrid(origin: 0, rate: rate)))
        }
        inputs = order.inputs.map { SimulatedInput(name: $0) }
        if let former { (clockBase, inputs) = (former.clockBase, former.inputs) }
        for index in inputs.indices { inputs[index].isBack = world.deviceBack[inputs[index].name] ?? 0 }
    }

    // MARK: Time
    /// The running time in nanoseconds; `nil` until the clock runs.
    var now: Int64? { clockBase.map { world.uptime - $0 } }

    func recorded(_ running: Int64) -> Int64 { cuts.recorded(RunningTime(nanoseconds: running)).nanoseconds }

    func running(_ recorded: Int64, _ side: CutList.Side) -> RunningTime {
        cuts.running(RunningTime(nanoseconds: recorded), side)
    }

    /// Runs `work` after a delay, unless the process is dead or stands still by then.
    func later(_ delay: Int64, _ work: @escaping (SimulatedGraph) -> Void) {
        world.add(after: delay) { [weak self] _ in
            guard let self, !self.isFrozen, !self.isClosed else { return }
            work(self)
        }
    }

    // MARK: Start
    /// Opens the devices without recording.
    func standBy(_ done: @escaping (GraphFailure?) -> Void) {
        if clockBase != nil { return later(Span.millisecond) { _ in done(nil) } }
        clockBase = world.uptime
        later(random.number(50 * Span.millisecond...900 * Span.millisecond)) { $0.standWhenReady(done) }
    }

    private func standWhenReady(_ done: @escaping (GraphFailure?) -> Void) {
        if let failure = behaviour.startFailure { return done(failure) }
        deliver()
        guard isReady else { return later(100 * Span.millisecond) { $0.standWhenReady(done) } }
        done(nil)
    }

    /// Marks every connected input as delivering.
    private func deliver() {
        for index in inputs.indices where inputs[index].state == .delivering {
            inputs[index].hasDelivered = inputs[index].hasDelivered || inputs[index].isBack <= world.time
        }
    }

    private var isReady: Bool {
        inputs.allSatisfy { $0.hasDelivered || $0.isLost } && world.time >= behaviour.startsFrom
    }

    func start(_ files: [FileRequest], after delay: Int64) {
        if clockBase == nil { clockBase = world.uptime }
        waiting = files
        let opening = random.number(50 * Span.millisecond...900 * Span.millisecond)
        later(opening) { $0.beginWhenReady(after: delay) }
    }

    private func beginWhenReady(after delay: Int64) {
        guard start == nil, let now else { return }
        deliver()
        guard isReady else { return later(100 * Span.millisecond) { $0.beginWhenReady(after: delay) } }
        let begin = now + delay + random.number(0...60 * Span.millisecond)
        start = begin
        begun = (world.wall + (begin - now), world.wallShift)
        if beginsPaused { cuts.begin(at: RunningTime(nanoseconds: begin)) }
        let frame = Span.second * Int64(rate.denominator) / Int64(rate.numerator)
        for index in outputs.indices {
            outputs[index].grid.origin = begin + random.number(0...frame - 1)
            outputs[index].isFed = isFed(outputs[index].name)
            beginNumbers(of: index)
        }
        tell(
            .recording(
                at: RunningTime(nanoseconds: begin), wallClock: world.wall + (begin - now), clock: "simulated"))
        for request in waiting {
            guard let index = outputs.firstIndex(where: { $0.name == request.output }) else { continue }
            if isStarved(request.output) {
                outputs[index].pending.append(.init(request: request, boundary: recorded(begin)))
            } else {
                self.begin(request, index)
            }
        }
        scheduleAdvance()
    }

    /// True if the output gets frames. The combined picture gets them even without any camera.
    func isFed(_ output: OutputName) -> Bool {
        guard let input = inputs.first(where: { $0.name.rawValue == output.rawValue }) else { return true }
        return input.state == .delivering && input.hasDelivered
    }

    // MARK: Statistics
    func statistics() -> GraphStatistics {
        guard let now else { return GraphStatistics(now: nil, outputs: []) }
        advance()
        let running = RunningTime(nanoseconds: now)
        var statistics = GraphStatistics(
            now: running,
            outputs: outputs.map { .init(name: $0.name, frames: $0.frames, dropped: $0.dropped, bytes: bytes(of: $0)) })
        statistics.inputs = inputs.map { input in
            let timeouts = input.name.isMicrophone ? FrameTimeouts() : FrameTimeouts(slowest: [rate])
            return .init(name: input.name, isLost: input.isLost, idle: idle(input, timeouts), timeouts: timeouts)
        }
        statistics.branches = outputs.filter(\.isAlive).map {
            .init(output: $0.name, framesIn: $0.cursor, framesOut: $0.cursor, queue: world.readings.queue)
        }
        statistics.sounds = inputs.filter(\.name.isMicrophone).map {
            .init(of: $0.name, samples: now / 20_833, added: now / (40 * Span.minute), removed: 0)
        }
        return statistics
    }

    private func bytes(of output: SimulatedOutput) -> Int64 { Int64(output.frames) * MediaFile.bytesPerFrame }

    private func idle(_ input: SimulatedInput, _ timeouts: FrameTimeouts) -> Duration? {
        guard input.hasDelivered else { return nil }
        switch input.state {
        case .delivering:
            // Frames arrive often: the last one has just arrived. Only a slow camera may not have delivered for a
            // while.
            let frame = timeouts.frame.nanoseconds
            return timeouts.isSlow ? .nanoseconds((now ?? 0) % frame) : .milliseconds(10)
        case .silent(let since), .failed(let since): return .nanoseconds(world.uptime - since)
        case .lost, .opening: return .seconds(2)
        }
    }

    // MARK: The end
    /// Closes the devices. Unfinished files stay as they are.
    func close(within limit: Int64, _ done: @escaping (GraphFailure?) -> Void) {
        let delay: Int64
        var failure: GraphFailure?
        switch behaviour.closing {
        case .well: delay = random.number(5 * Span.millisecond...300 * Span.millisecond)
        case .tooLate:
            delay = limit
            failure = GraphFailure(.timeout, message: "The simulated devices were not given back in time.")
        case .never: return
        }
        later(delay) { graph in
            graph.advance()
            graph.tell(.closed)
            graph.isClosed = true
            graph.leaveFiles()
            done(failure)
        }
    }

    /// Ends the graph with its process. Frames outside complete fragments are lost.
    func crash() {
        if !isFrozen { advance() }
        (isFrozen, isClosed) = (true, true)
        leaveFiles()
    }

    /// Freezes the graph with its process.
    func freeze() {
        advance()
        isFrozen = true
    }
}
