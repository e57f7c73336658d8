import DualCamConfig

extension PlanBuilder {
    /// The cameras' files one behind the other, their decoders, the mixer, the encoder, and the muxer with the recorded sound.
    /// Nothing is live and nothing is dropped: whoever is behind is waited for.
    mutating func addComposition(
        of sources: CompositionSources, _ encoder: EncoderDecision, _ implementation: EncoderImplementation
    ) {
        for camera in decisions.fedCameras { addRow(camera, sources) }
        plan.elements.append(ElementPlan("dualcammixer", name: PictureScene.mixer, branch: .mixer))
        for camera in decisions.fedCameras {
            plan.links.append(
                LinkPlan(
                    PadReference("combined.input-\(camera.name)"), PadReference(PictureScene.mixer, "sink_%u"),
                    sinkPadProperties: [Property("repeat-after-eos", .bool(true))]))
        }
        var caps = CapsPlan.raw(decisions.format, encoder.job.size, encoder.job.rate, colour: decisions.colour)
        caps.fields.append(Property("pixel-aspect-ratio", .fraction(1, 1)))
        chain([.caps(PictureScene.caps, .mixer, caps)], after: PadReference(PictureScene.mixer))
        let encoded = addEncoding(encoder, implementation)
        addFile(encoded, sources.sound)
    }

    // MARK: Cameras
    private mutating func addRow(_ camera: CameraDecision, _ sources: CompositionSources) {
        let (name, branch) = (camera.name, BranchID.source(InputName(camera.name)))
        let row = CameraRow(
            sources.cameras[name] ?? [], from: sources.start, to: sources.end,
            frame: camera.camera.rate.frameNanoseconds)
        let queue = ElementPlan.waitingQueue("combined.input-\(name)", .mixerInput(InputName(name)), buffers: 4)
        let ends = row.pieces.enumerated().map { number, piece in
            switch piece {
            case .files(let files): addFiles(files, of: camera, branch, number)
            case .slate(let from, let to): addSlate(camera, from, to, number, sources)
            }
        }
        join(ends, "\(name).row", branch, to: [queue])
    }

    /// Puts streams one behind the other, as they are timed, and links them to elements in a row.
    private mutating func join(_ ends: [PadReference], _ name: String, _ branch: BranchID, to elements: [ElementPlan]) {
        guard ends.count > 1 else {
            chain(elements, after: ends.first)
            return
        }
        plan.elements.append(ElementPlan("concat", name: name, branch: branch, [Property("adjust-base", .bool(false))]))
        for end in ends { plan.links.append(LinkPlan(end, PadReference(name, "sink_%u"))) }
        chain(elements, after: PadReference(name))
    }

    /// The files are put together as they are encoded, so that only one of them is decoded at a time.
    private mutating func addFiles(
        _ files: [CompositionSources.File], of camera: CameraDecision, _ branch: BranchID, _ number: Int
    ) -> PadReference {
        guard case .clip(let clip) = camera.source, let video = clip.video else { return PadReference("") }
        let prefix = "\(camera.name).\(number)"
        let decoders = decoders(video.decoders, prefix: prefix, branch: branch, cost: camera.delivery.decoding)
        let correction = rangeCorrection(prefix, video, branch)
        let ends = files.enumerated().map { index, file in
            addDemuxed(
                file, clip.demuxer, pad: video.pad,
                correction(index) + decoders.dropLast().map { $0.renamed("\($0.name)-\(index)") },
                "\(prefix)-\(index)", branch)
        }
        let converted = conversion(camera, prefix, branch)
        let decoding = Array(decoders.suffix(1)) + converted
        let rest = decoding.isEmpty ? [ElementPlan("identity", name: "\(prefix).pictures", branch: branch)] : decoding
        join(ends, "\(prefix).files", branch, to: rest)
        return PadReference(rest[rest.count - 1].name)
    }

    /// The parser takes the demuxer's word before the stream's.
    private func rangeCorrection(
        _ prefix: String, _ video: ClipFacts.Video, _ branch: BranchID
    ) -> (Int) -> [ElementPlan] {
        guard video.isMisread, let colorimetry = video.colorimetry else { return { _ in [] } }
        let caps = CapsPlan("video/x-h264", [Property("colorimetry", .string(colorimetry))])
        return { index in
            [
                ElementPlan(
                    "capssetter", name: "\(prefix).range-\(index)", branch: branch, [Property("caps", .caps(caps))])
            ]
        }
    }

    /// Returns what brings decoded frames into a form that the mixer draws.
    private func conversion(_ camera: CameraDecision, _ prefix: String, _ branch: BranchID) -> [ElementPlan] {
        let raw = camera.delivery.raw
        if let raw, Intake.made.contains(raw) { return [] }
        let converter = Intake.takes(raw, into: decisions.format) ? Intake.element : "videoconvert"
        let caps = CapsPlan("video/x-raw", [Property("format", .string(decisions.format))])
        return [
            ElementPlan(converter, name: "\(prefix).convert", branch: branch), .caps("\(prefix).caps", branch, caps),
        ]
    }

