import DualCamConfig

extension PlanBuilder {
    /// A short leaky queue per camera, the compositor with everything pinned (picture.md), videorate against doubled first
    /// frames, and the encoder.
    mutating func addCombined() {
        guard let combined = decisions.combined else { return }
        let mixing = BranchName("combined.mixer")
        let seen = decisions.cameras.filter(\.isComposed).sorted {
            ($0.placement?.index ?? 0) < ($1.placement?.index ?? 0)
        }
        for camera in seen { addInput(camera, MixerPatience(combined.rate)) }
        plan.elements.append(mixer(combined, mixing))
        for camera in seen { linkInput(camera, combined.mixer) }
        if combined.mixer == .dualcam { plan.picture = picture(combined, seen) }
        var caps = CapsPlan.raw(decisions.format, combined.size, combined.rate, colour: decisions.colour)
        caps.fields.append(Property("pixel-aspect-ratio", .fraction(1, 1)))
        chain(
            [
                .caps("combined.caps", mixing, caps),
                ElementPlan(
                    "videorate", name: "combined.rate", branch: mixing, [Property("skip-to-first", .bool(true))]),
                .tee("combined.tee", mixing),
            ], after: PadReference("combined.mixer"))
        plan.branches.append(
            BranchPlan(
                mixing, input: PadReference("combined.caps", "sink"), queue: nil, output: .combined, rate: combined.rate
            ))
        guard let encoder = decisions.encoder(for: .combined) else { return }
        addEncoder(encoder, from: PadReference("combined.tee", "src_%u"), decidesStart: false)
    }

    private mutating func addInput(_ camera: CameraDecision, _ patience: MixerPatience) {
        let branch = BranchName("combined.input.\(camera.name)")
        let queue = "combined.input-\(camera.name)"
        let absent = camera.isAbsent ? slate(of: camera) : nil
        plan.elements += absent?.elements ?? []
        plan.links += absent?.links ?? []
        let last = absent?.elements.last.map { PadReference($0.name) }
        let feed = last ?? PadReference("\(camera.name).tee", "src_%u")
        let buffers = patience.buffers(of: camera.camera.rate)
        chain([.guarding(queue, branch), .leakyQueue(queue, branch, buffers: buffers)], after: feed)
        plan.branches.append(
            BranchPlan(
                branch, input: PadReference(queue, "sink"), queue: queue, output: .combined, rate: camera.camera.rate))
        guard !camera.isRecorded else { return }
        var gate = GatePlan(
            pad: PadReference(queue, "src"), media: .video, needsKeyFrame: false, decidesStart: !camera.isAbsent,
            branch: branch,
            bufferNanoseconds: camera.camera.rate.frameNanoseconds)
        gate.cuts = false
        plan.gates.append(gate)
    }

    private func mixer(_ combined: Combined, _ branch: BranchName) -> ElementPlan {
        let timing = [
            Property("force-live", .bool(true)), Property("ignore-inactive-pads", .bool(true)),
            Property("latency", .int(MixerPatience(combined.rate).latency)),
        ]
        guard combined.mixer == .compositor else {
            return ElementPlan(Self.ownMixer, name: "combined.mixer", branch: branch, timing)
        }
        let background = Property(
            "background", .enumeration(type: "GstCompositorBackground", nick: combined.background.rawValue))
        return ElementPlan("compositor", name: "combined.mixer", branch: branch, [background] + timing)
    }

    private mutating func linkInput(_ camera: CameraDecision, _ mixer: Mixer) {
        var properties: [Property] = []
        if mixer == .compositor, let (index, placement) = camera.placement {
            properties = compositorPad(placement, at: index, of: camera.size)
        }
        plan.links.append(
            LinkPlan(
                PadReference("combined.input-\(camera.name)"), PadReference("combined.mixer", "sink_%u"),
                sinkPadProperties: properties))
    }

    private func compositorPad(_ placement: Placement, at index: Int, of size: FrameSize) -> [Property] {
        let target = placement.target
        var properties = [
            Property("xpos", .int(Int64(target.x))), Property("ypos", .int(Int64(target.y))),
            Property("width", .int(Int64(target.width))), Property("height", .int(Int64(target.height))),
            Property("zorder", .int(Int64(index))),
        ]
        if let config = converter(placement, of: size) {
            properties.append(Property("converter-config", .structure(config)))
        }
        return properties
    }

    /// A linear resampler with four taps costs half of the default and looks as good (picture.md); `nil` where a picture is
    /// drawn as it is.
    private func converter(_ placement: Placement, of size: FrameSize) -> StructurePlan? {
        let target = placement.target
        guard placement.source != nil || target.width != size.width || target.height != size.height else { return nil }
        return Self.resampler(placement.source)
    }

    /// Linear, four taps, of what is cut out.
    private static func resampler(_ source: PixelRectangle?) -> StructurePlan {
        var fields = [
            Property("resampler-method", .enumeration(type: "GstVideoResamplerMethod", nick: "linear")),
            Property("resampler-taps", .uint(4)),
        ]
        if let source {
            fields += [
                Property("src-x", .int(Int64(source.x))), Property("src-y", .int(Int64(source.y))),
                Property("src-width", .int(Int64(source.width))), Property("src-height", .int(Int64(source.height))),
            ]
        }
        return StructurePlan(
            name: "GstVideoConverter", fields: fields.map { Property("GstVideoConverter.\($0.name)", $0.value) })
    }

    /// The same as a pad's property.
    static func resampler(source: PixelRectangle?) -> Property {
        Property("converter-config", .structure(resampler(source)))
    }
}
