import DualCamRecordings
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

/// The description of jobs for viewers, which contains nothing that a user has written.
@Suite struct WorkSecretsTests {
    private static let token = "0123456789abcdef"
    private static let secret = "s3cret"

    private let recorded: RecordedSessions

    init() throws { recorded = try RecordedSessions() }

    private func library() -> DualCamControl.Library {
        let backups = BackupStatusStore()
        backups.state = recorded.library.backupBoard.state
        return DualCamControl.Library(recorded.folder.path, backups: backups) { _ in
            let work: LibraryTools.Work = { _, _ in .failed("There is no '\(Self.secret)'.") }
            return LibraryTools(work: work, delete: { _ in nil }) { _, _ in .failed }
        }
    }

    private func ask(
        _ method: String, _ path: String, _ body: String = "", as role: ControlRole, _ library: DualCamControl.Library
    ) async -> (status: Int, text: String) {
        var rules = AccessRules()
        (rules.token, rules.hasViewers) = (AccessToken(Self.token), true)
        let routes = ControlRoutes(FakeController(), rules, snapshots: SnapshotLimiter(), library: library)
        let fields = [
            WebField("host", "localhost"), WebField("content-type", "application/json"),
            WebField("authorization", "Bearer \(rules.token(for: role)?.text ?? "")"),
        ]
        let head = WebHead(method, path: "/api/v1/" + path, fields: fields)
        #expect(routes.refusal(of: head) == nil && routes.seesLess(head) == (role == .viewer))
        let response = await routes.response(to: WebRequest(head, body: Array(body.utf8)))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    /// Each text that a route accepts, and what viewers see of it.
    @Test(
        arguments: [
            ("export", #"{"as":"youtube","mix":"s3cret=3dB","chapters":true}"#, #"{"as":"youtube","chapters":true}"#),
            ("export", #"{"as":"youtube","from":"mark:s3cret"}"#, #"{"as":"youtube"}"#),
            ("export", #"{"as":"youtube","subtitles":"s3cret"}"#, #"{"as":"youtube","subtitles":{"bytes":6}}"#),
            ("compose", #"{"by-speaker":"back=s3cret,front=s3cret"}"#, "{}"),
            ("compose", #"{"edit":"s3cret"}"#, #"{"edit":{"bytes":6}}"#),
            ("trim", #"{"to":"mark:s3cret","join":true}"#, #"{"join":true}"#),
            ("trim", #"{"cut":["1s..mark:s3cret"]}"#, "{}"),
            ("trim", #"{"cameras":"back"}"#, "{}"), ("dub", #"{"sound":"s3cret.wav"}"#, "{}"),
            ("stabilise", #"{"camera":"front","edges":"fill"}"#, #"{"edges":"fill"}"#),
            (
                "publish", #"{"title":"s3cret","description":"s3cret","again":true}"#,
                #"{"to":"peertube:https://tube.example.org","again":true}"#
            ),
        ])
    func nothingWrittenIsTold(kind: String, body: String, shown: String) async throws {
        let library = library()
        let begun = await ask("POST", "sessions/take/\(kind)", body, as: .director, library)
        try #require(begun.status == 202, "\(begun.text)")
        for await case .work(let work) in library.news {
            let line = library.lines(of: .work(work), for: .viewer).joined()
            #expect(!line.contains(Self.secret), "\(line)")
            guard work.state != .running else { continue }
            #expect(library.lines(of: .work(work), for: .director).joined().contains(Self.secret))
            break
        }
        for path in ["jobs", "jobs/1"] {
            let told = await ask("GET", path, as: .viewer, library)
            let json = try JSONValue(parsing: told.text)
            let work = try #require(path == "jobs" ? json["jobs"]?.list?.first : json["job"])
            let arguments = work["arguments"]?.line
            #expect(arguments == shown, "\(told.text)")
            // An error about a cut list may name its keys.
            #expect(!told.text.contains(Self.secret) && work["state"] == "failed", "\(told.text)")
            #expect(work["error"]?.text?.hasPrefix("It failed;") == true)
            let whole = await ask("GET", path, as: .director, library)
            #expect(whole.text.contains(Self.secret))
        }
    }

    /// If the job contains no text of a user, the reason of its failure is shown.
    @Test(arguments: ["audit", "export"]) func otherErrorsStay(kind: String) async throws {
        let library = library()
        let body = kind == "export" ? #"{"as":"youtube"}"# : ""
        #expect(await ask("POST", "sessions/take/\(kind)", body, as: .director, library).status == 202)
        for await case .work(let work) in library.news where work.state != .running { break }
        let told = await ask("GET", "jobs/1", as: .viewer, library)
        let whole = await ask("GET", "jobs/1", as: .director, library)
        #expect(told.text == whole.text && told.text.contains("There is no"))
    }

    /// Everyone sees the warning.
    @Test func aRefusedRecordCommandIsNotQuoted() async throws {
        let library = library()
        let controller = FakeController()
        let routes = ControlRoutes(controller, AccessRules(), snapshots: SnapshotLimiter(), library: library)
        let body = Array(#"{"duration":"s3cret"}"#.utf8)
        let head = WebHead(
            "POST", path: "/api/v1/commands/record", fields: [WebField("content-type", "application/json")])
        let response = await routes.response(to: WebRequest(head, body: body))
        #expect(String(decoding: response.body, as: UTF8.self).contains(Self.secret))
        var warnings = controller.warnings.makeAsyncIterator()
        let warning = try #require(await warnings.next())
        #expect(warning.contains("'record'") && !warning.contains(Self.secret), "\(warning)")
    }
}

extension Job.Order {
    /// The job's request without the part that viewers see.
    var hidden: Self {
        var order = self
        order.shown = .null
        return order
    }
}
