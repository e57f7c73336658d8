internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Mixer
internal import Synchronization

/// A trial as a running pipeline: sources without an end, the elements, and a sink that throws everything away.
struct TrialRun {
    let pipeline: MediaPipeline
    private let meter: TrialMeter

    init(_ trial: CalibrationTrial, _ store: TrialPictureCache) throws(GraphFailure) {
        pipeline = try translating { try MediaPipeline(name: "calibration") }
        var builder = GraphBuilder(pipeline: pipeline)
        let first = trial.elements.first?.name ?? "sink"
        for element in trial.elements { try builder.make(element) }
        try builder.make(ElementPlan("fakesink", name: "sink", branch: Self.branch, [Property("async", .bool(false))]))
        meter = TrialMeter(trial)
        for (index, source) in trial.sources.enumerated() {
            var last = try Self.makeSource(source, trial, index, store, &builder)
            if trial.isApart { last = try Self.setApart(last, index, &builder, meter) }
            let pad = trial.isMixed ? PadReference(first, "sink_%u") : PadReference(first)
            let properties = trial.pads.indices.contains(index) ? trial.pads[index] : []
            try builder.link(LinkPlan(PadReference(last), pad, sinkPadProperties: properties))
        }
        if !trial.targets.isEmpty { try Self.show(trial, builder.element(first)) }
        let names = trial.elements.map(\.name) + ["sink"]
        for (from, to) in zip(names, names.dropFirst()) {
            try builder.link(LinkPlan(PadReference(from), PadReference(to)))
        }
        let isCountedBehind = trial.isMixed || trial.sources.contains(where: \.isCountedBehind)
        try builder.pad(isCountedBehind ? "sink" : first, "sink").addProbe(.buffers) { [meter] _ in meter.count() }
    }

    private static let branch = BranchID.calibration

    /// Runs it to the end: CPU seconds of this process, and seconds, per frame. Blocks.
    func run() throws(GraphFailure) -> TrialMeter.Reading {
        defer { pipeline.stop() }
        try translating { try pipeline.setState(.playing) }
        return try meter.wait()
    }

    /// Starts it, to be read and stopped later.
    func begin() throws(GraphFailure) {
        try translating { try pipeline.setState(.playing) }
    }

    func reading() throws(GraphFailure) -> TrialMeter.Reading { try meter.wait() }

    func end() { pipeline.stop() }
}

extension TrialRun {
    /// A queue of two frames behind a source, before which its thread's time is taken.
    /// - Returns: the name of the queue.
    private static func setApart(
        _ source: String, _ index: Int, _ builder: inout GraphBuilder, _ meter: TrialMeter
    ) throws(GraphFailure) -> String {
        let queue = ElementPlan(
            "queue", name: "apart\(index)", branch: branch,
            [
                Property("max-size-buffers", .uint(2)), Property("max-size-bytes", .uint(0)),
                Property("max-size-time", .uint(0)),
            ])
        try builder.make(queue)
        try builder.link(LinkPlan(PadReference(source), PadReference(queue.name)))
        try builder.pad(queue.name, "sink").addProbe(.buffers) { [meter] _ in
            meter.note(source: index)
            return .pass
        }
        return queue.name
    }

    private static func show(_ trial: CalibrationTrial, _ mixer: Element) throws(GraphFailure) {
        let (looks, size) = (LookCache(), trial.size)
        let (width, height) = (Double(size.width) / trial.zoom, Double(size.height) / trial.zoom)
        let cut = PictureRectangle(
            x: (Double(size.width) - width) / 2, y: (Double(size.height) - height) / 2, width: width, height: height)
        var layers: [PictureLayer] = []
        for (index, size) in trial.targets.enumerated() {
            let target = PictureRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            try translating(in: branch) {
                let pad = try mixer.pad("sink_\(index)")
                layers.append(PictureLayer(pad, source: trial.zoom > 1 ? cut : nil, target: target))
            }
            if let look = trial.look { layers[index].look = try looks.look(look) }
        }
        try translating(in: branch) { try mixer.show(PictureComposition(layers, over: .black)) }
    }

