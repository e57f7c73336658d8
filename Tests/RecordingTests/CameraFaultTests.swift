import DualCamTestKit
import Foundation
import Testing

/// Cameras that fail and return, a disk that fails and a clock that is set, all in the emulated machine. The files are
/// checked outside it.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct CameraFaultTests {
    /// The maximum time from a fault until its slate is shown, in seconds: 0.5, plus one second if the camera just
    /// stops delivering without an error.
    static let losses: [(name: String, limit: Double)] = [
        ("disconnected", 0.5), ("moved", 0.5), ("stalled", 1.5), ("refused", 0.5),
    ]

    @Test(arguments: losses)
    func aLostCameraIsReplacedAndComesBack(name: String, limit: Double) throws {
        let recording = try FaultyRecording(name)
        #expect(recording.attempt.code == 0, "\(recording.attempt.errors)")
        let slated = try recording.slated()
        let (slate, last) = (try #require(slated.first), try #require(slated.last))
        let lost = slate - (try recording.moment("fault"))
        let seen = last + 1 / CameraFaults.combinedRate - (try recording.moment("back"))
        let recorded = try recording.newFile("front") - (try recording.moment("back"))
        print(
            "\(name): slate after \(lost.hundredths) s (limit \(limit) s), picture \(seen.hundredths) s and file "
                + "\(recorded.hundredths) s after the return (limit 3 s)")
        #expect(lost <= limit)
        #expect(max(seen, recorded) <= 3)
        #expect(
            abs((last - slate) * CameraFaults.combinedRate - Double(slated.count - 1)) < 0.5, "one slate: \(slated)")
        #expect(try recording.first("input-lost").input == "front")
        #expect(try recording.first("input-returned").input == "front")
        let front = try recording.files("front")
        #expect(front.count == 2)
        #expect(front.allSatisfy { $0.errors.isEmpty && ($0.video?.frames ?? 0) > 0 }, "\(front)")
    }

    /// The back camera's file contains every frame, whatever happens to the front camera or to the clock.
    @Test(arguments: [
        ("disconnected", 10), ("moved", 10), ("stalled", 10), ("refused", 7), ("gaps", 6), ("jumped", 6),
    ])
    func theOtherCameraLosesNothing(name: String, seconds: Int) throws {
        let recording = try FaultyRecording(name)
        let back = try recording.files("back", picture: true)
        let counters = back.flatMap { $0.counters?.read ?? [] }
        let first = try #require(counters.first)
        #expect(counters == Array(first..<first + counters.count))
        #expect(abs(counters.count - seconds * 10) <= 1, "\(counters.count) frames")
        for output in ["back", "combined"] {
            let files = try recording.files(output)
            let length = files.reduce(0) { $0 + ($1.video?.length ?? 0) }
            #expect(files.allSatisfy { $0.errors.isEmpty })
            #expect(abs(length - Double(seconds)) <= 0.4, "\(output): \(length) s")
        }
    }

    /// A lost frame is noticed only when the next one arrives, so the loss of the last frames stays unknown. Three of
    /// ten frames are lost.
    @Test func framesTheDriverLosesAreInTheLedger() throws {
        let recording = try FaultyRecording("gaps")
        let frames = try recording.files("front").reduce(0) { $0 + ($1.video?.frames ?? 0) }
        let dropped = recording.events.filter { $0.event == "dropped" && $0.output == "front" }
            .reduce(0) { $0 + ($1.count ?? 0) }
        #expect(dropped > 5 && (-1...4).contains(60 - frames - dropped), "\(frames) frames, \(dropped) dropped")
    }

    /// The disk fails suddenly. Every output continues in another folder, in a new session.
    @Test(arguments: ["failing", "readonly"])
    func outputsGoOnInTheFallbackFolder(name: String) throws {
        let recording = try FaultyRecording(name)
        #expect(recording.attempt.code == 74, "\(recording.attempt.errors)")
        #expect(try recording.delay(of: "recording", after: "fault") <= 10)
        let finished = recording.events.filter { $0.event == "file-finished" }
            .filter { $0.path?.contains("/fallback/\(name)/") ?? false }
        #expect(Set(finished.compactMap(\.output)) == ["back", "front", "combined"])
        let paths = finished.compactMap(\.path)
        let judged = try CameraMachine.run(CameraMachine.root + "/Tests/Tools/judge", ["--no-picture"] + paths)
        for file in try JSONDecoder().decode([Judgement].self, from: Data(judged.output.utf8)) {
            #expect(file.errors.isEmpty && (file.video?.length ?? 0) > 3, "\(file.file)")
        }
    }

    @Test func aClockThatIsSetIsTold() throws {
        let recording = try FaultyRecording("jumped")
        #expect(recording.attempt.code == 0, "\(recording.attempt.errors)")
        let jump = try #require(try recording.ledger().first { $0.kind == "clock-jumped" })
        #expect(abs((jump.by ?? 0) - 3600) < 5)
    }
}

extension Double {
    fileprivate var hundredths: String { String(format: "%.2f", self) }
}
