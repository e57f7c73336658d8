import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

/// Cameras that are not V4L2 devices: their elements and error messages.
@Suite struct ElementSourceTests {
    private static func inputs(_ device: CameraDevice, elements: Set<String> = []) throws -> PlannedInputs {
        var pipeline = Fixture.pip()
        pipeline.combined = nil
        pipeline.cameras = [pipeline.cameras[0]]
        pipeline.cameras[0].device = device
        var inputs = Fixture.simulated(pipeline)
        inputs.machine.elements.formUnion(elements)
        inputs.cameras[0].source = .element(try #require(ElementSource(device)))
        return inputs
    }

    private static let all: Set<String> = ["libcamerasrc", "pipewiresrc", "ximagesrc", "decklinkvideosrc"]

    @Test(arguments: [
        (CameraDevice.screen(nil), "ximagesrc", "screen"), (.screen(":1"), "ximagesrc", "screen::1"),
        (.pipewire("42"), "pipewiresrc", "pipewire:42"),
        (.libcamera("/base/i2c@1"), "libcamerasrc", "libcamera:/base/i2c@1"),
        (.decklink(2), "decklinkvideosrc", "decklink:2"),
    ])
    func isBroughtToTheCamerasSizeAndRate(_ device: CameraDevice, _ factory: String, _ words: String) throws {
        let plan = try Planner.plan(try Self.inputs(device, elements: Self.all))
        #expect(
            plan.elements.filter { $0.branch == .source(InputName("back")) }.map(\.factory) == [
                factory, "capsfilter", "videorate", "videoconvertscale", "capsfilter", "tee",
            ])
        let caps = try #require(plan.elements.first { $0.name == "back.source-caps" })
        guard case .caps(let made)? = caps.properties.first?.value else { return #expect(Bool(false)) }
        for field in [Property("width", .int(1920)), Property("framerate", .fraction(30, 1))] {
            #expect(made.fields.contains(field))
        }
        #expect(
            plan.notes.contains(
                "Camera back: pictures of \(words) have no numbers; what is lost before they come is not known."))
        #expect(plan.input(InputName("back"))?.numbers == nil)
    }

    @Test(arguments: [
        (CameraDevice.libcamera(nil), "libcamerasrc", "gstreamer1.0-libcamera"),
        (.decklink(0), "decklinkvideosrc", "gstreamer1.0-plugins-bad"), (.screen(nil), "ximagesrc", "gstreamer1.0-x"),
    ])
    func whatIsNotInstalledIsNamed(_ device: CameraDevice, _ factory: String, _ package: String) throws {
        let inputs = try Self.inputs(device)
        let issues = Planner.issues(inputs.pipeline, on: inputs.machine)
        #expect(issues.map(\.keyPath) == ["cameras.back.device"])
        #expect(issues.first?.message == "GStreamer's element `\(factory)` is not installed")
        #expect(issues.first?.hint == "install it (`apt install \(package)`), or name another device")
        #expect(issues.first?.code == .elementMissing)
    }

    @Test func takesNoControls() throws {
        var inputs = try Self.inputs(.screen(nil), elements: Self.all)
        inputs.pipeline.cameras[0].controls = [CameraControl(name: "brightness", value: ControlValue("1"))]
        #expect(
            Planner.issues(inputs.pipeline, on: inputs.machine).first?.message
                == "the camera is not a V4L2 device, which has no controls")
    }
}
