import DualCamConfig

extension PlanBuilder {
    /// Adds the elements of a camera to the plan: source, decoder, conversion, tee, and the encoder of the camera's own
    /// output.
    mutating func addCamera(_ camera: CameraDecision) {
        let branch = BranchID.source(InputName(camera.name))
        let passing = PadReference(camera.isPassedThrough ? "\(camera.name).delivered" : "\(camera.name).tee", "sink")
        var input = InputPlan(
            name: InputName(camera.name), branches: [branch, .encoder(OutputName(camera.name))], pad: passing,
            slate: slate(of: camera), isAbsent: camera.isAbsent,
            busPeers: decisions.inputs.busPeers(around: camera.name))
        if case .device(let device, let mode, _) = camera.source {
            input.device = device.path
            input.deliversH264 = mode.format == .h264
            input.takesAnyRate = mode.anyRate != nil && !input.deliversH264
            input.conversion = camera.camera.conversion(of: camera.source)?.remark(of: camera.name, camera.source)
            input.inspection = FrameInspection(
                mode.inspected(camera.delivery.size), keepsDamaged: camera.camera.damaged == .keep)
        }
        if camera.source.numbersFrames { input.numbers = PadReference("\(camera.name).source", "src") }
        if camera.isPassedThrough, camera.delivery.encoded == .h264, !camera.isAbsent { input.keyed = passing }
        input.controls = camera.camera.controls
        input.delay = camera.camera.delay.nanoseconds
        if !camera.isAbsent {
            input.delayed = PadReference(camera.isClip ? "\(camera.name).clock" : "\(camera.name).source", "src")
        }
        plan.inputs.append(input)
        guard !camera.isAbsent else { return }
        var stream = addSource(camera, branch)
        if camera.isPassedThrough { stream = addPassthrough(camera, stream) }
        plan.branches.append(
            BranchPlan(
                name: branch, input: passing, output: camera.isRecorded ? OutputName(camera.name) : .combined,
                rate: camera.camera.rate, convertedRate: camera.convertedRate, isGrabber: camera.isGrabber))
        guard camera.isDecoded else { return }
        stream = addDecoding(camera, branch, after: stream)
        let delivered = steadySize(camera, branch) + conversion(camera, branch) + look(of: camera, branch)
        chain(delivered + [.tee("\(camera.name).tee", branch)], after: stream)
        if camera.isRecorded && !camera.isPassedThrough, let encoder = decisions.encoder(for: OutputName(camera.name)) {
            addEncoder(encoder, from: PadReference("\(camera.name).tee", "src_%u"), decidesStart: true)
        }
    }

    private mutating func addSource(_ camera: CameraDecision, _ branch: BranchID) -> PadReference {
        switch camera.source {
        case .device(let device, let mode, let rate):
            return chain([
                ElementPlan(
                    "v4l2src", name: "\(camera.name).source", branch: branch, [Property("device", .string(device.path))]
                ),
                .caps("\(camera.name).mode", branch, mode.caps(at: rate)),
            ])
        case .test(let pattern): return addTestPattern(camera, pattern, branch)
        case .clip(let clip):
            return addClip(
                clip, pad: clip.video?.pad ?? "video_%u",
                elements: clipDecoders(camera, clip, beforeClock: true)
                    + [ElementPlan("clocksync", name: "\(camera.name).clock", branch: branch)],
                prefix: camera.name, branch: branch,
                picture: clip.video.map {
                    .init(
                        input: InputName(camera.name), frame: $0.rate.frameNanoseconds,
                        isDecoded: !camera.isPassedThrough)
                })
        case .element(let source): return addElement(source, camera, branch)
        case .absent: return PadReference("")
        }
    }

    /// Adds a source that is a GStreamer element instead of a V4L2 device. The size and the rate of its pictures are
    /// unknown until the first picture arrives. The pictures are therefore converted to the camera's size and rate
    /// directly after the source.
    private mutating func addElement(
        _ source: ElementSource, _ camera: CameraDecision, _ branch: BranchID
    ) -> PadReference {
        let name = camera.name
        var made = StructurePlan.raw("I420", camera.camera.size, camera.camera.rate, colour: camera.delivery.colour)
        made.fields.append(Property("pixel-aspect-ratio", .fraction(1, 1)))
        return chain([
            ElementPlan(source.factory, name: "\(name).source", branch: branch, source.properties),
            .caps("\(name).mode", branch, source.caps(camera.camera)),
            ElementPlan(
                "videorate", name: "\(name).source-rate", branch: branch, [Property("skip-to-first", .bool(true))]),
            ElementPlan("videoconvertscale", name: "\(name).source-scale", branch: branch),
            .caps("\(name).source-caps", branch, made),
        ])
    }

