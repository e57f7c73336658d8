import DualCamRecordings
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

@Suite struct PipelineRoutesTests {
    private static let hash = "fe7518d3b0c0663cdeaaef2877b3b59c05aec444dbb130cf51d499c193ed29e0"

    private func send(
        _ method: String, _ path: String = "", _ body: String = "", to pipeline: FakePipeline?,
        _ controller: FakeController = FakeController()
    ) async -> (status: Int, json: JSONValue?) {
        let routes = ControlRoutes(
            controller, AccessRules(), snapshots: SnapshotLimiter(), pipeline: pipeline?.access)
        let fields = [WebField("content-type", "application/json")]
        let head = WebHead(method, path: "/api/v1/" + (path.isEmpty ? "pipeline" : path), fields: fields)
        let response = await routes.response(to: WebRequest(head, body: Array(body.utf8)))
        return (response.status, JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self)))
    }

    @Test func theFileIsTold() async {
        let file = await send("GET", to: FakePipeline(obstacle: "No.", copy: "/home/ada/talk-2.yaml")).json
        #expect(
            file == [
                "name": "talk.yaml", "path": "/home/ada/talk.yaml", "text": .string(FakePipeline.example),
                "hash": .string(Self.hash), "obstacle": "No.", "copy": "/home/ada/talk-2.yaml", "reloads": true,
                "drafted": .null,
                "simulated": false,
            ])
        #expect(await send("GET", to: nil).status == 404)
        #expect(await send("DELETE", to: FakePipeline()).status == 405)
    }

    @Test func aFileIsSavedOverTheOneThatWasRead() async {
        let pipeline = FakePipeline()
        let saved = await send("PUT", "", #"{"text":"name: a\n","hash":"\#(Self.hash)"}"#, to: pipeline)
        #expect(saved.status == 200 && saved.json?["changes"]?["live"] == ["combined.layout"])
        #expect(saved.json?["copied"] == false && saved.json?["reloads"] == true)
        #expect(pipeline.content.with { $0 } == Array("name: a\n".utf8))
        let late = await send("PUT", "", #"{"text":"name: b\n","hash":"\#(Self.hash)"}"#, to: pipeline)
        #expect(late.status == 409)
        #expect(late.json?["error"]?["message"] == "The file has been changed since it was read.")
        let next = #"{"text":"name: b\n","hash":"\#(saved.json?["hash"]?.text ?? "")"}"#
        #expect(await send("PUT", "", next, to: pipeline).status == 200)
        #expect(pipeline.content.with { $0 } == Array("name: b\n".utf8))
    }

    /// A saved copy is reported, because no recording uses it.
    @Test func aCopyIsTold() async {
        let pipeline = FakePipeline(copy: "/home/ada/talk-2.yaml")
        let saved = await send("PUT", "", #"{"text":"name: a\n","hash":"\#(Self.hash)"}"#, to: pipeline).json
        #expect(saved?["path"] == "/home/ada/talk-2.yaml" && saved?["copied"] == true && saved?["reloads"] == false)
    }

    @Test(
        arguments: [
            (#"{"text":"wrong","hash":"HASH"}"#, 422, "talk.yaml:2:7: name: is wrong.", "Write another."),
            (#"{"text":"name: a","hash":"0"}"#, 409, "The file has been changed since it was read.", nil),
            (#"{"text":"name: a"}"#, 400, "The text is missing.", nil),
            (#"{"text":1,"hash":"HASH"}"#, 400, "The text is missing.", nil),
            (#"{"text":"name: a","hash":"HASH","force":true}"#, 400, "Those are not its arguments.", nil),
        ] as [(String, Int, String, String?)])
    func whatIsNotSaved(body: String, status: Int, message: String, advice: String?) async {
        let pipeline = FakePipeline()
        let answer = await send("PUT", "", body.replacing("HASH", with: Self.hash), to: pipeline)
        #expect(answer.status == status && answer.json?["error"]?["message"]?.text == message)
        if let advice { #expect(answer.json?["error"]?["advice"]?.text == advice) }
        #expect(pipeline.content.with { $0 } == Array(FakePipeline.example.utf8))
    }

    @Test func whatMayNotBeWrittenIsNot() async {
        let pipeline = FakePipeline(obstacle: "The folder may not be written.")
        let answer = await send("PUT", "", #"{"text":"name: a\n","hash":"\#(Self.hash)"}"#, to: pipeline)
        #expect(answer.status == 409 && answer.json?["error"]?["message"] == "The folder may not be written.")
        #expect(answer.json?["error"]?["advice"] == "Edit the file on the machine.")
        #expect(pipeline.content.with { $0 } == Array(FakePipeline.example.utf8))
    }

    @Test func aTextIsChecked() async {
        let pipeline = FakePipeline()
        let found = await send("POST", "pipeline/check", #"{"text":"wrong"}"#, to: pipeline).json
        #expect(found?["problems"]?.list?.first?["length"] == 5 && found?["changes"] == .null)
        #expect(await send("POST", "pipeline/check", "{}", to: pipeline).status == 400)
        #expect(pipeline.content.with { $0 } == Array(FakePipeline.example.utf8))
    }

    @Test func variantsArePlanned() async {
        let pipeline = FakePipeline()
        let body = #"{"text":"name: a","variants":[{},{"cameras.back.size":"wrong","combined.rate":"15"}]}"#
        let plans = await send("POST", "pipeline/check", body, to: pipeline).json?["plans"]?.list
        #expect(plans?.map { $0["obstacle"] } == [.null, "No camera delivers that."])
        // The fake controller always records.
        #expect(
            pipeline.questions.with { $0 } == [
                PlanRequest(
                    variants: [[], [Setting("cameras.back.size", "wrong"), Setting("combined.rate", "15")]],
                    asksDevices: false)
            ])
        #expect(await send("POST", "pipeline/check", #"{"text":"name: a"}"#, to: pipeline).json?["plans"] == [])
        #expect(pipeline.questions.with { $0 }.last == .some(nil))
    }

    @Test(arguments: ["{}", "[1]", #"[{"combined.rate":15}]"#, "[" + String(repeating: "{},", count: 40) + "{}]"])
    func whatIsNoVariant(variants: String) async {
        let pipeline = FakePipeline()
        let answer = await send("POST", "pipeline/check", #"{"text":"a","variants":\#(variants)}"#, to: pipeline)
        #expect(answer.status == 400 && answer.json?["error"]?["message"] == "Those are not variants.")
        #expect(pipeline.questions.with { $0 }.isEmpty)
    }

    /// The fake controller always records.
    @Test func noDeviceIsAskedWhileSomethingIsRecorded() async throws {
        let pipeline = FakePipeline()
        #expect(await send("GET", "devices", to: pipeline).status == 409)
        #expect(pipeline.looks.with { $0 } == 0)
        _ = try await pipeline.access.devices(isRecording: false)
        #expect(await send("GET", "devices", to: pipeline).status == 200)
        #expect(pipeline.looks.with { $0 } == 1)
        #expect(await send("GET", "encoders", to: pipeline).json == ["encoders": []])
    }
}
