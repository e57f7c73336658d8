import DualCamConfig
import DualCamPlan

/// The changes that the session requests from the graph.
extension SimulatedGraph {
    /// Makes a change that the session requests, after a short random delay.
    ///
    /// - Parameter done: Receives the error, or `nil` once the change is made.
    func apply(_ change: GraphChange, _ done: @escaping (GraphFailure?) -> Void) {
        advance()
        switch change {
        case .openSegment(let requests, let time): openSegment(requests, at: time)
        case .stop(let time): end(at: time?.nanoseconds)
        case .abandonStalledInputs: abandonStalledInputs()
        case .dropOutput(let name): drop(name)
        case .restoreOutput(let name): return restore(name, done)
        case .loseInput(let input): lose(input)
        case .reopenInput(let input): return reopen(input, done)
        case .throttle(let throttle): follow(throttle)
        }
        later(random.number(1 * Span.millisecond...30 * Span.millisecond)) { _ in done(nil) }
    }

    private func openSegment(_ requests: [FileRequest], at time: RunningTime) {
        let boundary = recorded(time.nanoseconds)
        for request in requests {
            guard let index = outputs.firstIndex(where: { $0.name == request.output }), !outputs[index].isDone else {
                continue
            }
            outputs[index].pending.append(.init(request: request, boundary: boundary))
            outputs[index].pending.sort { $0.boundary < $1.boundary }
        }
        scheduleAdvance()
    }

    /// Schedules the next call of `advance()`, which writes the due frames, for the next segment boundary or the end.
    func scheduleAdvance() {
        guard let now, !cuts.isOpen else { return }
        let time = recorded(now)
        let next = (outputs.filter { !$0.isDone }.compactMap(\.pending.first?.boundary) + [stop].compactMap { $0 })
            .filter { $0 > time }.min()
        guard let next else { return advance() }
        later(next - time + Span.millisecond) { graph in
            graph.advance()
            graph.scheduleAdvance()
        }
    }

    /// Sets the time at which every output stops, from a running time; `nil` stops now. The end is moved to a later
    /// time if frames after it are already recorded, or if an output has no frame by then. If an output has already
    /// ended, the end does not become later.
    private func end(at time: Int64?) {
        guard let now, let start else {
            stop = stop ?? 0
            return tell(.stopping(at: RunningTime(nanoseconds: time ?? 0)))
        }
        let frame = outputs.map { $0.grid.time(of: 1) - $0.grid.origin }.max() ?? 0
        let least = cuts.cuts.isEmpty ? start + frame * 3 / 2 : 0
        let latest = outputs.filter { $0.cursor > 0 }.map { $0.grid.time(of: $0.cursor - 1) }.max() ?? 0
        let latestEnd = outputs.contains(where: \.isDone) ? stop ?? .max : .max
        let end = min(latestEnd, max(recorded(time ?? now), latest + 1, least))
        stop = end
        for index in outputs.indices { tellDropped(index) }
        tell(.stopping(at: running(end, .before)))
        scheduleAdvance()
    }

    private func abandonStalledInputs() {
        guard !behaviour.isStuckForGood else { return }
        behaviour.stuck = []
        for index in outputs.indices where outputs[index].isDone {
            endStarving(index)
            close(index)
        }
    }

    // MARK: Outputs
    private func drop(_ name: OutputName) {
        guard let index = outputs.firstIndex(where: { $0.name == name }) else { return }
        tellDropped(index)
        if let inode = outputs[index].file?.inode { leave(inode) }
        outputs[index].file = nil
        outputs[index].pending = []
        outputs[index].isAlive = false
    }

    private func restore(_ name: OutputName, _ done: @escaping (GraphFailure?) -> Void) {
        later(random.number(20 * Span.millisecond...400 * Span.millisecond)) { graph in
            guard let index = graph.outputs.firstIndex(where: { $0.name == name }) else { return }
            guard graph.world.time >= graph.behaviour.restoresFrom else {
                return done(GraphFailure(.encoderFailed, output: name, message: "No encoder for \(name)."))
            }
            (graph.outputs[index].isAlive, graph.outputs[index].counted) = (true, nil)
            done(nil)
        }
    }

    // MARK: Inputs
    private func lose(_ name: InputName) {
        guard let index = inputs.firstIndex(where: { $0.name == name }), !inputs[index].isLost else { return }
        let running = now ?? 0
        var at = RunningTime(nanoseconds: max(running, start ?? running))
        inputs[index].state = .lost
        if let output = outputs.firstIndex(where: { $0.name.rawValue == name.rawValue }) {
            // The input is lost at the end of its last frame, or at the common start if it had no frame.
            let end = starved[name] ?? outputs[output].cursor
            if let start {
                at = end > 0 ? self.running(outputs[output].grid.time(of: end), .before) : .init(nanoseconds: start)
            }
            outputs[output].isFed = false
            starved[name] = nil
            close(output)
        }
        if world.plant == .absenceForgotten { return }
        tell(.inputLost(name, at: at))
    }