    private mutating func addTestPattern(
        _ camera: CameraDecision, _ pattern: TestPattern, _ branch: BranchID
    ) -> PadReference {
        let caps = StructurePlan.raw("I420", camera.camera.size, camera.camera.rate, colour: camera.delivery.colour)
        let number = pipeline.cameras.firstIndex { $0.name == camera.name } ?? 0
        let source = chain([
            ElementPlan(
                "videotestsrc", name: "\(camera.name).source", branch: branch,
                [Property("is-live", .bool(true))] + pattern.properties(number)),
            .caps("\(camera.name).mode", branch, caps),
        ])
        guard let counter = FrameCounter(camera.camera.size) else { return source }
        let space = (camera.delivery.colour ?? .bt709).space
        plan.counters.append(
            FrameCounterPlan(
                element: "\(camera.name).counter", bits: FrameCounter.bits,
                scene: pattern == .scene
                    ? TestScenePlan(camera.camera, number: number, counter: counter, space: space) : nil))
        return chain(
            [ElementPlan("simplevideomark", name: "\(camera.name).counter", branch: branch, counter.properties)],
            after: source)
    }

    private mutating func addDecoding(
        _ camera: CameraDecision, _ branch: BranchID, after stream: PadReference
    ) -> PadReference {
        switch camera.source {
        case .device(_, let mode, _):
            let prefix = camera.name
            let cost = camera.delivery.decoding
            switch mode.format {
            case .raw: return stream
            case .mjpeg: return chain(decoders(["jpegdec"], prefix: prefix, branch: branch, cost: cost), after: stream)
            case .h264:
                let parsing = camera.isPassedThrough ? [] : ["h264parse"]
                return chain(
                    decoders(parsing + ["avdec_h264"], prefix: prefix, branch: branch, cost: cost), after: stream)
            }
        case .clip(let clip): return chain(clipDecoders(camera, clip, beforeClock: false), after: stream)
        case .test, .element, .absent: return stream
        }
    }

    /// Returns the clip's decoder elements that come before the `clocksync` element, or those that come after it.
    /// `clocksync` releases the frames in real time.
    ///
    /// A clip is decoded before `clocksync`. If the clip is recorded without re-encoding, it is only parsed before
    /// `clocksync`.
    private func clipDecoders(_ camera: CameraDecision, _ clip: ClipFacts, beforeClock: Bool) -> [ElementPlan] {
        guard let video = clip.video else { return [] }
        let branch = BranchID.source(InputName(camera.name))
        let all = decoders(video.decoders, prefix: camera.name, branch: branch, cost: camera.delivery.decoding)
        let early = !camera.isPassedThrough ? all.count : camera.delivery.encoded == .h264 ? 1 : 0
        let corrected = video.rangeCorrection("\(camera.name).range", branch) + all.prefix(early)
        return beforeClock ? corrected : Array(all.dropFirst(early))
    }

    /// Returns the elements that keep size, pixel aspect ratio, format and frame rate constant even if they change
    /// within a clip. If a scaler is given only the camera's size, it changes the pixel aspect ratio, which muxers
    /// reject.
    private func steadySize(_ camera: CameraDecision, _ branch: BranchID) -> [ElementPlan] {
        guard case .clip(let clip) = camera.source, let video = clip.video, !video.decoders.isEmpty,
            !camera.isPassedThrough
        else { return [] }
        var caps = StructurePlan("video/x-raw", video.format.map { [Property("format", .string($0))] } ?? [])
        caps.fields += StructurePlan.geometry(video.size, video.rate).filter { $0.name != "framerate" }
        caps.fields.append(Property("pixel-aspect-ratio", .fraction(video.pixelAspect[0], video.pixelAspect[1])))
        if let colorimetry = video.pinnedColorimetry {
            caps.fields.append(Property("colorimetry", .string(colorimetry)))
        }
        // qtdemux declares a different rate for each fragment. This caps filter leaves the frames' time stamps
        // unchanged.
        let pace = StructurePlan(
            "video/x-raw", [Property("framerate", .fraction(video.rate.numerator, video.rate.denominator))])
        return [
            ElementPlan(
                "capssetter", name: "\(camera.name).pace", branch: branch, [Property("caps", .caps(pace))]),
            ElementPlan("videoconvertscale", name: "\(camera.name).steady", branch: branch),
            .caps("\(camera.name).steady-size", branch, caps),
        ]
    }

