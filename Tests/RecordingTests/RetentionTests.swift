import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Older sessions that are deleted while another is recorded.
    struct Retentions {
        private static let pipeline = """
            cameras: {back: {device: test, size: 320x180}}
            microphone: test
            encoders: {default: {use: x264, preset: ultrafast}}
            """

        /// A session of another year whose numbers and names nobody can trust lies beside one that is due.
        @Test func aDamagedSessionStopsNeitherTheRecordingNorTheRetention() async throws {
            let folder = try #require(TemporaryFolder())
            let old = try await Recorder(
                pipeline: Self.pipeline, arguments: ["--duration", "1s"], directory: folder.path
            ).record()
            #expect(old.code == 0, "\(old.errors)")
            let name = try #require(folder.contents.first { $0.hasSuffix("session.json") })
            let due = URL(filePath: folder.path + "/" + name).deletingLastPathComponent()
            let manifest = due.appending(path: "session.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            let year = try #require(text.firstMatch(of: /"time":"(\d{4})/)).1
            try text.replacing("\"\(year)-", with: "\"2001-").write(to: manifest, atomically: true, encoding: .utf8)
            let poison = due.deletingLastPathComponent().appending(path: "DualCam_20010101_000000")
            try FileManager.default.copyItem(at: due, to: poison)
            try text.replacing("\"\(year)-", with: "\"3026-").write(
                to: poison.appending(path: "session.json"), atomically: true, encoding: .utf8)

            let recording = try await Recorder(
                pipeline: Self.pipeline, arguments: ["--duration", "3s", "--set", "storage.retain=30d"],
                directory: folder.path
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
