internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Kernel

/// The slate of a camera: the picture with text that the combined picture shows while the camera is lost.
@PipelineActor
final class CameraSlate {
    private let camera: InputName
    private let live: LiveElements
    /// True when the lost camera's device is connected but receives no input signal (HDMI, SDI). The slate's text then
    /// says so.
    var hasDevice = false

    nonisolated init(_ camera: InputName, _ live: LiveElements) { (self.camera, self.live) = (camera, live) }

    private var plan: SlatePlan? { live.plan.input(camera)?.slate }

    /// Sets the text of the camera's slate. Does nothing if the slate shows no text.
    func write() throws(GraphFailure) {
        guard let plan, let writer = plan.writer else { return }
        try translating {
            try live.element(writer).set(
                "text", .string(plan.text(since: WallClock.localTimeOfDay(), hasDevice: hasDevice)))
        }
    }

    /// Builds the slate and links it to the mixer in place of the lost camera. If that fails, reports a warning, and
    /// the mixer draws no slate.
    func show() async {
        guard let plan, let sink = try? live.pad(plan.input) else { return }
        do throws(GraphFailure) {
            try live.make(plan.elements, plan.links)
            // A black picture without text is better than no picture.
            do throws(GraphFailure) { try write() } catch { warn(error) }
            try await swap(to: try source(of: plan), at: sink)
            try await live.run(plan.elements, "showing the slate of \(camera)", within: .seconds(2))
        } catch {
            warn(error)
            await live.remove(plan.elements)
        }
    }

    /// Links the camera's pictures to the mixer again, in place of the slate, and removes the slate's elements. Called
    /// when the camera has returned.
    func giveWay() async throws(GraphFailure) {
        guard let plan, let sink = try? live.pad(plan.input) else { return }
        // A source whose pad is not linked reports an error when it pushes a buffer. Its buffers are therefore dropped.
        if let source = try? source(of: plan) { source.addProbe(.buffers) { _ in .drop } }
        let source = try translating(in: .source(camera)) {
            try live.element(plan.camerasTee.element).requestPad(plan.camerasTee.pad ?? "src_%u")
        }
        try await swap(to: source, at: sink)
        await live.remove(plan.elements)
    }

    private func source(of plan: SlatePlan) throws(GraphFailure) -> Pad {
        try live.pad(PadReference(plan.elements.last?.name ?? ""))
    }

    /// Links `source` to `sink` in place of the pad that currently feeds `sink`.
    private func swap(to source: Pad, at sink: Pad) async throws(GraphFailure) {
        try await blocking("changing what feeds \(sink.path)", within: .seconds(3)) {
            sink.peer?.part(from: sink)
            try source.link(to: sink)
        }
    }

    private func warn(_ error: GraphFailure) {
        live.warn(.source(camera), "the slate of \(camera) is not as it should be: \(error.message)")
    }
}
