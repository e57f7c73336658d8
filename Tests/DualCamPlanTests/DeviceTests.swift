import DualCamPlan
import DualCamPlanKit
import Testing

@testable import DualCamConfig

private func yuyv(_ width: Int, _ height: Int, _ rates: Int...) -> CaptureMode {
    Fixture.mode(.raw("YUY2"), width, height, rates.map { FrameRate($0) })
}

private func chosen(_ source: CameraSource?) -> String {
    guard case .device(let device, let mode, let rate)? = source else { return "none" }
    return "\(device.path) \(mode.format.text) \(mode.size.notation) at \(rate.notation)"
}

@Suite struct ModeChooserTests {
    /// Every format at one size: which one `auto` chooses among the existing ones, and which one a name chooses.
    @Test(arguments: [
        (CaptureFormat.auto, false, ["YUY2", "MJPG", "NV12", "H264"], "NV12"),
        (.auto, false, ["YUY2", "MJPG", "YU12"], "YU12"),
        (.auto, false, ["MJPG", "UYVY", "RGB"], "UYVY"),
        (.auto, false, ["H264", "MJPG"], "MJPG"),
        (.auto, true, ["YUY2", "MJPG", "H264"], "H264"),
        (.auto, true, ["YUY2", "MJPG"], "MJPG"),
        (.mjpeg, false, ["YUY2", "MJPG"], "MJPG"),
        (.h264, false, ["YUY2", "H264"], "H264"),
    ])
    func prefersWhatCostsLeast(_ format: CaptureFormat, _ passthrough: Bool, _ offered: [String], _ expected: String)
        throws
    {
        let modes = offered.map { name in
            Fixture.mode(name == "MJPG" ? .mjpeg : name == "H264" ? .h264 : .raw(name), 640, 360, [FrameRate(30)])
        }
        var camera = Fixture.camera("back", 640, 360)
        camera.format = format
        let source = try ModeChooser.choose(for: camera, on: Fixture.device(0, modes), passthrough: passthrough)
        #expect(chosen(source) == "/dev/video0 \(expected) 640x360 at 30")
    }

    /// The rates that the device lists, the requested rate, and the rate that the device is set to.
    @Test(
        arguments: [
            ([FrameRate(30)], FrameRate(30000, 1001), FrameRate(30)),
            ([FrameRate(30000, 1001)], FrameRate(30), FrameRate(30000, 1001)),
            ([FrameRate(2997, 100)], FrameRate(30000, 1001), FrameRate(2997, 100)),
            ([FrameRate(30), FrameRate(30000, 1001)], FrameRate(30000, 1001), FrameRate(30000, 1001)),
            ([FrameRate(30)], FrameRate(299, 10), nil), ([FrameRate(60)], FrameRate(30), nil),
            ([], FrameRate(25), FrameRate(25)),
        ] as [([FrameRate], FrameRate, FrameRate?)])
    func ratesWithinAFifthOfAPercentAreOne(_ listed: [FrameRate], _ asked: FrameRate, _ expected: FrameRate?) throws {
        var camera = Fixture.camera("back", 640, 360)
        camera.rate = asked
        let device = Fixture.device(0, [Fixture.mode(.mjpeg, 640, 360, listed)])
        let source = try? ModeChooser.choose(for: camera, on: device)
        guard case .device(_, _, let rate)? = source else { return #expect(expected == nil) }
        #expect(rate == expected)
    }

    @Test(arguments: [
        (
            Fixture.camera("back", 640, 360), CaptureFormat.auto,
            "camera back: /dev/video0 (Cam 0) does not deliver 640x360 at 25; it offers: YUY2 320x180 at 60, 640x360 at 40, "
                + "1280x720 at 25/2; NV12 640x360 at 40; MJPG 640x360 at 30 or 15",
            "Write `rate: 30` for cameras.back, another size, or `mode: nearest` to have it converted."
        ),
        (
            Fixture.camera("back", 1920, 1080), .auto,
            "camera back: /dev/video0 (Cam 0) does not deliver 1920x1080 at 25; it offers: YUY2 320x180 at 60, "
                + "640x360 at 40, 1280x720 at 25/2; NV12 640x360 at 40; MJPG 640x360 at 30 or 15",
            "Write a size, rate and format from this list for cameras.back, or `mode: nearest` to have it converted."
        ),
    ])
    func saysWhatIsOffered(_ camera: Camera, _ format: CaptureFormat, _ message: String, _ advice: String) {
        var camera = camera
        camera.rate = FrameRate(25)
        let error = #expect(throws: GraphFailure.self) {
            try ModeChooser.choose(for: camera, on: Fixture.device(0, Fixture.vividModes))
        }
        #expect(error?.code == .deviceFormat)
        #expect(error?.branch == BranchID.source(InputName("back")))
        #expect(error?.message == message)
        #expect(error?.advice == advice)
    }

