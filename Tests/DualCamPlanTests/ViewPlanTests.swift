import DualCamPlanKit
import Glibc
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// The drawing of a camera's pictures before its own file, and the colours in which files are encoded.
@Suite struct ViewPlanTests {
    private func plan(_ change: (inout Pipeline) -> Void) throws -> GraphPlan {
        var pipeline = Fixture.pip()
        change(&pipeline)
        return try Planner.plan(Fixture.simulated(pipeline))
    }

    @Test func nothingIsDrawnUnasked() throws {
        let plan = try plan { $0.cameras[0].zoom = 2 }
        #expect(plan.views.isEmpty && !plan.elements.contains { $0.factory == "dualcamview" })
    }

    @Test func aZoomForBothIsDrawnBeforeTheEncoder() throws {
        var plan = try plan { ($0.cameras[0].zoom, $0.cameras[0].zoomAppliesTo) = (4, .both) }
        #expect(plan.elements.filter { $0.factory == "dualcamview" }.map(\.name) == ["back.view"])
        #expect(plan.links.contains { $0.from.element == "back.encoder-queue" && $0.to.element == "back.view" })
        let view = try #require(plan.views.first)
        let layer = try #require(view.picture.layers.first)
        #expect(layer.source == RealRectangle(x: 720, y: 405, width: 480, height: 270))
        #expect(layer.target == RealRectangle(x: 0, y: 0, width: 1920, height: 1080))
        var camera = Fixture.pip().cameras[0]
        (camera.zoom, camera.zoomAppliesTo) = (1, .both)
        let changed = plan.changedViews([camera])
        #expect(changed.map(\.isPlain) == [true] && changed.first?.picture.layers.isEmpty == true)
        plan.show(changed)
        #expect(plan.changedViews([camera]).isEmpty)
    }

