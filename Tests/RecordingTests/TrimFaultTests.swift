import DualCamTestKit
import Foundation
import Testing

extension Recordings.Trimming {
    /// Copies the session and lets `spoil` damage the copy.
    private func copy(_ spoil: (String) throws -> Void) async throws -> (session: String, folder: String) {
        let session = try await Self.mov.value.session
        let copy = session + "_" + UUID().uuidString
        try FileManager.default.copyItem(atPath: session, toPath: copy)
        try spoil(copy)
        return (copy, copy + "_trim")
    }

    private func trim(_ session: String, _ arguments: [String] = []) async throws -> Finished {
        try await Tool.run(Tool.dualcam, ["trim", session, "--json", "--from", "1s"] + arguments, patience: 300)
    }

    /// A file that cannot be read, or whose second half was overwritten, is refused. No later check would notice it,
    /// because trim only copies the frames.
    @Test(arguments: [(0.0, "front_001.mov' cannot be read"), (0.5, "front_001.mov' is not what was recorded")])
    func aFileThatIsNotWhatWasRecordedIsRefused(whole: Double, complaint: String) async throws {
        let (session, folder) = try await copy { session in
            try Damage.overwriteEnd(of: "front_001.mov", in: session, from: whole)
        }
        let made = try await trim(session)
        #expect(made.code == 74, "\(made.code): \(made.errors)")
        #expect(made.errors.contains(complaint), "\(made.errors)")
        #expect(try names(in: folder).isEmpty)
        // Damage in parts of a file that are not needed does not matter.
        let elsewhere = try await trim(session, ["--to", "2.9s"])
        #expect(elsewhere.code == (whole == 0 ? 74 : 0), "\(elsewhere.errors)")
        let others = try await trim(session, ["--cameras", "back,combined", "--output", folder + "_others"])
        #expect(others.code == 0, "\(others.errors)")
    }

    /// Files whose names no output could have are left out, so that no name leads outside the new folder.
    @Test func noNameLeadsOutOfTheNewFolder() async throws {
        let (session, folder) = try await copy { session in
            let list = session + "/session.json"
            let text = try String(contentsOfFile: list, encoding: .utf8)
            let spoilt = text.replacing(#""output":"front""#, with: #""output":"../front""#)
                .replacing(#""output": "front""#, with: #""output": "../front""#)
            #expect(spoilt != text)
            try spoilt.write(toFile: list, atomically: true, encoding: .utf8)
        }
        let made = try await trim(session, ["--join"])
        #expect(made.code == 0, "\(made.errors)")
        #expect(try names(in: folder).sorted() == ["back.mov", "combined.mov"])
        let around = try names(in: (session as NSString).deletingLastPathComponent)
        #expect(!around.contains { $0.hasPrefix("front") }, "\(around)")
    }

    private func names(in folder: String) throws -> [String] {
        FileManager.default.fileExists(atPath: folder)
            ? try FileManager.default.contentsOfDirectory(atPath: folder) : []
    }
}

extension Recordings.FullDisk {
    @Test func noSpaceForTrimmedFilesIsToldBefore() async throws {
        let session = try await Recordings.Trimming.mov.value.session
        try await SmallDisk.with(megabytes: 8) { disk in
            let made = try await Tool.run(Tool.dualcam, ["trim", session, "--from", "1s", "--output", disk.path])
            #expect(made.code == 74, "\(made.code)")
            #expect(
                made.errors.contains("are free. Free space, or choose another disk with --output DIR."),
                "\(made.errors)"
            )
            #expect(disk.contents == [])
        }
    }
}
