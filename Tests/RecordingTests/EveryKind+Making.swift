import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

/// Files that are made from a recorded session: exports, compositions, trims and stills.
extension EveryKind {
    struct Taken: Sendable {
        /// The recording, which keeps the session's folder alive.
        var recording: Recording
        var session: ProvenSession
        /// The frame counters of each camera, over all its files.
        var counters: [String: [Int]]
    }

    /// A recording of four seconds in two segments.
    private static let taken = Shared { () -> Taken in
        let recording = try await recorder(pipeline("recording: {segment: 2s}"), "--duration", "4s").record()
        #expect(recording.code == 0, "\(recording.errors)")
        let session = try await ProvenSession(of: recording)
        var counters: [String: [Int]] = [:]
        for camera in ["back", "front"] {
            counters[camera] = try await session.counters(of: camera).flatMap { $0 }
        }
        return Taken(recording: recording, session: session, counters: counters)
    }

    /// Runs a command and returns the events that it prints.
    private static func make(_ words: [String]) async throws -> [JSONValue] {
        let made = try await Tool.run(Tool.dualcam, words + ["--json"])
        #expect(made.code == 0, "\(words): \(made.errors)")
        return made.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
    }

    @Test func anExportShowsEveryFrame() async throws {
        let (taken, place) = (try await Self.taken.value, try #require(TemporaryFolder()))
        place.write("{like: story, size: 320x360, longest: off, encoder: x264}\n", to: "tall.yaml")
        let path = place.path + "/film.mp4"
        let events = try await Self.make(
            ["export", taken.session.folder, "--as", place.path + "/tall.yaml", "-o", path])
        #expect(events.last?["event"]?.text == "exported")
        try await expectBothCameras(of: taken, in: path, frames: events.last?["frames"]?.count)
    }

    @Test func aCompositionShowsEveryFrame() async throws {
        let (taken, place) = (try await Self.taken.value, try #require(TemporaryFolder()))
        let path = place.path + "/film.mov"
        let events = try await Self.make(["compose", taken.session.folder, "-o", path])
        #expect(events.last?["event"]?.text == "composed")
        try await expectBothCameras(of: taken, in: path, frames: events.last?["frames"]?.count)
    }

    /// Expects that each half shows the recorded frames of its camera in order, except those that were late in the
    /// recorded picture. At the start and at the end a camera may be between two frames.
    private func expectBothCameras(of taken: Taken, in path: String, frames: Int?) async throws {
        for (camera, region) in zip(["back", "front"], ProvenSession.halves) {
            let judged = try await Judgement.of(path, "--region", region)
            #expect(judged.errors.isEmpty && judged.video?.frames == frames && judged.audio?.codec == "aac")
            let (shown, recorded) = (try #require(judged.counters), Set(taken.counters[camera] ?? []))
            let late = taken.session.late(of: camera)
            #expect(shown.backward.isEmpty && shown.unreadable.count <= late, "\(camera): \(shown), \(late) late")
            #expect(recorded.isSuperset(of: shown.read), "\(camera): \(shown.read)")
            #expect(recorded.subtracting(shown.read).count <= 2 + late, "\(camera): \(shown.read), \(late) late")
        }
    }

    /// A trim keeps exactly the recorded frames of its interval, in all cameras.
    @Test func aTrimKeepsTheFramesOfItsStretch() async throws {
        let (taken, place) = (try await Self.taken.value, try #require(TemporaryFolder()))
        let folder = place.path + "/trimmed"
        let events = try await Self.make(
            ["trim", taken.session.folder, "--from", "1s", "--to", "3s", "--join", "-o", folder])
        #expect(events.filter { $0["event"]?.text == "trimmed" }.count == 3)
        for camera in ["back", "front"] {
            let judged = try await Judgement.of("\(folder)/\(camera).mov")
            let (kept, recorded) = (judged.counters?.read ?? [], taken.counters[camera] ?? [])
            let from = try #require(recorded.firstIndex { $0 == kept.first })
            #expect(judged.errors.isEmpty && judged.counters?.unreadable == [])
            #expect(kept == Array(recorded[from...].prefix(kept.count)), "\(camera): \(kept) of \(recorded)")
            let told = events.first { $0["file"]?.text == "\(folder)/\(camera).mov" }
            #expect(told?["frames"]?.count == kept.count, "\(camera)")
        }
    }

    @Test func stillsAreRecordedFrames() async throws {
        let (taken, place) = (try await Self.taken.value, try #require(TemporaryFolder()))
        let events = try await Self.make(
            ["stills", taken.session.folder, "--at", "1s", "--at", "2.5s", "--format", "png", "-o", place.path])
        let paths = events.compactMap { $0["file"]?.text }
        #expect(paths.count == 2)
        for (camera, region) in zip(["back", "front"], ProvenSession.halves) {
            let seen = try await Judgement.of(paths, "--region", region).flatMap { $0.counters?.read ?? [] }
            #expect(seen.count == 2 && seen == seen.sorted(), "\(camera): \(seen)")
            #expect(Set(taken.counters[camera] ?? []).isSuperset(of: seen), "\(camera): \(seen)")
        }
    }
}
