import DualCamRecordings
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl
@testable import DualCamTransfer

/// The answers that viewers can read, and those that a stolen cookie reveals.
@Suite struct SecretsTests {
    private static let token = "0123456789abcdef"
    /// A secret in the pipeline file, in command-line settings and in the ledger.
    private static let secret = "p4ssword"

    enum Client: String, CaseIterable, Sendable {
        case director, directorsCookie, viewer, viewersCookie, socket
    }

    private let recorded: RecordedSessions
    private let library: DualCamControl.Library

    /// Returns a library with jobs, timelines and copies whose texts contain paths.
    private static func library(_ recorded: RecordedSessions) -> DualCamControl.Library {
        let folder = recorded.folder.path
        var state = recorded.library.backupBoard.state
        state.failed = [.init(session: "take", message: "'\(folder)/take' cannot be read", again: 0)]
        let backups = BackupStatusStore()
        backups.state = state
        return DualCamControl.Library(folder, backups: backups) { _ in
            LibraryTools(
                work: { order, _ in
                    order.kind == .audit
                        ? .done([
                            "proven": false, "outputs": [],
                            "complaints": .array([.string("'\(folder)/take/a b.mov' is damaged")]),
                        ])
                        : .failed("'\(folder)/take/session.json' cannot be played.")
                },
                timeline: { session, format, isPortable in
                    .success(Array("\(isPortable ? session : "\(folder)/\(session)")/take_back.mov".utf8))
                }, delete: { _ in nil }
            ) { _, _ in .failed }
        }
    }