    /// Returns the elements that convert frames to the plan's size, rate and format; empty if no conversion is needed.
    private func conversion(_ camera: CameraDecision, _ branch: BranchID) -> [ElementPlan] {
        let name = camera.name
        var elements: [ElementPlan] = []
        if camera.needsRateChange { elements.append(rateChange(camera, branch)) }
        elements += formatChange(camera, branch)
        if let direction = camera.camera.rotate.direction {
            let method = Property("video-direction", .enumeration(type: "GstVideoOrientationMethod", nick: direction))
            elements.append(ElementPlan("videoflip", name: "\(name).rotate", branch: branch, [method]))
        }
        if camera.isRecoloured { elements.append(ElementPlan(Self.view, name: "\(name).recolour", branch: branch)) }
        let isEncoded = camera.delivery.encoded != nil
        guard !elements.isEmpty || isEncoded else { return [] }
        let colour = camera.needsScaling || camera.isRecoloured ? camera.delivery.colour : camera.madeColour
        var caps = StructurePlan.raw(decisions.format, camera.size, camera.camera.rate, colour: colour)
        // Without this caps field, a scaler would change the pixel aspect ratio instead of adding black bars.
        if case .device = camera.source, camera.delivery.size != camera.camera.size {
            caps.fields.append(Property("pixel-aspect-ratio", .fraction(1, 1)))
        }
        return elements + [.caps("\(name).caps", branch, caps)]
    }

    /// Returns the element that changes a camera's frame rate. It does not fill the time before the first picture with
    /// copies, even if a device delivers its first picture long after the pipeline's start.
    private func rateChange(_ camera: CameraDecision, _ branch: BranchID) -> ElementPlan {
        let properties = camera.convertedRate == nil ? [] : [Property("skip-to-first", .bool(true))]
        return ElementPlan("videorate", name: "\(camera.name).rate", branch: branch, properties)
    }

    /// Returns the elements that change the format and the size of a camera's pictures. The format is changed first, so
    /// that the scaler does not have to convert it.
    private func formatChange(_ camera: CameraDecision, _ branch: BranchID) -> [ElementPlan] {
        let (name, delivery) = (camera.name, camera.delivery)
        let scaler =
            camera.needsScaling ? [ElementPlan("videoconvertscale", name: "\(name).scale", branch: branch)] : []
        guard delivery.raw != decisions.format else { return scaler }
        guard Intake.accepts(delivery.raw, into: decisions.format) else {
            return scaler.isEmpty ? [ElementPlan("videoconvert", name: "\(name).convert", branch: branch)] : scaler
        }
        let made = StructurePlan.raw(decisions.format, delivery.size, camera.camera.rate, colour: camera.madeColour)
        let caps = scaler.isEmpty ? [] : [ElementPlan.caps("\(name).converted", branch, made)]
        return [ElementPlan(Intake.element, name: "\(name).convert", branch: branch)] + caps + scaler
    }
}

extension CameraDecision {
    /// The colour encoding that RGB or grey pictures of the camera are converted to; `nil` for other pictures, which
    /// keep their encoding.
    fileprivate var madeColour: Colour? { delivery.raw.map(Colour.isConverted) == true ? .bt709 : nil }
}

extension CaptureMode {
    fileprivate func caps(at rate: FrameRate) -> StructurePlan {
        switch format {
        case .raw(let name): StructurePlan.raw(name == "YU12" ? "I420" : name, size, rate)
        case .mjpeg: StructurePlan("image/jpeg", StructurePlan.geometry(size, rate))
        case .h264: StructurePlan("video/x-h264", StructurePlan.geometry(size, rate))
        }
    }
}

extension CameraDecision {
    fileprivate var isGrabber: Bool { if case .device(let device, _, _) = source { device.isGrabber } else { false } }
}
