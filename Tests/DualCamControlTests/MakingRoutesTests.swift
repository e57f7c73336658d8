import Dispatch
import DualCamRecordings
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl
@testable import DualCamEditing

@Suite struct MakingRoutesTests {
    private let recorded: RecordedSessions
    private let orders = Lock<[Job.Order]>([])

    init() throws { recorded = try RecordedSessions() }

    private var library: DualCamControl.Library {
        DualCamControl.Library(recorded.folder.path) { [orders] _ in
            LibraryTools(
                work: { order, _ in
                    orders.with { $0.append(order) }
                    return .done(["files": ["square.mp4"], "frames": 90])
                },
                judge: { order in
                    order.texts["edit"] == "cats: []"
                        ? .init("edit:1:1: cats: unknown key.", advice: "Write cuts.", isRefusal: true) : nil
                },
                timeline: { session, format, isPortable in
                    switch format {
                    case .edl: .failure(.init("It broke.", advice: "Mend it."))
                    case .kdenlive: .failure(.init("There is no cut.", advice: "Take another.", isRefusal: true))
                    default: .success(Array("\(session) \(format)\(isPortable ? " portable" : "")".utf8))
                    }
                }, delete: { _ in nil }
            ) { _, _ in .failed }
        }
    }

    private func send(
        _ path: String, _ body: String = "", to library: DualCamControl.Library, _ method: String = "POST",
        query: String? = nil, fields: [WebField] = []
    ) async -> WebResponse {
        let routes = ControlRoutes(FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: library)
        let head = WebHead(
            method, path: "/api/v1/" + path, query: query,
            fields: [WebField("content-type", "application/json")] + fields)
        return await routes.response(to: WebRequest(head, body: Array(body.utf8)))
    }

