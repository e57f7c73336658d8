import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

/// The rule for all texts that arrive over the network: they cannot refer to a variable.
@Suite struct RemoteTextsTests {
    private let recorded: RecordedSessions
    private let controller = FakeController()

    init() throws { recorded = try RecordedSessions() }

    private var routes: ControlRoutes {
        ControlRoutes(
            controller, AccessRules(), snapshots: SnapshotLimiter(), library: recorded.library,
            pipeline: FakePipeline().access)
    }

    private func send(_ route: TableRoute, _ body: JSONValue) async -> (status: Int, text: String) {
        let values = ["{session}": "take", "{file}": "take_back.mov", "{link}": "1", "{made}": "1", "{job}": "1"]
        let path = values.reduce(route.path) { $0.replacing($1.key, with: $1.value) }
        let head = WebHead(
            route.method.rawValue, path: path, fields: [WebField("content-type", "application/json")])
        let response = await routes.response(to: WebRequest(head, body: Array(body.line.utf8)))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    /// Texts with rules of their own: a pipeline file with its variants, a cut list, and subtitles, which are only
    /// shown.
    private static let documents: Set<String> = ["text", "variants", "edit", "subtitles"]

    /// Tests all routes of the table and all arguments of their schemas, so that new ones are included. A text with a
    /// variable is refused at once, also within a list or an object.
    @Test func noArgumentNamesAVariable() async {
        var asked: Set<String> = []
        var documents: Set<String> = []
        for route in TableRoute.all {
            for argument in route.arguments?["properties"]?.members ?? [] {
                let isShort = argument.key == "text" && ["mark", "overlay"].contains(route.name)
                guard isShort || !Self.documents.contains(argument.key) else {
                    documents.insert(argument.key)
                    continue
                }
                for value in [.string("a${HOME}"), ["a", "${HOME:-b}"], ["a": ["${HOME}"]]] as [JSONValue] {
                    let answer = await send(route, .object([.init(argument.key, value)]))
                    let told = "\(route.name): \(answer.text)"
                    #expect(answer.status == 422 && !answer.text.contains("HOME"), "\(told)")
                    #expect(answer.text.contains("'\(argument.key)': names a variable"), "\(told)")
                }
                asked.insert("\(route.name).\(argument.key)")
            }
        }
        #expect(documents == Self.documents)
        for known in [
            "rename.name", "tag.tags", "trim.cameras", "trim.cut", "export.mix", "compose.by-speaker", "dub.sound",
            "stabilise.camera", "publish.title", "proxy.file", "share.for", "mark.text", "overlay.text",
            "layout.layout",
        ] { #expect(asked.contains(known), "\(known)") }
        #expect(await controller.performed == [] && recorded.library.jobs == [])
        #expect(!recorded.folder.contents.contains("take/.dualcam"))
    }

    /// A zero character would end the text in C libraries.
    @Test(arguments: [
        ("overlay", "text"), ("mark", "text"), ("rename", "name"), ("publish", "title"), ("trim", "from"),
    ])
    func noTextHasANUL(name: String, argument: String) async throws {
        let route = try #require(TableRoute.all.first { $0.name == name })
        let answer = await send(route, .object([.init(argument, .string("a\u{0}b"))]))
        #expect(
            answer.status == 422 && answer.text.contains("'\(argument)': contains a NUL character"), "\(answer.text)")
    }

    /// Keys are never expanded.
    @Test func aKeyIsNoVariable() async {
        for route in TableRoute.all where route.arguments != nil {
            let answer = await send(route, ["${HOME}": "x"])
            let isRefused = [400, 422].contains(answer.status) && !answer.text.contains("HOME")
            #expect(isRefused, "\(route.name): \(answer.text)")
        }
    }

    /// Commands over a WebSocket follow the same rule.
    @Test func theWebSocketHasTheSameRule() async {
        let sent = #"{"id":7,"command":"overlay","arguments":{"overlay":"title","text":"${HOME}"}}"#
        let answer = await routes.answer(to: sent)
        #expect(answer["id"]?.count == 7 && answer["error"]?["code"] == "bad-value")
        #expect(answer["error"]?["message"] == "'text': names a variable of the environment.")
        #expect(await controller.performed == [])
    }

    /// A dollar sign without a brace is ordinary text.
    @Test func dollarsAreLetters() async throws {
        let rename = try #require(TableRoute.all.first { $0.name == "rename" })
        #expect(await send(rename, ["name": "$5 for {all}, $HOME"]).status == 200)
    }
}

/// Outputs and microphones that an argument names must exist.
@Suite struct NamedPartTests {
    private let names = RecordedNames(outputs: ["back", "combined"], microphones: ["anna"])

    @Test(
        arguments: [
            (.output, "back", nil), (.output, "combined", nil), (.camera, "back", nil), (.microphone, "anna", nil),
            (.output, "anna", "'x': the session has no output 'anna'. It has back, combined."),
            (.camera, "combined", "'x': the session has no camera 'combined'. It has back."),
            (.camera, "Back", "'x': the session has no camera 'Back'. It has back."),
            (.microphone, "back", "'x': the session has no microphone 'back'. It has anna."),
        ] as [(NamedPart.Kind, String, String?)])
    func namesAreKnown(kind: NamedPart.Kind, name: String, told: String?) {
        var refusal: RouteRefusal?
        do throws(RouteRefusal) { try NamedPart(argument: "x", kind: kind, name: name).check(names) } catch {
            refusal = error
        }
        #expect(refusal.map { "\($0.message) \($0.advice)" } == told)
    }

    /// If the sound has no names, the job reports what to do.
    @Test func microphonesWithoutNamesAreLeftToTheWork() throws {
        let silent = RecordedNames(outputs: ["back"], microphones: [])
        try NamedPart(argument: "mix", kind: .microphone, name: "anna").check(silent)
    }
}
