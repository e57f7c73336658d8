import DualCamConfig

extension PlanBuilder {
    /// Adds the combined picture to the plan: a short leaky queue for each camera, the mixer with fixed caps, a
    /// `videorate` element that drops duplicate first frames, and the encoder.
    mutating func addCombined() {
        guard let combined = decisions.combined else { return }
        let mixing = BranchID.mixer
        let fed = decisions.fedCameras
        let elements = MixerElements(combined.mixer)
        for camera in fed { addInput(camera, elements) }
        plan.elements.append(mixer(combined, mixing))
        for camera in fed {
            let input = PadReference("combined.input-\(camera.name)")
            plan.links.append(LinkPlan(input, PadReference(PictureScene.mixer, "sink_%u")))
        }
        plan.stage = decisions.stage
        if let stage = plan.stage, let picture = PictureDirection(pipeline) { plan.show(stage.scene(picture)) }
        var caps = StructurePlan.raw(decisions.format, combined.size, combined.rate, colour: decisions.colour)
        caps.fields.append(Property("pixel-aspect-ratio", .fraction(1, 1)))
        let behind = elements.behind.map { ElementPlan($0, name: "combined.\($0)", branch: mixing) }
        chain(
            behind + [.caps(PictureScene.caps, mixing, caps), .tee(PictureScene.view, mixing)],
            after: PadReference(PictureScene.mixer))
        // `videorate` holds each frame until the next one arrives. Neither previews nor the end of a slow recording
        // should wait that long.
        let rate = ElementPlan(
            "videorate", name: "combined.rate", branch: mixing, [Property("skip-to-first", .bool(true))])
        let isSlow = FrameTimeouts(slowest: [combined.rate]).isSlow
        chain(
            (isSlow ? [] : [rate]) + [.tee(PictureScene.tee, mixing)], after: PadReference(PictureScene.view, "src_%u"))
        plan.branches.append(
            BranchPlan(
                name: mixing, input: PadReference(PictureScene.caps, "sink"), output: .combined, rate: combined.rate))
        guard let encoder = decisions.encoder(for: .combined) else { return }
        addEncoder(encoder, from: PadReference(PictureScene.tee, "src_%u"), decidesStart: false)
    }

    private mutating func addInput(_ camera: CameraDecision, _ elements: MixerElements) {
        let branch = BranchID.mixerInput(InputName(camera.name))
        let queue = "combined.input-\(camera.name)"
        let absent = camera.isAbsent ? slate(of: camera) : nil
        plan.elements += absent?.elements ?? []
        plan.links += absent?.links ?? []
        let last = absent?.elements.last.map { PadReference($0.name) }
        let feed = last ?? PadReference("\(camera.name).tee", "src_%u")
        let buffers = camera.camera.rate.mixerBuffers(
            wait: camera.camera.delay.nanoseconds + pipeline.pictureWait.nanoseconds)
        let before = elements.before.map { ElementPlan($0, name: "\(queue)-\($0)", branch: branch) }
        chain(
            [.guarding(queue, branch)] + before + [.queue(queue, branch, buffers: buffers, isLeaky: true)], after: feed)
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
        // The mixers for graphics chips would otherwise also wait for inactive pads.
        let ignoring = Property("ignore-inactive-pads", .bool(true))
        let timing =
            [Property("force-live", .bool(true))]
            + ([.dualcam, .compositor].contains(combined.mixer) ? [ignoring] : [])
            + [Property("latency", .int(combined.rate.mixerLatency(wait: pipeline.pictureWait.nanoseconds)))]
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

    /// Returns the pad properties that make glvideomixer crop a picture to `source`. If `source` is `nil`, the
    /// properties remove any earlier cropping.
    static func crop(of size: FrameSize, to source: PixelRectangle?) -> [Property] {
        let source = source ?? PixelRectangle(size)
        return [
            ("left", source.x), ("top", source.y), ("right", size.width - source.x - source.width),
            ("bottom", size.height - source.y - source.height),
        ].map { Property("crop-\($0.0)", .int(Int64($0.1))) }
    }

    /// Returns the pad property of `compositor` that crops to `source`, if it is not `nil`, and selects linear
    /// resampling with four taps. This resampling needs half the CPU time of the default and looks equally good.
    static func resampler(source: PixelRectangle?) -> Property {
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
        let config = StructurePlan(
            "GstVideoConverter", fields.map { Property("GstVideoConverter.\($0.name)", $0.value) })
        return Property("converter-config", .structure(config))
    }
}

extension PlanDecisions {
    /// The possible inputs of the mixer: all cameras of the file, even those that are hidden at the start. `nil` if the
    /// combined picture is not recorded.
    package var stage: MixerInputs? {
        guard let combined else { return nil }
        let players = pipeline.cameras.compactMap { camera in
            cameras.first { $0.name == camera.name }.map {
                MixerInputs.Player(name: $0.name, size: $0.size, isFed: $0.isFed)
            }
        }
        return MixerInputs(mixer: combined.mixer, players: players, space: colour.space)
    }
}
