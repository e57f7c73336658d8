internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Counts what the combined picture shows of every camera.
    func watchMixer() throws(GraphFailure) {
        guard plan.elements.contains(where: { $0.name == "combined.mixer" }) else { return }
        for branch in plan.branches where branch.name.rawValue.hasPrefix(Self.mixerInput) {
            try watchMixer(InputName(String(branch.name.rawValue.dropFirst(Self.mixerInput.count))))
        }
        mixer.hide(plan.scene?.hidden ?? [])
        do { try mixer.install(on: builder.element("combined.mixer")) } catch {
            throw GraphFailure(error, branch: BranchName("combined.mixer"))
        }
    }

    /// Counts a camera's pictures, also when it has returned.
    func watchMixer(_ camera: InputName) throws(GraphFailure) {
        let name = BranchName(Self.mixerInput + camera.rawValue)
        guard let branch = plan.branches.first(where: { $0.name == name }), let queue = branch.queue,
            let combined = plan.branches.first(where: { $0.name.rawValue == "combined.mixer" })?.rate,
            let pad = try builder.pad(queue, "src").peer
        else { return }
        mixer.watch(camera, of: branch, at: pad, combined: combined)
    }

    private static var mixerInput: String { "combined.input." }
}