    @Test func suggestsTheBroadcastRate() {
        let device = Fixture.device(0, [Fixture.mode(.mjpeg, 1280, 720, [FrameRate(60000, 1001)])])
        let error = #expect(throws: GraphFailure.self) {
            try ModeChooser.choose(for: Fixture.camera("back", 1280, 720), on: device)
        }
        #expect(
            error?.advice
                == "Write `rate: 60000/1001` for cameras.back, another size, or `mode: nearest` to have it converted.")
    }

    @Test func doesNotDecodeH264UnlessAsked() {
        let device = Fixture.device(0, [Fixture.mode(.h264, 1280, 720, [FrameRate(30)])])
        let error = #expect(throws: GraphFailure.self) {
            try ModeChooser.choose(for: Fixture.camera("back", 1280, 720), on: device)
        }
        #expect(error?.advice == "Write `format: h264` for cameras.back to have its H.264 decoded.")
    }

    /// The size and rate exist only in another format, and another size exists in the requested format.
    @Test func offersTheNearestModeOfTheFormatThatIsAskedFor() {
        let rates = [FrameRate(30)]
        let modes = [Fixture.mode(.raw("YUY2"), 640, 360, rates), Fixture.mode(.mjpeg, 1280, 720, rates)]
        var camera = Fixture.camera("back", 640, 360)
        camera.format = .mjpeg
        let device = Fixture.device(0, modes)
        let error = #expect(throws: GraphFailure.self) { try ModeChooser.choose(for: camera, on: device) }
        #expect(
            error?.advice
                == "Write `format: auto` for cameras.back, a format from this list, or `mode: nearest` to have another size "
                + "or rate of mjpeg converted.")
    }

    /// The size and rate exist, so only the format is wrong.
    @Test(arguments: [
        (CaptureFormat.nv12, false, "NV12 ", "Write `format: auto` for cameras.back, or a format from this list."),
        (.auto, true, "H264 or MJPG ", "Write another encoder than `passthrough` for encoders.back."),
    ])
    func saysThatTheFormatIsWrong(_ format: CaptureFormat, _ passthrough: Bool, _ asked: String, _ advice: String) {
        let modes = ["YUY2", "UYVY"].map { Fixture.mode(.raw($0), 640, 360, [FrameRate(30)]) }
        var camera = Fixture.camera("back", 640, 360)
        camera.format = format
        let error = #expect(throws: GraphFailure.self) {
            try ModeChooser.choose(for: camera, on: Fixture.device(0, modes), passthrough: passthrough)
        }
        #expect(
            error?.message == "camera back: /dev/video0 (Cam 0) does not deliver \(asked)640x360 at 30; "
                + "it offers: YUY2 or UYVY 640x360 at 30")
        #expect(error?.advice == advice)
    }
}

@Suite struct DeviceChooserTests {
    private let modes = [yuyv(640, 360, 30), yuyv(1280, 720, 30)]

    private func pipeline(_ devices: CameraDevice...) -> Pipeline {
        Pipeline(
            cameras: devices.enumerated().map { index, device in
                var camera = Fixture.camera(["back", "front", "side"][index], 640, 360)
                camera.device = device
                return camera
            })
    }

