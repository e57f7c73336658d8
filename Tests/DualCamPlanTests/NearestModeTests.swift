import DualCamPlan
import DualCamPlanKit
import Testing

@testable import DualCamConfig

/// The choice of a mode if a device does not list the requested one.
@Suite struct NearestModeTests {
    private static func mode(_ size: String, _ rates: FrameRate..., format: PixelFormat = .mjpeg) -> CaptureMode {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        return CaptureMode(format: format, size: FrameSize(width: sides[0], height: sides[1]), rates: rates)
    }

    private static func camera(_ size: (Int, Int), _ rate: FrameRate = FrameRate(30), _ match: ModeMatch? = .nearest)
        -> Camera
    {
        var camera = Fixture.camera("back", size.0, size.1, rate: rate)
        camera.mode = match
        return camera
    }

    private static func grabber(_ modes: [CaptureMode], number: Int = 0) -> DeviceFacts {
        var device = Fixture.device(number, modes)
        device.card = "Cam Link 4K"
        return device
    }

    private static func words(_ source: CameraSource?) -> String {
        guard case .device(let device, let mode, let rate)? = source else { return "none" }
        return "\(device.path) \(mode.format.text) \(mode.size) at \(rate)"
    }

    @Test(
        arguments: [
            (
                "the same size at another rate comes first",
                [mode("1920x1080", FrameRate(60)), mode("1280x720", FrameRate(30))], "1920x1080 at 60"
            ),
            (
                "a larger picture before a smaller one",
                [mode("1280x720", FrameRate(30)), mode("3840x2160", FrameRate(30))], "3840x2160 at 30"
            ),
            (
                "the same shape before another", [mode("2592x1944", FrameRate(30)), mode("1280x720", FrameRate(30))],
                "1280x720 at 30"
            ),
            (
                "the size that differs least", [mode("640x360", FrameRate(30)), mode("1280x720", FrameRate(30))],
                "1280x720 at 30"
            ),
            (
                "the rate that is asked for", [mode("1280x720", FrameRate(60), FrameRate(30), FrameRate(25))],
                "1280x720 at 30"
            ),
            (
                "a whole multiple of it", [mode("1280x720", FrameRate(60), FrameRate(50), FrameRate(25))],
                "1280x720 at 60"
            ),
            ("the next higher one", [mode("1280x720", FrameRate(50), FrameRate(25))], "1280x720 at 50"),
            (
                "a picture now and then is not a film",
                [mode("1920x1080", FrameRate(5)), mode("1280x720", FrameRate(25))], "1280x720 at 25"
            ),
            ("if there is nothing else it is taken", [mode("1920x1080", FrameRate(5))], "1920x1080 at 5"),
            (
                "a device that names no rates",
                [CaptureMode(format: .mjpeg, size: FrameSize(width: 720, height: 576), rates: [])], "720x576 at 30"
            ),
        ] as [(String, [CaptureMode], String)])
    func order(_ what: String, _ modes: [CaptureMode], _ expected: String) throws {
        for modes in [modes, modes.reversed()] {
            let source = try ModeChooser.choose(for: Self.camera((1920, 1080)), on: Fixture.device(0, modes))
            #expect(Self.words(source) == "/dev/video0 MJPG \(expected)", "\(what)")
        }
    }

