import DualCamConfig
import DualCamPlan

/// The plan of a GStreamer graph that renders a combined file from recorded files.
struct CompositionPlan: Sendable, Equatable {
    var elements: [ElementPlan] { graph.elements }
    var links: [LinkPlan] { graph.links }
    /// The whole GStreamer graph of the render, from reading the recorded files to writing the new file.
    private var graph: GraphPlan
    /// The part of the graph that draws the frames, without the encoder and the file sink.
    private let drawing: GraphPlan
    /// The elements that encode the drawn frames.
    let encoding: [ElementPlan]
    private let codec: VideoCodec
    /// True when the encoder produces the same output for the same frames, even after a restart. The picture can then
    /// be rendered in chunks that are joined without re-encoding.
    let isRepeatable: Bool
    private let sources: CompositionSources
    /// True when the microphones' names are written into the rendered file as titles of the sound tracks.
    private let titles: Bool
    /// The cameras that the combined picture can show, and the mixer that draws them.
    var stage: MixerInputs
    /// The start of the first rendered frame, in nanoseconds on the timeline.
    var start: Int64
    /// The end of the last rendered frame, in nanoseconds on the timeline.
    var end: Int64
    var rate: FrameRate
    var container: Container
    /// The tags that are written into the rendered file, such as `title`.
    var tags: [Property]
    /// The estimated bitrate of the rendered file, in bits per second.
    var bitsPerSecond: Int
    /// For each pad that passes a camera's pictures to the mixer, the pictures that arrived late during the recording.
    var late: [PadReference: LatePictures] = [:]
    /// The name of the encoder and its preset, such as `x264 veryfast`.
    var encoder: String

    /// True when the sound is mixed into one track that passes through `ExportSamples.pad`. Its loudness can be
    /// measured there.
    var hasSamples: Bool { elements.contains { $0.name == ExportSamples.element } }
    /// The names of the elements whose output is cut to an exact sample, one for each separate sound track.
    private(set) var rawTracks: [String] = []

    /// The names of the muxer, the file sink and the queue before the encoder. The code that runs the graph finds the
    /// elements by these names.
    static let (muxer, sink, entry) = ("combined.muxer", "combined.sink", "combined.encoder-queue")

    /// Plans how to render the combined picture of a recorded session.
    ///
    /// - Parameter inputs: the pipeline from `Pipeline.composed`, whose cameras are the recorded files.
    /// - Throws: all issues that prevent the render.
    init(_ inputs: PlannedInputs, _ sources: CompositionSources) throws(PlanIssues) {
        let found = Planner.issues(inputs.pipeline, on: inputs.machine)
        if !found.isEmpty { throw PlanIssues(found) }
        let decisions = try PlanDecisions(inputs)
        guard let stage = decisions.stage, let encoder = decisions.encoder(for: .combined),
            let implementation = encoder.implementation
        else { throw PlanIssues([PlanIssue("combined", "no combined picture can be drawn of it", hint: "")]) }
        self.stage = stage
        (start, end, rate) = (sources.start, sources.end, encoder.job.rate)
        container = inputs.pipeline.recording.container
        bitsPerSecond =
            encoder.job.bitrate + (sources.sound.map { sources.coding.bitsPerSecond(tracks: $0.tracks.count) } ?? 0)
        self.encoder = encoder.name
        for camera in decisions.fedCameras where camera.camera.rate == encoder.job.rate {
            let feed = PadReference("combined.input-\(camera.name)", "src")
            let (changes, jumps) = (sources.late[camera.name] ?? [], sources.jumps[camera.name] ?? [])
            if changes.isEmpty, jumps.isEmpty { continue }
            late[feed] = LatePictures(changes, jumps: jumps, encoder.job.rate)
        }
        var builder = PlanBuilder(decisions: decisions)
        tags = builder.tags(.combined)
        builder.addDrawing(of: sources, encoder)
        drawing = builder.plan
        encoding = builder.encoding(encoder, implementation)
        (codec, isRepeatable) = (encoder.codec, !implementation.isHardware)
        titles = inputs.machine.elements.contains(ElementPlan.titler)
        self.sources = sources
        let encoded = builder.plan.chain(encoding, after: Self.end(of: drawing))
        builder.plan.addFile(encoded, sources, in: container, rate: rate, titles: titles)
        graph = builder.plan
        if case .tracks = sources.coding {
            rawTracks = (sources.sound?.tracks ?? []).indices.map(ExportSamples.track)
        }
        let missing = Planner.missingElements(elements, inputs.machine)
        if !missing.isEmpty { throw PlanIssues(missing) }
    }
}

