import DualCamTestKit
import Foundation
import Testing

/// A USB microphone as the kernel's own driver sees it, whose clock is off.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceSoundTests {
    /// Its ticks come with the camera's flashes. Without a correction they drift apart by 30 ms in the ten seconds that are looked at, or there
    /// are steps; through PulseAudio they came 91 ms later than by ALSA.
    @Test(
        "its sound stays with the picture", arguments: [("alsa", -3000.0), ("pulse", 3000)] as [(String, Double)])
    func drift(_ name: String, _ millionths: Double) throws {
        let report = try DeviceCases.report("drift")
        #expect(report.told("\(name) ended") == ["0"] && report.told("\(name) audit ended") == ["0"], "\(report.text)")
        let file = try report.file("back.mov", of: name)
        let place = try #require(file.rest.firstRange(of: "later "), "\(report.text)")
        let words = file.rest[place.upperBound...]
        let offsets = words.split(separator: " ").compactMap { Double($0) }
        try #require(offsets.count == 2, "\(report.text)")
        #expect(offsets[1] - offsets[0] < 5 && offsets.allSatisfy { abs($0) < 50 }, "\(report.text)")
        #expect(!words.contains("steps"), "\(report.text)")
        let told = report.told("\(name) drift").compactMap { Double($0.prefix { $0 != "," }) }
        #expect(told.count == 1 && abs((told.first ?? 0) - millionths) < 200, "\(report.text)")
    }
}
