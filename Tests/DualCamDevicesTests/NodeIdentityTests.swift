import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamDevices

/// The content of the kernel's files about device nodes that may not be opened.
@Suite struct NodeIdentityTests {
    @Test(
        arguments: [
            ("uvcvideo", "0", true), ("uvcvideo", "1", false), ("uvcvideo", "2", true), ("uvcvideo", "3", false),
            ("em28xx", "1", true), ("bcm2835-isp", "0", false), (nil, "1", true),
        ] as [(String?, String, Bool)])
    func nodesWithoutPicturesAreToldByTheirDriverAndIndex(_ driver: String?, _ index: String, _ expected: Bool) throws {
        let folder = try #require(TemporaryFolder())
        let node = "class/video4linux/video4"
        for place in [node, "devices/usb1/1-1/1-1:1.0", "bus/usb/drivers/x"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + place, withIntermediateDirectories: true)
        }
        folder.write(index + "\n", to: node + "/index")
        folder.write("Acme Cam: Acme Cam\n", to: node + "/name")
        folder.write("1d6b\n", to: "devices/usb1/1-1/idVendor")
        folder.write("0102\n", to: "devices/usb1/1-1/idProduct")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/" + node + "/device",
            withDestinationPath: "../../../devices/usb1/1-1/1-1:1.0")
        if let driver {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/devices/usb1/1-1/1-1:1.0/driver",
                withDestinationPath: "../../../../bus/usb/drivers/" + driver)
        }
        let identity = NodeIdentity(of: "/dev/video4", below: folder.path)
        #expect(identity.driver == driver && identity.title == "Acme Cam: Acme Cam")
        #expect(identity.usb?.product == "0102")
        #expect(identity.mayDeliverPictures == expected)
    }
}
