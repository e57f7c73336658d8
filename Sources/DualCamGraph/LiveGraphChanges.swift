internal import DualCamConfig
public import DualCamPlan
internal import GStreamer

extension LiveGraph {
    func openSegment(_ files: [FileRequest], at: RunningTime) throws(GraphFailure) {
        let outputs = Set(files.map(\.output))
        let boundary = line.recorded(at.nanoseconds)
        for file in files { try openWriter(file, from: boundary, isRunning: true) }
        let segments = Set(files.map(\.segment))
        for writer in writers
        where outputs.contains(writer.request.output) && !segments.contains(writer.request.segment) {
            writer.close(at: boundary)
        }
        for output in plan.outputs where outputs.contains(output.name) {
            entries[output.name]?.keep(firstFrom: boundary)
            guard let encoder = output.videoEncoder else { continue }
            let gate = gates.first { $0.plan.branch.rawValue == "\(output.name).encoder" }
            gate?.askForKeyFrame(at: boundary, of: try builder.element(encoder))
        }
    }

    func stop(at: RunningTime?) {
        let end = line.end(at: at?.nanoseconds ?? Int64(pipeline.runningTime ?? 0))
        reporter.tellRest()
        reporter.yield(.stopping(at: RunningTime(nanoseconds: end)))
    }

    /// Ends inputs that deliver nothing more now, and those that still do when they have had three more seconds to reach the
    /// end: a machine that is late is not a camera that is gone. Asked again, it gives them one.
    func abandonStalledInputs() async throws(GraphFailure) {
        patience = .now + .seconds(patience == nil ? 3 : 1)
        try await abandonIdleInputs()
        Task { [weak self] in
            while await self?.awaitsInputs == true {
                do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
                await self?.abandonIdleInputsLater()
            }
        }
    }

    /// Nobody waits for it any more: what goes wrong is told.
    private func abandonIdleInputsLater() async {
        do throws(GraphFailure) { try await abandonIdleInputs() } catch {
            reporter.yield(.warning(branch: nil, text: error.message))
        }
    }

    private var awaitsInputs: Bool { gates.contains { $0.plan.cuts && !$0.hasEnded } }

    private func abandonIdleInputs() async throws(GraphFailure) {
        let isOver = patience.map { $0 <= .now } ?? false
        let stalled = gates.filter { gate in
            gate.plan.cuts && !gate.hasEnded && (isOver || gate.idle.map { $0 >= .milliseconds(500) } ?? true)
        }
        guard !stalled.isEmpty else { return }
        for gate in stalled { tell(gate) }
        let missing = try await blocking("ending the stalled inputs", within: .seconds(2)) {
            .success(stalled.map { ($0.plan.branch, $0.abandon()) })
        }
        for (name, count) in missing where count > 0 {
            guard let branch = plan.branches.first(where: { $0.name == name }) else { continue }
            reporter.lost(count, in: branch, pipeline)
        }
    }

    private func tell(_ gate: Gate) {
        let isLate = gate.idle.map { $0 < .milliseconds(500) } ?? false
        let reason = isLate ? "this machine is too slow for it" : "nothing came any more"
        let branch = gate.plan.branch
        reporter.yield(.warning(branch: branch, text: "\(branch): \(reason); its files end with what there was"))
    }

    /// How long an encoder may take to give out what it has for a file that is to end.
    private static var patienceWithEncoder: Duration { .seconds(2) }

