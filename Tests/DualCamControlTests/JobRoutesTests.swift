import Dispatch
import DualCamRecordings
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl
@testable import DualCamTransfer

@Suite struct JobRoutesTests {
    private let recorded: RecordedSessions
    /// A gate for which jobs wait.
    private let gate = Gate()

    init() throws { recorded = try RecordedSessions() }

    private func library(
        _ work: @escaping @Sendable (Job.Order, (JobProgress) -> Bool) -> Job.Outcome
    ) -> DualCamControl.Library {
        DualCamControl.Library(recorded.folder.path) { _ in
            LibraryTools(work: work, delete: { _ in nil }) { _, _ in .failed }
        }
    }

    private func send(
        _ path: String, _ body: String = "", to library: DualCamControl.Library, _ method: String = "POST"
    ) async -> (status: Int, json: JSONValue?) {
        let routes = ControlRoutes(FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: library)
        let head = WebHead(method, path: "/api/v1/" + path, fields: [WebField("content-type", "application/json")])
        let response = await routes.response(to: WebRequest(head, body: Array(body.utf8)))
        return (response.status, JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self)))
    }

    /// Returns the events of a job, until it has ended.
    private func events(of library: DualCamControl.Library) async throws -> [JSONValue] {
        var events: [JSONValue] = []
        for await case .work(let work) in library.news {
            events.append(try JSONValue(parsing: work.lines[0]))
            if events.last?["state"] != "running" { break }
        }
        return events
    }

    /// A second request gets the same job, and events report its progress.
    @Test func workIsToldOf() async throws {
        let library = library { [gate] order, report in
            gate.wait()
            #expect(
                report(.init(40, left: 2.5)) && report(.init(40, left: 2.5)) && report(.init(nil)) && report(.init(200))
            )
            return .done(["kind": .string(order.kind.rawValue)])
        }
        let begun = await send("sessions/take/audit", to: library)
        try #require(begun.status == 202)
        #expect(
            begun.json?["job"]
                == [
                    "id": 1, "kind": "audit", "session": "take", "file": .null, "arguments": .null, "percent": 0,
                    "left": .null, "speed": .null, "slowed": .null, "state": "running",
                    "result": .null, "error": .null,
                ])
        #expect(await send("sessions/take/audit", to: library).json == begun.json)
        gate.open()
        let told = try await events(of: library)
        #expect(told.allSatisfy { $0["event"] == "job" && $0["id"] == 1 })
        #expect(told.map { $0["percent"] } == [0, 40, .null, 99, 100])
        #expect(told.last?["state"] == "done" && told.last?["result"] == ["kind": "audit"])
        let work = await send("jobs/1", to: library, "GET").json?["job"]
        #expect(work?["state"] == "done" && work?["percent"] == 100)
        #expect(await send("jobs", to: library, "GET").json?["jobs"] == .array([work ?? .null]))
        #expect(await send("sessions/take/audit", to: library).json?["job"]?["id"] == 2)
    }

    /// The former paths answer with the new ones, for clients of earlier versions.
    @Test(arguments: [("GET", "work", "jobs"), ("GET", "work/1", "jobs/1"), ("DELETE", "work/7", "jobs/7")])
    func aFormerPathAnswersWithTheNewOne(method: String, former: String, new: String) async throws {
        let library = library { _, _ in .failed("") }
        let routes = ControlRoutes(FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: library)
        let answer = await routes.response(to: WebRequest(WebHead(method, path: "/api/v1/" + former, fields: [])))
        #expect(answer.status == 308, "\(answer.status)")
        #expect(answer.fields.contains(WebField("Location", "/api/v1/" + new)), "\(answer.fields)")
    }

    @Test func failuresAreTold() async throws {
        let library = library { _, _ in .failed("It broke.") }
        #expect(await send("sessions/take/proxy", #"{"file":"take_back.mov"}"#, to: library).status == 202)
        let last = try #require(try await events(of: library).last)
        #expect(last["state"] == "failed" && last["error"] == "It broke." && last["file"] == "take_back.mov")
    }

    /// A running job is told to end when it reports progress; a waiting job never begins.
    @Test func worksAreCancelled() async throws {
        let begun = Lock<[String]>([])
        let library = library { [gate] order, report in
            begun.with { $0.append(order.kind.rawValue) }
            gate.wait()
            return report(.init(50)) ? .done(.null) : .failed("It was killed.")
        }
        _ = await send("sessions/take/audit", to: library)
        _ = await send("sessions/take/recover", to: library)
        while begun.with({ $0.isEmpty }) { await Task.yield() }
        for number in 1...2 {
            let cancelled = await send("jobs/\(number)", to: library, "DELETE")
            #expect(cancelled.status == 200 && cancelled.json?["job"]?["error"] == "It was cancelled.")
        }
        gate.open()
        _ = await send("sessions/take/proxy", #"{"file":"take_back.mov"}"#, to: library)
        var ended = 0
        for await case .work(let work) in library.news where work.state != .running {
            ended += 1
            if ended == 3 { break }
        }
        #expect(begun.with { $0 } == ["audit", "proxy"])
        #expect(await send("jobs/1", to: library, "GET").json?["job"]?["state"] == "failed")
    }

    @Test func tooMuchIsRefused() async throws {
        let library = library { [gate] _, _ in
            gate.wait()
            return .done(.null)
        }
        for number in 0..<20 {
            try recorded.add("take-\(number)", start: "2026-11-23T14:21:56.908Z")
            #expect(await send("sessions/take-\(number)/audit", to: library).status == 202)
        }
        #expect(await send("sessions/take/audit", to: library).status == 503)
        #expect(await send("sessions/take-0/audit", to: library).status == 202)
        // A session is not deleted while a job reads it.
        #expect(await send("sessions/take-0/delete", to: library).status == 409)
        gate.open()
    }

    @Test func whatIsRecordedIsLeftAlone() async throws {
        let library = library { _, _ in .done(.null) }
        #expect(await send("sessions/none/audit", to: library).status == 404)
        #expect(await send("sessions/%2e%2e/audit", to: library).status == 404)
        #expect(await send("sessions/take/audit", #"{"more":1}"#, to: library).status == 400)
        #expect(await send("sessions/take/proxy", to: library).status == 400)
        #expect(await send("sessions/take/proxy", #"{"file":"session.json"}"#, to: library).status == 404)
        #expect(await send("sessions/take/proxy", #"{"file":"../take/take_back.mov"}"#, to: library).status == 404)
        #expect(await send("jobs/7", to: library, "DELETE").status == 404)
        recorded.folder.write("", to: "take/UNFINISHED")
        #expect(await send("sessions/take/audit", to: library).status == 409)
        #expect(await send("sessions/take/recover", to: library).status == 202)
        try recorded.add("now", start: "2026-11-23T14:21:56.908Z")
        recorded.folder.write("", to: "now/UNFINISHED")
        let lock = try FolderLock.shared(recorded.folder.path + "/now")
        defer { withExtendedLifetime(lock) {} }
        for action in ["audit", "recover"] {
            #expect(await send("sessions/now/\(action)", to: library).status == 409, "\(action)")
        }
        #expect(await send("sessions/now/proxy", #"{"file":"now_back.mov"}"#, to: library).status == 409)
    }

    /// A proxy is only used as long as its source file is unchanged.
    @Test func aProxyIsThereUntilItsFileChanges() async throws {
        let library = library { _, _ in .done(.null) }
        let path = "sessions/take/proxies/take_back.mov"
        #expect(await send(path, to: library, "GET").status == 404)
        let sessions = SessionLibrary(recorded.folder.path)
        #expect(throws: LibraryFailure.notMade("no")) {
            try sessions.makeProxy(of: "take_back.mov", in: "take") { _, _, _ in "no" }
        }
        #expect(recorded.folder.contents.filter { $0.contains("proxy") } == [])
        for _ in 0..<2 { _ = try sessions.makeProxy(of: "take_back.mov", in: "take") { _, _, _ in nil } }
        #expect(
            recorded.folder.contents.filter { $0.contains("proxy") } == [
                "take/.dualcam/take_back.mov.proxy.json", "take/.dualcam/take_back.mov.proxy.mp4",
            ])
        #expect(await send(path, to: library, "GET").status == 200)
        let file = await send("sessions/take", to: library, "GET").json?["files"]?.list?.first
        #expect(file?["proxy"] == "take_back.mov")
        recorded.folder.write("another", to: "take/take_back.mov")
        #expect(await send(path, to: library, "GET").status == 404)
    }
}

/// A gate that blocks threads until it is opened.
final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)

    func wait() {
        isOpen.wait()
        isOpen.signal()
    }

    func open() { isOpen.signal() }
}
