import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamDevices

/// A sysfs tree of real files in a temporary folder.
private struct Tree {
    let folder: TemporaryFolder
    var root: String { folder.path }
    private let hosts = "devices/pci0000:00/0000:00:14.0"

    init() throws { folder = try #require(TemporaryFolder()) }

    func write(_ path: String, _ text: String) throws { try write(path, Array((text + "\n").utf8)) }

    func write(_ path: String, _ bytes: [UInt8]) throws {
        let full = "\(root)/\(path)"
        let parent = String(full.prefix(upTo: full.lastIndex(of: "/") ?? full.endIndex))
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: full))
    }

    func link(_ path: String, to target: String) throws {
        let full = "\(root)/\(path)"
        let parent = String(full.prefix(upTo: full.lastIndex(of: "/") ?? full.endIndex))
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: target)
    }

    /// Adds a root hub, a hub or a camera, named by the folders from the root hub on: `usb1/1-1/1-1.2`.
    func device(_ place: String, speed: String, descriptors: [UInt8]? = nil) throws {
        let path = "\(hosts)/\(place)"
        let name = place.split(separator: "/").last.map(String.init) ?? place
        let bus = place.dropFirst(3).prefix { $0 != "/" }
        try write("\(path)/speed", speed)
        try write("\(path)/busnum", String(bus))
        try write("\(path)/devpath", name.hasPrefix("usb") ? "0" : String(name.split(separator: "-")[1]))
        if let descriptors { try write("\(path)/descriptors", descriptors) }
        try link("bus/usb/devices/\(name)", to: "../../../\(path)")
    }

    /// Adds the device node of a camera, linked as in the kernel's tree.
    func node(_ name: String, of place: String, interface: Int = 0) throws {
        let device = place.split(separator: "/").last.map(String.init) ?? place
        let function = "\(hosts)/\(place)/\(device):1.\(interface)"
        try write("\(function)/bInterfaceNumber", interface < 10 ? "0\(interface)" : "\(interface)")
        try link("\(function)/video4linux/\(name)/device", to: "../../../\(device):1.\(interface)")
        try link("class/video4linux/\(name)", to: "../../\(function)/video4linux/\(name)")
    }

    /// Adds a sound card, linked as in the kernel's tree.
    func card(_ number: Int, of place: String, interface: Int) throws {
        let device = place.split(separator: "/").last.map(String.init) ?? place
        let function = "\(hosts)/\(place)/\(device):1.\(interface)"
        try write("\(function)/bInterfaceNumber", "0\(interface)")
        try link("\(function)/sound/card\(number)/device", to: "../../../\(device):1.\(interface)")
        try link("class/sound/card\(number)", to: "../../\(function)/sound/card\(number)")
    }

    func cards(of node: String) -> Set<Int> { USBProbe.soundCards(sysfs: root, ofCamera: "/dev/" + node) }

    func facts(_ nodes: [String]) -> USBFacts { USBProbe.facts(sysfs: root, nodes: nodes.map { "/dev/" + $0 }) }
}

private let descriptors: [UInt8] =
    [18, 1, 0, 2, 0xEF, 2, 1, 64] + [UInt8](repeating: 0, count: 10) + [9, 2, 0, 0, 2, 1, 0, 0x80, 250]
    + [9, 4, 0, 0, 1, 0x0E, 1, 0, 0, 9, 4, 1, 0, 0, 0x0E, 2, 0, 0]
    + [9, 4, 1, 1, 1, 0x0E, 2, 0, 0, 7, 5, 0x81, 5, 0xFC, 0x13, 1]

@Suite struct USBProbeTests {
    private let webcam = USBFacts.VideoEndpoint(settings: [3060], release: 0x0200)

    /// A capture card and a webcam on one hub, each with its own sound card, and a headset beside them.
    @Test func eachCameraHasItsOwnSoundCard() throws {
        let tree = try Tree()
        try tree.device("usb1", speed: "480")
        try tree.device("usb1/1-1", speed: "480")
        for port in 1...4 { try tree.device("usb1/1-1/1-1.\(port)", speed: "480") }
        for port in 1...3 { try tree.node("video\(port)", of: "usb1/1-1/1-1.\(port)") }
        try tree.card(0, of: "usb1/1-1/1-1.4", interface: 1)
        try tree.card(1, of: "usb1/1-1/1-1.2", interface: 3)
        try tree.card(10, of: "usb1/1-1/1-1.1", interface: 2)
        #expect(tree.cards(of: "video1") == [10] && tree.cards(of: "video2") == [1])
        #expect(tree.cards(of: "video3").isEmpty && tree.cards(of: "video9").isEmpty)
    }

