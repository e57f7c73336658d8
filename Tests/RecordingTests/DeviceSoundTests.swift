import DualCamTestKit
import Foundation
import Testing

/// Microphones behind the kernel's own drivers whose clocks are too fast or too slow.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceSoundTests {
    /// Returns the smallest and the largest offset of ticks from flashes, in milliseconds, for the first five seconds
    /// and from the 11th second on.
    private func offsets(_ name: String, in report: DeviceReport) throws -> [Double] {
        #expect(report.told("\(name) ended") == ["0"] && report.told("\(name) audit ended") == ["0"], "\(report.text)")
        let file = try report.file("back.mov", of: name)
        let place = try #require(file.rest.firstRange(of: "ticks "), "\(report.text)")
        let words = file.rest[place.upperBound...]
        #expect(!words.contains("steps"), "\(report.text)")
        let offsets = words.split(separator: " ").compactMap { Double($0) }
        try #require(offsets.count == 4, "\(report.text)")
        #expect(offsets[3] - offsets[2] < 5 && abs(offsets[2] - offsets[1]) < 15, "\(report.text)")
        return offsets
    }

    private func expectDrift(_ millionths: Double, within limit: Double, of name: String, _ report: DeviceReport) {
        let told = report.told("\(name) drift").compactMap { Double($0.prefix { $0 != "," }) }
        #expect(told.count == 1 && abs((told.first ?? .infinity) - millionths) < limit, "\(report.text)")
    }

    /// The microphone's ticks have to stay with the camera's flashes. Uncorrected, they would drift by 3 ms per second,
    /// 30 ms between the two measurements. A wrong correction would show as steps.
    @Test(
        "a USB microphone's sound stays with the picture",
        arguments: [("alsa", -3000.0), ("pulse", 3000)] as [(String, Double)])
    func drift(_ name: String, _ millionths: Double) throws {
        let report = try DeviceCases.report("drift")
        let offsets = try offsets(name, in: report)
        #expect(offsets[2] > -5 && offsets[3] < 10, "\(report.text)")
        expectDrift(millionths, within: 200, of: name, report)
    }

    /// PipeWire delivers the sound of USB microphones about 11 ms late, which would add to the offset.
    @Test(
        "a USB microphone's sound stays with the picture through PipeWire",
        arguments: [("pipewire", -3000.0), ("pulse", 3000)] as [(String, Double)])
    func pipeWire(_ name: String, _ millionths: Double) throws {
        let report = try DeviceCases.report("pipewire")
        let offsets = try offsets(name, in: report)
        #expect(offsets[2] > -5 && offsets[3] < 10, "\(report.text)")
        expectDrift(millionths, within: 200, of: name, report)
    }

    /// The ticks begin with the player, at any time within a second, so only changes of their offset from the flashes
    /// are checked. `drift` tests fast and slow clocks.
    @Test("the rate of the kernel's loopback card, shifted, is measured, and its sound stays with the picture")
    func aloop() throws {
        let report = try DeviceCases.report("aloop")
        _ = try offsets("slow", in: report)
        expectDrift(2991, within: 200, of: "slow", report)
    }

    /// A microphone that delivers nothing for 0.7 s leaves a gap; after 4 s it counts as lost. In both cases, the sound
    /// that follows is where it belongs. Previously, old sound was recorded during the pause, and nothing was reported.
    @Test("a pause of a USB microphone is reported, and its sound stays with the picture")
    func quiet() throws {
        let report = try DeviceCases.report("quiet")
        let told = report.told("quiet told").filter { $0.hasPrefix("input-") }
        #expect(told == ["input-lost microphone stalled", "input-returned microphone"], "\(report.text)")
        let file = try report.file("back.mov", of: "quiet")
        let words = file.rest[try #require(file.rest.firstRange(of: "ticks "), "\(report.text)").upperBound...]
        // The emulated device completes its transfers every 8 ms, which moves the sound when the card starts again.
        let offsets = words.split(separator: " ").compactMap { Double($0) }.prefix(4)
        #expect(offsets.count == 4 && offsets.allSatisfy { $0 > -5 && $0 < 20 }, "\(report.text)")
    }
}
