internal import DualCamConfig
public import DualCamPlan
internal import GStreamer

// MARK: Controls

extension LiveGraph {
    /// How long a device may take to answer.
    private static let patience = Duration.seconds(3)

    /// Sets the cameras' controls, the later ones behind the earlier.
    /// - Returns: the running time of the first frame, captured behind the last of them, that shows what its camera was set to.
    func set(_ directed: [DirectedControls]) async throws(GraphFailure) -> RunningTime? {
        for one in directed { _ = try presentDevice(of: one.camera) }
        var settled: [(InputName, Int64)] = []
        for one in directed {
            let device = try presentDevice(of: one.camera)
            let done = try await blocking("setting the controls of camera \(one.camera)", within: Self.patience) {
                [pipeline] in
                DeviceControls(camera: one.camera, path: device)
                    .set(one.controls, isRunning: true) { Int64(clamping: pipeline.runningTime ?? 0) }
            }
            hold(done, of: one.camera)
            settled.append((one.camera, done.at))
        }
        return await firstFrame(of: settled)
    }

    /// Before a camera is opened for pictures for the first time.
    func prepareControls(of input: InputPlan) async throws(GraphFailure) {
        guard let path = input.device, !input.controls.isEmpty else { return }
        let done = try await blocking("setting the controls of camera \(input.name)", within: Self.patience) {
            DeviceControls(camera: input.name, path: path).set(input.controls, isRunning: false)
        }
        hold(done, of: input.name)
        for remark in done.remarks { reporter.yield(.warning(branch: input.branches.first, text: remark)) }
    }

    /// Gives a camera that is there again what its controls were set to. It comes back all the same where one cannot be set.
    func restoreControls(of input: InputPlan) async {
        guard let path = input.device else { return }
        do throws(GraphFailure) {
            guard let assignments = held[input.name] else { return try await prepareControls(of: input) }
            let remarks = try await blocking("setting the controls of camera \(input.name)", within: Self.patience) {
                DeviceControls(camera: input.name, path: path).restore(assignments)
            }
            for remark in remarks { reporter.yield(.warning(branch: input.branches.first, text: remark)) }
        } catch {
            reporter.yield(.warning(branch: input.branches.first, text: error.message))
        }
    }

    public func controls() async -> [InputName: [ControlFacts]] {
        var found: [InputName: [ControlFacts]] = [:]
        for input in plan.inputs {
            guard !isClosed, let path = input.device, !lost.contains(input.name),
                !changing.contains(input.name.rawValue)
            else { continue }
            let facts = try? await blocking("reading the controls of camera \(input.name)", within: .seconds(2)) {
                [controlTurns] in .success(controlTurns.take(input.name) { ControlProbe.facts(of: path) })
            }
            if let facts { found[input.name] = facts }
        }
        return found
    }

    private func presentDevice(of name: InputName) throws(GraphFailure) -> String {
        guard let device = plan.input(name)?.device else { throw .unable("camera \(name) has no controls") }
        guard !lost.contains(name) else {
            throw .unable(
                "camera \(name) is not there, and its controls cannot be set",
                advice: "Try again when it has come back.")
        }
        return device
    }

    private func hold(_ done: DeviceControls.Outcome, of name: InputName) {
        for assignment in done.kept { held[name, default: []].take(assignment) }
    }

    /// The latest of the cameras' first frames; `nil` where a camera delivers none.
    private func firstFrame(of settled: [(InputName, Int64)]) async -> RunningTime? {
        var latest: Int64?
        for (name, time) in settled {
            guard let seen = arrivals[name] else { return nil }
            let frame = try? await blocking("waiting for camera \(name)", within: .seconds(2)) {
                .success(seen.next(from: time, within: 1.5))
            }
            guard let frame else { return nil }
            latest = max(latest ?? frame, frame)
        }
        return latest.map { RunningTime(nanoseconds: $0) }
    }
}

// MARK: Bitrates

extension LiveGraph {
    /// - Returns: the running time of the first frame that has not gone into the encoder yet.
    func set(_ bitrate: Bitrate, of name: OutputName) async throws(GraphFailure) -> RunningTime? {
        guard let output = plan.outputs.first(where: { $0.name == name }) else {
            throw .unable("there is no output \(name)")
        }
        guard let rate = output.liveBitrate, isChangeable(rate, of: output) else {
            throw .unable(
                plan.bitrates[name]?.obstacle ?? "the encoder of \(name) takes no other bitrate while it runs",
                advice: "Write it into the pipeline file, or choose another encoder there.")
        }
        let before = bitrates.updateValue(bitrate, forKey: name)
        do throws(GraphFailure) { try set(rate, of: output) } catch {
            bitrates[name] = before
            throw error
        }
        let gate = gates.first { $0.plan.branch == BranchName("\(name).encoder") }
        return gate?.reached.map { RunningTime(nanoseconds: $0.running) }
    }

    private func isChangeable(_ rate: LiveBitrate, of output: OutputPlan) -> Bool {
        guard !rate.isTried, let encoder = output.videoEncoder.flatMap({ builder.elements[$0] }) else {
            return rate.isTried
        }
        return (try? encoder.isMutableWhilePlaying(rate.property)) ?? false
    }
}