    /// H.264 is only decoded if it is requested, and a stream that is passed through cannot be scaled.
    @Test func formatsAndPassingThrough() throws {
        let modes = [
            Self.mode("1280x720", FrameRate(30), format: .h264),
            Self.mode("1280x720", FrameRate(30), format: .raw("YUY2")),
        ]
        var camera = Self.camera((1920, 1080))
        #expect(Self.words(try ModeChooser.choose(for: camera, on: Fixture.device(0, modes))).contains("YUY2"))
        camera.format = .h264
        #expect(Self.words(try ModeChooser.choose(for: camera, on: Fixture.device(0, modes))).contains("H264"))
        #expect(throws: GraphFailure.self) {
            try ModeChooser.choose(for: camera, on: Fixture.device(0, modes), passthrough: true)
        }
        camera.format = .mjpeg
        #expect(throws: GraphFailure.self) { try ModeChooser.choose(for: camera, on: Fixture.device(0, modes)) }
    }

    /// Capture cards use the mode of their signal, other devices the requested one, unless the file says otherwise.
    @Test(arguments: [
        (ModeMatch?.none, true, true), (nil, false, false), (.exact, true, false), (.nearest, false, true),
    ])
    func usual(_ match: ModeMatch?, _ isGrabber: Bool, _ isTaken: Bool) {
        let modes = [Self.mode("3840x2160", FrameRate(30000, 1001))]
        let device = isGrabber ? Self.grabber(modes) : Fixture.device(0, modes)
        let camera = Self.camera((1920, 1080), FrameRate(30), match)
        guard isTaken else {
            let error = #expect(throws: GraphFailure.self) { try ModeChooser.choose(for: camera, on: device) }
            #expect(
                error?.advice
                    == "Write `size: 3840x2160` for cameras.back, another rate, or `mode: nearest` to have it converted."
            )
            return
        }
        let source = try? ModeChooser.choose(for: camera, on: device)
        #expect(Self.words(source) == "/dev/video0 MJPG 3840x2160 at 30000/1001")
        let conversion = source.flatMap(camera.conversion)
        #expect(conversion?.words == "scaled to 1920x1080", "30000/1001 counts as 30")
    }

    /// `auto` uses a capture card only if no other camera delivers the requested mode.
    @Test func automaticPrefersWhatNeedsNoConversion() throws {
        let devices = [
            Self.grabber([Self.mode("3840x2160", FrameRate(30))], number: 0),
            Fixture.device(2, [Self.mode("1920x1080", FrameRate(30))]),
        ]
        let pipeline = Pipeline(cameras: [Self.camera((1920, 1080), FrameRate(30), nil)])
        #expect(
            Self.words(try DeviceChooser.choose(for: pipeline, from: devices)["back"])
                == "/dev/video2 MJPG 1920x1080 at 30")
        #expect(
            Self.words(try DeviceChooser.choose(for: pipeline, from: [devices[0]])["back"])
                == "/dev/video0 MJPG 3840x2160 at 30")
    }

    /// A rate within a range that the device does not list by itself.
    @Test func anyRateWithinARange() throws {
        var mode = Self.mode("640x480", FrameRate(30), FrameRate(5))
        mode.anyRate = FrameRate(5)...FrameRate(30)
        let camera = Self.camera((640, 480), FrameRate(25), .exact)
        #expect(
            Self.words(try ModeChooser.choose(for: camera, on: Fixture.device(0, [mode])))
                == "/dev/video0 MJPG 640x480 at 25")
    }

    // MARK: The plan
    private static func plan(
        _ modes: CaptureMode, at rate: FrameRate, _ size: (Int, Int), _ change: (inout Camera) -> Void = { _ in }
    ) throws -> GraphPlan {
        var camera = camera(size)
        change(&camera)
        var pipeline = Pipeline(cameras: [camera])
        pipeline.microphone = nil
        let source = CameraSource.device(grabber([modes]), mode: modes, rate: rate)
        return try Planner.plan(
            PlannedInputs(
                pipeline: pipeline, cameras: [CameraFacts(name: "back", source: source)], microphones: [:],
                machine: Fixture.machine))
    }

    @Test func scalesAndBringsToTheRate() throws {
        let plan = try Self.plan(Self.mode("3840x2160", FrameRate(60)), at: FrameRate(60), (1920, 1080))
        #expect(
            plan.elements.filter { $0.branch == .source(InputName("back")) }.map(\.factory) == [
                "v4l2src", "capsfilter", "jpegdec", "videorate", "videoconvertscale", "capsfilter", "tee",
            ])
        let rate = try #require(plan.elements.first { $0.name == "back.rate" })
        #expect(rate.properties == [Property("skip-to-first", .bool(true))])
        let caps = try #require(plan.elements.first { $0.name == "back.caps" })
        guard case .caps(let made)? = caps.properties.first?.value else { return #expect(Bool(false)) }
        #expect(made.fields.contains(Property("pixel-aspect-ratio", .fraction(1, 1))), "bars, not other pixels")
        #expect(made.fields.contains(Property("framerate", .fraction(30, 1))))
        #expect(
            plan.notes.contains(
                "Camera back: /dev/video0 (Cam Link 4K) does not deliver 1920x1080 at 30; its 3840x2160 at 60 is scaled to "
                    + "1920x1080, brought to 30 pictures a second."), "\(plan.notes)")
        #expect(plan.convertsRate(of: InputName("back")))
        #expect(plan.deliveredFrameLength(of: InputName("back")) == FrameRate(60).frameNanoseconds)
        #expect(plan.frameLength(of: .encoder(OutputName("back"))) == FrameRate(30).frameNanoseconds)
    }

    /// A rate that counts as equal to the requested one is kept from the device to the file.
    @Test func anEqualRateIsNotConverted() throws {
        let plan = try Self.plan(
            Self.mode("1920x1080", FrameRate(30000, 1001)), at: FrameRate(30000, 1001), (1920, 1080))
        #expect(!plan.elements.contains { $0.name == "back.rate" })
        #expect(!plan.convertsRate(of: InputName("back")))
        #expect(plan.frameLength(of: .encoder(OutputName("back"))) == FrameRate(30000, 1001).frameNanoseconds)
        #expect(!plan.notes.contains { $0.contains("does not deliver") })
    }

    @Test func anotherShapeGetsBars() throws {
        let plan = try Self.plan(Self.mode("720x576", FrameRate(25)), at: FrameRate(25), (1280, 720))
        #expect(
            plan.input(InputName("back"))?.conversion
                == "Camera back: /dev/video0 (Cam Link 4K) does not deliver 1280x720 at 30; its 720x576 at 25 is scaled to "
                + "1280x720 with black bars, brought to 30 pictures a second.")
    }

    /// The device is slower than its files; timeouts follow the slower rate.
    @Test func timeoutsGoByWhatIsDelivered() throws {
        let plan = try Self.plan(Self.mode("1920x1080", FrameRate(2)), at: FrameRate(2), (1920, 1080))
        #expect(plan.timeouts(of: InputName("back")).stall == .seconds(4))
    }
}
