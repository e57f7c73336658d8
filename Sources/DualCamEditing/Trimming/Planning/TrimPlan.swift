import DualCamConfig
import DualCamPlan

/// The plan for writing a new file from parts of recorded files.
struct TrimPlan: Sendable, Equatable {
    /// A recorded file, with its position on the timeline in nanoseconds.
    typealias File = CompositionSources.File

    struct Track: Sendable, Equatable {
        /// The name of the demuxer's pad for the sound track (`audio_0`).
        var pad: String
        /// The factory name of the parser element for the track (`aacparse`); `nil` if none is needed.
        var parser: String?
        var decoder: String?
        /// The elements that encode the samples of the track, in order; empty for raw sound.
        var encoding: [ElementPlan]
        /// The raw audio format that the encoding elements receive.
        var form: StructurePlan
        var rate: Int
        /// The delay that encoding adds to the track, in samples.
        var delay: Int
        var microphones: [String]
    }

    /// The elements that read and re-encode the picture of a recorded file.
    struct Picture: Sendable, Equatable {
        var codec: VideoCodec
        /// The name of the demuxer's pad for the file's picture.
        var pad: String
        /// The factory name of the demuxer element (`qtdemux`).
        var demuxer: String
        /// The elements that convert the encoded stream to the format that the muxer accepts.
        var framing: [ElementPlan]
        /// The elements that re-encode the stream, from the decoders to the muxer's format.
        var coding: [ElementPlan]
        /// The name of the element in `coding` that outputs decoded pictures.
        var decoder: String
    }

    var output: OutputName
    /// The recorded files in the order of their times.
    var files: [File]
    /// The elements for the picture, which are the same for all files.
    var picture: Picture
    var frame: Int64
    var tracks: [Track]
    var container: Container
    var tags: [Property]

    init(
        output: OutputName, files: [File], picture: Picture, frame: Int64, tracks: [Track], container: Container,
        tags: [Property]
    ) {
        (self.output, self.files, self.picture, self.frame) = (output, files, picture, frame)
        (self.tracks, self.container, self.tags) = (tracks, container, tags)
    }

    /// The names of the muxer and the file sink for the new file.
    static let (muxer, sink) = ("trim.muxer", "trim.sink")
}

extension TrimPlan {
    /// Returns the elements for the picture of one recorded file. The pipeline in `inputs` must use the file as the
    /// device of its only camera.
    ///
    /// - Throws: `PlanIssues` with all issues that prevent reading the file.
    static func picture(_ inputs: PlannedInputs) throws(PlanIssues) -> Picture {
        let decisions = try PlanDecisions(inputs)
        guard let camera = decisions.cameras.first, case .clip(let clip) = camera.source, let video = clip.video,
            let encoder = decisions.encoder(for: OutputName(camera.name)), let implementation = encoder.implementation
        else { throw PlanIssues([PlanIssue("cameras", "its picture cannot be read", hint: "")]) }
        let builder = PlanBuilder(decisions: decisions)
        let branch = BranchID.encoder(encoder.output)
        var kept = encoder
        kept.job.profile = nil
        var coding = video.rangeCorrection("trim.range", branch)
        coding += builder.decoders(video.decoders, prefix: "trim", branch: branch, cost: 0)
        let wanted = implementation.formats.contains(decisions.format) ? decisions.format : implementation.formats[0]
        coding.append(ElementPlan("videoconvert", name: "trim.convert", branch: branch))
        var raw = StructurePlan.raw(wanted, encoder.job.size, encoder.job.rate)
        let rate = raw.fields.filter { $0.name == "framerate" }
        raw.fields.removeAll { $0.name == "framerate" }
        coding.append(.caps("trim.raw", branch, raw))
        // A demuxer reports the average frame rate, which is wrong if frames are missing.
        coding.append(
            ElementPlan(
                "capssetter", name: "trim.rate", branch: branch,
                [Property("caps", .caps(StructurePlan("video/x-raw", rate)))]))
        coding.append(
            ElementPlan(
                encoder.job.element, name: "trim.encoder", branch: branch, implementation.properties(encoder.job)))
        let framing = builder.framing(encoder, branch)
        let missing = Planner.missingElements(coding + framing, inputs.machine)
        guard missing.isEmpty else { throw PlanIssues(missing) }
        return Picture(
            codec: encoder.codec, pad: "video_0", demuxer: clip.demuxer, framing: builder.framing(kept, branch),
            coding: coding + framing, decoder: "trim.decoder")
    }

