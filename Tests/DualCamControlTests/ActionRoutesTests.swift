import DualCamRecordings
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

@Suite struct ActionRoutesTests {
    private let recorded: RecordedSessions
    private let deleted = Lock<[String]>([])

    init() throws { recorded = try RecordedSessions() }

    /// - Parameter before: A closure that is called before a session is deleted.
    private func library(
        undo: Duration = .seconds(3600), before: @escaping @Sendable () -> Void = {}
    ) -> DualCamControl.Library {
        let (deleted, path) = (deleted, recorded.folder.path)
        let tools = LibraryTools(
            work: { _, _ in .failed("No.") },
            delete: { session in
                before()
                do throws(FolderFailure) {
                    _ = try DiskSessionStore().delete(path + "/" + session)
                    deleted.with { $0.append(session) }
                    return nil
                } catch {
                    deleted.with { $0.append("not " + session) }
                    return error
                }
            }, derive: { _, _ in .failed })
        return DualCamControl.Library(path, undo: undo) { _ in tools }
    }

    private func send(
        _ action: String, _ body: String = "", to library: DualCamControl.Library, _ method: String = "POST"
    ) async -> (status: Int, json: JSONValue?) {
        let routes = ControlRoutes(FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: library)
        let fields = [WebField("content-type", "application/json")]
        let head = WebHead(method, path: "/api/v1/sessions/" + action, fields: fields)
        let response = await routes.response(to: WebRequest(head, body: Array(body.utf8)))
        return (response.status, JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self)))
    }

    @Test func aNameIsForPeople() async {
        let library = library()
        #expect(await send("take/rename", #"{"name":"Bühne <1>"}"#, to: library).status == 200)
        let session = await send("take", to: library, "GET").json
        #expect(session?["name"] == "Bühne <1>" && session?["id"] == "take")
        #expect(recorded.folder.contents.contains("take/take_back.mov"))
        #expect(await send("take/rename", #"{"name":""}"#, to: library).json == ["name": "take"])
        #expect(await send("take", to: library, "GET").json?["name"] == "take")
    }

    @Test(
        arguments: [
            (#"{"name":"a\nb"}"#, 422), (#"{"name":"\#(String(repeating: "a", count: 201))"}"#, 422), ("{}", 400),
            (#"{"name":1}"#, 400), (#"{"name":"a","more":1}"#, 400), ("[]", 400), ("{", 400),
        ])
    func namesAreChecked(body: String, status: Int) async {
        #expect(await send("take/rename", body, to: library()).status == status)
        #expect(!recorded.folder.contents.contains("take/.dualcam"))
    }

    @Test func tagsTakeThePlaceOfOthers() async {
        let library = library()
        let tagged = await send("take/tags", #"{"tags":["b","a","B"],"rating":4}"#, to: library, "PUT")
        #expect(tagged.status == 200 && tagged.json?.line == #"{"tags":["a","b"],"rating":4}"#)
        #expect(await send("take", to: library, "GET").json?["rating"]?.count == 4)
        #expect(await send("take/tags", #"{"tags":["c"],"rating":null}"#, to: library, "PUT").status == 200)
        let session = await send("take", to: library, "GET").json
        #expect(session?["tags"]?.list?.map(\.text) == ["c"] && session?["rating"] == .null)
        #expect(await send("none/tags", #"{"tags":["c"],"rating":null}"#, to: library, "PUT").status == 404)
        #expect(await send("take/tags", #"{"tags":["c"],"rating":null}"#, to: library).status == 405)
    }

    @Test(
        arguments: [
            (#"{"tags":["a,b"],"rating":1}"#, 422), (#"{"tags":[""],"rating":1}"#, 422),
            (#"{"tags":[1],"rating":1}"#, 422),
            (#"{"tags":[],"rating":6}"#, 422), (#"{"tags":[],"rating":"4"}"#, 422), (#"{"tags":["a"]}"#, 400),
            (#"{"rating":1}"#, 400), (#"{"tags":[],"rating":1,"more":1}"#, 400), ("[]", 400), ("{", 400),
            (#"{"tags":[\#((0...50).map { "\"t\($0)\"" }.joined(separator: ","))],"rating":null}"#, 422),
        ])
    func tagsAreChecked(body: String, status: Int) async {
        #expect(await send("take/tags", body, to: library(), "PUT").status == status)
        #expect(!recorded.folder.contents.contains("take/.dualcam"))
    }

    /// A session is not deleted before its time, and not at all if the deletion was undone.
    @Test func aDeletionCanBeUndone() async {
        let library = library()
        #expect(await send("take/delete", to: library).json?["until"]?.text?.hasSuffix("Z") == true)
        #expect(await send("take", to: library, "GET").status == 404)
        #expect(await send("take/files/take_back.mov", to: library, "GET").status == 404)
        #expect(await send("take/delete", to: library).status == 404)
        #expect(await send("take/restore", to: library).status == 200)
        #expect(await send("take", to: library, "GET").status == 200)
        #expect(await send("take/restore", to: library).status == 409)
        #expect(deleted.with { $0 } == [] && recorded.folder.contents.contains("take/take_back.mov"))
    }

    @Test func aDeletionIsCarriedOut() async throws {
        try recorded.derive()
        let library = library(undo: .milliseconds(1))
        #expect(await send("take/delete", to: library).status == 200)
        while deleted.with({ $0.isEmpty }) { await Task.yield() }
        #expect(deleted.with { $0 } == ["take"])
        #expect(recorded.folder.contents == [])
    }

    /// A session that cannot be deleted is listed again.
    @Test func whatCannotBeDeletedStays() async throws {
        try recorded.add("other", start: "2026-11-23T14:21:56.908Z")
        let library = library(undo: .milliseconds(1)) { [folder = recorded.folder] in
            folder.write("", to: "other/UNFINISHED")
        }
        #expect(await send("other/delete", to: library).status == 200)
        while deleted.with({ $0.isEmpty }) { await Task.yield() }
        #expect(deleted.with { $0 } == ["not other"])
        while await send("other", to: library, "GET").status != 200 { await Task.yield() }
        #expect(recorded.folder.contents.contains("other/other_back.mov"))
    }

    @Test func onlyFinishedSessionsAreDeleted() async {
        recorded.folder.write("", to: "take/UNFINISHED")
        #expect(await send("take/delete", to: library()).status == 409)
        #expect(await send("none/delete", to: library()).status == 404)
        #expect(await send("%2e%2e/delete", to: library()).status == 404)
    }
}
