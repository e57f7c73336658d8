import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Older sessions that are deleted during a recording.
    struct Retentions {
        private static let pipeline = """
            cameras: {back: {device: test, size: 320x180}}
            microphone: test
            encoders: {default: {use: x264, preset: ultrafast}}
            """

        /// Returns an environment with a false clock: what the kernel says about its synchronisation, and a jump of the
        /// time.
        private static func clock(isSynchronised: Bool, leap: String? = nil) async throws -> [String: String] {
            let library = try await FaultTests.library.value
            let word = ["CLOCK_SYNCHRONISED": isSynchronised ? "yes" : "no"]
            let preload = ["LD_PRELOAD": library.path + "/lying_clock.so"]
            return preload.merging(word) { $1 }.merging(leap.map { ["CLOCK_LEAP": $0] } ?? [:]) { $1 }
        }

        struct Lie: Sendable, CustomTestStringConvertible {
            var isSynchronised: Bool
            var leap: String?
            var told: String
            var testDescription: String { told }
        }

        /// The clock is 400 days ahead, or not known to be right. A session that was recorded a moment ago is kept, and
        /// a message says why.
        @Test(arguments: [
            Lie(isSynchronised: false, told: "is not synchronised with any other: storage.retain deletes nothing"),
            Lie(
                isSynchronised: false, leap: "34560000@0",
                told: "is not synchronised with any other: storage.retain deletes nothing"),
            // The kernel reports the clock as synchronised, but the machine has not been switched off since.
            Lie(isSynchronised: true, leap: "34560000@0", told: "it is younger than the clock says"),
        ])
        func aClockThatLiesDeletesNothing(_ lie: Lie) async throws {
            let folder = try #require(TemporaryFolder())
            let fresh = try await Recorder(
                pipeline: Self.pipeline, arguments: ["--duration", "1s"],
                environment: try await Self.clock(isSynchronised: true), directory: folder.path
            ).record()
            #expect(fresh.code == 0, "\(fresh.errors)")
            let recording = try await Recorder(
                pipeline: Self.pipeline, arguments: ["--duration", "4s", "--set", "storage.retain=30d"],
                environment: try await Self.clock(isSynchronised: lie.isSynchronised, leap: lie.leap),
                directory: folder.path
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.first("session-deleted") == nil)
            #expect(
                recording.events.contains { $0.event == "warning" && $0.message?.contains(lie.told) == true },
                "\(recording.events.compactMap(\.message))")
            #expect(folder.contents.filter { $0.hasSuffix("/session.json") }.count == 2)
        }

        /// A damaged session with wrong times and names is beside one that is due. Both were recorded before the
        /// machine's last boot; otherwise their age would be known from it.
        @Test func aDamagedSessionStopsNeitherTheRecordingNorTheRetention() async throws {
            let folder = try #require(TemporaryFolder())
            let old = try await Recorder(
                pipeline: Self.pipeline, arguments: ["--duration", "1s"],
                environment: try await Self.clock(isSynchronised: true), directory: folder.path
            ).record()
            #expect(old.code == 0, "\(old.errors)")
            let name = try #require(folder.contents.first { $0.hasSuffix("session.json") })
            let due = URL(filePath: folder.path + "/" + name).deletingLastPathComponent()
            let manifest = due.appending(path: "session.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
                .replacing(/"boot":"[^"]*"/, with: #""boot":"another""#)
            let year = try #require(text.firstMatch(of: /"time":"(\d{4})/)).1
            try text.replacing("\"\(year)-", with: "\"2001-").write(to: manifest, atomically: true, encoding: .utf8)
            let poison = due.deletingLastPathComponent().appending(path: "DualCam_20010101_000000")
            try FileManager.default.copyItem(at: due, to: poison)
            try text.replacing("\"\(year)-", with: "\"3026-").write(
                to: poison.appending(path: "session.json"), atomically: true, encoding: .utf8)

            let recording = try await Recorder(
                pipeline: Self.pipeline, arguments: ["--duration", "3s", "--set", "storage.retain=30d"],
                environment: try await Self.clock(isSynchronised: true), directory: folder.path
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.events.allSatisfy { $0.event != "worker-lost" }, "\(recording.errors)")
            #expect(recording.first("session-deleted") != nil, "\(recording.errors)")
            #expect(!FileManager.default.fileExists(atPath: due.path))
            #expect(FileManager.default.fileExists(atPath: poison.path))
            #expect(recording.events.last { $0.event == "file-finished" } != nil)
        }
    }
}
