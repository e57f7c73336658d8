import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// Returns a USB camera as a probe finds it, before it is named.
private func usb(_ number: Int, _ serial: String, port: Int, card: String = "Twin", link: Bool = true) -> DeviceFacts {
    var device = DeviceFacts(
        path: "/dev/video\(number)", stableName: "", card: card, driver: "uvcvideo", busName: "usb-1-\(port)",
        modes: [Fixture.mode(.mjpeg, 640, 360, [FrameRate(30)])])
    let byID = ["usb-Acme_\(card)", serial, "video-index0"].filter { !$0.isEmpty }.joined(separator: "_")
    device.links = DeviceLinks(byID: link ? byID : nil, byPath: "pci-usb-0:\(port):1.0-video-index0")
    device.usb = USBModel(vendor: "1234", product: card, serial: serial)
    return device
}

@Suite struct DeviceNamingTests {
    @Test(
        arguments: [
            (
                [usb(0, "A1", port: 1), usb(2, "B2", port: 2)],
                ["usb-Acme_Twin_A1_video-index0", "usb-Acme_Twin_B2_video-index0"], [nil, nil]
            ),
            // One link for both cameras: it leads to the one that was plugged in last.
            (
                [usb(0, "A1", port: 1, link: false), usb(2, "A1", port: 2)],
                ["pci-usb-0:1:1.0-video-index0", "pci-usb-0:2:1.0-video-index0"],
                [
                    "by its port: another camera has the same serial number",
                    "by its port: another camera has the same serial number",
                ]
            ),
            // The same serial number, but another model.
            (
                [usb(0, "A1", port: 1), usb(2, "A1", port: 2, card: "Other")],
                ["usb-Acme_Twin_A1_video-index0", "usb-Acme_Other_A1_video-index0"], [nil, nil]
            ),
            ([usb(0, "", port: 3)], ["pci-usb-0:3:1.0-video-index0"], ["by its port: it has no serial number"]),
            (
                [usb(0, "200901010001", port: 3)], ["pci-usb-0:3:1.0-video-index0"],
                ["by its port: many cameras have the serial number 200901010001"]
            ),
            (
                [usb(0, "sn0001", port: 3)], ["pci-usb-0:3:1.0-video-index0"],
                ["by its port: many cameras have the serial number sn0001"]
            ),
        ] as [([DeviceFacts], [String], [String?])])
    func serialNumbersCountWhereTheyAreUnique(_ found: [DeviceFacts], _ names: [String], _ reasons: [String?]) {
        let named = DeviceNaming.named(found)
        #expect(named.map(\.stableName) == names)
        #expect(named.map { $0.portReason?.text } == reasons)
    }

    /// A second node of the same camera is not another camera.
    @Test func nodesOfOneCameraAreNoTwins() {
        var second = usb(2, "A1", port: 1)
        second.videoIndex = 2
        #expect(DeviceNaming.named([usb(0, "A1", port: 1), second]).allSatisfy { $0.portReason == nil })
    }

    @Test func whatIsNoUSBDeviceKeepsItsBusName() {
        let device = DeviceFacts(
            path: "/dev/video0", stableName: "", card: "vivid", driver: "vivid", busName: "platform:vivid-000",
            modes: [])
        #expect(DeviceNaming.named([device]).first?.stableName == "platform:vivid-000")
    }

    /// The name in the pipeline file, and the node that it means, or the error.
    @Test(
        arguments: [
            ([usb(0, "A1", port: 1)], "usb-Acme_Twin_A1_video-index0", "/dev/video0"),
            ([usb(0, "", port: 1)], "usb-Acme_Twin_video-index0", "/dev/video0"),
            ([usb(0, "", port: 1)], "pci-usb-0:1:1.0-video-index0", "/dev/video0"),
            (
                [usb(0, "A1", port: 1, link: false), usb(2, "A1", port: 2)], "pci-usb-0:1:1.0-video-index0",
                "/dev/video0"
            ),
            (
                [usb(0, "A1", port: 1, link: false), usb(2, "A1", port: 2)], "usb-Acme_Twin_A1_video-index0",
                "camera back: usb-Acme_Twin_A1_video-index0 may be any of 2 cameras with the same serial number"
            ),
        ] as [([DeviceFacts], String, String)])
    func filesMayNameEveryLink(_ found: [DeviceFacts], _ name: String, _ expected: String) {
        #expect(chosen(.stable(name), DeviceNaming.named(found)) == expected)
    }

    @Test func linksAreTakenAsPaths() {
        let found = DeviceNaming.named([usb(0, "A1", port: 1), usb(2, "B2", port: 2)])
        #expect(chosen(.path("/dev/v4l/by-path/pci-usb-0:2:1.0-video-index0"), found) == "/dev/video2")
        #expect(chosen(.path("/dev/v4l/by-id/usb-Acme_Twin_A1_video-index0"), found) == "/dev/video0")
    }

    @Test func whatMayNotBeOpenedIsToldAsThat() {
        var closed = usb(0, "A1", port: 1)
        closed.deniedTo = "video"
        let message = "camera back: permission denied for /dev/video0 (Twin)"
        #expect(chosen(.auto, [closed]) == message && chosen(.path("/dev/video0"), [closed]) == message)
        // Another one is used.
        #expect(chosen(.auto, [closed, usb(2, "B2", port: 2)]) == "/dev/video2")
    }