    private func reopen(_ name: InputName, _ done: @escaping (GraphFailure?) -> Void) {
        guard let index = inputs.firstIndex(where: { $0.name == name }), inputs[index].isLost else { return done(nil) }
        inputs[index].state = .opening
        later(random.number(30 * Span.millisecond...700 * Span.millisecond)) { graph in
            let isThere = max(graph.inputs[index].isBack, graph.world.deviceBack[name] ?? 0) <= graph.world.time
            guard isThere, graph.inputs[index].state == .opening else {
                if graph.inputs[index].state == .opening { graph.inputs[index].state = .lost }
                return done(GraphFailure(.deviceMissing, input: name, message: "No device for \(name)."))
            }
            done(nil)
            graph.comeBack(index)
        }
    }

    private func comeBack(_ index: Int) {
        let name = inputs[index].name
        advance()
        (inputs[index].state, inputs[index].hasDelivered) = (.delivering, true)
        let running = RunningTime(nanoseconds: now ?? 0)
        if let output = outputs.firstIndex(where: { $0.name.rawValue == name.rawValue }), start != nil {
            // A camera that returns delivers its frames at a new offset.
            let frame = Span.second * Int64(rate.denominator) / Int64(rate.numerator)
            outputs[output].grid.origin += random.number(0...frame - 1)
            let next = outputs[output].grid.index(from: recorded(running.nanoseconds))
            outputs[output].cursor = next
            outputs[output].isFed = true
            beginNumbers(of: output)
        }
        tell(.inputReturned(name, at: running))
    }

    // MARK: Load
    private func follow(_ wanted: Throttle) {
        guard wanted != throttle else { return }
        throttle = wanted
        for index in outputs.indices {
            let share = outputs[index].name == .combined ? wanted.combined : wanted.isolated
            guard share != outputs[index].share else { continue }
            outputs[index].share = share
            tell(
                .rateChanged(
                    outputs[index].name, share,
                    at: running(outputs[index].grid.time(of: outputs[index].cursor), .behind)))
        }
    }

    // MARK: Directions
    /// Lets the recording begin paused, if a pause was requested before the start. Later requests change nothing here.
    func hear(_ direction: Direction) { if !isAsked, case .pause = direction { beginsPaused = true } }

    func direct(_ direction: Direction, _ done: @escaping (Result<RunningTime?, GraphFailure>) -> Void) {
        let delay = random.number(2 * Span.millisecond...120 * Span.millisecond)
        later(delay) { graph in
            graph.advance()
            switch direction {
            case .pause: done(.success(graph.pause()))
            case .resume: done(.success(graph.resume()))
            case .picture, .sound, .controls, .bitrate, .microphone, .delay:
                let refusal = GraphFailure(.refused, message: "The simulated graph cannot do that.")
                let time = graph.now.map { RunningTime(nanoseconds: $0 + 40 * Span.millisecond) }
                done(graph.behaviour.refusesDirections ? .failure(refusal) : .success(time))
            }
        }
    }

    private func pause() -> RunningTime? {
        guard let now, let start else { return nil }
        let time = max(now + 50 * Span.millisecond, start)
        guard !cuts.isOpen, recorded(time) < stop ?? .max else { return nil }
        cuts.begin(at: RunningTime(nanoseconds: time))
        return RunningTime(nanoseconds: time)
    }

    /// Ends the pause and returns the running time of its end; `nil` if the recording is not paused. A pause is exactly
    /// a whole number of frames long.
    private func resume() -> RunningTime? {
        guard let now, start != nil, cuts.isOpen, let from = cuts.cuts.last?.from.nanoseconds else {
            beginsPaused = false
            return nil
        }
        var frames: Int64 = 1
        let (step, numerator) = (Span.second * Int64(rate.denominator), Int64(rate.numerator))
        while frames * step % numerator != 0 { frames += 1 }
        let unit = frames * step / numerator
        let least = max(now + 100 * Span.millisecond - from, 200 * Span.millisecond)
        let time = from + (least + unit - 1) / unit * unit
        cuts.end(at: RunningTime(nanoseconds: time))
        scheduleAdvance()
        return RunningTime(nanoseconds: world.plant == .resumeOffByOne ? time + 40 * Span.millisecond : time)
    }
}
