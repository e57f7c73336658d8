import DualCamTestKit
import Foundation
import Glibc
import Testing

/// The access rights of the files and folders that a recording leaves.
@Suite(.serialized, .tags(.process)) struct AccessTests {
    private static let pipeline = """
        cameras: {back: {device: test, size: 320x180}}
        microphone: none

        """

    private func modes(_ settings: String) async throws -> (modes: [String: UInt32], groups: Set<UInt32>) {
        let folder = try #require(TemporaryFolder())
        let ledger = Lock(UInt32?.none)
        // The ledger exists only while the session is recorded, so the recording ends once the ledger has been seen.
        _ = try await Recorder(
            pipeline: Self.pipeline + settings, arguments: ["--duration", "60s"],
            interruptions: [Interruption(SIGINT) { $0.tells(ofSeconds: 1) && ledger.with { $0 } != nil }],
            watch: { _ in
                guard let name = folder.contents.first(where: { $0.hasSuffix("/ledger.jsonl") })
                else { return }
                var facts = stat()
                if stat(folder.path + "/" + name, &facts) == 0 { ledger.with { $0 = facts.st_mode & 0o7777 } }
            }, directory: folder.path
        ).record()
        let film = folder.path + "/" + (try #require(folder.contents.first { $0.hasSuffix(".mov") }))
        let session = URL(filePath: film).deletingLastPathComponent().path
        var (modes, groups): ([String: UInt32], Set<UInt32>) = ([:], [])
        for (name, path) in [
            ("film", film), ("session.json", "\(session)/session.json"), ("folder", session),
        ] {
            var facts = stat()
            try #require(stat(path, &facts) == 0, "\(path)")
            (modes[name], _) = (facts.st_mode & 0o7777, groups.insert(facts.st_gid))
        }
        modes["ledger"] = ledger.with { $0 }
        return (modes, groups)
    }

    /// The access rights in `mode` that the umask of the test process leaves.
    private static func left(of mode: UInt32) -> UInt32 {
        let mask = umask(0o022)
        umask(mask)
        return mode & ~mask
    }

    @Test func itIsTheOwners() async throws {
        let found = try await modes("")
        #expect(
            found.modes == [
                "film": Self.left(of: 0o640), "folder": Self.left(of: 0o750), "session.json": 0o600,
                "ledger": 0o600,
            ])
    }

    @Test func itIsTheGroups() async throws {
        let group = try #require(getgrgid(getegid())).pointee
        let found = try await modes("recording: {group: \(String(cString: group.gr_name))}\n")
        #expect(found.modes == ["film": 0o640, "folder": 0o2750, "session.json": 0o640, "ledger": 0o640])
        #expect(found.groups == [group.gr_gid])
    }
}