    /// `filesrc ! demuxer`, a queue and `elements` once the demuxer's pad is there, moved to the file's place.
    private mutating func addDemuxed(
        _ file: CompositionSources.File, _ demuxer: String, pad: String, _ elements: [ElementPlan], _ prefix: String,
        _ branch: BranchID
    ) -> PadReference {
        let queue = ElementPlan.waitingQueue("\(prefix).queue", branch, buffers: 8)
        chain([
            ElementPlan(
                "filesrc", name: "\(prefix).source", branch: branch, [Property("location", .string(file.path))]),
            ElementPlan(demuxer, name: "\(prefix).demuxer", branch: branch),
        ])
        plan.elements.append(queue)
        plan.links.append(
            LinkPlan(PadReference("\(prefix).demuxer", pad), PadReference(queue.name), whenPadAppears: true))
        let moved = ElementPlan("identity", name: "\(prefix).place", branch: branch)
        plan.elements.append(moved)
        plan.links.append(LinkPlan(PadReference(queue.name), PadReference(moved.name), offset: file.offset))
        return chain(elements, after: PadReference(moved.name))
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
        for (from, to) in zip(elements, elements.dropFirst()) {
            let pad = to.factory == Self.textWriter ? "video_sink" : nil
            plan.links.append(LinkPlan(PadReference(from.name), PadReference(to.name, pad)))
        }
        return PadReference(elements[elements.count - 1].name)
    }

    // MARK: The file
    private mutating func addEncoding(
        _ encoder: EncoderDecision, _ implementation: EncoderImplementation
    ) -> PadReference {
        let (name, branch) = (OutputName.combined.rawValue, BranchID.encoder(.combined))
        var job = encoder.job
        if implementation.isThreaded { job.threads = max(job.threads, min(8, decisions.inputs.machine.cores)) }
        var elements = [ElementPlan.waitingQueue(CompositionPlan.entry, branch, buffers: 4)]
        if !implementation.formats.contains(decisions.format) {
            let wanted = implementation.formats[0]
            let converter = Intake.takes(decisions.format, into: wanted) ? Intake.element : "videoconvert"
            elements.append(ElementPlan(converter, name: "\(name).encoder-convert", branch: branch))
            elements.append(.caps("\(name).encoder-input", branch, .raw(wanted, job.size, job.rate)))
        }
        elements.append(
            ElementPlan(job.element, name: "\(name).encoder", branch: branch, implementation.properties(job)))
        return chain(elements + framing(encoder, branch), after: PadReference(PictureScene.caps))
    }

    private mutating func addFile(_ encoded: PadReference, _ sound: CompositionSources.Sound?) {
        let branch = BranchID.files(.combined)
        let muxer: ElementPlan =
            switch pipeline.recording.container {
            case .mov: ElementPlan("qtmux", name: CompositionPlan.muxer, branch: branch)
            case .mp4: ElementPlan("mp4mux", name: CompositionPlan.muxer, branch: branch)
            case .mkv:
                ElementPlan(
                    "matroskamux", name: CompositionPlan.muxer, branch: branch,
                    [Property("offset-to-zero", .bool(true)), Property("writing-app", .string("dualcam"))])
            }
        let video = ElementPlan.waitingQueue("combined.file-video", branch, buffers: 0)
        chain([video], after: encoded)
        plan.elements += [muxer]
        plan.links.append(LinkPlan(PadReference(video.name), PadReference(muxer.name, "video_%u")))
        if let sound { addSound(sound, branch) }
        let sink = ElementPlan(
            "filesink", name: CompositionPlan.sink, branch: branch,
            [Property("async", .bool(false)), Property("sync", .bool(false))])
        chain([sink], after: PadReference(muxer.name))
    }

    /// The recorded sound, as it is encoded.
    private mutating func addSound(_ sound: CompositionSources.Sound, _ branch: BranchID) {
        let parsers = ["aac": "aacparse", "mp3": "mpegaudioparse", "opus": "opusparse", "flac": "flacparse"]
        for (track, microphones) in sound.tracks.enumerated() {
            let prefix = "audio.\(track)"
            let ends = sound.files.enumerated().map { index, file in
                let parser = parsers[sound.codec].map {
                    ElementPlan($0, name: "\(prefix)-\(index).parser", branch: branch)
                }
                return addDemuxed(
                    file, sound.demuxer, pad: "audio_\(track)", parser.map { [$0] } ?? [], "\(prefix)-\(index)", branch)
            }
            let queue = ElementPlan.waitingQueue("\(prefix).queue", branch, buffers: 0)
            var elements = [queue]
            if !microphones.isEmpty, decisions.inputs.machine.elements.contains(Self.titler) {
                let title = "title=(string)\"\(microphones.joined(separator: "+"))\""
                elements.append(
                    ElementPlan(
                        Self.titler, name: "\(prefix).title", branch: branch, [Property("tags", .string(title))]))
            }
            join(ends, "\(prefix).files", branch, to: elements)
            let last = elements[elements.count - 1].name
            plan.links.append(LinkPlan(PadReference(last), PadReference(CompositionPlan.muxer, "audio_%u")))
        }
    }
}

extension ElementPlan {
    /// Returns a queue that loses nothing: whoever fills it waits. 0 buffers: two seconds or 16 MB.
    fileprivate static func waitingQueue(_ name: String, _ branch: BranchID, buffers: Int) -> ElementPlan {
        let limits: [(String, Int64)] =
            buffers > 0
            ? [("buffers", Int64(buffers)), ("bytes", 0), ("time", 0)]
            : [("buffers", 0), ("bytes", 16_000_000), ("time", 2_000_000_000)]
        return ElementPlan("queue", name: name, branch: branch, limits.map { Property("max-size-\($0.0)", .int($0.1)) })
    }

    fileprivate func renamed(_ name: String) -> ElementPlan {
        var element = self
        element.name = name
        return element
    }
}
