import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Soup
import Testing

@testable import DualCamControl

@Suite struct LibraryRoutesTests {
    private let recorded: RecordedSessions

    init() throws { recorded = try RecordedSessions() }

    private func ask(
        _ path: String, query: String? = nil, _ method: String = "GET", _ fields: [WebField] = [],
        of library: DualCamControl.Library? = nil
    ) async -> WebResponse {
        let routes = ControlRoutes(
            FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: library ?? recorded.library)
        let head = WebHead(method, path: "/api/v1/" + path, query: query, fields: fields)
        return await routes.response(to: WebRequest(head))
    }

    private func json(_ path: String, query: String? = nil) async throws -> JSONValue {
        let response = await ask(path, query: query)
        #expect(response.status == 200)
        return try JSONValue(parsing: String(decoding: response.body, as: UTF8.self))
    }

    private func names(_ query: String?) async throws -> [String] {
        try await json("sessions", query: query)["sessions"]?.list?.compactMap { $0["id"]?.text } ?? []
    }

    private func code(_ response: WebResponse) -> String? {
        JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self))?["error"]?["code"]?.text
    }

    @Test func aSessionTellsOfItsFiles() async throws {
        let session = try await json("sessions/take")
        #expect(session["name"] == "take" && session["state"] == "finished" && session["recorded"] == 4)
        #expect(session["start"] == "2026-11-23T14:21:56.908Z" && session["bytes"] == 12)
        #expect(session["cameras"] == ["back", "front"] && session["exit-code"] == 0)
        let file = try #require(session["files"]?.list?.first)
        #expect(file["path"] == "take_back.mov" && file["container"] == "mov" && file["bytes"] == 4)
        #expect(file["start"] == 0 && file["end"] == 4 && file["frames"] == 120)
        let summary = try await json("sessions")["sessions"]?.list?.first
        #expect(summary?["id"] == "take" && summary?["file-count"] == 3 && summary?["folder"] == nil)
    }

    /// Marks and files after a pause have the times that a player shows.
    @Test func timesLeaveOutPauses() async throws {
        try recorded.add(
            "paused", start: "2026-11-23T14:21:56.908Z",
            ledger: """
                ,{"time":"2026-11-23T14:21:58.000Z","running-time":1.5,"kind":"paused","at":1.5}\
                ,{"time":"2026-11-23T14:21:59.000Z","running-time":3.5,"kind":"resumed","at":3.5}\
                ,{"time":"2026-11-23T14:22:00.000Z","running-time":4.0,"kind":"marked","at":4.0,"text":"<b>"}
                """)
        let session = try await json("sessions/paused")
        #expect(session["marks"]?.list?.first == ["at": .number(1.5), "text": "<b>"])
        #expect(session["pauses"]?.list == [["at": 1, "seconds": 2]])
    }

    @Test(
        arguments: [
            (nil, ["d", "take", "c", "a", "b"]), ("state=recovered", ["c"]), ("state=recording", []),
            ("from=2026-11-23", ["d", "take"]), ("to=2026-11-23", ["c", "a", "b"]),
            ("from=2026-11-21T00:00:00.000Z&to=2026-11-22", ["a", "b"]), ("longer=5", []), ("shorter=5&limit=1", ["d"]),
            ("since=2026-11-22&until=2026-11-23", ["c"]), ("longer=4s&name=A", ["take", "a"]),
            ("camera=front&name=b", ["b"]),
            ("mark=answer", ["d"]), ("tag=good", ["c"]), ("rating=3", ["c", "b"]), ("rating=3&tag=good", ["c"]),
        ] as [(String?, [String])])
    func theListIsNewestFirst(query: String?, expected: [String]) async throws {
        try addSome()
        #expect(try await names(query) == expected)
    }

    private func addSome() throws {
        try recorded.add("b", start: "2026-11-21T10:00:00.000Z")
        try recorded.add("a", start: "2026-11-21T10:00:00.000Z")
        try recorded.add("c", start: "2026-11-22T10:00:00.000Z", state: "recovered")
        try recorded.add(
            "d", start: "2026-11-24T10:00:00.000Z",
            ledger: #",{"time":"2026-11-24T10:00:02.000Z","running-time":1.5,"kind":"marked","at":1.5,"#
                + #""text":"An Answer"}"#)
        let sessions = SessionLibrary(recorded.folder.path)
        _ = try sessions.tag("b") { $0.rating = 3 }
        _ = try sessions.tag("c") { tags in
            tags.add(["Good"])
            tags.rating = 5
        }
    }

    /// If a session is deleted between two pages, no other session is skipped or repeated.
    @Test func pagesFollowEachOther() async throws {
        try addSome()
        var (pages, next): ([[String]], String?) = ([], nil)
        repeat {
            let page = try await json("sessions", query: "limit=2" + (next.map { "&page=\($0)" } ?? ""))
            pages.append(page["sessions"]?.list?.compactMap { $0["id"]?.text } ?? [])
            next = page["next"]?.text
            recorded.folder.remove("take")
        } while next != nil
        #expect(pages == [["d", "take"], ["c", "a"], ["b"]])
    }

    @Test(arguments: [
        "from=yesterday", "longer=x", "limit=0", "limit=201", "page=x", "limit=1&limit=2", "x=1",
        "state=done", "tag=,", "rating=6", "name=", "since=2026-02-30",
    ])
    func aQueryIsChecked(query: String) async {
        let status = await ask("sessions", query: query).status
        #expect(status == 422 || status == 400)
    }

    @Test func whatCannotBeReadIsListedWithItsReason() async throws {
        recorded.folder.write("{\"format\":9,\"state\":\"finished\",\"outputs\":[]}", to: "newer/session.json")
        recorded.folder.write("mine", to: "notes/notes.txt")
        let list = try await json("sessions")["sessions"]?.list
        #expect(list?.map { $0["id"] } == ["take", "newer"])
        #expect(list?.last?["state"] == "unreadable" && list?.last?["reason"]?.text?.contains("newer dualcam") == true)
        #expect(code(await ask("sessions/newer")) == "failed")
    }

    /// Every listed session has an address, whatever its folder is called.
    @Test(arguments: [".hidden", "..x", "a\nb", "a\r\nX: y", "\u{1B}[31m", "a\u{85}", "100%", " ", "-rf", "Bühne 1"])
    func whatIsListedIsReached(name: String) async throws {
        try recorded.add("plain", start: "2026-11-22T14:21:56.908Z")
        #expect(rename(recorded.folder.path + "/plain", "\(recorded.folder.path)/\(name)") == 0)
        #expect(try await names(nil) == ["take", name])
        let path = "sessions/" + PercentEncoding.encoded(name)
        #expect(try await json(path)["name"]?.text == name)
        #expect(await ask(path + "/files/plain_back.mov").status == 200)
        let archive = await ask(path + "/archive")
        #expect(archive.status == 200)
        let disposition = archive.fields.first { $0.name == "Content-Disposition" }?.value ?? "\n"
        #expect(!disposition.unicodeScalars.contains { $0.value < 32 })
    }

    @Test func aNameThatIsNotUTF8IsTold() async throws {
        try recorded.add("plain", start: "2026-11-22T14:21:56.908Z")
        #expect(try await json("sessions")["unreachable"] == [])
        let name = Array("\(recorded.folder.path)/take".utf8) + [0xE9, 0]
        #expect(rename(recorded.folder.path + "/plain", name.map(CChar.init(bitPattern:))) == 0)
        let list = try await json("sessions")
        #expect(list["total"] == 1 && list["unreachable"] == ["take\\xe9"])
    }

    @Test(arguments: [
        "sessions/none", "sessions/.", "sessions/%2e%2e", "sessions/..", "sessions/.dualcam", "sessions/take%2F",
        "sessions/%2Ftmp", "sessions/take/files/session.json", "sessions/take/files/..%2Ftake%2Ftake_back.mov",
        "sessions/take/files/none.mov", "sessions/take/files/%00", "sessions/link/files/take_back.mov",
        "sessions/take/files/linked.mov", "sessions/take/files/foreign.mov", "sessions/take/files/.", "sessions/take/x",
        "sessions/../take/files/take_back.mov", "sessions/notes",
    ])
    func nothingElseIsReached(path: String) async {
        recorded.folder.write("mine", to: "take/foreign.mov")
        recorded.folder.write("mine", to: "notes/notes.txt")
        symlink("/etc/passwd", recorded.folder.path + "/take/linked.mov")
        symlink(recorded.folder.path + "/take", recorded.folder.path + "/link")
        let response = await ask(path)
        #expect(response.status == 404 && response.content == nil, "\(response.status)")
    }

    /// A listed file was replaced by a link, a pipe or a folder.
    @Test(arguments: ["link", "pipe", "folder", "nothing"])
    func onlyPlainFilesAreSent(kind: String) async {
        let path = recorded.folder.path + "/take/take_back.mov"
        unlink(path)
        switch kind {
        case "link": symlink("/etc/passwd", path)
        case "pipe": mkfifo(path, 0o600)
        case "folder": mkdir(path, 0o700)
        default: break
        }
        let response = await ask("sessions/take/files/take_back.mov")
        #expect(response.status == (kind == "nothing" ? 404 : 500) && response.content == nil)
    }

    @Test func aFileIsSentAsItIs() async throws {
        let path = "sessions/take/files/take_back.mov"
        let whole = await ask(path)
        let source = try #require(whole.content)
        #expect(whole.status == 200 && whole.type == "video/quicktime" && source == WebContent(source.source))
        #expect(await source.source.bytes(at: 0, count: 4) == Array("take".utf8))
        let tag = try #require(whole.fields.first { $0.name == "ETag" }).value
        #expect(await ask(path, "GET", [WebField("if-none-match", tag)]).status == 304)
        #expect(await ask(path, "GET", [WebField("range", "bytes=1-2")]).status == 206)
        #expect(await ask(path, "HEAD").status == 200)
        #expect(await ask(path, "POST").status == 405)
        recorded.folder.write("taken", to: "take/take_back.mov")
        #expect(await ask(path, "GET", [WebField("if-none-match", tag)]).status == 200)
        unlink(recorded.folder.path + "/take/take_back.mov")
        #expect(await source.source.bytes(at: 0, count: 4) == nil)
    }

    @Test(
        arguments: [
            ("take_back.mov", "filename=\"take_back.mov\"; filename*=UTF-8''take_back.mov"),
            ("Bühne 1%\".mov", "filename=\"B_hne 1__.mov\"; filename*=UTF-8''B%C3%BChne%201%25%22.mov"),
        ])
    func aDownloadHasItsName(name: String, field: String) async {
        #expect(WebField.attachment(named: name).value == "attachment; " + field)
        #expect(
            await ask("sessions/take/files/take_back.mov", query: "download=1").fields.contains(
                .attachment(named: "take_back.mov")))
    }

    @Test func aFileThatIsStillWrittenIsNotSent() async throws {
        let folder = recorded.folder
        folder.write("", to: "now/UNFINISHED")
        let lock = try FolderLock.shared(folder.path + "/now")
        defer { withExtendedLifetime(lock) {} }
        folder.write(
            """
            {"time":"2026-11-23T14:21:56.908Z","running-time":0.5,"kind":"recording","clock":"c","wall-clock-offset":1.0,\
            "files":[{"output":"back","file":"now_back.mov","segment":0}]}

            """, to: "now/ledger.jsonl")
        folder.write("half", to: "now/now_back.mov")
        #expect(try await names("state=recording") == ["now"])
        #expect(code(await ask("sessions/now/files/now_back.mov")) == "not-now")
    }

    /// After the first request, sessions are not read again. The index takes them for old, because recently changed
    /// ones are always read.
    @Test func manySessionsAreReadOnce() async throws {
        for number in 0..<300 { try recorded.add("s\(number)", start: "2026-11-21T10:00:00.000Z") }
        let index = SessionIndex(nil, now: { WallTime.unixNow() + 3_600_000_000_000 })
        let library = DualCamControl.Library(recorded.folder.path, index: index)
        let response = await ask("sessions", query: "limit=1", of: library)
        let listed = JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self))
        #expect(listed?["total"] == 301 && listed?["sessions"]?.list?.count == 1)
        #expect(try index.sessions(in: recorded.folder.path).read == 0)
    }
}
