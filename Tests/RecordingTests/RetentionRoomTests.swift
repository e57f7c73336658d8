import DualCamTestKit
import Foundation
import Testing

extension Recordings.Retentions {
    /// The disk becomes full within seconds. The oldest session is deleted to make room, and no other.
    @Test(.enabled("mounting needs root") { try await SmallDisk.isPossible() })
    func theOldestSessionMakesRoom() async throws {
        try await SmallDisk.with(megabytes: 24) { disk in
            for _ in 0..<2 {
                let old = try await Self.recorder(disk, bitrate: "20Mbps", "--duration", "1s").record()
                #expect(old.code == 0, "\(old.errors)")
            }
            let older = disk.contents.filter { $0.hasSuffix("/session.json") }.sorted().map { manifest in
                "\(disk.path)/\(manifest.dropLast("/session.json".count))"
            }
            try #require(older.count == 2)
            let facts = try FileManager.default.attributesOfFileSystem(forPath: disk.path)
            let free = try #require(facts[.systemFreeSize] as? Int)
            // Ten seconds at the present data rate would need ten times as much.
            let recording = try await Self.recorder(
                disk, bitrate: "500kbps", "--duration", "4s", "--set", "storage.when-full=delete-oldest", "--set",
                "storage.keep-free=\(free - 65_536)B"
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.events.filter { $0.event == "session-deleted" }.compactMap(\.session) == [older[0]])
            #expect(!FileManager.default.fileExists(atPath: older[0]))
            #expect(FileManager.default.fileExists(atPath: older[1] + "/session.json"))
            #expect(recording.first("file-finished") != nil)
        }
    }

    private static func recorder(_ disk: SmallDisk, bitrate: String, _ arguments: String...) -> Recorder {
        Recorder(
            pipeline: """
                cameras: {back: {device: test:snow, size: 320x180}}
                microphone: test
                encoders: {default: {use: x264, preset: ultrafast, bitrate: \(bitrate)}}
                recording: {max-loss: off}
                storage: {keep-free: 1MB, warn-at: []}
                """, arguments: arguments, directory: disk.path)
    }
}
