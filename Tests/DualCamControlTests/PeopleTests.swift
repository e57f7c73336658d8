import DualCamRecordings
import DualCamSession
import Soup
import Testing

@testable import DualCamControl

/// Several clients at the same time, some of which may only watch.
@Suite struct PeopleTests {
    private static let token = "0123456789abcdef"

    private var rules: AccessRules {
        var rules = AccessRules()
        (rules.token, rules.hasViewers) = (AccessToken(Self.token), true)
        return rules
    }

    private func head(_ method: String, _ path: String, _ fields: [(String, String)]) -> WebHead {
        WebHead(
            method, path: path, fields: [WebField("host", "localhost:80")] + fields.map { WebField($0.0, $0.1) })
    }

    @Test(
        arguments: [
            ("GET", "/api/v1/state", nil), ("HEAD", "/api/v1/sessions", nil), ("GET", "/api/v1/snapshots/back", nil),
            ("POST", "/api/v1/entry", nil), ("POST", "/api/v1/commands/swap", "read-only"),
            ("POST", "/api/v1/sessions/take/delete", "read-only"), ("POST", "/api/v1/calibration", "read-only"),
            ("POST", "/api/v1/sessions/take/export", "read-only"),
            ("DELETE", "/api/v1/sessions/take/made/1", "read-only"),
            ("GET", "/api/v1/sessions/take/made/1", nil), ("GET", "/api/v1/sessions/take/timeline/edl", nil),
            ("GET", "/api/v1/calibration", nil), ("DELETE", "/api/v1/jobs/1", "read-only"),
            ("POST", "/api/v1/entry/x", "read-only"), ("PUT", "/api/v1/state", "read-only"),
        ] as [(String, String, String?)])
    func viewersLook(method: String, path: String, code: String?) throws {
        let viewer = try #require(rules.token(for: .viewer)?.text)
        let head = head(method, path, [("authorization", "Bearer \(viewer)")])
        #expect(rules.refusal(of: head)?.code.word == code)
        #expect(code == nil || rules.refusal(of: head)?.code.status == 403)
        var others = rules
        others.hasViewers = false
        #expect(others.refusal(of: head)?.code.word == "unauthorized")
    }

    /// The viewers' token differs from the directors', and each gives only its own role.
    @Test func aViewersTokenIsAnotherOne() throws {
        let viewer = try #require(rules.token(for: .viewer)?.text)
        #expect(viewer.count == 64 && !viewer.contains(Self.token))
        #expect(rules.role(of: head("GET", "/", [("authorization", "Bearer \(viewer)")])) == .viewer)
        #expect(rules.role(of: head("GET", "/", [("authorization", "Bearer \(Self.token)")])) == .director)
        let socket = head("GET", "/api/v1/events", [("sec-websocket-protocol", "dualcam.v1, bearer.\(viewer)")])
        #expect(rules.role(of: socket) == .viewer)
    }

    /// A viewer cannot read the pipeline file, because it may contain secret addresses of hooks.
    @Test func thePipelineFileIsForThoseWhoDirect() async throws {
        let viewer = try #require(rules.token(for: .viewer)?.text)
        let routes = ControlRoutes(
            FakeController(), rules, snapshots: SnapshotLimiter(), pipeline: FakePipeline().access)
        for (token, status) in [(viewer, 403), (Self.token, 200)] {
            let head = head("GET", "/api/v1/pipeline", [("authorization", "Bearer \(token)")])
            #expect(await routes.response(to: WebRequest(head)).status == status)
        }
    }

    @Test func aViewersCookieLooks() async throws {
        let viewer = try #require(rules.token(for: .viewer)?.text)
        let routes = ControlRoutes(FakeController(), rules, snapshots: SnapshotLimiter())
        let entry = head("POST", "/api/v1/entry", [("authorization", "Bearer \(viewer)")])
        let answer = await routes.response(to: WebRequest(entry))
        let cookie = try #require(answer.fields.first { $0.name == "Set-Cookie" }?.value.prefix { $0 != ";" })
        let look = head("GET", "/api/v1/link", [("cookie", String(cookie))])
        #expect(rules.refusal(of: look) == nil && rules.role(of: look) == .viewer)
        let link = await routes.response(to: WebRequest(look))
        #expect(String(decoding: link.body, as: UTF8.self) == "{\"link\":null,\"viewers\":null}\n")
        let director = head("GET", "/api/v1/link", [("authorization", "Bearer \(Self.token)")])
        let told = await routes.response(to: WebRequest(director))
        #expect(String(decoding: told.body, as: UTF8.self) == "{\"link\":null,\"viewers\":\"/#token=\(viewer)\"}\n")
    }