    init() throws {
        recorded = try RecordedSessions()
        let text = try #require(recorded.folder.text("take/session.json"))
        let pipeline =
            "\"pipeline\":\"hooks: {finished: https://h/\(Self.secret)}\",\"overrides\":[\"publish.user=\(Self.secret)\"]"
        let changed = text.replacing(#""pipeline":"cameras: {back: test, front: test}""#, with: pipeline)
            .replacing("combined.layout=pip", with: "combined.overlays.a.image=/\(Self.secret)")
            .replacing(
                #""host":"here""#,
                with:
                    #""host":"here","devices":{"back":"rtsp://\#(Self.secret)@c"},"losses":{},"signals":{},"still":{},"cadences":{},"key-frames":{},"damaged":[]"#
            )
        #expect(changed.contains("publish.user"))
        recorded.folder.write(changed, to: "take/session.json")
        try recorded.derive()
        library = Self.library(recorded)
    }

    private func routes(for client: Client) -> ControlRoutes {
        var rules = AccessRules()
        (rules.token, rules.hasViewers, rules.isPrivate) = (AccessToken(Self.token), true, client == .socket)
        let pipeline = FakePipeline()
        pipeline.content.with { $0 = Array("name: \(Self.secret)\n".utf8) }
        return ControlRoutes(
            FakeController(), rules, snapshots: SnapshotLimiter(), library: library, pipeline: pipeline.access)
    }

    private static func fields(_ client: Client, _ rules: AccessRules) -> [WebField] {
        let cookie = { (role: ControlRole) in
            WebField("cookie", String(rules.cookie(for: role)?.field.value.prefix { $0 != ";" } ?? ""))
        }
        let bearer = { (role: ControlRole) in
            WebField("authorization", "Bearer \(rules.token(for: role)?.text ?? "")")
        }
        let shown: [WebField] =
            switch client {
            case .director: [bearer(.director)]
            case .directorsCookie: [cookie(.director)]
            case .viewer: [bearer(.viewer)]
            case .viewersCookie: [cookie(.viewer)]
            case .socket: []
            }
        return [WebField("host", "localhost")] + shown
    }

    private func ask(_ path: String, as client: Client) async -> (status: Int, text: String) {
        let routes = routes(for: client)
        let head = WebHead("GET", path: path, fields: Self.fields(client, routes.rules))
        if let refusal = routes.refusal(of: head) { return (refusal.status, "") }
        let response = await routes.response(to: WebRequest(head))
        var bytes = response.body
        if let source = response.content?.source, source.length < 1 << 20 {
            bytes += await source.bytes(at: 0, count: Int(source.length)) ?? []
        }
        return (response.status, String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: Client.allCases) func theViewersLinkIsToldToTheTokenAlone(client: Client) async throws {
        let told = await ask("/api/v1/link", as: client)
        let viewers = try #require(JSONValue(ifJSON: told.text)?["viewers"])
        #expect(told.status == 200 && (viewers != .null) == [.director, .socket].contains(client), "\(told.text)")
        let pipeline = await ask("/api/v1/pipeline", as: client)
        #expect(pipeline.status == ([.director, .socket].contains(client) ? 200 : 403))
        #expect(pipeline.text.contains(Self.secret) == (pipeline.status == 200))
    }

    /// Tests all routes of the table, so that new ones are included.
    @Test(arguments: [Client.viewer, .viewersCookie]) func thoseWhoLookLearnNoSecret(client: Client) async throws {
        let rules = routes(for: client).rules
        let others = [rules.token, client == .viewersCookie ? rules.token(for: .viewer) : nil].compactMap { $0?.text }
        var asked = 0
        for route in TableRoute.all where route.method == .get && route.socket == nil {
            let values = [
                "{session}": "take", "{file}": "take_back.mov", "{output}": "back", "{made}": "1", "{job}": "1",
                "{format}": "otio", "{token}": "0123456789abcdef", "{link}": "1",
            ]
            let path = values.reduce(route.path) { $0.replacing($1.key, with: $1.value) }
            #expect(!path.contains("{"), "\(path): say what stands there")
            let told = await ask(path, as: client)
            asked += told.status == 200 ? 1 : 0
            for secret in [Self.secret] + others {
                #expect(!told.text.contains(secret), "\(route.name): \(told.text.prefix(2000))")
            }
        }
        #expect(asked > 10)
    }

    /// The recording directory, and the folders in the state and the ledger.
    private var places: [String] { [recorded.folder.path, "/films"] }

    /// No answer to a viewer or to a link contains a path of this machine. Tests all routes, also with names that do
    /// not exist.
    @Test(arguments: [Client.viewer, .viewersCookie]) func thoseWhoLookLearnNoPath(client: Client) async throws {
        for body in [Job.Order(.audit, "take"), .init(.recover, "take")] { _ = try await library.start(body) }
        var ended = 0
        for await case .work(let work) in library.news where work.state != .running {
            let removal = PathRemoval(library.directories)
            let told = library.lines(of: .work(work), for: .viewer).map { removal.line($0) }.joined()
            #expect(places.allSatisfy { !told.contains($0) }, "\(told)")
            ended += 1
            if ended == 2 { break }
        }
        let link = try await library.share("take", for: .seconds(3600)).0.text
        var answers: [String: String] = [:]
        for route in TableRoute.all where route.method == .get && route.socket == nil {
            for names in [
                ["take", "take_back.mov", "1", "otio", link], ["none", "none.mov", "2", "kdenlive", "none"],
            ] {
                let values = ["{session}", "{file}", "{made}", "{format}", "{token}"]
                var path = zip(values, names).reduce(route.path) { $0.replacing($1.0, with: $1.1) }
                for name in ["{output}", "{job}", "{link}"] { path = path.replacing(name, with: names[2]) }
                let told = await ask(path, as: client)
                for place in places { #expect(!told.text.contains(place), "\(path): \(told.text.prefix(2000))") }
                answers[path] = told.text
            }
        }
        #expect(answers.count > 40)
        // The rest of the answers is still useful.
        #expect(answers["/api/v1/state"]?.contains(#""folder":"1""#) == true)
        #expect(answers["/api/v1/sessions/take"]?.contains(#""folder":"take""#) == true)
        #expect(answers["/api/v1/sessions/take/timeline/otio"] == "take/take_back.mov")
        #expect(answers["/api/v1/jobs"]?.contains("'take/a b.mov' is damaged") == true)
        #expect(answers["/api/v1/jobs"]?.contains("'take/session.json' cannot be played.") == true)
        // Directors see everything.
        let whole = await ask("/api/v1/jobs", as: .director).text
        #expect(whole.contains("'\(recorded.folder.path)/take/session.json' cannot be played."))
        #expect(await ask("/api/v1/sessions/take/timeline/otio", as: .director).text.hasPrefix(recorded.folder.path))
        #expect(await ask("/api/v1/state", as: .director).text.contains(#""folder":"/films/1""#))
    }

    /// The `session.json` of the archive is reduced by the same program, and still has the recorded facts.
    @Test(arguments: Client.allCases) func theArchiveIsReducedWhereTheTokenIsNotShown(client: Client) async throws {
        let isReduced = ![.director, .socket].contains(client)
        let archive = await ask("/api/v1/sessions/take/archive", as: client)
        #expect(archive.status == 200 && !(isReduced && archive.text.contains(Self.secret)))
        // The complete archive is sent in pieces and is not read here.
        guard isReduced else { return }
        let start = try #require(archive.text.firstRange(of: "{\n"))
        let end = try #require(archive.text[start.lowerBound...].firstRange(of: "\n}"))
        let manifest = try JSONValue(parsing: String(archive.text[start.lowerBound..<end.upperBound]))
        #expect(
            manifest.members?.map(\.key) == [
                "format", "dualcam", "name", "losses", "signals", "still", "cadences", "key-frames", "damaged", "state",
                "start", "exit-code", "outputs", "ledger",
            ])
        #expect(manifest["outputs"]?.list?.count == 3 && manifest["ledger"] == [])
    }
}
