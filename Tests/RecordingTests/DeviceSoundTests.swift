import DualCamTestKit
import Foundation
import Testing

/// A USB microphone as the kernel's own driver sees it, whose clock is off.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceSoundTests {
    /// Its ticks come with the camera's flashes. Without a correction they drift apart by 3 ms each second, 30 ms from the first five seconds to
    /// those from the 11th on, or there are steps; through PulseAudio they came 91 ms later than by ALSA.
    @Test(
        "its sound stays with the picture", arguments: [("alsa", -3000.0), ("pulse", 3000)] as [(String, Double)])
    func drift(_ name: String, _ millionths: Double) throws {
        let report = try DeviceCases.report("drift")
        #expect(report.told("\(name) ended") == ["0"] && report.told("\(name) audit ended") == ["0"], "\(report.text)")
        let file = try report.file("back.mov", of: name)
        let place = try #require(file.rest.firstRange(of: "ticks "), "\(report.text)")
        let words = file.rest[place.upperBound...]
        let offsets = words.split(separator: " ").compactMap { Double($0) }
        try #require(offsets.count == 4, "\(report.text)")
        #expect(offsets[3] - offsets[2] < 5 && offsets.allSatisfy { abs($0) < 50 }, "\(report.text)")
        #expect(abs(offsets[2] - offsets[1]) < 15, "\(report.text)")
        #expect(!words.contains("steps"), "\(report.text)")
        let told = report.told("\(name) drift").compactMap { Double($0.prefix { $0 != "," }) }
        #expect(told.count == 1 && abs((told.first ?? 0) - millionths) < 200, "\(report.text)")
    }
}