    @Test func autoTakesNoInfraredSensor() {
        let infrared = usb(0, "A1", port: 1, card: "Integrated IR Camera")
        #expect(chosen(.auto, [infrared, usb(2, "B2", port: 2)]) == "/dev/video2")
        #expect(chosen(.path("/dev/video0"), [infrared]) == "/dev/video0")
        #expect(
            chosen(.auto, [infrared]).contains("(Integrated IR Camera, ")
                && chosen(.auto, [infrared]).contains("infrared, which is recorded only if it is named"))
        var grey = usb(0, "A1", port: 1)
        grey.modes = [Fixture.mode(.raw("GRAY8"), 640, 360, [FrameRate(30)])]
        #expect(grey.isInfrared && !usb(0, "A1", port: 1, card: "Ironside Cam").isInfrared)
    }

    @Test(arguments: [
        ("uvcvideo", "Cam Link 4K: Cam Link 4K", true), ("uvcvideo", "USB Video: USB Video", true),
        ("em28xx", "Terratec", true),
        ("uvcvideo", "HD Pro Webcam C920", false), ("vivid", "vivid", false),
    ])
    func grabbersAreKnownByNameOrDriver(_ driver: String, _ card: String, _ isGrabber: Bool) {
        var device = usb(0, "A1", port: 1, card: card)
        device.driver = driver
        #expect(device.isGrabber == isGrabber)
    }

    private func chosen(_ device: CameraDevice, _ found: [DeviceFacts]) -> String {
        var camera = Fixture.camera("back", 640, 360)
        camera.device = device
        do throws(GraphFailure) {
            let sources = try DeviceChooser.choose(for: Pipeline(cameras: [camera]), from: found)
            if case .device(let device, _, _)? = sources["back"] { return device.path }
            return "\(String(describing: sources["back"]))"
        } catch {
            return error.message
        }
    }
}

/// A camera that is plugged in again, perhaps with another one of the same serial number, perhaps into another port.
@Suite struct TwinReturnTests {
    private static let twins = DeviceNaming.named([usb(0, "A1", port: 1, link: false), usb(2, "A1", port: 2)])

    @Test(
        arguments: [
            // In its old port with any node; only the other one; both with exchanged ports.
            ([usb(7, "A1", port: 1)], "/dev/video7"),
            ([usb(0, "A1", port: 2), usb(2, "A1", port: 1)], "/dev/video2"),
            ([usb(0, "A1", port: 2)], "camera left: Twin at pci-usb-0:1:1.0-video-index0 is not there"),
            (
                [usb(0, "A1", port: 3), usb(2, "A1", port: 2)],
                "camera left: Twin at pci-usb-0:1:1.0-video-index0 is not there; "
                    + "seen instead: Twin of the same model and serial number at pci-usb-0:3:1.0-video-index0"
            ),
            (
                [usb(0, "C3", port: 1, card: "Other")],
                "camera left: Twin at pci-usb-0:1:1.0-video-index0 is not there; seen instead: Other in its port"
            ),
        ] as [([DeviceFacts], String)])
    func aTwinReturnsIntoItsPort(_ now: [DeviceFacts], _ expected: String) {
        #expect(returned("left", Self.twins, now) == expected)
    }

    /// A camera whose twin is gone when it returns is still known by its port. Next time, the twin alone is not taken
    /// for it.
    @Test func whoWasATwinStaysOne() throws {
        let facts = try #require(returnedFacts("left", Self.twins, [usb(7, "A1", port: 1)]))
        #expect(facts.portReason == .sharedSerial && facts.stableName == "pci-usb-0:1:1.0-video-index0")
        #expect(!DeviceIdentity(facts).matches(usb(0, "A1", port: 2)))
    }

    @Test func aUniqueSerialNumberIsKnownInEveryPort() {
        let before = DeviceNaming.named([usb(0, "A1", port: 1), usb(2, "B2", port: 2)])
        #expect(returned("left", before, [usb(3, "A1", port: 5), usb(2, "B2", port: 2)]) == "/dev/video3")
        #expect(returned("left", before, [usb(3, "A1", port: 5), usb(4, "A1", port: 1)]) == "/dev/video4")
    }

    private func returned(_ name: String, _ before: [DeviceFacts], _ now: [DeviceFacts]) -> String {
        do throws(GraphFailure) {
            return try again(name, before, now)?.path ?? "none"
        } catch {
            return error.message
        }
    }

    private func returnedFacts(_ name: String, _ before: [DeviceFacts], _ now: [DeviceFacts]) -> DeviceFacts? {
        try? again(name, before, now)
    }

    private func again(
        _ name: String, _ before: [DeviceFacts], _ now: [DeviceFacts]
    ) throws(GraphFailure) -> DeviceFacts? {
        let cameras = zip(["left", "right"], before).map { name, device in
            CameraFacts(name: name, source: .device(device, mode: device.modes[0], rate: FrameRate(30)))
        }
        var camera = Fixture.camera(name, 640, 360)
        camera.device = .auto
        let source = try DeviceChooser.again(
            camera, in: Pipeline(cameras: [camera]), cameras: cameras, from: DeviceNaming.named(now))
        if case .device(let device, _, _) = source { return device }
        return nil
    }
}
