import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// One recording by `dualcam run`: the session, its signals and what is told of it.
struct Take {
    var prepared: PreparedRecording
    var json: Bool
    var quiet: Bool
    var place: Workplace

    /// How long a stopped terminal or a stuck reader may hold up a line.
    private static let patience = Duration.milliseconds(100)
    /// A signal that comes so soon after another is the same wish: a terminal and `timeout` signal a whole group of processes.
    private static let echo = Duration.milliseconds(20)

    /// Records until a signal, `recording.duration` or a failure ends it.
    func record() async throws(CommandFailure) -> ExitCode {
        let pace = try Pace(place.environment, for: prepared.inputs.pipeline)
        var order = try order()
        pace.stretch(&order.settings)
        let graph: LiveGraph
        do throws(GraphFailure) { graph = try LiveGraph(plan: prepared.graph, clockRate: pace.rate) } catch {
            throw CommandFailure(error)
        }
        let world = pace.world { try FileDigest.sha256($0) }
        return await follow(RecordingSession(graph: graph, order: order, world: world))
    }

    /// Runs the session, passes signals on to it and its events to standard output and error.
    private func follow(_ session: RecordingSession) async -> ExitCode {
        let signals = place.signals()
        let listening = Task {
            var last: ContinuousClock.Instant?
            for await signal in signals {
                let isEcho = last.map { $0.duration(to: .now) < Self.echo } ?? false
                last = .now
                if !isEcho { session.stop(signal == .interrupt ? .interrupt : .terminate) }
            }
        }
        let reporting = Task { await report(session.events) }
        let outcome = await session.run()
        await reporting.value
        listening.cancel()
        return ExitCode(outcome.exit)
    }

    private func report(_ events: AsyncStream<SessionEvent>) async {
        var report = RunReport(
            json: json, style: style, keepFree: prepared.inputs.pipeline.storage.keepFree.bytes)
        let clock = ContinuousClock()
        let start = clock.now
        for await event in events {
            let text = report.text(for: event, at: start.duration(to: clock.now), columns: place.columns())
            if !text.output.isEmpty { place.output.write(text.output, patience: Self.patience) }
            if !text.errors.isEmpty { place.errors.write(text.errors, patience: Self.patience) }
        }
    }

    private var style: StatusDisplay.Style {
        if quiet { return .quiet }
        return place.errorsAreTerminal ? .terminal(colour: place.allowsColour) : .lines
    }

    private func order() throws(CommandFailure) -> SessionOrder {
        let pipeline = prepared.inputs.pipeline
        let description = SessionDescription(
            version: VersionCommand.version, name: pipeline.name, host: prepared.inputs.machine.host,
            pipeline: prepared.loaded.text, overrides: prepared.request.overrides + simulations,
            devices: prepared.inputs.described.map { .init(name: $0.name, device: $0.source) })
        do throws(NameFailure) {
            return try SessionOrder(
                pipeline, longestFile: prepared.graph.outputs.compactMap(\.longestFile).min(), description: description,
                time: WallTime.local(WallTime.unixNow()))
        } catch {
            throw CommandFailure(.pipelineFile, error.description)
        }
    }

    /// `--simulate` as the overrides it amounts to.
    private var simulations: [String] {
        guard prepared.request.simulate else { return [] }
        let microphone = prepared.inputs.microphone == nil ? [] : ["microphone.device=test"]
        let cameras = prepared.inputs.pipeline.cameras.map { camera in
            if case .test(let pattern) = camera.device {
                "cameras.\(camera.name).device=test:\(pattern.rawValue)"
            } else {
                ""
            }
        }
        return cameras.filter { !$0.isEmpty } + microphone
    }
}
