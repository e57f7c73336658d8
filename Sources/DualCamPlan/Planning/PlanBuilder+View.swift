import DualCamConfig

extension PlanBuilder {
    /// Returns the elements that redraw an output's pictures: to zoom a camera in its own file, or if the encoder needs
    /// another colour encoding. GStreamer's converters confuse the ranges if the matrix is the same, and are off by up
    /// to five otherwise.
    func viewing(_ encoder: EncoderDecision, _ branch: BranchID) -> [ElementPlan] {
        guard let implementation = encoder.implementation else { return [] }
        let name = encoder.output.rawValue
        let colour = decisions.colour(of: encoder.output)
        let wanted = implementation.colour(for: colour, encoder.job.size, in: decisions.pipeline.recording.container)
        let view = ElementPlan(Self.view, name: "\(name).view", branch: branch)
        guard !wanted.hasNumbers(of: colour) else { return viewed(encoder.output) == nil ? [] : [view] }
        let caps = StructurePlan.raw(decisions.format, encoder.job.size, encoder.job.rate, colour: wanted)
        return [view, .caps("\(name).view-caps", branch, caps)]
    }

    static var view: String { "dualcamview" }

    /// Adds the zoom of a camera's own file to the plan's views, so that commands can change it during the recording.
    mutating func listView(_ encoder: EncoderDecision) {
        guard let camera = viewed(encoder.output) else { return }
        let name = encoder.output.rawValue
        plan.views.append(ViewPlan(.zoom, of: camera.camera, element: "\(name).view", size: camera.size))
    }

    /// Returns the element that applies a camera's look to its own file and the combined picture, and adds it to the
    /// plan's views. Empty if the look applies to the combined picture only.
    mutating func look(of camera: CameraDecision, _ branch: BranchID) -> [ElementPlan] {
        guard camera.camera.lookAppliesTo == .both else { return [] }
        let space = (camera.delivery.colour ?? .bt709).space
        plan.views.append(ViewPlan(.look(space), of: camera.camera, element: "\(camera.name).look", size: camera.size))
        return [ElementPlan(Self.view, name: "\(camera.name).look", branch: branch)]
    }

    private func viewed(_ output: OutputName) -> CameraDecision? {
        decisions.cameras.first { $0.name == output.rawValue && $0.camera.zoomAppliesTo == .both }
    }
}

extension PlanDecisions {
    /// Returns the colour encoding that the output's encoder receives for pictures of `colour`; `colour` itself if its
    /// values need no conversion.
    func colour(_ colour: Colour, asEncodedFor output: OutputName) -> Colour {
        guard let encoder = encoder(for: output), let implementation = encoder.implementation else { return colour }
        let wanted = implementation.colour(for: colour, encoder.job.size, in: pipeline.recording.container)
        return wanted.hasNumbers(of: colour) ? colour : wanted
    }

    /// Returns the colour encoding of an output's pictures before its encoder.
    func colour(of output: OutputName) -> Colour {
        cameras.first { $0.name == output.rawValue }?.delivery.colour ?? colour
    }
}
