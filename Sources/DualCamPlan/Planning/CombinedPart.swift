import DualCamConfig

extension PlanBuilder {
    /// A short leaky queue per camera, the mixer with everything pinned, videorate against doubled first
    /// frames, and the encoder.
    mutating func addCombined() {
        guard let combined = decisions.combined else { return }
        let mixing = BranchID.mixer
        let fed = decisions.fedCameras
        let elements = MixerElements(combined.mixer)
        for camera in fed { addInput(camera, MixerPatience(combined.rate), elements) }
        plan.elements.append(mixer(combined, mixing))
        for camera in fed {
            let input = PadReference("combined.input-\(camera.name)")
            plan.links.append(LinkPlan(input, PadReference(PictureScene.mixer, "sink_%u")))
        }
        plan.stage = decisions.stage
        if let stage = plan.stage, let picture = PictureDirection(pipeline) { plan.show(stage.scene(picture)) }
        var caps = CapsPlan.raw(decisions.format, combined.size, combined.rate, colour: decisions.colour)
        caps.fields.append(Property("pixel-aspect-ratio", .fraction(1, 1)))
        let behind = elements.behind.map { ElementPlan($0, name: "combined.\($0)", branch: mixing) }
        chain(
            behind + [
                .caps(PictureScene.caps, mixing, caps),
                ElementPlan(
                    "videorate", name: "combined.rate", branch: mixing, [Property("skip-to-first", .bool(true))]),
                .tee(PictureScene.tee, mixing),
            ], after: PadReference(PictureScene.mixer))
        plan.branches.append(
            BranchPlan(
                name: mixing, input: PadReference(PictureScene.caps, "sink"), output: .combined, rate: combined.rate))
        guard let encoder = decisions.encoder(for: .combined) else { return }
        addEncoder(encoder, from: PadReference(PictureScene.tee, "src_%u"), decidesStart: false)
    }

    private mutating func addInput(_ camera: CameraDecision, _ patience: MixerPatience, _ elements: MixerElements) {
        let branch = BranchID.mixerInput(InputName(camera.name))
        let queue = "combined.input-\(camera.name)"
        let absent = camera.isAbsent ? slate(of: camera) : nil
        plan.elements += absent?.elements ?? []
        plan.links += absent?.links ?? []
        let last = absent?.elements.last.map { PadReference($0.name) }
        let feed = last ?? PadReference("\(camera.name).tee", "src_%u")
        let buffers = patience.buffers(of: camera.camera.rate)
        let before = elements.before.map { ElementPlan($0, name: "\(queue)-\($0)", branch: branch) }
        chain([.guarding(queue, branch)] + before + [.leakyQueue(queue, branch, buffers: buffers)], after: feed)
        plan.branches.append(
            BranchPlan(
                name: branch, input: PadReference(queue, "sink"), queue: queue, output: .combined,
                rate: camera.camera.rate))
        guard !camera.isRecorded else { return }
        plan.valves.append(
            ValvePlan(
                pad: PadReference(queue, "src"), media: .video, decidesStart: camera.isComposed && !camera.isAbsent,
                branch: branch, bufferNanoseconds: camera.camera.rate.frameNanoseconds, cuts: false))
    }

    private func mixer(_ combined: Combined, _ branch: BranchID) -> ElementPlan {
        // The mixers for graphics chips wait for such pads, too.
        let ignoring = Property("ignore-inactive-pads", .bool(true))
        let timing =
            [Property("force-live", .bool(true))]
            + ([.dualcam, .compositor].contains(combined.mixer) ? [ignoring] : [])
            + [Property("latency", .int(MixerPatience(combined.rate).latency))]
        let type: String? =
            switch combined.mixer {
            case .compositor: "GstCompositorBackground"
            case .gl: "GstGLVideoMixerBackground"
            case .va, .dualcam: nil
            }
        let background = type.map { type in
            Property("background", .enumeration(type: type, nick: combined.background.rawValue))
        }
        return ElementPlan(
            MixerElements(combined.mixer).drawing, name: PictureScene.mixer, branch: branch,
            (background.map { [$0] } ?? []) + timing)
    }
}