    private func json(_ response: WebResponse) -> JSONValue? {
        JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self))
    }

    /// Request bodies, and the arguments that reach the job.
    @Test(arguments: [
        ("export", #"{"as":"youtube","from":"1:20","to":"mark:end","loudness":"off","chapters":true}"#),
        ("export", #"{"as":"podcast","loudness":"-16LUFS"}"#), ("compose", "{}"), ("export", #"{"as":"gif"}"#),
        ("dub", #"{"sound":"recorder.wav","offset":"-12.5s"}"#),
        ("stabilise", #"{"camera":"front","over":"1.5s","edges":"fill"}"#), ("stabilise", #"{"camera":"back"}"#),
        ("compose", #"{"switch-every":"5s"}"#), ("compose", #"{"by-speaker":"back=anna,front=ben"}"#),
        ("trim", #"{"from":"1s","cut":["2s..3s","0:05..0:06"],"without-silence":"2s","cameras":"back","join":true}"#),
    ])
    func whatIsAskedForIsDone(kind: String, body: String) async throws {
        let library = library
        let begun = await send("sessions/take/\(kind)", body, to: library)
        let arguments = try JSONValue(parsing: body)
        try #require(begun.status == 202 && json(begun)?["job"]?["arguments"] == arguments)
        for await case .work(let work) in library.news where work.state != .running {
            #expect(work.result == ["files": ["square.mp4"], "frames": 90])
            break
        }
        #expect(
            orders.with { $0 }.map(\.hidden) == [
                .init(try #require(Job.Kind(rawValue: kind)), "take", arguments: arguments)
            ])
    }

    /// A text reaches the job, but clients only see its length.
    @Test(arguments: [
        ("compose", "edit", "cuts: [{at: 1s, main: front}]\n"), ("export", "subtitles", "1\n00:00:01,000 --> ä\n"),
    ])
    func aTextIsHandedOverAndNotTold(kind: String, name: String, text: String) async throws {
        let library = library
        let template: [JSONValue.Member] = kind == "export" ? [.init("as", "square")] : []
        let body = JSONValue.object(template + [.init(name, .string(text))]).line
        let begun = await send("sessions/take/\(kind)", body, to: library)
        let told = JSONValue.object(template + [.init(name, ["bytes": .count(text.utf8.count)])])
        try #require(begun.status == 202 && json(begun)?["job"]?["arguments"] == told)
        for await case .work(let work) in library.news {
            let line = try JSONValue(parsing: work.lines[0])
            #expect(line["arguments"] == told && line["texts"] == nil)
            if work.state != .running { break }
        }
        #expect(orders.with { $0.map(\.texts) } == [[name: text]])
        #expect(library.jobs.map(\.order.texts) == [[:]])
        let works = String(decoding: await send("jobs", to: library, "GET").body, as: UTF8.self)
        #expect(works.contains(#""bytes""#) && !works.contains("00:01") && !works.contains("main"))
    }

    /// Another text of the same length makes another job.
    @Test func textsTellWorksApart() async {
        let gate = Gate()
        let library = DualCamControl.Library(recorded.folder.path) { _ in
            LibraryTools(
                work: { _, _ in
                    gate.wait()
                    return .done(.null)
                }, delete: { _ in nil }
            ) { _, _ in .failed }
        }
        for text in ["cuts: [a]", "cuts: [b]", "cuts: [a]"] {
            _ = await send("sessions/take/compose", JSONValue.object([.init("edit", .string(text))]).line, to: library)
        }
        #expect(library.jobs.count == 2)
        gate.open()
    }

    @Test func bodiesHaveABound() {
        let routes = ControlRoutes(FakeController(), AccessRules(), snapshots: SnapshotLimiter())
        let most = { (method: String, path: String) in
            routes.mostOfBody(of: WebHead(method, path: "/api/v1/sessions/take/" + path))
        }
        #expect(most("POST", "compose") == 1 << 20 && most("POST", "export") == 1 << 20)
        #expect(most("POST", "trim") == nil && most("GET", "compose") == nil && most("POST", "none") == nil)
        let answer = routes.response(toLargeBodyOf: WebHead("POST", path: "/api/v1/sessions/take/compose"))
        #expect(answer.status == 413 && json(answer)?["error"]?["advice"] == "Send at most 1048576 bytes.")
        let other = routes.response(toLargeBodyOf: WebHead("POST", path: "/api/v1/sessions/take/trim"))
        #expect(json(other)?["error"]?["advice"] == "Send at most 65536 bytes.")
    }

    @Test(arguments: [
        ("export", "{}", 400, "'as' is missing.", #"Send {"as": "..."}."#),
        ("export", #"{"as":"squar"}"#, 422, "'as': there is no 'squar'.", "Did you mean 'square'?"),
        (
            "compose", #"{"edit":"/etc/passwd","edit":null}"#, 400, "An argument was sent twice.",
            "Send each argument only once."
        ),
        (
            "export", #"{"as":"square","mix":"\#(String(repeating: "a", count: 10_001))"}"#, 422,
            "'mix': it is too long.", "Send at most 10000 bytes."
        ),
        (
            "trim", #"{"cut":["\#(String(repeating: "a", count: 10_001))"]}"#, 422, "'cut': it is too long.",
            "Send at most 10000 bytes."
        ),
        ("export", #"{"as":1}"#, 422, "'as': it must be a text.", "See /api/v1/openapi.json."),
        (
            "export", #"{"as":"square","output":"/etc/x"}"#, 400, "Those are not its arguments.",
            "Send as, from, to, loudness, noise-reduction, mix, subtitles, draw-subtitles, chapters."
        ),
        (
            "export", #"{"as":"square","from":"1:xx"}"#, 422, "'from': '1:xx' is not a time.",
            "Write 3.2s, 12:40, 1:02:40.5, or mark:TEXT with the text of a mark."
        ),
        (
            "export", #"{"as":"square","chapters":"yes"}"#, 422, "'chapters': it must be true or false.",
            "See /api/v1/openapi.json."
        ),
        ("trim", #"{"cut":"1s..2s"}"#, 422, "'cut': it must be a list of texts.", "See /api/v1/openapi.json."),
        (
            "export", #"{"as":"square","subtitles":""}"#, 422, "'subtitles': it must not be empty.",
            "See /api/v1/openapi.json."
        ),
        ("compose", #"{"edit":{"bytes":3}}"#, 422, "'edit': it must be a text.", "See /api/v1/openapi.json."),
        ("compose", #"{"edit":"cats: []"}"#, 422, "edit:1:1: cats: unknown key.", "Write cuts."),
        ("dub", "{}", 400, "'sound' is missing.", #"Send {"sound": "..."}."#),
        (
            "dub", #"{"sound":"../a.wav"}"#, 422, "'sound': '../a.wav' is not a file name.",
            "Put the file into the session's folder, and send its name."
        ),
        ("stabilise", "{}", 400, "'camera' is missing.", #"Send {"camera": "..."}."#),
        (
            "trim", #"{"cut":["1s-2s"]}"#, 422, "'cut': '1s-2s' has no '..'.",
            "Write where it begins and ends, as in 1:20..1:35.5."
        ),
        (
            "export", #"{"as":"square","mix":"anna=3"}"#, 422, "'mix': '3' has no unit.", "Write it as in -3dB."
        ),
        (
            "stabilise", #"{"camera":"a","edges":"blak"}"#, 422, "'edges': there is no 'blak'.",
            "Did you mean 'black'?"
        ),
        ("trim", #"{"cut":[1]}"#, 422, "'cut': it must be a list of texts.", "See /api/v1/openapi.json."),
        (
            "trim", #"{"cameras":"back,side"}"#, 422, "'cameras': the session has no output 'side'.",
            "It has back, combined, front."
        ),
        (
            "dub", #"{"sound":"a.wav","cameras":"side"}"#, 422, "'cameras': the session has no output 'side'.",
            "It has back, combined, front."
        ),
        (
            "stabilise", #"{"camera":"combined"}"#, 422, "'camera': the session has no camera 'combined'.",
            "It has back, front."
        ),
        (
            "compose", #"{"by-speaker":"back=anna,side=ben"}"#, 422,
            "'by-speaker': the session has no camera 'side'.", "It has back, front."
        ),
    ])
    func whatCannotBeIsRefused(
        kind: String, body: String, status: Int, message: String, advice: String
    ) async {
        let answer = await send("sessions/take/\(kind)", body, to: library)
        #expect(answer.status == status && json(answer)?["error"]?["message"] == .string(message))
        #expect(json(answer)?["error"]?["advice"] == .string(advice))
        #expect(orders.with { $0 } == [])
    }

    @Test func aFileThatWasMadeIsSentAndDeleted() async throws {
        recorded.folder.write("0123456789", to: "take/trim/back.mov")
        let folder = recorded.folder.path + "/take"
        try MadeFile.note(folder + "/trim/back.mov", .trim, of: folder)
        let library = library
        let whole = await send("sessions/take/made/1", to: library, "GET", query: "download=1")
        #expect(whole.status == 200 && whole.type == "video/quicktime")
        let name = whole.fields.first { $0.name == "Content-Disposition" }?.value
        #expect(name?.hasPrefix(#"attachment; filename="back.mov""#) == true)
        let part = await send(
            "sessions/take/made/1", to: library, "GET", fields: [WebField("range", "bytes=2-4")])
        #expect(part.status == 206)
        for path in ["made/2", "made/x", "made/-1", "made/99999999999999999999"] {
            #expect(await send("sessions/take/" + path, to: library, "GET").status == 404, "\(path)")
        }
        #expect(await send("sessions/take/made/1", to: library, "DELETE").status == 200)
        #expect(await send("sessions/take/made/1", to: library, "DELETE").status == 404)
        #expect(!recorded.folder.contents.contains { $0.contains("trim") })
    }

    @Test func aTimelineIsSent() async throws {
        let library = library
        let answer = await send("sessions/take/timeline/otio", to: library, "GET")
        #expect(answer.status == 200 && answer.body == Array("take otio".utf8))
        #expect(answer.fields.contains { $0.value.contains(#"filename="take.otio""#) })
        let failed = await send("sessions/take/timeline/edl", to: library, "GET")
        #expect(failed.status == 500 && json(failed)?["error"]?["message"] == "It broke.")
        #expect(json(failed)?["error"]?["advice"] == "Mend it.")
        let refused = await send("sessions/take/timeline/kdenlive", to: library, "GET")
        #expect(refused.status == 409 && json(refused)?["error"]?["message"] == "There is no cut.")
        #expect(await send("sessions/take/timeline/mov", to: library, "GET").status == 404)
        #expect(await send("sessions/none/timeline/otio", to: library, "GET").status == 404)
        recorded.folder.write("", to: "take/UNFINISHED")
        #expect(await send("sessions/take/timeline/otio", to: library, "GET").status == 409)
        #expect(await send("sessions/take/export", #"{"as":"square"}"#, to: library).status == 409)
    }

    @Test func theCutListIsSent() async throws {
        let library = library
        let answer = await send("sessions/take/cuts", to: library, "GET")
        #expect(answer.status == 200 && answer.type == "application/yaml")
        let list = try ComposedSession(reading: recorded.folder.path + "/take").cutList
        #expect(String(decoding: answer.body, as: UTF8.self) == list && list.contains("cuts:"))
        #expect(answer.fields.contains { $0.value.contains(#"filename="take.cuts.yaml""#) })
        #expect(await send("sessions/none/cuts", to: library, "GET").status == 404)
        let told = recorded.folder.text("take/session.json") ?? ""
        recorded.folder.write(told.replacing(#""picture":"#, with: #""pictures":"#), to: "take/session.json")
        let untold = await send("sessions/take/cuts", to: library, "GET")
        let message = "The ledger of '\(recorded.folder.path)/take' does not tell how its picture was decided."
        #expect(untold.status == 409 && json(untold)?["error"]?["message"] == .string(message))
        recorded.folder.write("", to: "take/UNFINISHED")
        #expect(await send("sessions/take/cuts", to: library, "GET").status == 409)
    }

    /// New files may take hours, so other jobs do not wait for them.
    @Test(.timeLimit(.minutes(10))) func othersDoNotWaitForNewFiles() async throws {
        let gate = Gate()
        let library = DualCamControl.Library(recorded.folder.path) { _ in
            LibraryTools(
                work: { order, _ in
                    if order.kind == .export { gate.wait() }
                    return .done(.null)
                }, delete: { _ in nil }
            ) { _, _ in .failed }
        }
        _ = await send("sessions/take/export", #"{"as":"square"}"#, to: library)
        _ = await send("sessions/take/export", #"{"as":"story"}"#, to: library)
        _ = await send("sessions/take/proxy", #"{"file":"take_back.mov"}"#, to: library)
        for await case .work(let work) in library.news where work.state == .done {
            #expect(work.order.kind == .proxy)
            break
        }
        #expect(library.jobs.map(\.state) == [.running, .running, .done])
        gate.open()
    }
}