// MARK: Rendering in pieces
extension CompositionPlan {
    /// The elements and links that draw the combined picture's frames, without an encoder.
    var drawn: (elements: [ElementPlan], links: [LinkPlan]) { (drawing.elements, drawing.links) }

    /// The source pad that outputs the drawn frames.
    var drawnEnd: PadReference { Self.end(of: drawing) }

    private static func end(of drawing: GraphPlan) -> PadReference {
        let hasWriter = drawing.elements.contains { $0.name == subtitleWriter }
        return PadReference(hasWriter ? subtitleWriter : PictureScene.caps)
    }

    static let subtitleWriter = "subtitles.writer"

    /// The elements that encode and write one chunk of the picture: the encoder with its queue, the muxer and the file
    /// sink.
    var piece: [ElementPlan] {
        let branch = BranchID.files(.combined)
        return encoding + [.muxer(.mov, Self.muxer, branch), Self.writing(branch)]
    }

    /// Returns a plan for writing the whole file that reads finished chunks of the picture instead of drawing it.
    ///
    /// - Parameters:
    ///   - pieces: the files of the chunks, in order.
    ///   - demuxer: the name of the demuxer element for the chunks.
    func joining(_ pieces: [CompositionSources.File], demuxer: String) -> CompositionPlan {
        var joined = GraphPlan()
        let branch = BranchID.encoder(.combined)
        let parsing = encoding.filter { $0.factory == codec.parser }
        let ends = pieces.enumerated().map { number, file in
            joined.addDemuxed(
                file, demuxer, pad: "video_0", parsing.map { $0.renamed("\($0.name)-\(number)") }, "piece-\(number)",
                branch)
        }
        let seam = ElementPlan("identity", name: Self.seam, branch: branch)
        joined.join(ends, "pieces", branch, to: [seam])
        joined.addFile(PadReference(seam.name), sources, in: container, rate: rate, titles: titles)
        return CompositionPlan(self, joined)
    }

    /// The name of the element that the encoded picture passes through when finished chunks are joined.
    static let seam = "pieces.seam"

    private init(_ other: CompositionPlan, _ graph: GraphPlan) {
        self = other
        self.graph = graph
    }
}

extension Pipeline {
    /// Returns the pipeline for rendering. Recorded files replace the cameras, and the outputs are the cameras and the
    /// combined picture.
    ///
    /// - Parameters:
    ///   - files: the path of one recorded file for each camera, by the camera's name. A camera without a file was
    ///     never connected.
    ///   - size: returns the size of the pictures in a file.
    func composed(
        of files: [String: String], size: (String) -> FrameSize?, in container: Container
    ) -> Pipeline {
        var composed = self
        composed.cameras = cameras.map { $0.recorded(in: files[$0.name], size: files[$0.name].flatMap(size)) }
        composed.microphones = []
        composed.combined?.mixer = .dualcam
        composed.combined?.when = .live
        composed.recording.outputs =
            cameras.map(\.name).filter { files[$0] != nil }.map { OutputName($0) } + [.combined]
        composed.recording.container = container
        for (name, encoder) in encoders.outputs where name != .combined && encoder.use == "passthrough" {
            composed.encoders.outputs[name] = nil
        }
        return composed
    }

    /// The picture settings for rendering. They omit zooms and looks that the cameras' recorded files already show.
    var composedPicture: PictureDirection? {
        guard var picture = PictureDirection(self) else { return nil }
        picture.combined.mixer = .dualcam
        picture.cameras = picture.cameras.map(\.withoutItsOwn)
        return picture
    }
}

extension Camera {
    func recorded(in path: String?, size: FrameSize?) -> Camera {
        var camera = withoutItsOwn
        camera.device = path.map { .file($0) } ?? .auto
        camera.size = size ?? turnedSize
        (camera.rotate, camera.format, camera.controls) = (.none, .auto, [])
        return camera
    }

    /// The camera without the zoom and look that its recorded file already shows, so that they are not applied twice.
    fileprivate var withoutItsOwn: Camera {
        var camera = self
        if zoomAppliesTo == .both { (camera.zoom, camera.zoomCentre) = (1, Camera(name: name).zoomCentre) }
        if lookAppliesTo == .both { (camera.look, camera.adjust) = (Look(), Adjustment()) }
        (camera.zoomAppliesTo, camera.lookAppliesTo) = (.combined, .combined)
        return camera
    }
}
