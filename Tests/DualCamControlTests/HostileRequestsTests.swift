import DualCamTestKit
import Glibc
import Soup
import Testing

@testable import DualCamControl

/// Requests for files outside a session, and folders with links that lead there.
@Suite struct HostileRequestsTests {
    private let recorded: RecordedSessions
    private let link: String

    init() async throws {
        recorded = try RecordedSessions()
        try recorded.add("other", start: "2026-11-23T14:21:56.908Z")
        try recorded.derive()
        recorded.folder.write("secret", to: "secret.mov")
        recorded.folder.write("secret", to: "take/unlisted.mov")
        recorded.folder.write("secret", to: "plain/secret.mov")
        link = try await recorded.library.share("take", for: .seconds(600)).0.text
    }

    private func ask(_ path: String) async -> WebResponse {
        let routes = ControlRoutes(
            FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: recorded.library)
        return await routes.response(to: WebRequest(WebHead("GET", path: path)))
    }

    private func content(_ response: WebResponse) async -> String? {
        guard let source = response.content?.source else { return nil }
        return await source.bytes(at: 0, count: Int(source.length)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static let places = ["files", "proxies", "poster", "strip", "waveform"]

    private static let names = [
        "..", ".", "%2e%2e", "%2e%2e%2fsecret.mov", "..%2fsecret.mov", "..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd",
        "take_back.mov%00", "%00", "take_back.mov%2f", "take_back.mov%2f..%2f..%2fsecret.mov", "unlisted.mov",
        "other_back.mov", "..%2fother%2fother_back.mov", ".dualcam", ".dualcam%2flinks.json", "links.json", "title",
        "session.json", "ledger.jsonl", "UNFINISHED", "%ff", "take_back.mov%0d%0aX: y", "TAKE_BACK.MOV", "%",
        "take_back.mov.proxy.mp4", String(repeating: "a", count: 5000),
    ]

    /// Only files that `session.json` lists can be requested, by their plain names.
    @Test(arguments: names) func namesLeadNowhereElse(name: String) async {
        for place in Self.places {
            let response = await ask("/api/v1/sessions/take/\(place)/\(name)")
            #expect(response.status == 404 && response.content == nil, "\(place): \(response.status)")
        }
        for place in ["files", "proxies"] {
            let response = await ask("/shared/\(link)/\(place)/\(name)")
            #expect(response.status == 404 && response.content == nil, "shared \(place): \(response.status)")
        }
    }

    private static let sessions = [
        "..", ".", "%2e%2e", "..%2ftake", "take%2f..%2fother", "%2f", "%00", "take%00", "plain", "secret.mov", "none",
        "%ff",
        ".dualcam", "take%2f", "TAKE", "%", String(repeating: "a", count: 5000),
    ]

    @Test(arguments: sessions) func sessionsLeadNowhereElse(session: String) async {
        for path in ["", "/archive", "/links"] + Self.places.map({ "/\($0)/take_back.mov" }) {
            #expect(await ask("/api/v1/sessions/\(session)\(path)").status == 404, "\(path)")
        }
        #expect(await ask("/shared/\(session)").status != 200)
    }

    /// Links in a folder are not followed, nor a link in place of the folder.
    @Test func linksAreNotFollowed() async throws {
        let path = recorded.folder.path
        unlink(path + "/take/take_back.mov")
        symlink("../secret.mov", path + "/take/take_back.mov")
        unlink(path + "/take/.dualcam/take_back.mov.proxy.mp4")
        symlink("../../secret.mov", path + "/take/.dualcam/take_back.mov.proxy.mp4")
        symlink("other", path + "/another")
        for place in Self.places {
            let response = await ask("/api/v1/sessions/take/\(place)/take_back.mov")
            #expect(response.status >= 400 && response.content == nil, "\(place): \(response.status)")
            #expect(await ask("/api/v1/sessions/another/\(place)/other_back.mov").status >= 400)
        }
        #expect(await ask("/shared/\(link)/files/take_back.mov").status >= 400)
        let archive = await ask("/api/v1/sessions/take/archive")
        let text = await content(archive)
        #expect(text?.contains("secret") != true)
    }

    /// The folder of derived files may also be a link, which is not followed.
    @Test func theFolderOfWhatWasMadeIsNoLink() async throws {
        let path = recorded.folder.path
        rename(path + "/take/.dualcam", path + "/elsewhere")
        symlink(path + "/elsewhere", path + "/take/.dualcam")
        for place in Self.places.dropFirst() {
            #expect(await ask("/api/v1/sessions/take/\(place)/take_back.mov").content == nil, "\(place)")
        }
        #expect(await ask("/shared/\(link)").status != 200)
    }

    /// A response that is being sent continues with the old file; later requests do not get the file that replaced it.
    @Test func aFolderIsSwappedWhileItIsServed() async throws {
        let path = recorded.folder.path
        let (file, archive) = (
            await ask("/api/v1/sessions/take/files/take_back.mov"), await ask("/api/v1/sessions/take/archive")
        )
        rename(path + "/take", path + "/moved")
        recorded.folder.write("evil", to: "evil/take_back.mov")
        symlink("evil", path + "/take")
        #expect(await content(file) == "take")
        // The archive opens its files one after the other: the connection ends, and nothing of the other folder is
        // sent.
        #expect(await content(archive) == nil)
        #expect(await ask("/api/v1/sessions/take/files/take_back.mov").status >= 400)
        // The link is stored in the session's own folder, and works under its new name.
        #expect(await content(ask("/shared/\(link)/files/take_back.mov")) == "take")
    }
}