    /// - Returns: the name of the source's last element.
    private static func makeSource(
        _ source: CalibrationTrial.Source, _ trial: CalibrationTrial, _ index: Int, _ store: TrialPictureCache,
        _ builder: inout GraphBuilder
    ) throws(GraphFailure) -> String {
        let size = trial.size
        let elements: [ElementPlan] =
            switch source {
            case .pattern(let pattern): TrialSources.pattern(pattern, size, index)
            case .camera: TrialSources.files(try store.camera(size), size, index)
            case .mjpeg: [TrialSources.jpegs(try store.jpegs(size), size, index)]
            case .h264: [TrialSources.stream(try store.h264(size), index)]
            case .sound: [TrialSources.sound("ticks")]
            case .noise: [TrialSources.sound("pink-noise")]
            }
        try builder.makeChain(elements)
        return elements.last?.name ?? ""
    }
}

extension CalibrationTrial.Source {
    /// One buffer of it holds many frames: they are counted where they come out.
    var isCountedBehind: Bool { self == .h264 }
}

/// The sources of trials, as elements.
enum TrialSources {
    private static let branch = BranchID.calibration

    static func pattern(_ pattern: TestPattern, _ size: FrameSize, _ index: Int) -> [ElementPlan] {
        [
            ElementPlan("videotestsrc", name: "source\(index)", branch: branch, pattern.properties(index)),
            caps("form\(index)", raw(size)),
            ElementPlan("simplevideomark", name: "counter\(index)", branch: branch),
        ]
    }

    static func files(_ pattern: String, _ size: FrameSize, _ index: Int) -> [ElementPlan] {
        [
            looping(pattern, index, []),
            ElementPlan(
                "rawvideoparse", name: "parser\(index)", branch: branch,
                [
                    Property("format", .enumeration(type: "GstVideoFormat", nick: "i420")),
                    Property("width", .int(Int64(size.width))), Property("height", .int(Int64(size.height))),
                    Property("framerate", .fraction(30, 1)), Property("colorimetry", .string("bt709")),
                ]),
            caps("form\(index)", raw(size)),
        ]
    }

    static func jpegs(_ pattern: String, _ size: FrameSize, _ index: Int) -> ElementPlan {
        let form = CapsPlan("image/jpeg", geometry(size))
        return looping(pattern, index, [Property("caps", .caps(form))])
    }

    static func stream(_ path: String, _ index: Int) -> ElementPlan {
        let form = CapsPlan(
            "video/x-h264",
            [Property("stream-format", .string("byte-stream")), Property("framerate", .fraction(30, 1))])
        return ElementPlan(
            "multifilesrc", name: "source\(index)", branch: branch,
            [
                Property("location", .string(path)), Property("loop", .bool(true)), Property("stop-index", .int(0)),
                Property("caps", .caps(form)),
            ])
    }

    static func sound(_ nick: String) -> ElementPlan {
        let wave = Property("wave", .enumeration(type: "GstAudioTestSrcWave", nick: nick))
        return ElementPlan("audiotestsrc", name: "source0", branch: branch, [wave])
    }

    /// Round and round through a row of files.
    static func looping(_ pattern: String, _ index: Int, _ more: [Property], loop: Bool = true) -> ElementPlan {
        ElementPlan(
            "multifilesrc", name: "source\(index)", branch: branch,
            [
                Property("location", .string(pattern)), Property("loop", .bool(loop)),
                Property("stop-index", .int(Int64(SyntheticCamera.frames - 1))),
            ] + more)
    }

    static func caps(_ name: String, _ caps: CapsPlan) -> ElementPlan {
        ElementPlan("capsfilter", name: name, branch: branch, [Property("caps", .caps(caps))])
    }

    static func raw(_ size: FrameSize) -> CapsPlan {
        // Small pictures without a word of their colours are bt601's, and would be converted.
        let colour = Property("colorimetry", .string("bt709"))
        return CapsPlan("video/x-raw", [Property("format", .string("I420"))] + geometry(size) + [colour])
    }

    private static func geometry(_ size: FrameSize) -> [Property] {
        [
            Property("width", .int(Int64(size.width))), Property("height", .int(Int64(size.height))),
            Property("framerate", .fraction(30, 1)),
        ]
    }
}
