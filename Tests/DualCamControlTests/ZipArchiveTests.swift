import DualCamTestKit
import Foundation
import Soup
import Testing

@testable import DualCamControl

@Suite struct ZipArchiveTests {
    private let recorded: RecordedSessions

    init() throws { recorded = try RecordedSessions() }

    private func archive() async -> WebResponse {
        let routes = ControlRoutes(
            FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: recorded.library)
        return await routes.response(to: WebRequest(WebHead("GET", path: "/api/v1/sessions/take/archive")))
    }

    private func read(_ source: any WebSource, by piece: Int) async -> [UInt8]? {
        var bytes: [UInt8] = []
        while Int64(bytes.count) < source.length {
            let count = min(piece, Int(source.length) - bytes.count)
            guard let more = await source.bytes(at: Int64(bytes.count), count: count) else { return nil }
            bytes += more
        }
        return bytes
    }

    /// Python's zipfile opens the archive and checks all sums, whatever the sizes of the pieces.
    @Test(arguments: [1, 7, 100, 1 << 18])
    func othersReadIt(piece: Int) async throws {
        recorded.folder.write("", to: "take/take_front.mov")
        let response = await archive()
        #expect(response.status == 200 && response.type == "application/zip")
        #expect(response.fields.contains(.attachment(named: "take.zip")))
        let source = try #require(response.content).source
        let bytes = try #require(await read(source, by: piece))
        let path = recorded.folder.path + "/out.zip"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            print(archive.testzip(), archive.namelist(), archive.read("take/take_back.mov"), archive.infolist()[1].date_time[0] > 2000)
            """
        let output = try await Program.run(["PATH=/usr/bin", "python3", "-c", script, path])
        #expect(
            output.text == """
                None ['take/session.json', 'take/take_back.mov', 'take/take_front.mov', 'take/take_combined.mov'] b'take' True

                """)
    }

    /// A file that has changed since the start ends the archive, because its length was already sent.
    @Test func whatHasChangedEndsIt() async throws {
        let response = await archive()
        let source = try #require(response.content).source
        #expect(await source.bytes(at: 0, count: 10)?.count == 10)
        recorded.folder.write("changed", to: "take/take_back.mov")
        #expect(await source.bytes(at: 10, count: Int(source.length) - 10) == nil)
        #expect(await source.bytes(at: 0, count: 10) == nil)
    }
}
