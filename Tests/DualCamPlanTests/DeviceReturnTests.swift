import DualCamPlan
import DualCamPlanKit
import Testing

@testable import DualCamConfig

@Suite struct DeviceReturnTests {
    private static let mode = Fixture.mode(.raw("YUY2"), 640, 360, [FrameRate(30)])

    private static func device(
        _ number: Int, _ stable: String, bus: String = "usb-1", card: String = "Cam", index: Int = 0
    )
        -> DeviceFacts
    {
        DeviceFacts(
            path: "/dev/video\(number)", stableName: stable, card: card, driver: "uvcvideo", busName: bus,
            modes: [mode], index: index)
    }

    /// The camera as it was, the devices now, and the node of the same camera, or the message.
    @Test(arguments: [
        // Another node and port: the name of the link counts.
        (
            device(0, "usb-Acme_1", bus: "usb-1"), [device(0, "usb-Other_2"), device(3, "usb-Acme_1", bus: "usb-9")],
            "/dev/video3"
        ),
        // Without a link: card and bus count.
        (
            device(0, "vivid-000", bus: "vivid-000"),
            [device(0, "vivid-001", bus: "vivid-001"), device(1, "vivid-000", bus: "vivid-000")], "/dev/video1"
        ),
        // The same port, but another model.
        (
            device(0, "vivid-000", bus: "vivid-000"), [device(0, "vivid-000", bus: "vivid-000", card: "Old")],
            "camera back: Cam at vivid-000 is not there; seen instead: Old in its port"
        ),
        // Two of the same model in one port.
        (
            device(2, "usb-1", bus: "usb-1", index: 1),
            [device(4, "usb-1", bus: "usb-1"), device(6, "usb-1", bus: "usb-1", index: 1)],
            "/dev/video6"
        ),
        (device(0, "usb-Acme_1"), [], "camera back: usb-Acme_1 is not there"),
    ])
    func aLostCameraIsKnownByItsIdentity(_ was: DeviceFacts, _ now: [DeviceFacts], _ expected: String) {
        var camera = Fixture.camera("back", 640, 360)
        camera.device = .path("/dev/video0")
        let facts = CameraFacts(name: "back", source: .device(was, mode: Self.mode, rate: FrameRate(30)))
        #expect(answer(camera, [facts], now) == expected)
    }

    /// An absent camera gets a free device, and never one that belongs to another camera, even if that is lost.
    @Test(arguments: [
        (CameraDevice.auto, [device(0, "usb-Acme_1"), device(1, "usb-New_2")], "/dev/video1"),
        (.stable("usb-New_2"), [device(0, "usb-Acme_1"), device(1, "usb-New_2")], "/dev/video1"),
        (
            .stable("usb-New_2"), [device(0, "usb-Acme_1")],
            "camera back: there is no camera usb-New_2; this machine has: /dev/video0 (Cam, usb-Acme_1, taken by camera front)"
        ),
        (
            .auto, [device(5, "usb-Acme_1")],
            "camera back: no camera is left for it; this machine has: /dev/video5 (Cam, usb-Acme_1, taken by camera front)"
        ),
        (
            .stable("usb-Acme_1"), [device(5, "usb-Acme_1")],
            "camera back: /dev/video5 (Cam) is already taken by camera front"
        ),
        (.auto, [], "camera back: this machine has no camera"),
    ])
    func anAbsentCameraTakesNobodyElses(_ device: CameraDevice, _ now: [DeviceFacts], _ expected: String) {
        var camera = Fixture.camera("back", 640, 360)
        camera.device = device
        let other = CameraFacts(
            name: "front", source: .device(Self.device(0, "usb-Acme_1"), mode: Self.mode, rate: FrameRate(30)))
        #expect(answer(camera, [CameraFacts(name: "back", source: .absent), other], now) == expected)
    }

    private func answer(_ camera: Camera, _ cameras: [CameraFacts], _ devices: [DeviceFacts]) -> String {
        do throws(GraphFailure) {
            let source = try DeviceChooser.again(
                camera, in: Pipeline(cameras: [camera]), cameras: cameras, from: devices)
            if case .device(let device, _, _) = source { return device.path }
            return "\(source)"
        } catch {
            return error.message
        }
    }

    /// `missing-camera: continue` leaves out missing cameras, but a recording of slates alone is refused.
    @Test(arguments: [
        ([device(0, "usb-Acme_1")], ["usb-Acme_1", "usb-New_2"], "/dev/video0 absent"),
        ([device(0, "usb-Acme_1")], ["auto", "auto"], "/dev/video0 absent"),
        ([], ["usb-Acme_1", "auto"], "camera a: this machine has no camera"),
        ([], ["test", "auto"], "test absent"),
    ])
    func someMayBeAbsentButNotAll(_ devices: [DeviceFacts], _ wanted: [String], _ expected: String) {
        let cameras = zip(["a", "b"], wanted).map { name, device in
            var camera = Fixture.camera(name, 640, 360)
            camera.device = device == "auto" ? .auto : device == "test" ? .test(pattern: .ball) : .stable(device)
            return camera
        }
        let found: String
        do throws(GraphFailure) {
            let sources = try DeviceChooser.choose(
                for: Pipeline(cameras: cameras), from: devices, absentAllowed: true)
            found = cameras.compactMap { sources[$0.name].map(word) }.joined(separator: " ")
        } catch {
            found = error.message
        }
        #expect(found == expected)
    }

    private func word(_ source: CameraSource) -> String {
        switch source {
        case .device(let device, _, _): device.path
        case .test: "test"
        case .absent: "absent"
        case .clip: "clip"
        case .element: "element"
        }
    }
}
