import DualCamTestKit
import Foundation
import Testing

/// USB cameras that are unplugged during a recording and return late, in another order, or at another port.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceReturnTests {
    @Test(
        "a camera that delivers 4 s after it has been plugged in again is back; one that pauses for 0.8 s was never away"
    )
    func lateReturns() throws {
        let report = try DeviceCases.report("returns")
        #expect(report.told("returns ended") == ["0"], "\(report.text)")
        let told = report.lines.filter { $0.contains(" told input-") }.map { $0.dropFirst("returns told input-".count) }
        let away = ["lost back failed", "returned back"]
        #expect(told.map(String.init) == away + away + ["lost back stalled", "returned back"], "\(report.text)")
    }

    @Test("the end does not wait for a camera that has been plugged in again")
    func promptEnd() throws {
        let report = try DeviceCases.report("ends")
        #expect(report.told("ends ended") == ["0"], "\(report.text)")
        #expect(report.told("ends told input-lost") == ["back failed"], "\(report.text)")
    }

    @Test("twins are named by their ports, and devices, check and session.json say why")
    func twinsAreNamedByPort() throws {
        let report = try DeviceCases.report("twins")
        let names = [1, 2].map { "platform-vhci_hcd.0-usb-0:\($0):1.0-video-index0" }
        let reason = "by its port: another camera has the same serial number"
        let devices = report.told("devices says")
        #expect(devices.filter { $0.hasPrefix("platform") } == names, "\(report.text)")
        #expect(devices.filter { $0 == "known \(reason)" }.count == 2, "\(report.text)")
        #expect(report.text.contains("check told note: Camera left is known \(reason)."), "\(report.text)")
        for (camera, name) in zip(["left", "right"], names) {
            let told = report.told("twins device \(camera):")
            #expect(told == ["\(name) (Twin: Twin), known \(reason), MJPG 320x240 at 15"], "\(report.text)")
        }
    }

    @Test("a name that several cameras share is refused")
    func sharedName() throws {
        let report = try DeviceCases.report("twins")
        #expect(report.told("link ended") == ["69"], "\(report.text)")
        #expect(
            report.told("link told failed") == [
                "camera left: usb-dualcam_Twin_SAME-video-index0 may be any of 2 cameras with the same serial number"
            ], "\(report.text)")
    }

    @Test("no twin ever records into the other one's file; one that is in another port is named, and not taken")
    func twinsReturn() throws {
        let report = try DeviceCases.report("twins")
        #expect(report.told("twins ended") == ["0"], "\(report.text)")
        let files = report.lines.filter { $0.contains(".mov:") }
        let seen = { (name: String) in
            files.filter { $0.hasPrefix("twins \(name)") }.compactMap {
                $0.components(separatedBy: "shows ").last?.first
            }
        }
        #expect(seen("left") == ["A", "A", "A"] && seen("right") == ["B", "B"], "\(report.text)")
        let told = report.lines.filter { $0.contains(" told input-returned") }
        #expect(told.filter { $0.hasSuffix("left") }.count == 2 && told.filter { $0.hasSuffix("right") }.count == 1)
        #expect(
            report.text.contains(
                "seen instead: Twin: Twin of the same model and serial number at platform-vhci_hcd.0-usb-0:5"),
            "\(report.text)")
    }

    @Test("auto takes no infrared sensor, and a device that may not be opened is told as that")
    func kinds() throws {
        let report = try DeviceCases.report("kinds")
        #expect(report.told("auto ended") == ["0"], "\(report.text)")
        #expect(report.told("auto device back:").first?.contains("(Alpha: Alpha)") == true, "\(report.text)")
        #expect(report.told("denied ended") == ["69"], "\(report.text)")
        let failed = report.told("denied told failed").first ?? ""
        #expect(failed.hasPrefix("camera back: permission denied for /dev/video0 (Integrated IR"), "\(report.text)")
        #expect(report.told("closed says permission denied:").contains("add yourself to the group video"))
    }
}
