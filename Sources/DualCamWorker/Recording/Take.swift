import DualCamConfig
import DualCamControl
internal import DualCamDevices
import DualCamGraph
import DualCamPlan
package import DualCamProcess
package import DualCamRecordings
import DualCamSession

/// One recording by a worker: its plan, the supervisor's instructions, the requests to end it, and the reports about
/// it.
package struct Take {
    var prepared: PreparedRecording
    /// The instructions that the supervisor sent to this worker.
    var worker: WorkerOrder
    var place: ProcessEnvironment
    var controller: ShutdownCoordinator
    var pulse: HeartbeatWriter

    package init(
        prepared: PreparedRecording, worker: WorkerOrder, place: ProcessEnvironment, controller: ShutdownCoordinator,
        pulse: HeartbeatWriter
    ) {
        (self.prepared, self.worker, self.place, self.controller) = (prepared, worker, place, controller)
        self.pulse = pulse
    }

    /// The maximum time to wait for the reader of a line of output, which may be a stopped terminal or a stuck process.
    private static let patience = Duration.milliseconds(100)

    /// Records until a signal, `recording.duration` or a failure ends the recording. Returns the worker's exit code.
    package func record() async throws(CommandFailure) -> ExitCode {
        let (order, dependencies, pace) = try await beginning()
        let search = CameraSearch(prepared.inputs, prepared.graph)
        let graph: RecordingPipeline
        var plan = plan
        // A resumed session has already waited for its delayed start.
        if worker.goesOn { plan.delay = nil }
        graph = try translated { () throws(GraphFailure) in
            try RecordingPipeline(
                plan: plan, clockRate: pace.rate, findAgain: { try search.plan(for: $0) },
                findMicrophone: { try search.plan(for: $0, $1) }, earlier: Self.earlier(order),
                drawing: place.imageDrawing)
        }
        let session = RecordingSession(graph: graph, order: order, dependencies: dependencies)
        return await follow(session.events, session, pace, stop: { session.stop($0) }, run: { await session.run() })
    }

    /// Returns a function that takes a Unix time and returns how much earlier workers had recorded by then. Recordings
    /// in earlier folders are included. Both values are in nanoseconds.
    static func earlier(_ order: SessionOrder) -> @Sendable (Int64) -> Int64 {
        { [order] time in order.recorded(until: time) ?? 0 }
    }

    /// The plan of the recording, with the microphones marked as muted that the user muted. The pipeline file itself
    /// cannot say that a microphone is muted.
    var plan: GraphPlan {
        var plan = prepared.graph
        let muted = Set(prepared.request.muted.map(InputName.init(microphone:)))
        for index in plan.sounds.indices { plan.sounds[index].isMuted = muted.contains(plan.sounds[index].input) }
        return plan
    }

    /// Creates the description of the session to begin or to resume, the session's dependencies, and the rate of its
    /// clocks.
    func beginning() async throws(CommandFailure) -> (SessionOrder, SessionDependencies, ClockRate) {
        let pace = try ClockRate(place.environment, for: prepared.inputs.pipeline)
        var order = try await resumed(order())
        pace.stretch(&order.settings)
        var dependencies = pace.dependencies { try FileDigest.sha256($0.path) }
        let pipeline = prepared.inputs.pipeline
        dependencies.store = PruningProcess(in: place, pipeline.storage.deleteOnly)
        let sensors = MachineSensors(pipeline.machine, zones: pipeline.thermal.zones)
        dependencies.obstacle = { settings, isThorough in
            StorageProbe.refusal(
                of: settings.recording, settings.storage, outputs: settings.outputs.count, isThorough: isThorough)
        }
        dependencies.machine = { sensors.reading() }
        let (kept, keeping) = AsyncStream.makeStream(of: Directed.self)
        dependencies.remember = { keeping.yield($0) }
        Task { [pulse] in for await directed in kept { await pulse.keep(directed) } }
        return (order, dependencies, pace)
    }

    /// Runs the recording and returns the worker's exit code. Forwards requests to the recording, and its events to
    /// standard output, standard error and the supervisor.
    ///
    /// - Parameters:
    ///   - stop: Ends the recording for a given reason.
    ///   - run: Runs the recording until it ends.
    func follow(
        _ events: AsyncStream<SessionEvent>, _ control: any SessionController, _ pace: ClockRate,
        stop: @escaping @Sendable (StopReason) -> Void, run: () async -> SessionOutcome
    ) async -> ExitCode {
        await controller.listen(in: place)
        await controller.attach(stop)
        let inputs = prepared.inputs
        let metrics = WorkerMetrics(of: pulse, inputs.pipeline, restarts: worker.restarts)
        let endpoints = await ControlServer.open(
            inputs.pipeline, to: control, host: inputs.machine.host, in: place,
            file: PipelineProcess(prepared.request, in: place).tools(reloads: worker.serves, on: inputs.machine),
            backups: controller.backups, metrics: metrics)
        let keys = RemoteKeys(inputs.pipeline.control, to: control, in: place)
        let pressed = Task { [controller] in for await key in controller.keys { await press(key, at: control) } }
        let watch = pace.rate == 1 ? CostWatch(prepared, in: place) : nil
        let reporting = Task { await report(events, endpoints, watch) }
        let outcome = await run()
        pressed.cancel()
        await keys.close()
        await endpoints.close()
        let proof = await reporting.value
        await controller.close()
        await pulse.end()
        if outcome.isHandedOn || outcome.reason == .handOver {
            // Another process continues the recording, even if something failed in this one.
            return outcome.reason == .handOver ? .handedOver : .fault
        }
        // With `serve`, the exit code does not depend on the audits of single takes.
        return outcome.exit == .finished && !worker.serves ? proof ?? outcome.exit : outcome.exit
    }

    private func report(of open: ControlServer) -> RunReport {
        RunReport(
            json: worker.json, style: style, link: open.link, viewerLink: open.viewerLink,
            isComposedLater: prepared.inputs.pipeline.isComposedLater)
    }

    /// Prints the session's events, and passes them to the supervisor and the hooks. Events about control endpoints are
    /// reported right after the event that says that recording or standby has begun.
    ///
    /// - Returns: The exit code of the audit of the recorded files; `nil` if there was no audit.
    private func report(
        _ events: AsyncStream<SessionEvent>, _ open: ControlServer, _ watch: CostWatch?
    ) async -> ExitCode? {
        var (watch, endpoints, proof) = (watch, open.events, ExitCode?.none)
        var notices = SensorNotices(place, host: prepared.inputs.machine.host)
        var report = report(of: open)
        let start = ContinuousClock.now
        var keeping: Task<Void, Never>?
        for await event in events {
            await pulse.note(event)
            watch?.observe(event)
            if watch?.isDue == true {
                // Events must be reported even while a slow disk delays storing.
                keeping = Task { [watch, entry = watch?.nextEntry()] in await keep(entry, of: watch) }
            }
            if case .reloaded = event.kind {
                // The measured cost belongs to the recording as it was before the reload, which may change the
                // recording.
                await keeping?.value
                await keep(watch?.nextEntry(), of: watch)
                watch = nil
            }
            if case .countdown(let seconds) = event.kind { beep(seconds) }
            if case .finished(let outcome) = event.kind, outcome.isHandedOn { continue }
            let audit = await closing(event)
            proof = audit?.exit ?? proof
            var due = [event]
            if Self.begins(event) { (due, endpoints) = (due + endpoints, []) }
            for event in due {
                await passToHooks(event)
                if !worker.json, !worker.quiet, notices.isKnown(event, isEarly: report.hasJustBegun) { continue }
                let text = report.text(
                    for: event, at: start.duration(to: .now), columns: place.columns(), audit: audit)
                write(text)
            }
        }
        await keeping?.value
        await keep(watch?.nextEntry(), of: watch)
        return proof
    }

    private func passToHooks(_ event: SessionEvent) async {
        guard event.kind.name.isForHooks else { return }
        await pulse.pass(HookEvent(name: event.kind.name, line: event.line))
    }

    private func keep(_ entry: Experience.Entry?, of watch: CostWatch?) async {
        guard let entry, let problem = await watch?.keep(entry), !worker.quiet else { return }
        place.note("note: the measured cost of this recording could not be saved for the next plan: \(problem)")
    }

    private func write(_ text: RunReport.Text) {
        if !text.output.isEmpty { place.output.write(text.output, patience: Self.patience) }
        if !text.errors.isEmpty { place.errors.write(text.errors, patience: Self.patience) }
    }

    /// Returns the audit of the recorded files if the event ends a session. Returns `nil` for other events, for the end
    /// of a session before a reload, and if the files cannot be read.
    private func closing(_ event: SessionEvent) async -> Audit? {
        guard case .finished(let outcome) = event.kind, outcome.reason != .reload, let folder = outcome.folder else {
            return nil
        }
        return await BlockingCalls.perform { Audit.ifReadable(closing: folder) }
    }

    private static func begins(_ event: SessionEvent) -> Bool {
        switch event.kind {
        case .started, .standby: true
        default: false
        }
    }

    /// Beeps in each of the last ten seconds of the self-timer. The beep of the last second has a higher pitch.
    private func beep(_ seconds: Int) {
        guard (1...10).contains(seconds) else { return }
        let beep = Beep(pitch: seconds == 1 ? 1760 : 880)
        Task { [place, quiet = worker.quiet] in
            do throws(GraphFailure) { try await beep.play(place.environment) } catch {
                if !quiet { place.note("note: the beep failed: " + Sentence.ended(error.message)) }
            }
        }
    }

    private var style: StatusDisplay.Style {
        if worker.quiet { return place.errorsAreJournal ? .quietJournal : .quiet }
        if place.errorsAreJournal { return .journal }
        return place.errorsAreTerminal ? .terminal(colour: place.allowsColour) : .lines
    }

    private func order() throws(CommandFailure) -> SessionOrder {
        let pipeline = prepared.inputs.pipeline
        var description = SessionDescription(
            version: ProductVersion.current, name: pipeline.name, host: prepared.inputs.machine.host,
            pipeline: prepared.loaded.recorded.text, overrides: prepared.loaded.recorded.overrides + simulations,
            devices: prepared.inputs.described.map { .init(name: $0.name, device: $0.source) },
            tracks: (prepared.graph.outputs.first?.tracks ?? []).map(\.microphones).filter { !$0.isEmpty })
        description.images = (pipeline.combined?.overlays ?? []).compactMap { overlay in
            guard case .image(let image) = overlay.content else { return nil }
            return .init(path: image.path, digest: FileDigest.sha256(of: image.bytes))
        }
        description.folder = place.folder(of: prepared.loaded.written.name)
        do throws(NameFailure) {
            var order = try SessionOrder(
                pipeline, longestFile: prepared.graph.outputs.compactMap(\.longestFile).min(), description: description,
                time: WallTime.local(WallTime.unixNow()))
            order.settings.isSupervised = true
            order.absent = Set(prepared.graph.inputs.filter(\.isAbsent).map(\.name))
            order.rates = rates
            order.soundBuffers = prepared.graph.soundBuffers
            (order.passedThrough, order.slowedByPreset) = (passedThrough, prepared.graph.slowedByPreset)
            order.warnings += prepared.notices.map { (.setting, $0) }
            order.warnings += (prepared.inputs.clipRemarks + prepared.inputs.modeRemarks).map { (.input, $0) }
            order.warnings += prepared.remarks.map { (.budget, $0) }
            order.warnings += place.kept.remarks.map { (.file, $0) }
            (order.controls, order.bitrates) = (prepared.controls, prepared.graph.bitrates)
            (order.pipeline, order.judge, order.readFile) = (pipeline, prepared.judge(), prepared.readFile(in: place))
            order.directed = Directed(
                settings: prepared.request.directed, muted: prepared.request.muted, pipeline: pipeline)
            if let continuation = worker.continuation {
                (order.continuing, order.directory) = (continuation.past, continuation.directory)
                if !continuation.name.isEmpty { order.names = order.names.inFolder(named: continuation.name) }
            }
            return order
        } catch {
            throw CommandFailure(.pipelineFile, error.description)
        }
    }

    /// Returns the description of the session, extended by the state of the session that `worker.resume` names, if any.
    /// Unfinished files of that session are read again when the recording ends.
    private func resumed(_ order: SessionOrder) async throws(CommandFailure) -> SessionOrder {
        guard let resume = worker.resume else { return order }
        let resuming = try await BlockingCalls.perform { () throws(CommandFailure) in
            do throws(SessionReadFailure) { return try SessionOrder.Resumption(reading: resume) } catch {
                throw CommandFailure(.outputNotCreated, error.message, next: error.advice)
            }
        }
        var order = order
        order.resuming = resuming
        return order
    }

    private var rates: [OutputName: FrameRate] {
        prepared.graph.branches.reduce(into: [:]) { rates, branch in
            guard let output = branch.output, let rate = branch.rate else { return }
            if branch.name == .files(output) { rates[output] = rate }
        }
    }

    private var passedThrough: Set<OutputName> {
        Set(prepared.graph.outputs.filter { $0.videoEncoder == nil }.map(\.name))
    }

    /// The settings, as `KEY=VALUE`, that correspond to `--simulate`; empty if the recording is not simulated.
    private var simulations: [String] {
        guard prepared.request.simulate else { return [] }
        let microphones = prepared.inputs.heard.map {
            "\($0.microphone.keyPath).device=\($0.microphone.device.notation)"
        }
        let cameras = prepared.inputs.pipeline.cameras.map { camera in
            if case .test(let pattern) = camera.device {
                "cameras.\(camera.name).device=test:\(pattern.rawValue)"
            } else {
                ""
            }
        }
        return cameras.filter { !$0.isEmpty } + microphones
    }
}
