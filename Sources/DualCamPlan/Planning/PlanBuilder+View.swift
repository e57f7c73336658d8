import DualCamConfig

extension PlanBuilder {
    /// Returns the elements that draw an output's pictures, for a camera's zoom in its own file or if the encoder needs
    /// other colours. GStreamer's converters confuse the ranges if the matrix is the same, and are off by up to five
    /// otherwise.
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

    /// Adds the view to the plan, so that directions can change it.
    mutating func listView(_ encoder: EncoderDecision) {
        guard let camera = viewed(encoder.output) else { return }
        let name = encoder.output.rawValue
        plan.views.append(ViewPlan(.zoom, of: camera.camera, element: "\(name).view", size: camera.size))
    }

    /// Returns the element that applies a camera's look for all users of its pictures, and adds it to the plan's views.
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
    /// Returns the colour encoding in which pictures of `colour` are encoded; `colour` itself if its values need no
    /// conversion.
    func colour(_ colour: Colour, asEncodedFor output: OutputName) -> Colour {
        guard let encoder = encoder(for: output), let implementation = encoder.implementation else { return colour }
        let wanted = implementation.colour(for: colour, encoder.job.size, in: pipeline.recording.container)
        return wanted.hasNumbers(of: colour) ? colour : wanted
    }

    /// Returns the colour encoding of the pictures before the encoder.
    func colour(of output: OutputName) -> Colour {
        cameras.first { $0.name == output.rawValue }?.delivery.colour ?? colour
    }
}