    @Test func twoCamerasAtAHubOfUSB2() throws {
        let tree = try Tree()
        try tree.device("usb1", speed: "480")
        try tree.device("usb1/1-1", speed: "480")
        try tree.device("usb1/1-1/1-1.1", speed: "480", descriptors: descriptors)
        try tree.device("usb1/1-1/1-1.2", speed: "480")
        try tree.device("usb2", speed: "5000")
        try tree.node("video0", of: "usb1/1-1/1-1.1")
        try tree.node("video2", of: "usb1/1-1/1-1.2")
        let hub = USBFacts.Hub(port: "1-1", speed: 480)
        #expect(
            tree.facts(["video0", "video2"])
                == USBFacts(
                    buses: [.init(number: 1, speed: 480), .init(number: 2, speed: 5000)],
                    seats: [
                        "/dev/video0": .init(bus: 1, port: "1-1.1", speed: 480, hubs: [hub], video: webcam),
                        "/dev/video2": .init(bus: 1, port: "1-1.2", speed: 480, hubs: [hub]),
                    ]))
    }

    @Test func slowAndFastOnesSideBySide() throws {
        let tree = try Tree()
        try tree.device("usb1", speed: "480")
        try tree.device("usb1/1-2", speed: "12")
        try tree.device("usb2", speed: "10000")
        try tree.device("usb2/2-1", speed: "5000")
        try tree.device("usb2/2-1/2-1.4", speed: "5000")
        try tree.node("video0", of: "usb1/1-2")
        try tree.node("video1", of: "usb2/2-1/2-1.4")
        let seats = tree.facts(["video0", "video1"]).seats
        #expect(seats["/dev/video0"] == .init(bus: 1, port: "1-2", speed: 12))
        #expect(
            seats["/dev/video1"]
                == .init(bus: 2, port: "2-1.4", speed: 5000, hubs: [.init(port: "2-1", speed: 5000)]))
    }

    /// Trees that users write by hand, with folders instead of links, and without `bus`.
    @Test func foldersInPlaceOfLinks() throws {
        let tree = try Tree()
        for (file, text) in [("speed", "480"), ("busnum", "3"), ("devpath", "1.2")] {
            try tree.write("class/video4linux/video7/device/\(file)", text)
        }
        try tree.write("class/video4linux/video7/device/descriptors", descriptors)
        let hub = USBFacts.Hub(port: "3-1", speed: 480)
        #expect(
            tree.facts(["video7"])
                == USBFacts(
                    buses: [.init(number: 3, speed: 480)],
                    seats: ["/dev/video7": .init(bus: 3, port: "3-1.2", speed: 480, hubs: [hub], video: webcam)]))
    }

    @Test(arguments: [
        ("speed", ""), ("speed", "fast"), ("speed", "-1"), ("busnum", "0"), ("busnum", "x"),
    ])
    func whatCannotBeReadIsNotGuessed(_ file: String, _ text: String) throws {
        let tree = try Tree()
        try tree.device("usb1", speed: "480")
        try tree.device("usb1/1-1", speed: "480")
        try tree.node("video0", of: "usb1/1-1")
        try tree.write("devices/pci0000:00/0000:00:14.0/usb1/1-1/\(file)", text)
        #expect(tree.facts(["video0"]).seats.isEmpty)
    }

    @Test func damagedDescriptorsAreAsGoodAsNone() throws {
        let tree = try Tree()
        try tree.device("usb1", speed: "480")
        try tree.device("usb1/1-1", speed: "480", descriptors: [18, 1, 0])
        try tree.node("video0", of: "usb1/1-1")
        #expect(tree.facts(["video0"]).seats["/dev/video0"] == .init(bus: 1, port: "1-1", speed: 480))
    }

    @Test func withoutUSBThereIsNothing() throws {
        let tree = try Tree()
        try tree.write("class/video4linux/video0/name", "vivid")
        try tree.write("devices/platform/vivid.0/uevent", "")
        try tree.link("class/video4linux/video1/device", to: "../../../devices/platform/vivid.0")
        #expect(tree.facts(["video0", "video1", "video9"]) == USBFacts())
        #expect(USBProbe.facts(sysfs: "/no/such/folder", nodes: ["/dev/video0"]) == USBFacts())
    }
}

@Suite struct ElementTrialTests {
    /// An encoder, an element that is not an encoder, and a missing one.
    @Test(arguments: [("x264enc", true), ("fakesink", false), ("no-such-factory", false)])
    func countsFramesAndNotPromises(_ factory: String, _ encodes: Bool) throws {
        try MachineProbe.prepare()
        #expect(ElementTrial.encodes(factory) == encodes)
        #expect(ElementTrial.encodes(factory) == encodes)
    }

    @Test func aRefusedStreamNamesTheBus() {
        var failure = GraphFailure(
            .deviceFormat, message: "camera front: /dev/video2 has failed: Failed to allocate required memory.")
        failure.suspectBus("it hangs on USB bus 1 (480 Mbit/s) with camera back")
        #expect(
            failure.message
                == "camera front: /dev/video2 has failed: Failed to allocate required memory.; it hangs on USB bus 1 (480 Mbit/s) "
                + "with camera back, which may have no room left for its stream ('No space left on device')")
        #expect(
            failure.advice
                == "Write `format: mjpeg`, a lower rate or a smaller size for a camera on that bus, or plug one of them into "
                + "another; 'dualcam plan' shows what they take of it.")
    }
}