    /// Both files follow the same ramp.
    @Test func aRampIsThatOfTheCombinedPicture() throws {
        var pipeline = Fixture.pip()
        pipeline.combined?.mixer = .dualcam
        pipeline.cameras[0].zoomAppliesTo = .both
        let plan = try Planner.plan(Fixture.simulated(pipeline))
        pipeline.cameras[0].zoom = 3
        pipeline.cameras[0].zoomCentre = Point(x: .percent(30), y: .percent(60))
        let change = PictureChange.motion(.seconds(1), .linear)
        let (stage, view) = (try #require(plan.stage), try #require(plan.views.first))
        let scene = stage.scene(try #require(PictureDirection(pipeline)))
        let combined = PictureAnimation(
            change, from: try #require(plan.picture), to: try #require(scene.picture),
            canvas: FrameSize(width: 1920, height: 1080), sizes: stage.sizes, rate: FrameRate(30))
        let own = view.animation(change, to: try #require(plan.changedViews(pipeline.cameras).first))
        for frame in 0..<30 {
            let (left, right) = (
                combined.plan(ofFrame: frame).layers[0].source, own.plan(ofFrame: frame).layers[0].source
            )
            #expect(left == right && left != nil)
        }
    }

    @Test func aLookForBothIsDrawnBeforeAnybodyTakesThePictures() throws {
        let plan = try plan { pipeline in
            pipeline.cameras[0].lookAppliesTo = .both
            pipeline.cameras[0].look = Look(.named(.noir))
        }
        #expect(plan.elements.filter { $0.factory == "dualcamview" }.map(\.name) == ["back.look"])
        #expect(plan.links.contains { $0.from.element == "back.look" && $0.to.element == "back.tee" })
        #expect(plan.views.first?.picture.layers.first?.look?.steps.count == 1)
        #expect(plan.picture?.layers.first?.look == nil)
    }

    @Test(arguments: [
        ("x264", "1:4:0:0", "bt709"), ("x264", "bt601", "bt601"), ("x265", "1:3:5:1", "bt709"),
        ("x264 mkv", "1:4:0:0", "1:4:0:0"), ("x265 mkv", "1:3:5:1", "1:3:5:1"), ("openh264 mkv", "1:4:0:0", "bt709"),
        ("openh264", "1:4:0:0", "bt709"), ("openh264", "1:3:5:1", "bt709"), ("openh264", "bt601", "bt601"),
        ("vpx-vp9", "bt601", "bt601"), ("vpx-vp9", "1:4:0:0", "bt709"), ("vpx-vp9", "2:4:7:1", "bt709"),
        ("aom-av1", "1:4:0:0", "bt709"), ("aom-av1", "bt601", "bt709"), ("prores-ks", "1:4:0:0", "bt709"),
        ("jpeg", "bt709", "1:4:0:0"), ("jpeg", "1:4:0:0", "1:4:0:0"),
    ])
    func everyFileTellsItsColours(_ word: String, _ picture: String, _ expected: String) throws {
        let words = word.split(separator: " ")
        let encoder = try #require(EncoderCatalog.implementations.first { $0.word == words[0] })
        let colour = Colour(colorimetry: picture, chromaSite: nil)
        let container: Container = words.count > 1 ? .mkv : .mov
        #expect(encoder.colour(for: colour, FrameSize(width: 1280, height: 720), in: container).colorimetry == expected)
    }

    /// A test camera is BT.709; JPEG needs full range (0...255) with BT.601's weights.
    @Test func whatTheFileCannotTellIsConverted() throws {
        var own = EncoderOverride()
        own.use = "mjpeg"
        let plan = try plan { $0.encoders.outputs[OutputName("back")] = own }
        let names = plan.elements.filter { $0.branch.rawValue == "back.encoder" }.map(\.name)
        #expect(
            names == [
                "back.encoder-queue-guard", "back.encoder-queue", "back.view", "back.view-caps", "back.encoder",
                "back.encoded",
            ])
        guard
            case .caps(let caps)? = plan.elements.first(where: { $0.name == "back.view-caps" })?.properties.first?.value
        else { return #expect(Bool(false)) }
        #expect(caps.fields.contains(Property("colorimetry", .string("1:4:0:0"))))
        #expect(plan.views.isEmpty)
    }

    /// Full-range MJPEG for H.264 in mov. The camera's pictures are converted before they are shared if its own file
    /// and the combined picture need the same colours. Otherwise each converts them for itself.
    @Test(arguments: [
        ("mov", [OutputName("back"), .combined], ["back.recolour"], "bt709"),
        ("mov", [OutputName("back")], ["back.view"], nil),
        ("mov", [.combined], [], "bt709"),
        ("mkv", [OutputName("back"), .combined], [], "1:4:0:0"),
    ])
    func fullRangeIsConvertedOnce(
        _ container: String, _ outputs: [OutputName], _ views: [String], _ combined: String?
    ) throws {
        var pipeline = Fixture.pip()
        pipeline.combined?.mixer = .dualcam
        pipeline.recording.outputs = outputs
        pipeline.recording.container = try #require(Container(rawValue: container))
        pipeline.encoders.standard.use = "x264"
        var inputs = Fixture.simulated(pipeline)
        for (index, size) in [(1920, 1080), (1280, 720)].enumerated() {
            let mode = Fixture.mode(.mjpeg, size.0, size.1, [FrameRate(30)])
            inputs.cameras[index].source = .device(Fixture.device(index, [mode]), mode: mode, rate: FrameRate(30))
        }
        let plan = try Planner.plan(inputs)
        #expect(plan.elements.filter { $0.factory == "dualcamview" }.map(\.name) == views)
        guard let combined else { return }
        guard
            case .caps(let caps)? = plan.elements.first(where: { $0.name == "combined.caps" })?.properties.first?.value
        else { return #expect(Bool(false)) }
        #expect(caps.fields.contains(Property("colorimetry", .string(combined))))
    }
}

/// A zoom that changes from a camera to the one with the wider view.
@Suite struct WideMotionTests {
    /// In every frame the picture has the size that the zoom says, whichever camera is drawn.
    @Test(arguments: [(2.0, 0.5), (0.5, 2.0), (1.0, 0.6), (0.9, 0.55)])
    func scaleHasNoJump(_ start: Double, _ end: Double) throws {
        var pipeline = Fixture.pip()
        pipeline.combined?.mixer = .dualcam
        pipeline.cameras.append(Fixture.camera("ultra", 1280, 720))
        pipeline.cameras[0].wide = WideView(camera: "ultra")
        pipeline.cameras[0].zoom = start
        let plan = try Planner.plan(Fixture.simulated(pipeline))
        pipeline.cameras[0].zoom = end
        let stage = try #require(plan.stage)
        let scene = stage.scene(try #require(PictureDirection(pipeline)))
        let animation = PictureAnimation(
            .motion(.seconds(1), .linear), from: try #require(plan.picture), to: try #require(scene.picture),
            canvas: FrameSize(width: 1920, height: 1080), sizes: stage.sizes, rate: FrameRate(30))
        for frame in 0..<30 {
            let picture = animation.plan(ofFrame: frame)
            #expect(picture.layers.count == 2)
            let (layer, share) = (picture.layers[0], Double(frame + 1) / 30)
            let source = try #require(layer.source)
            let zoom = start * exp2(log2(end / start) * share)
            let isWide = layer.feed.element == "combined.input-ultra"
            #expect(isWide == (zoom < 1 - 1e-9), "\(zoom)")
            // One pixel of `ultra` is as wide as three of `back`.
            #expect(abs(source.width * (isWide ? 3 : 1) - 1920 / zoom) < 1e-6)
            #expect(layer.opacity == 1)
        }
    }
}