    /// Returns a sound track that can be cut at any sample, because it is decoded and re-encoded with the codec of the
    /// recording.
    ///
    /// - Parameter bits: the sample size for a lossless codec; `nil` to keep that of the recording.
    static func track(
        _ number: Int, _ word: AudioCodec, rate: Int, channels: Int, microphones: [String], bits: SampleBits? = nil
    ) -> Track {
        let codec = SoundCodec(word)
        let branch = BranchID.files(.combined)
        var encoding: [ElementPlan] = []
        if let encoder = codec.encoder {
            encoding.append(ElementPlan(encoder, name: "trim.sound-\(number)", branch: branch))
        }
        if let parser = codec.parser {
            encoding.append(ElementPlan(parser, name: "trim.packets-\(number)", branch: branch))
        }
        var form = word.caps(codec.format(bits ?? .sixteen).rawValue, rate: rate, channels: channels)
        if bits == nil, !planted(.samplesNarrowed), word == .pcm || word == .flac {
            form.fields.removeAll { $0.name == "format" }
        }
        return Track(
            pad: "audio_\(number)", parser: codec.parser, decoder: codec.decoder, encoding: encoding,
            form: form, rate: rate, delay: planted(.trackDelayForgotten) ? 0 : codec.delay, microphones: microphones)
    }
}

extension TrimPlan {
    /// True when each key frame of the picture's codec contains the stream's headers, whatever the container.
    var isAlwaysSelfTold: Bool { [.av1, .vp9].contains(picture.codec) || picture.codec.isIntra }

    /// Returns elements that convert a stream to the muxer's format and repeat the stream's headers in each key frame.
    func selfTold(_ elements: [ElementPlan]) -> [ElementPlan] {
        elements.map { element in
            var element = element
            if element.factory == picture.codec.parser {
                element.properties.append(Property("config-interval", .int(-1)))
            }
            guard container != .mkv, element.factory == "capsfilter" else { return element }
            element.properties = element.properties.map { property in
                guard case .caps(var caps) = property.value else { return property }
                caps.fields = caps.fields.map { field in
                    let forms: [PropertyValue: PropertyValue] = [
                        .string("avc"): .string("avc3"), .string("hvc1"): .string("hev1"),
                    ]
                    return Property(
                        field.name, field.name == "stream-format" ? forms[field.value] ?? field.value : field.value)
                }
                return Property(property.name, .caps(caps))
            }
            return element
        }
    }
}

extension ElementPlan {
    /// Returns a queue that never drops data. When it is full, it blocks the elements before it.
    static func patientQueue(_ name: String, _ branch: BranchID) -> ElementPlan {
        .queue(name, branch, bytes: 64_000_000)
    }
}

extension Pipeline {
    /// Returns a pipeline for trimming an output, with one of the output's recorded files as its only input.
    ///
    /// - Parameters:
    ///   - size: the size of the pictures in the file.
    ///   - rate: the frame rate of the file.
    func trimmed(_ output: OutputName, file path: String, size: FrameSize, rate: FrameRate) -> Pipeline {
        var trimmed = self
        var camera = cameras.first { $0.name == output.rawValue } ?? Camera(name: output.rawValue)
        camera = camera.recorded(in: path, size: size)
        // In a pipeline, the output `combined` has an encoder only if it is drawn. The file therefore gets a different
        // name here.
        let name = OutputName("picture")
        (camera.name, camera.rate) = (name.rawValue, rate)
        (trimmed.cameras, trimmed.microphones, trimmed.combined) = ([camera], [], nil)
        trimmed.recording.outputs = [name]
        let own = passesThrough(output) ? nil : encoders.outputs[output]
        trimmed.encoders.outputs = own.map { [name: $0] } ?? [:]
        return trimmed
    }
}
