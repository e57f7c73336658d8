import DualCamConfig
import DualCamPlan

extension PlanBuilder {
    /// Adds the graph that draws the combined picture from files: the consecutive files of each camera, their decoders,
    /// and the mixer. The graph is not live and drops no frames: the mixer waits for the slowest input.
    mutating func addDrawing(of sources: CompositionSources, _ encoder: EncoderDecision) {
        for camera in decisions.fedCameras { addRow(camera, sources) }
        plan.elements.append(ElementPlan("dualcammixer", name: PictureScene.mixer, branch: .mixer))
        for camera in decisions.fedCameras {
            plan.links.append(
                LinkPlan(
                    PadReference("combined.input-\(camera.name)"), PadReference(PictureScene.mixer, "sink_%u"),
                    sinkPadProperties: [Property("repeat-after-eos", .bool(true))]))
        }
        var caps = StructurePlan.raw(decisions.format, encoder.job.size, encoder.job.rate, colour: decisions.colour)
        caps.fields.append(Property("pixel-aspect-ratio", .fraction(1, 1)))
        chain([.caps(PictureScene.caps, .mixer, caps)], after: PadReference(PictureScene.mixer))
        guard let subtitles = sources.subtitles, subtitles.areDrawn else { return }
        addDrawnSubtitles(subtitles, encoder.job.size)
    }

    /// Adds the element that draws subtitles into the picture. It keeps them above the area that a player's controls
    /// may cover.
    private mutating func addDrawnSubtitles(_ subtitles: CompositionSources.Subtitles, _ size: FrameSize) {
        let covered = (pipeline.combined?.safeArea.bottom.fraction ?? 0) + Self.subtitleMargin
        let writer = ElementPlan(
            Self.textWriter, name: CompositionPlan.subtitleWriter, branch: .mixer,
            [
                Property("font-desc", .string("Sans Bold 16")),
                Property("valignment", .enumeration(type: "GstBaseTextOverlayVAlign", nick: "bottom")),
                Property("ypad", .int(Int64(covered * Double(size.height)))),
            ])
        plan.elements.append(writer)
        plan.links.append(LinkPlan(PadReference(PictureScene.caps), PadReference(writer.name, "video_sink")))
        let words = plan.chain(subtitles.reading(.mixer))
        plan.links.append(LinkPlan(words, PadReference(writer.name, "text_sink"), offset: subtitles.start))
    }

    /// The height of the space below drawn subtitles, as a fraction of the picture's height (0.05 means 5 %).
    private static let subtitleMargin = 0.05

    // MARK: Cameras
    private mutating func addRow(_ camera: CameraDecision, _ sources: CompositionSources) {
        let (name, branch) = (camera.name, BranchID.source(InputName(camera.name)))
        let pieces = RowPiece.row(
            sources.cameras[name] ?? [], from: sources.start, to: sources.end,
            frame: camera.camera.rate.frameNanoseconds)
        let queue = ElementPlan.queue("combined.input-\(name)", .mixerInput(InputName(name)), buffers: 4)
        let ends = pieces.enumerated().map { number, piece in
            switch piece {
            case .files(let files): addFiles(files, of: camera, branch, number)
            case .slate(let from, let to): addSlate(camera, from, to, number, sources)
            }
        }
        plan.join(ends, "\(name).row", branch, to: [queue])
    }

    /// Adds the consecutive files of a camera to the graph. The encoded streams are joined before decoding, so that
    /// only one file is decoded at a time. Returns the source pad of the last element.
    private mutating func addFiles(
        _ files: [CompositionSources.File], of camera: CameraDecision, _ branch: BranchID, _ number: Int
    ) -> PadReference {
        guard case .clip(let clip) = camera.source, let video = clip.video else { return PadReference("") }
        let prefix = "\(camera.name).\(number)"
        let decoders = decoders(video.decoders, prefix: prefix, branch: branch, cost: camera.delivery.decoding)
        let ends = files.enumerated().map { index, file in
            plan.addDemuxed(
                file, clip.demuxer, pad: video.pad,
                video.rangeCorrection("\(prefix).range-\(index)", branch)
                    + decoders.dropLast().map { $0.renamed("\($0.name)-\(index)") },
                "\(prefix)-\(index)", branch)
        }
        let converted = conversion(camera, prefix, branch)
        let decoding = Array(decoders.suffix(1)) + converted
        let rest = decoding.isEmpty ? [ElementPlan("identity", name: "\(prefix).pictures", branch: branch)] : decoding
        plan.join(ends, "\(prefix).files", branch, to: rest)
        return PadReference(rest[rest.count - 1].name)
    }

