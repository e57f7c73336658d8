internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// Sets and reads a camera's V4L2 controls, such as exposure, and restores them after a lost camera has returned.
@PipelineActor
final class CameraControls {
    private let camera: InputName
    private let live: LiveElements
    /// The camera controls that were set, with the values to set again when the camera returns.
    private var held: [ControlAssignment] = []
    private let turns = ControlTurns()
    /// The warnings about the camera's controls that have already been reported, so that each is reported once.
    private var told: Set<String> = []

    /// The timeout for reading or setting a camera's controls.
    private static let patience = Duration.seconds(3)

    nonisolated init(_ camera: InputName, _ live: LiveElements) { (self.camera, self.live) = (camera, live) }

    private var input: InputPlan? { live.plan.input(camera) }
    private var device: String? { input?.device }

    /// Sets the camera's controls, automatic ones first, because they decide which others can be set.
    /// - Returns: the running time at which the last control had been set, in nanoseconds.
    /// - Throws: `refused` if the camera has no such control or the value is out of range, `timeout` after three
    ///   seconds.
    func set(_ controls: [CameraControl]) async throws(GraphFailure) -> Int64 {
        guard let device else { throw .unable("camera \(camera) has no controls") }
        let done = try await ask(device) { [pipeline = live.pipeline] in
            try $0.set(controls, isRunning: true) { Int64(clamping: pipeline.runningTime ?? 0) }
        }
        hold(done)
        return done.at
    }

    /// Sets the controls given in the plan before the camera delivers its first picture.
    func prepare() async throws(GraphFailure) {
        guard let input, let device else { return }
        let done = try await ask(device) { try $0.prepare(input.controls) }
        hold(done)
        warn(done.remarks)
    }

    /// Sets those controls again that the camera did not accept before it delivered pictures. Reports those that still
    /// do not have the requested value.
    func confirm() async {
        guard let device, !held.isEmpty else { return }
        let remarks = try? await ask(device) { [held] in try $0.confirm(held) }
        for remark in remarks ?? [] where !told.contains(where: { $0.hasPrefix(remark) }) {
            live.reporter.yield(.controlDiffers(camera, text: remark))
        }
    }

    /// Sets the camera's previous controls again after it has returned. If a control cannot be set, reports a warning
    /// instead of an error, so that the camera is used anyway.
    func restore() async {
        guard let device else { return }
        do throws(GraphFailure) {
            guard !held.isEmpty else { return try await prepare() }
            warn(try await ask(device) { [held] in try $0.restore(held) })
        } catch {
            warn([error.message])
        }
    }

    /// Returns the camera's controls with their ranges and values; `nil` if the camera has no controls or does not
    /// respond.
    func facts() async -> [ControlFacts]? {
        guard let device else { return nil }
        let found = try? await blocking("reading the controls of camera \(camera)", within: .seconds(2)) {
            [turns, camera] in turns.perform(camera) { VideoControls.facts(of: device) }
        }
        return found ?? nil
    }

    private func ask<Answer: Sendable>(
        _ path: String, _ work: @escaping @Sendable (DeviceControls) throws -> Answer
    ) async throws(GraphFailure) -> Answer {
        let device = DeviceControls(camera: camera, path: path)
        return try await blocking("setting the controls of camera \(camera)", within: Self.patience) {
            try work(device)
        }
    }

    private func hold(_ done: DeviceControls.Outcome) {
        for assignment in done.kept { held.add(assignment) }
    }

    private func warn(_ remarks: [String]) {
        for remark in remarks { live.warn(.source(camera), remark) }
        told.formUnion(remarks)
    }
}
