import DualCamTestKit
import Foundation
import Testing

/// Devices that do not deliver what was requested, and capture cards whose signal is lost or changes.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceModeTests {
    @Test("the nearest mode is scaled and brought to the rate, and its file is proven by that")
    func nearest() throws {
        let report = try DeviceCases.report("nearest")
        let remark =
            "does not deliver 640x360 at 15; its 320x240 at 30 is scaled to 640x360 with black bars, brought to 15"
        #expect(report.told("check told note: Camera wide").contains { $0.contains(remark) }, "\(report.text)")
        #expect(report.told("nearest told warning input").contains { $0.contains(remark) }, "\(report.text)")
        #expect(report.told("exact ended") == ["69"], "\(report.text)")
        #expect(try DeviceCases.read("nearest/exact.err").contains("or `mode: nearest` to have it converted"))
        #expect(report.told("nearest ended") == ["0"] && report.told("nearest audit ended") == ["0"], "\(report.text)")
        let told = report.told("nearest told dropped wide").compactMap { Int($0) }.reduce(0, +)
        #expect(told == 3, "\(report.text)")
        let notes = report.told("nearest audit: note: wide:")
        #expect(
            notes.contains(
                "the 30 pictures a second of its camera were brought to 15: frames are proven by this rate."),
            "\(report.text)")
        #expect(
            notes.contains("3 pictures of its camera lost, earlier ones shown once more, as the ledger says."),
            "\(report.text)")
    }

    @Test("a signal that is lost comes back by itself, and another one is scaled to the file's size")
    func signal() throws {
        let report = try DeviceCases.report("signal")
        #expect(report.told("signal ended") == ["0"] && report.told("signal audit ended") == ["0"], "\(report.text)")
        let warnings = report.told("signal told warning input")
        #expect(warnings.contains { $0.contains("/dev/video0 has lost its signal") }, "\(report.text)")
        // The change is reported by whichever notices it first: dualcam, or v4l2src, which then fails.
        let change = ["was 1280x720 at 60, and is 720x576 at 50 now", "has failed: Internal data stream error"]
        #expect(warnings.contains { line in change.contains { line.contains($0) } }, "\(report.text)")
        #expect(report.told("signal told input-lost hdmi").count == 2, "\(report.text)")
        #expect(report.told("signal told input-returned hdmi").count == 2, "\(report.text)")
        #expect(report.told("devices says signal: 720x576 at 50").count == 1, "\(report.text)")
        #expect(report.told("silent ended") == ["69"], "\(report.text)")
        #expect(try DeviceCases.read("signal/silent.err").contains("/dev/video0 (vivid) has no signal"))
    }
}