    /// Returns the elements that convert decoded frames to a format that the mixer accepts.
    private func conversion(_ camera: CameraDecision, _ prefix: String, _ branch: BranchID) -> [ElementPlan] {
        let raw = camera.delivery.raw
        if let raw, Intake.made.contains(raw) { return [] }
        let converter = Intake.converter(raw, into: decisions.format)
        let caps = StructurePlan("video/x-raw", [Property("format", .string(decisions.format))])
        return [
            ElementPlan(converter, name: "\(prefix).convert", branch: branch), .caps("\(prefix).caps", branch, caps),
        ]
    }

    private mutating func addSlate(
        _ camera: CameraDecision, _ from: Int64, _ to: Int64, _ number: Int, _ sources: CompositionSources
    ) -> PadReference {
        let frame = camera.camera.rate.frameNanoseconds
        guard let slate = slate(of: camera) else { return PadReference("") }
        let elements = slate.elements.map { element in
            var element = element.renamed("\(element.name)-\(number)")
            if element.factory == "videotestsrc" {
                element.properties.removeAll { $0.name == "is-live" }
                element.properties += [
                    Property("timestamp-offset", .int(from)),
                    Property("num-buffers", .int(max(1, (to - from + frame / 2) / frame))),
                ]
            }
            let time = sources.slateTimes.last { $0.camera == camera.name && $0.at <= from + frame }
            if element.factory == Self.textWriter, let time {
                element.properties.append(Property("text", .string(slate.text(since: time.text))))
            }
            return element
        }
        plan.elements += elements
        plan.links += Self.slateLinks(elements)
        return PadReference(elements[elements.count - 1].name)
    }

    // MARK: The encoder
    /// Returns the elements that encode the drawn frames.
    func encoding(_ encoder: EncoderDecision, _ implementation: EncoderImplementation) -> [ElementPlan] {
        let (name, branch) = (OutputName.combined.rawValue, BranchID.encoder(.combined))
        var job = encoder.job
        // Encoder threads wait for each other, so twice as many threads as cores are used to keep all cores busy.
        if implementation.isThreaded { job.threads = max(job.threads, min(8, 2 * decisions.inputs.machine.cores)) }
        return [.queue(CompositionPlan.entry, branch, buffers: 4)] + encoding(job, implementation, name, branch)
            + framing(encoder, branch)
    }
}

extension GraphPlan {
    /// Adds the elements that write the rendered file with the encoded picture, the recorded sound, and the subtitles.
    ///
    /// - Parameters:
    ///   - rate: the frame rate of the picture.
    ///   - titles: true to write the microphones' names into the file.
    mutating func addFile(
        _ encoded: PadReference, _ sources: CompositionSources, in container: Container, rate: FrameRate, titles: Bool
    ) {
        let branch = BranchID.files(.combined)
        let video = ElementPlan.waitingQueue("combined.file-video", branch)
        chain([video], after: encoded)
        elements.append(
            .muxer(ExportContainer(container), CompositionPlan.muxer, branch, index: sources.indexRoom(rate)))
        links.append(
            LinkPlan(PadReference(video.name), PadReference(CompositionPlan.muxer, "video_%u"), offset: sources.lead))
        if let sound = sources.sound { addSound(sound, sources, titles: titles) }
        if let subtitles = sources.subtitles, !subtitles.areDrawn {
            let words = chain(subtitles.reading(branch))
            links.append(
                LinkPlan(
                    words, PadReference(CompositionPlan.muxer, "subtitle_%u"),
                    offset: subtitles.start +| sources.lead))
        }
        chain([CompositionPlan.writing(branch)], after: PadReference(CompositionPlan.muxer))
    }
}

extension CompositionSources.Subtitles {
    /// Returns the elements that read and parse the subtitle file.
    fileprivate func reading(_ branch: BranchID) -> [ElementPlan] {
        let plain = StructurePlan("text/x-raw", [Property("format", .string("utf8"))])
        return [
            ElementPlan(
                "filesrc", name: "subtitles.source", branch: branch, [Property("location", .string(path))]),
            ElementPlan("subparse", name: "subtitles.parser", branch: branch),
            .caps("subtitles.form", branch, plain),
            .waitingQueue("subtitles.queue", branch),
        ]
    }
}

extension CompositionPlan {
    static func writing(_ branch: BranchID) -> ElementPlan {
        ElementPlan(
            "filesink", name: sink, branch: branch, [Property("async", .bool(false)), Property("sync", .bool(false))])
    }
}
