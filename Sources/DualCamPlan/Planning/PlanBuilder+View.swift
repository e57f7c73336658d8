import DualCamConfig

extension PlanBuilder {
    /// Returns the elements that redraw an output's pictures, either to zoom a camera in its own file, or to convert to
    /// the encoder's colour encoding; empty if neither is needed.
    ///
    /// GStreamer's converters are not used for this. They handle ranges incorrectly if the matrix stays the same, and
    /// otherwise produce values that are wrong by up to 5 of 255.
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

    /// Adds the zoom of a camera's own file to the plan's views, so that commands can change the zoom during the
    /// recording. Does nothing if the zoom does not apply to the camera's own file.
    mutating func listView(_ encoder: EncoderDecision) {
        guard let camera = viewed(encoder.output) else { return }
        let name = encoder.output.rawValue
        plan.views.append(ViewPlan(.zoom, of: camera.camera, element: "\(name).view", size: camera.size))
    }

    /// Returns the element that applies a camera's look to both its own file and the combined picture, and adds it to
    /// the plan's views. Returns an empty list if the look applies only to the combined picture.
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
    /// Returns the colour encoding of an output's pictures at its encoder, if they have the encoding `colour` before
    /// that. Returns `colour` itself if the encoder accepts the same pixel values.
    func colour(_ colour: Colour, asEncodedFor output: OutputName) -> Colour {
        guard let encoder = encoder(for: output), let implementation = encoder.implementation else { return colour }
        let wanted = implementation.colour(for: colour, encoder.job.size, in: pipeline.recording.container)
        return wanted.hasNumbers(of: colour) ? colour : wanted
    }

    /// Returns the colour encoding of an output's pictures before they are converted for the encoder.
    func colour(of output: OutputName) -> Colour {
        cameras.first { $0.name == output.rawValue }?.delivery.colour ?? colour
    }
}
