import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import GStreamer
import Glibc
import Mixer
import Testing

@testable import DualCamGraph

/// Draws pictures of four cameras with the real plan, composition and mixer element, without a clock: every camera has
/// one frame.
struct GoldenRenderer {
    static let size = FrameSize(width: GoldenScene.width, height: GoldenScene.height)
    static let cameras = ["back", "front", "side", "desk"]

    private let folder: TemporaryFolder
    private let looks = LookCache()

    init?() {
        guard let folder = TemporaryFolder(), (try? MixerLibrary.initialize()) != nil else { return nil }
        self.folder = folder
        for (camera, scene) in zip(Self.cameras, GoldenScene.allCases) {
            guard let file = fopen(path(of: camera), "w") else { return nil }
            let planes = scene.planes
            fwrite(planes, 1, planes.count, file)
            fclose(file)
        }
    }

    private func path(of camera: String) -> String { "\(folder.path)/\(camera).yuv" }

    /// Returns the scene of a pipeline's combined picture.
    static func scene(_ pipeline: Pipeline) -> PictureScene? {
        let players = pipeline.cameras.map { MixerInputs.Player(name: $0.name, size: size, isFed: true) }
        let stage = MixerInputs(mixer: .dualcam, players: players, space: GoldenPicture.space)
        return PictureDirection(pipeline).map { stage.scene($0) }
    }

    static func plan(_ pipeline: Pipeline) -> PicturePlan? { scene(pipeline)?.picture }

    static func sizes(_ pipeline: Pipeline) -> [PadReference: FrameSize] {
        let players = pipeline.cameras.map { MixerInputs.Player(name: $0.name, size: size, isFed: true) }
        return Dictionary(uniqueKeysWithValues: players.map { ($0.feed, size) })
    }

    /// Draws a picture; returns `nil` if no frame arrived.
    func draw(_ plan: PicturePlan, _ overlays: [OverlayPlan] = []) async throws -> GoldenPicture? {
        let pipeline = try MediaPipeline(name: "golden")
        let mixer = try Element.make("dualcammixer", name: "mixer")
        try pipeline.add(mixer)
        var pads: [String: Pad] = [:]
        for camera in Self.cameras {
            let pad = try mixer.requestPad("sink_%u")
            try source(camera, in: pipeline).pad("src").link(to: pad)
            pads["combined.input-\(camera)"] = pad
        }
        let composition = try PictureComposition(plan, looks) { (feed) throws(GraphFailure) in
            guard let pad = pads[feed.element] else { throw GraphFailure(.fault, message: "no pad for \(feed)") }
            return pad
        }
        try mixer.prepare(composition).show(from: 0)
        let out = "\(folder.path)/out.yuv"
        try finish(pipeline, mixer, overlays, out)
        let tap = pipeline.tapBus()
        try pipeline.setState(.playing)
        for await message in tap.messages {
            if case .error(let error, _) = message.kind { throw GraphFailure(.fault, message: "\(error)") }
            if case .endOfStream = message.kind { tap.close() }
        }
        try pipeline.setState(.null)
        let bytes = Array(output(of: "cat '\(out)'").prefix(Self.size.pixels * 3 / 2))
        return GoldenPicture(width: Self.size.width, height: Self.size.height, planes: bytes)
    }

    private func source(_ camera: String, in pipeline: MediaPipeline) throws -> Element {
        let file = try Element.make("filesrc", name: camera)
        try file.set("location", .string(path(of: camera)))
        let parser = try Element.make("rawvideoparse", name: camera + ".parser")
        try parser.set("format", .enumeration(type: nil, nick: "i420"))
        try parser.set("width", .int(Int64(Self.size.width)))
        try parser.set("height", .int(Int64(Self.size.height)))
        try parser.set("framerate", .fraction(30, 1))
        try parser.set("colorimetry", .string("bt709"))
        for element in [file, parser] { try pipeline.add(element) }
        try file.pad("src").link(to: parser.pad("sink"))
        return parser
    }

    /// Fixed clocks: 14:05:03 on a day in November, in any time zone, and 1:02:03 and 4 frames of a recording.
    private static var clocks: OverlayClocks {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (126, 10, 21)
        (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (14, 5, 3, -1)
        let now = Int64(mktime(&parts)) * 1_000_000_000 + 500_000_000
        return OverlayClocks(
            runningTime: { 0 }, recorded: { $0 + 3_723_000_000_000 + 4 * 1_000_000_000 / 30 }, timeOfDay: { now })
    }

    private func finish(
        _ pipeline: MediaPipeline, _ mixer: Element, _ overlays: [OverlayPlan], _ path: String
    ) throws {
        let filter = try Element.make("capsfilter", name: "form")
        let fields: [Setting.Field] = [
            .init("format", .string("I420")), .init("width", .int(Int64(Self.size.width))),
            .init("height", .int(Int64(Self.size.height))), .init("framerate", .fraction(30, 1)),
            .init("colorimetry", .string("bt709")),
        ]
        try filter.set("caps", .caps(mediaType: "video/x-raw", fields: fields))
        let sink = try Element.make("filesink", name: "file")
        try sink.set("location", .string(path))
        for element in [filter, sink] { try pipeline.add(element) }
        try mixer.pad("src").link(to: filter.pad("sink"))
        try filter.pad("src").link(to: sink.pad("sink"))
        guard !overlays.isEmpty else { return }
        let controller = OverlayRenderer(clocks: Self.clocks)
        try controller.prepare(overlays).show(from: .min)
        controller.install(on: try filter.pad("src")) { _ in }
    }
}