    @Test func aViewersMessagesAreNoCommands() async throws {
        let controller = FakeController()
        let routes = ControlRoutes(controller, rules, snapshots: SnapshotLimiter())
        let refused = await routes.answer(to: #"{"id":1,"command":"swap"}"#, of: "phone 1", .viewer)
        #expect(refused["error"]?["code"] == "read-only" && refused["id"] == 1)
        #expect(await controller.performed.isEmpty)
    }

    @Test(
        arguments: [
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1", "phone 1"),
            ("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120 Mobile Safari/537.36", "phone 1"),
            ("Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/120 Safari/537.36", "tablet 1"),
            ("Mozilla/5.0 (iPad; CPU OS 16_0) Mobile/15E148", "tablet 1"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0", "computer 1"), ("curl/7.88", "program 1"),
            ("", "program 1"),
        ])
    func devicesHaveNames(agent: String, name: String) {
        #expect(ConnectedPeople().enter(head("GET", "/", [("user-agent", agent)]), .viewer) == name)
    }

    /// The list of connected clients with the last action of each; a number is used again after its client has left.
    @Test func eachSeesTheOthers() async throws {
        let people = ConnectedPeople()
        let (one, two) = (people.enter(head("GET", "/", []), .director), people.enter(head("GET", "/", []), .viewer))
        #expect([one, two] == ["program 1", "program 2"])
        people.note("swap", by: one)
        people.note("mark", by: two)
        people.note("mark", by: "phone 7")
        people.note("mark", by: nil)
        let told = try JSONValue(parsing: people.line)["people"]?.list ?? []
        #expect(told.map { $0["role"] } == ["director", "viewer"])
        #expect(told.map { $0["last-command"]?["command"] } == ["swap", nil])
        people.leave(one)
        #expect(people.enter(head("GET", "/", []), .director) == "program 1")
        var changes = people.changes.makeAsyncIterator()
        #expect(await changes.next() != nil)
    }

    /// A command over HTTP counts for the person that it names.
    @Test func commandsAreTheirs() async throws {
        let people = ConnectedPeople()
        let routes = ControlRoutes(FakeController(), AccessRules(), snapshots: SnapshotLimiter(), people: people)
        let id = people.enter(head("GET", "/", []), .director)
        let swap = head("POST", "/api/v1/commands/swap", [("x-dualcam-person", id)])
        #expect(await routes.response(to: WebRequest(swap)).status == 200)
        let state = await routes.response(to: WebRequest(head("GET", "/api/v1/state", [])))
        let json = try JSONValue(parsing: String(decoding: state.body, as: UTF8.self))
        #expect(json["role"] == "director" && json["person"] == .null)
        #expect(json["people"]?.list?.first?["last-command"]?["command"] == "swap")
    }

    /// A change of a session or of the pipeline file counts for the person as well. Refused requests, and those that
    /// change nothing, count for nobody.
    @Test func changesOfWhatIsKeptAreTheirs() async throws {
        let (recorded, people) = (try RecordedSessions(), ConnectedPeople())
        let routes = ControlRoutes(
            FakeController(.standby), AccessRules(), snapshots: SnapshotLimiter(), people: people,
            library: recorded.library, pipeline: FakePipeline().access)
        let id = people.enter(head("GET", "/", []), .director)
        let hash = "fe7518d3b0c0663cdeaaef2877b3b59c05aec444dbb130cf51d499c193ed29e0"
        let changes: [(method: String, path: String, body: String, told: String?)] = [
            ("POST", "sessions/none/delete", "{}", nil),
            ("POST", "sessions/take/rename", #"{"name":"Lecture 3"}"#, "rename"),
            ("POST", "sessions/take/delete", "{}", "delete"), ("POST", "sessions/take/restore", "{}", "restore"),
            ("POST", "sessions/take/audit", "{}", "audit"), ("POST", "sessions/take/recover", "{}", "recover"),
            ("POST", "sessions/take/proxy", #"{"file":"take_back.mov"}"#, "proxy"),
            ("DELETE", "jobs/1", "", "cancel"), ("DELETE", "jobs/99", "", "cancel"),
            ("POST", "sessions/take/share", #"{"for":"24h"}"#, "share"),
            ("DELETE", "sessions/take/links/1", "", "unlink"), ("POST", "calibration", "{}", "calibrate"),
            ("PUT", "pipeline", #"{"text":"name: a\n","hash":"0"}"#, "calibrate"),
            ("PUT", "pipeline", #"{"text":"name: a\n","hash":"\#(hash)"}"#, "save-pipeline"),
            ("POST", "pipeline/check", #"{"text":"name: b\n"}"#, "save-pipeline"),
        ]
        for (method, path, body, told) in changes {
            let fields = [("x-dualcam-person", id), ("content-type", "application/json")]
            _ = await routes.response(
                to: WebRequest(head(method, "/api/v1/" + path, fields), body: Array(body.utf8)))
            let line = try JSONValue(parsing: people.line)
            #expect(line["people"]?.list?.first?["last-command"]?["command"]?.text == told, "\(path)")
            let document = InterfaceDescription(needsToken: true).json
            #expect(SchemaCheck(document: document).problems(of: line, by: Schema.event) == [], "\(path)")
        }
    }
}