    /// Ends an output's files with all that was recorded until now; of an encoder that has failed, or does not come to it,
    /// with what has come out of it.
    func shed(_ output: OutputName) async throws(GraphFailure) {
        let own = writers.filter { $0.request.output == output }
        guard !own.isEmpty, !failedEncoders.contains(output), let now = pipeline.runningTime.map(Int64.init(clamping:)),
            let name = plan.outputs.first(where: { $0.name == output })?.videoEncoder,
            let encoder = builder.elements[name],
            let gate = gates.first(where: { $0.plan.branch.rawValue == "\(output).encoder" }), !gate.hasEnded
        else { return try await drop(output, finishing: true) }
        let end = line.recorded(now)
        for writer in own { writer.close(at: end) }
        entries[output]?.keep(firstFrom: end)
        gate.askForKeyFrame(at: end, of: encoder)
        Task { [weak self] in
            do { try await Task.sleep(for: Self.patienceWithEncoder) } catch { return }
            await self?.cutOff(own)
        }
    }

    private func cutOff(_ own: [Writer]) async {
        let late = own.filter { writer in writers.contains { $0 === writer } }
        guard !isClosed, !late.isEmpty else { return }
        takeOutLater(late)
        do throws(GraphFailure) {
            try await blocking("ending files", within: .seconds(2)) { Self.cut(late, finishing: true) }
        } catch {
            reporter.yield(.warning(branch: nil, text: error.message))
        }
    }

    func drop(_ output: OutputName, finishing: Bool) async throws(GraphFailure) {
        let own = writers.filter { $0.request.output == output }
        if !own.isEmpty { takeOutLater(own) }
        try await blocking("taking out \(output)", within: .seconds(2)) { Self.cut(own, finishing: finishing) }
    }

    private static func cut(_ own: [Writer], finishing: Bool) -> Result<Void, GraphFailure> {
        for writer in own { writer.cutOff(finishing: finishing) }
        return .success(())
    }

    /// A file's sink has ended and the file is complete, or nothing ever came for it.
    func finish(_ writer: Writer) async {
        guard writers.contains(where: { $0 === writer }) else { return }
        writers.removeAll { $0 === writer }
        let summary = writer.summary(line.cuts)
        let before = finished[summary.output] ?? (0, 0)
        let seen = files.size(of: summary.path)
        finished[summary.output] = (before.frames + summary.frames, before.bytes + seen)
        let size = await close(writer) ?? seen
        finished[summary.output]?.bytes += size - seen
        files.remove(summary.path)
        reporter.tellRest()
        reporter.yield(.fileFinished(summary))
    }

    /// Gives a finished writer's elements back and returns the file's size.
    private func close(_ writer: Writer) async -> Int64? {
        let path = writer.request.path
        do throws(GraphFailure) {
            return try await blocking("closing \(path)", within: .seconds(5)) { [pipeline] in
                writer.detach()
                var problem: GraphFailure?
                for element in writer.elements {
                    do { try element.setState(.null) } catch { problem = GraphFailure(error, branch: nil) }
                    pipeline.remove(element)
                }
                return problem.map { .failure($0) } ?? .success(FileFacts(path)?.size)
            }
        } catch {
            reporter.yield(.warning(branch: BranchName("\(writer.request.output).file"), text: error.message))
            return nil
        }
    }

    public func statistics() -> GraphStatistics {
        files.look()
        findHungEncoders()
        if let now = pipeline.runningTime { reporter.tellDue(at: Int64(clamping: now)) }
        let outputs = plan.outputs.map { output in
            let open = writers.filter { $0.request.output == output.name }
            let closed = finished[output.name] ?? (0, 0)
            return GraphStatistics.Output(
                name: output.name, frames: closed.frames + open.reduce(0) { $0 + $1.frames },
                dropped: reporter.dropped(by: output.name),
                bytes: closed.bytes + open.reduce(0) { $0 + files.size(of: $1.request.path) })
        }
        let inputs = plan.inputs.map { input in
            GraphStatistics.Input(
                name: input.name, isLost: lost.contains(input.name), idle: arrivals[input.name]?.idle)
        }
        return GraphStatistics(
            now: pipeline.runningTime.map { RunningTime(nanoseconds: Int64($0)) }, outputs: outputs, inputs: inputs,
            sounds: soundStatistics, branches: branchStatistics)
    }
}
