import DualCamTestKit
import Foundation
import Testing

/// USB cameras that encode H.264 themselves, and cameras that accept any frame rate.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceStreamTests {
    @Test("a camera's own H.264 is recorded bit for bit, and each file begins at one of its key frames")
    func untouched() throws {
        let report = try DeviceCases.report("h264")
        #expect(report.told("h264 ended") == ["0"] && report.told("h264 audit ended") == ["0"], "\(report.text)")
        #expect(
            report.told("h264 audit:").contains { $0.hasPrefix("Proven: ") } && !report.text.contains("unaccounted"),
            "\(report.text)")
        // Two seconds have 60 frames; the next key frame is frame 65.
        for name in ["back_000.mov", "back_001.mov"] {
            let file = try report.file(name, of: "h264")
            #expect(file.frames == 64, "\(report.text)")
            #expect(
                DeviceReport.isEven(file.rest, 33.33, "shows A, as the camera sent them, from a key frame on"),
                "\(report.text)")
        }
        let rest = try report.file("back_002.mov", of: "h264")
        #expect(rest.rest.hasSuffix("shows A, as the camera sent them, from a key frame on"), "\(report.text)")
    }

    @Test(
        "pictures before a camera's next key frame are counted, after its return and after a shorter delay",
        arguments: ["replug", "earlier"])
    func keylessPictures(name: String) throws {
        let report = try DeviceCases.report("keys")
        #expect(report.told("\(name) ended") == ["0"], "\(report.text)")
        #expect(report.told("\(name) audit:").contains { $0.hasPrefix("Proven: ") }, "\(report.text)")
        let dropped = report.told("\(name) told dropped back").compactMap { Int($0) }.reduce(0, +)
        #expect((1..<128).contains(dropped), "\(report.text)")
        #expect(report.told("\(name) told input-lost").isEmpty == (name == "earlier"), "\(report.text)")
    }

    @Test("the distance of its key frames is told, and what that means for files in a row")
    func keyFrames() throws {
        let report = try DeviceCases.report("h264")
        let told = report.told("h264 told key-frames back").compactMap { Double($0) }
        #expect(told.count == 1 && abs((told.first ?? 0) - 32.0 / 30) < 0.01, "\(report.text)")
    }

    @Test(
        "a pause ends its file's pictures, which resume at a key frame of the camera's, and those in between are counted"
    )
    func paused() throws {
        let report = try DeviceCases.report("h264")
        #expect(report.told("paused ended") == ["0"] && report.told("paused audit ended") == ["0"], "\(report.text)")
        #expect(report.told("pause ended") == ["0"] && report.told("resume ended") == ["0"], "\(report.text)")
        #expect(report.told("paused audit:").contains { $0.hasPrefix("Proven: ") }, "\(report.text)")
        let file = try report.file("back.mov", of: "paused")
        #expect(file.rest.hasSuffix("as the camera sent them, from a key frame on"), "\(report.text)")
        #expect(!file.rest.contains("complaints") && !file.rest.contains("unreadable"), "\(report.text)")
        // A pause of a second, plus up to 32 frames until the next key frame: the counter has one step.
        let steps = file.rest.components(separatedBy: ", ").first { $0.hasPrefix("steps ") } ?? ""
        #expect(steps.hasPrefix("steps 1 x "), "\(report.text)")
    }

    @Test("a camera that takes any rate of a range is recorded at the one that is asked for")
    func range() throws {
        let report = try DeviceCases.report("range")
        #expect(report.told("range ended") == ["0"] && report.told("range audit ended") == ["0"], "\(report.text)")
        let file = try report.file("back.mov", of: "range")
        #expect((49...51).contains(file.frames) && DeviceReport.isEven(file.rest, 40, "shows A"), "\(report.text)")
    }

    @Test("a control that a camera takes only while it streams is set again when its first picture has come")
    func lateControl() throws {
        let log = try DeviceCases.read("h264/Alpha.log").split(separator: "\n")
        let at = { (words: String) in log.firstIndex { $0.contains(words) } }
        let refused = try #require(at("control 2/4 is refused"))
        let starts = try #require(at("stream starts"))
        let taken = try #require(at("control 2/4 = 50"))
        #expect(refused < starts && starts < taken, "\(log)")
        #expect(try !DeviceCases.report("h264").text.contains("camera-control"))
    }
}