    @Test func givesNamedDevicesFirstAndAutoTheRestInStableOrder() throws {
        let devices = [
            Fixture.device(0, modes, stable: "usb-z"), Fixture.device(2, modes, stable: "usb-a"),
            Fixture.device(4, modes, stable: "usb-m"),
        ]
        let sources = try DeviceChooser.choose(for: pipeline(.auto, .stable("usb-a"), .auto), from: devices)
        #expect(
            ["back", "front", "side"].map { chosen(sources[$0]) } == [
                "/dev/video4 YUY2 640x360 at 30", "/dev/video2 YUY2 640x360 at 30", "/dev/video0 YUY2 640x360 at 30",
            ])
    }

    @Test(arguments: [("libcamra", "libcamera"), ("pipwire:44", "pipewire:44"), ("usb-cam-1", "usb-cam-0")])
    func aMisspeltNameIsGuessed(written: String, meant: String) {
        let failure = #expect(throws: GraphFailure.self) {
            try DeviceChooser.choose(for: pipeline(.stable(written)), from: [Fixture.device(0, modes)])
        }
        #expect(failure?.advice.hasPrefix("Did you mean '\(meant)'? ") == true, "\(failure?.advice ?? "")")
    }

    @Test func autoPassesOverBusyAndUnfitDevices() throws {
        let devices = [
            Fixture.device(0, modes, user: ProcessFacts(identifier: 7, name: "cheese")),
            Fixture.device(1, [yuyv(320, 180, 30)]), Fixture.device(2, modes),
        ]
        let sources = try DeviceChooser.choose(for: pipeline(.auto, .test(pattern: .ball)), from: devices)
        #expect(chosen(sources["back"]) == "/dev/video2 YUY2 640x360 at 30")
        #expect(sources["front"] == .test(.ball))
    }

    @Test(arguments: [
        (
            [CameraDevice.auto], [], GraphFailure.Code.deviceMissing,
            "camera back: this machine has no camera"
        ),
        (
            [.path("/dev/video9")], [0], .deviceMissing,
            "camera back: there is no camera /dev/video9; this machine has: /dev/video0 (Cam 0, usb-cam-0)"
        ),
        (
            [.auto, .auto], [0], .deviceMissing,
            "camera front: no camera is left for it; this machine has: /dev/video0 (Cam 0, usb-cam-0, taken by camera back)"
        ),
        (
            [.path("/dev/video0"), .stable("usb-cam-0")], [0], .deviceBusy,
            "camera front: /dev/video0 (Cam 0) is already taken by camera back"
        ),
        ([.auto], [7], .deviceBusy, "camera back: /dev/video7 (Cam 7) is in use by cheese (process 12)"),
        ([.path("/dev/video7")], [7], .deviceBusy, "camera back: /dev/video7 (Cam 7) is in use by cheese (process 12)"),
        (
            [.auto], [5, 6], .deviceFormat,
            "camera back: no free camera delivers 640x360 at 30; /dev/video5 (Cam 5) offers: YUY2 320x180 at 30; "
                + "/dev/video6 (Cam 6) offers: YUY2 320x180 at 30"
        ),
    ])
    func saysWhichCameraHasNone(_ wanted: [CameraDevice], _ there: [Int], _ code: GraphFailure.Code, _ message: String)
    {
        let devices = there.map { number in
            Fixture.device(
                number, number == 5 || number == 6 ? [yuyv(320, 180, 30)] : modes,
                user: number == 7 ? ProcessFacts(identifier: 12, name: "cheese") : nil)
        }
        var asked = pipeline(.auto, .auto)
        asked.cameras = Array(asked.cameras.prefix(wanted.count))
        for index in wanted.indices { asked.cameras[index].device = wanted[index] }
        let error = #expect(throws: GraphFailure.self) { try DeviceChooser.choose(for: asked, from: devices) }
        #expect(error?.code == code)
        #expect(error?.message == message)
        if code == .deviceMissing {
            #expect(error?.advice.contains("`--simulate`") == true && error?.advice.contains("`device: test`") == true)
        }
    }
}
