import DualCamRecordings
import DualCamSession
import Soup
import Testing

@testable import DualCamControl

/// Compares the description of the interface with the server, in both directions.
@Suite struct InterfaceTests {
    private let controller = FakeController(.standby)
    private let document = InterfaceDescription(needsToken: true).json
    private let recorded: RecordedSessions
    private let pipeline = FakePipeline()
    private let link: AccessToken

    init() async throws {
        recorded = try RecordedSessions()
        try recorded.derive()
        link = try await recorded.library.share("take", for: .seconds(600)).0
    }

    private func answer(_ method: String, _ path: String, query: String? = nil, _ body: JSONValue? = nil) async
        -> WebResponse
    {
        let endpoint = ControlRoutes(
            controller, AccessRules(), snapshots: SnapshotLimiter(), library: recorded.library,
            pipeline: pipeline.access)
        let fields = [WebField("host", "localhost"), WebField("content-type", "application/json")]
        let head = WebHead(method, path: path, query: query, fields: fields)
        let request = WebRequest(head, body: body.map { Array($0.line.utf8) } ?? [])
        if let refusal = endpoint.refusal(of: head) { return refusal }
        return await endpoint.response(to: request)
    }

    /// Returns the differences between a response and its description; empty if there are none.
    private func problems(_ response: WebResponse, _ operation: JSONValue) throws -> [String] {
        guard let described = operation["responses"]?["\(response.status)"] else {
            return ["\(response.status) is not described"]
        }
        guard response.status != 204 else { return [] }
        guard let content = described["content"]?[response.type] else { return ["\(response.type) is not described"] }
        guard response.content == nil, response.type == "application/json", let schema = content["schema"] else {
            return []
        }
        let value = try JSONValue(parsing: String(decoding: response.body, as: UTF8.self))
        return SchemaCheck(document: document).problems(of: value, by: schema)
    }

    @Test func everyDescribedRouteAnswersAsDescribed() async throws {
        _ = try await pipeline.access.devices(isRecording: false)
        for path in try #require(document["paths"]?.members) {
            for operation in try #require(path.value.members) {
                let body = operation.value["requestBody"]?["content"]?["application/json"]
                let schema = body?["schema"] ?? .bool(true)
                let example = body?["example"]
                if let example { #expect(SchemaCheck(document: document).problems(of: example, by: schema) == []) }
                let method = operation.key.uppercased()
                let real = path.key.replacing("{output}", with: "back").replacing("{session}", with: "take")
                    .replacing("{file}", with: "take_back.mov").replacing("{job}", with: "1")
                    .replacing("{made}", with: "1").replacing("{format}", with: "otio")
                    .replacing("{token}", with: link.text).replacing("{link}", with: "2")
                let well = await answer(method, real, example)
                let first = operation.value["responses"]?.members?.first?.key
                let isSocket = ControlRoutes.socketPaths[path.key] != nil
                #expect("\(well.status)" == (isSocket ? "426" : first), "\(path.key)")
                #expect(try problems(well, operation.value) == [], "\(path.key)")
                let wrong = await answer("PATCH", real)
                #expect(wrong.status == 405)
                #expect(try problems(wrong, operation.value) == [], "\(path.key)")
                let unknown = await answer(method, real, query: "format=tiff", ["nonsense": 1])
                #expect(try problems(unknown, operation.value) == [], "\(path.key)")
            }
        }
        #expect(await controller.performed.map(\.name) == ControlCommand.Name.allCases)
    }

    @Test func everyRouteIsDescribed() throws {
        let paths = try #require(document["paths"])
        for route in TableRoute.all {
            let operation = paths[route.path]?[route.method.rawValue.lowercased()]
            #expect(operation?["operationId"]?.text == route.name, "\(route.path)")
        }
        #expect(paths.members?.count == Set(TableRoute.all.map(\.path)).count)
        for name in ControlCommand.Name.allCases {
            #expect(paths["/api/v1/commands/\(name.rawValue)"]?["post"] != nil, "\(name)")
        }
    }

    /// The description and the check of commands allow the same requests.
    @Test(
        arguments: [
            ("layout", JSONValue.object([.init("layout", "pip")]), true), ("layout", [:], false),
            ("layout", ["layout": 3], false), ("layout", ["layout": "pip", "more": 1], false),
            ("layout", ["layout": "pip", "over": "1s", "easing": "spring"], true),
            ("layout", ["layout": "pip", "easing": "bounce"], false), ("layout", ["layout": "pip", "over": 1], false),
            ("main", ["camera": "back", "transition": "wipe", "direction": "up"], true),
            ("swap", ["transition": "fade"], false), ("switch", ["every": "5s"], true), ("switch", [:], false),
            ("zoom", ["camera": "back", "factor": 2], true), ("zoom", ["camera": "back", "factor": 11], false),
            ("inset", ["position": "top-left"], true), ("inset", ["position": ["x": "10%", "y": "5%"]], true),
            ("inset", ["position": 5], false), ("inset", ["margin": 16384], true), ("inset", ["margin": 16385], false),
            ("control", ["camera": "back", "control": "hue", "value": true], true),
            ("control", ["camera": "back", "control": "hue", "value": []], false), ("mute", ["on": "yes"], false),
        ] as [(String, JSONValue, Bool)])
    func argumentsAreDescribedAsTheyAreChecked(name: String, arguments: JSONValue, isGood: Bool) async throws {
        let operation = try #require(document["paths"]?["/api/v1/commands/\(name)"]?["post"])
        let schema = try #require(operation["requestBody"]?["content"]?["application/json"]?["schema"])
        #expect(SchemaCheck(document: document).problems(of: arguments, by: schema).isEmpty == isGood)
        #expect(await answer("POST", "/api/v1/commands/\(name)", arguments).status == (isGood ? 200 : 400))
    }

    @Test(arguments: [
        ("{", #"{"id":null,"error":{"code":"bad-request","message":"The JSON text ends in the middle of a value.","#),
        (#"{"id":7}"#, #"{"id":7,"error":{"code":"bad-request","message":"The message is not a command.","#),
        (#"{"id":"a","command":"swap"}"#, #"{"id":"a","answer":{"at":12.0}}"#),
        (#"{"id":2,"command":"gain","arguments":{"gain":"3dB"}}"#, #"{"id":2,"answer":{"at":12.0,"gain":"3dB"}}"#),
        (#"{"id":3,"command":"gian"}"#, #"{"id":3,"error":{"code":"unknown-command","message":"There is no command"#),
        (#"[1]"#, #"{"id":null,"error":{"code":"bad-request""#),
    ])
    func messages(text: String, beginning: String) async {
        let endpoint = ControlRoutes(controller, AccessRules(), snapshots: SnapshotLimiter())
        #expect(await endpoint.answer(to: text).line.hasPrefix(beginning))
    }
}
