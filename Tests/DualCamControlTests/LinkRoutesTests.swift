import DualCamRecordings
import DualCamTestKit
import Glibc
import Soup
import Testing

@testable import DualCamControl

@Suite struct LinkRoutesTests {
    private let recorded: RecordedSessions
    private let rules: AccessRules

    init() throws {
        recorded = try RecordedSessions()
        var rules = AccessRules()
        rules.token = AccessToken("0123456789abcdef")
        self.rules = rules
    }

    private func send(
        _ method: String, _ path: String, _ body: String = "", hasToken: Bool = true,
        _ library: DualCamControl.Library? = nil
    ) async -> WebResponse {
        let routes = ControlRoutes(
            FakeController(), rules, snapshots: SnapshotLimiter(), library: library ?? recorded.library)
        let token = hasToken ? [WebField("authorization", "Bearer 0123456789abcdef")] : []
        let fields = [WebField("host", "localhost"), WebField("content-type", "application/json")] + token
        let head = WebHead(method, path: path, fields: fields)
        if let refusal = routes.refusal(of: head) { return refusal }
        return await routes.response(to: WebRequest(head, body: Array(body.utf8)))
    }

    private func json(_ response: WebResponse) -> JSONValue? {
        JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self))
    }

    private func share(_ time: String = "24h") async throws -> String {
        let answer = await send("POST", "/api/v1/sessions/take/share", #"{"for":"\#(time)"}"#)
        return try #require(json(answer)?["path"]?.text, "\(answer.status)")
    }

    /// A link gives access to one session without a token, and to nothing else.
    @Test func aLinkShowsOneSession() async throws {
        try recorded.add("other", start: "2026-11-23T14:21:56.908Z")
        let path = try await share()
        let listing = await send("GET", path, hasToken: false)
        let session = try #require(json(listing))
        #expect(session["name"] == "take" && session["files"]?.list?.count == 3)
        #expect(session.members?.map(\.key) == LinkRoutes.shown + ["until"])
        #expect(listing.fields.contains(WebField("Referrer-Policy", "no-referrer")))
        let file = await send("GET", path + "/files/take_back.mov", hasToken: false)
        #expect(file.status == 200 && file.content?.source.length == 4)
        for other in [
            "/files/other_back.mov", "/files/session.json", "/files/links.json",
            "/files/%2e%2e%2fother%2fother_back.mov",
            "/files/..", "/proxies/take_back.mov", "/archive", "/files", "/../other",
        ] {
            #expect(await send("GET", path + other, hasToken: false).status == 404, "\(other)")
        }
        for method in ["POST", "PUT", "DELETE"] {
            #expect(await send(method, path, hasToken: false).status == 405, "\(method)")
        }
        #expect(await send("GET", "/api/v1/sessions/take", hasToken: false).status == 401)
    }

    /// The link's secret is in no file, and the file about the link is readable by its owner only.
    @Test func theSecretIsWrittenNowhere() async throws {
        let path = try await share()
        let text = try #require(recorded.folder.text("take/.dualcam/links.json"))
        #expect(!text.contains(path.dropFirst("/shared/".count)))
        var facts = stat()
        #expect(stat(recorded.folder.path + "/take/.dualcam/links.json", &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let links = await send("GET", "/api/v1/sessions/take/links")
        #expect(json(links)?["links"]?.list?.first?.members?.map(\.key) == ["id", "made", "until"])
    }

    /// A wrong link and an expired one get the same answer.
    @Test func aLinkEnds() async throws {
        let wrong = await send("GET", "/shared/" + String(repeating: "0", count: 64), hasToken: false)
        #expect(wrong.status == 401)
        let path = try await share()
        // Another process accepts the link too.
        let another = DualCamControl.Library(recorded.folder.path)
        #expect(await send("GET", path, hasToken: false, another).status == 200)
        #expect(await send("DELETE", "/api/v1/sessions/take/links/1").status == 204)
        #expect(await send("DELETE", "/api/v1/sessions/take/links/1").status == 404)
        for library in [recorded.library, another] {
            #expect(await send("GET", path, hasToken: false, library) == wrong)
        }
        for path in ["/shared/x", path + "/files/take_back.mov"] {
            #expect(await send("GET", path, hasToken: false) == wrong, "\(path)")
        }
        #expect(await send("GET", "/shared/%00", hasToken: false).status == 401)
    }

    @Test func aLinkEndsByItself() throws {
        let sessions = SessionLibrary(recorded.folder.path)
        let link = try sessions.link(to: "take", digest: "d", from: 1_000_000_000, until: 2_000_000_000)
        #expect(link.number == 1)
        #expect(try sessions.session(linkedBy: "d", at: 1_999_000_000)?.0 == "take")
        #expect(try sessions.session(linkedBy: "d", at: 2_000_000_000) == nil)
        #expect(try sessions.links(to: "take", at: 2_000_000_000) == [])
    }

    @Test func aDeletedSessionHasNoLinks() async throws {
        let path = try await share()
        #expect(await send("POST", "/api/v1/sessions/take/delete").status == 200)
        #expect(await send("GET", path, hasToken: false).status == 401)
        #expect(await send("POST", "/api/v1/sessions/take/restore").status == 200)
        #expect(await send("GET", path, hasToken: false).status == 200)
        _ = try DiskSessionStore().delete(recorded.folder.path + "/take")
        #expect(recorded.folder.contents == [])
        #expect(await send("GET", path, hasToken: false).status == 401)
    }

    @Test(
        arguments: [
            ("{}", 400), (#"{"for":1}"#, 400), (#"{"for":"59s"}"#, 422), (#"{"for":"367d"}"#, 422),
            (#"{"for":"soon"}"#, 422), (#"{"for":"-1h"}"#, 422), (#"{"for":"1min"}"#, 200), (#"{"for":"366d"}"#, 200),
        ])
    func timesAreChecked(body: String, status: Int) async {
        #expect(await send("POST", "/api/v1/sessions/take/share", body).status == status)
    }

    @Test func onlyWhatHasEndedIsShared() async throws {
        for number in 1...20 { #expect(try await share().count == "/shared/".count + 64, "\(number)") }
        let body = #"{"for":"1h"}"#
        #expect(await send("POST", "/api/v1/sessions/take/share", body).status == 409)
        #expect(await send("POST", "/api/v1/sessions/none/share", body).status == 404)
        try recorded.add("now", start: "2026-11-23T14:21:56.908Z")
        recorded.folder.write("", to: "now/UNFINISHED")
        #expect(await send("POST", "/api/v1/sessions/now/share", body).status == 409)
        #expect(!recorded.folder.contents.contains("now/.dualcam"))
    }
}
