package import DualCamConfig

extension PlanBuilder {
    /// Adds the template of the elements that write an output's files to the plan: guards, queues, muxer and file sink.
    /// The guards prevent a failing disk from stopping the encoders. All files share the same encoded sound.
    mutating func addOutput(_ output: OutputName) {
        guard let encoder = decisions.encoder(for: output) else { return }
        let name = output.rawValue
        let branch = BranchID.files(encoder.output)
        let bytes = max(32_000_000, encoder.job.bitrate / 8 * 6)
        var elements = [
            ElementPlan.guarding("\(name).file-video", branch),
            .queue("\(name).file-video", branch, bytes: bytes, seconds: 3),
        ]
        let hasTitler = decisions.inputs.machine.elements.contains(ElementPlan.titler)
        var links = Self.feed("\(name).file-video", into: PadReference("\(name).muxer", "video_%u"))
        for sound in encodedSounds {
            let queue = "\(name).file-audio\(sound.suffix)"
            let title = hasTitler ? ElementPlan.titling(sound.microphones, "\(queue)-title", branch) : []
            let waiting = FrameTimeouts(slowest: [encoder.job.rate])
            elements += [.guarding(queue, branch), Self.soundQueue(queue, branch, waiting)] + title
            links += Self.feed(queue, by: title, into: PadReference("\(name).muxer", "audio_%u"))
        }
        elements += [muxer(encoder, branch), fileSink(name, branch)]
        links.append(LinkPlan(PadReference("\(name).muxer"), PadReference("\(name).sink")))
        plan.branches.append(
            BranchPlan(
                name: branch, input: PadReference("\(name).encoded", "sink"), output: output, rate: encoder.job.rate))
        plan.outputs.append(
            OutputPlan(
                name: output, container: pipeline.recording.container, video: PadReference("\(name).encoded", "src_%u"),
                tracks: encodedSounds.map { sound in
                    SoundTrackPlan(
                        microphones: sound.microphones, encoded: PadReference("\(sound.prefix).encoded", "src_%u"),
                        input: "\(name).file-audio\(sound.suffix)-guard")
                },
                elements: elements, links: links, videoInput: "\(name).file-video-guard", muxer: "\(name).muxer",
                sink: "\(name).sink", longestFile: pipeline.recording.longestFile, tags: tags(output),
                videoEncoder: encoder.implementation == nil ? nil : "\(name).encoder",
                spareEncoding: encoder.atFastestPreset(framing(encoder, .encoder(output))),
                liveBitrate: encoder.implementation?.liveBitrate(of: encoder.job)))
    }

    /// Returns the queue in which the sound of a file waits for a late picture or a slow disk. Lost sound would ruin a
    /// file with raw sound, because qtmux does not accept gaps. The queue is limited in size, so that one file cannot
    /// block the sound of other files forever.
    /// - Parameter picture: the timeouts of the picture. They matter because the muxer holds the sound back until the
    ///   next frame.
    private static func soundQueue(_ name: String, _ branch: BranchID, _ picture: FrameTimeouts) -> ElementPlan {
        let length = picture.limit(.seconds(60))
        let bytes = Int(Double(32_000_000) * (length / .seconds(60)))
        return .queue(name, branch, bytes: bytes, seconds: Int(length.components.seconds), isLeaky: true)
    }

    private static func feed(_ queue: String, by others: [ElementPlan] = [], into muxer: PadReference) -> [LinkPlan] {
        let row = ["\(queue)-guard", queue] + others.map(\.name)
        return zip(row, row.dropFirst()).map { LinkPlan(PadReference($0), PadReference($1)) }
            + [LinkPlan(PadReference(row[row.count - 1]), muxer)]
    }

    private func fileSink(_ name: String, _ branch: BranchID) -> ElementPlan {
        ElementPlan(
            "filesink", name: "\(name).sink", branch: branch,
            [
                Property("async", .bool(false)), Property("sync", .bool(false)),
                Property("buffer-mode", .enumeration(type: "GstFileSinkBufferMode", nick: "unbuffered")),
            ])
    }

    /// Returns the muxer for an output's files. In mov and mp4 files, the index is kept up to date in reserved space. A
    /// file can thus be played even if the process was killed. In Matroska files, a new cluster begins at the same
    /// interval.
    private func muxer(_ encoder: EncoderDecision, _ branch: BranchID) -> ElementPlan {
        let room = pipeline.recording.reserved.map { Property.indexRoom(for: $0, rate: encoder.job.rate) } ?? []
        return .muxer(
            ExportContainer(pipeline.recording.container), "\(encoder.output).muxer", branch,
            index: room + [Property("reserved-moov-update-period", .int(indexPeriod))], cluster: indexPeriod)
    }

    /// The interval in nanoseconds at which the index of a file is updated.
    private var indexPeriod: Int64 { (plan.syncPeriod ?? .seconds(1)).nanoseconds }

    package func tags(_ output: OutputName) -> [Property] {
        // matroskamux would escape a space in the title.
        let gap = pipeline.recording.container == .mkv ? "/" : " "
        let title = Property("title", .string("\(pipeline.name)\(gap)\(output)"))
        let program = Property("application-name", .string("dualcam"))
        guard let camera = decisions.cameras.first(where: { $0.name == output.rawValue }) else {
            return [title, program]
        }
        // qtmux and matroskamux do not write the tags for device names, so the device is named in the comment.
        return [title, Property("comment", .string(camera.source.identity)), program]
    }
}

extension Property {
    /// Returns the properties of `qtmux` and `mp4mux` that reserve space for the index at the beginning of a file.
    ///
    /// - Parameters:
    ///   - length: the maximum duration of the file.
    ///   - rate: the frame rate of the picture.
    ///   - texts: the number of subtitles in a separate track.
    package static func indexRoom(for length: Duration, rate: FrameRate, texts: Int = 0) -> [Property] {
        // Twice the size of the index entries for one second of frames: sizes, times and offsets.
        let bytesPerSecond = min(10_000, max(1000, Int(rate.framesPerSecond * 25) + 250))
        // Each subtitle, and each pause between subtitles, has an entry in several tables. GStreamer limits the
        // number of bytes per second, so the duration is increased instead.
        let ofTexts = Duration.seconds(texts * 64 / bytesPerSecond)
        return [
            Property("reserved-max-duration", .int((length + ofTexts).nanoseconds)),
            Property("reserved-bytes-per-sec", .int(Int64(bytesPerSecond))),
        ]
    }
}

extension CameraSource {
    /// The source of the camera's pictures, in the notation of the pipeline file.
    var identity: String {
        switch self {
        case .device(let device, _, _): device.stableName
        case .test(let pattern): "test:\(pattern.rawValue)"
        case .element(let source): source.words
        case .absent: "absent"
        case .clip(let clip): "file:\(clip.path.split(separator: "/").last.map(String.init) ?? clip.path)"
        }
    }
}

extension Recording {
    private static let most = Duration.seconds(3 * 3600)
    private static let slack = Duration.seconds(60)

    /// The duration for which mov and mp4 files reserve index space when they are opened; `nil` for Matroska, which
    /// needs no reserved space.
    var reserved: Duration? {
        guard container != .mkv else { return nil }
        return min((segment ?? duration ?? Self.most) + Self.slack, Self.most)
    }

    /// The maximum duration of one file. It is 30 seconds less than the duration for which index space is reserved.
    var longestFile: Duration? { reserved.map { $0 - .seconds(30) } }
}
