@testable import DualCamTransfer
import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

/// Publications of sessions on request.
@Suite struct PublishRoutesTests {
    private let recorded: RecordedSessions
    private let board = BackupStatusStore()
    private let orders = Lock<[Job.Order]>([])

    init() throws { recorded = try RecordedSessions() }

    private func set() throws {
        var publish = Publish()
        publish.to = try PublishingDestination(parsing: "peertube:https://tube.example.org")
        (publish.user, publish.passwordFile) = ("ann", "/home/ann/.tube")
        publish.bandwidth = Bitrate(bitsPerSecond: 20_000_000)
        board.state = BackupState(Backup(), publish)
    }

    private func send(
        _ method: String, _ path: String, body: String = "", to library: DualCamControl.Library
    ) async -> (status: Int, text: String) {
        let routes = ControlRoutes(
            FakeController(.standby), AccessRules(), snapshots: SnapshotLimiter(), library: library)
        let head = WebHead(method, path: "/api/v1/" + path, fields: [WebField("content-type", "application/json")])
        let response = await routes.response(to: WebRequest(head, body: Array(body.utf8)))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    private func library() -> DualCamControl.Library {
        DualCamControl.Library(recorded.folder.path, backups: board) { [orders] _ in
            LibraryTools(
                work: { order, _ in
                    orders.with { $0.append(order) }
                    return .done(["to": "peertube:https://tube.example.org", "state": "published"])
                }, delete: { _ in nil }
            ) { _, _ in .failed }
        }
    }

    /// The service and the password come from the pipeline file alone, and clients do not see them.
    @Test func itGoesToTheServiceOfTheFile() async throws {
        try set()
        let library = library()
        let answer = await send(
            "POST", "sessions/take/publish", body: #"{"file":"front","title":"L","again":true}"#, to: library)
        #expect(answer.status == 202, "\(answer.text)")
        for await case .work(let work) in library.news where work.state == .done { break }
        let order = try #require(orders.with { $0.first })
        #expect(
            order.arguments.line
                == #"{"to":"peertube:https://tube.example.org","file":"front","title":"L","again":true,"#
                + #""bandwidth":20000000}"#)
        #expect(order.texts == ["user": "ann", "password-file": "/home/ann/.tube"] && order.kind == .publish)
        let backups = await send("GET", "backups", to: library)
        #expect(backups.text.contains(#""publishes-to":"peertube:https://tube.example.org""#))
        let works = await send("GET", "jobs", to: library)
        #expect(![answer, backups, works].contains { $0.text.contains("ann") || $0.text.contains(".tube\"") })
    }

    @Test(arguments: [
        (#"{"to":"peertube:https://evil.example"}"#, 400), (#"{"user":"x"}"#, 400), (#"{"title":3}"#, 422),
        (#"{"file":"/etc/passwd"}"#, 422), (#"{"file":"a/../../b.mov"}"#, 422), (#"{"again":"yes"}"#, 422),
        (#"{"file":"side"}"#, 422),
    ])
    func whatIsNotItsOwnIsRefused(body: String, status: Int) async throws {
        try set()
        #expect(await send("POST", "sessions/take/publish", body: body, to: library()).status == status)
        #expect(orders.with { $0 } == [])
    }

    @Test func withoutASectionItIsRefused() async throws {
        board.state = BackupState(isScheduled: true)
        let answer = await send("POST", "sessions/take/publish", body: "{}", to: library())
        #expect(answer.status == 409 && answer.text.contains("does not say to which service"), "\(answer.text)")
        try set()
        #expect(await send("POST", "sessions/none/publish", body: "{}", to: library()).status == 404)
        recorded.folder.write("", to: "take/UNFINISHED")
        #expect(await send("POST", "sessions/take/publish", body: "{}", to: library()).status == 409)
        #expect(orders.with { $0 } == [])
    }
}
