import DualCamConfig
import DualCamRecordings
import Soup
import Testing

@testable import DualCamControl

/// Compares the schemas of events with their lines; `LedgerTests` has the exact texts.
@Suite struct EventSchemaTests {
    private let document = InterfaceDescription(needsToken: true).json

    private static let time = #""time":"2026-11-21T14:05:03.250Z","running-time":1.25"#
    private static let status =
        #""recorded":0.0,"free":null,"lasts":null,"flowing":true,"lost":[],"load":null,"queue":0.0,"shed":[{"step":"combined-rate","share":"2/3","reason":"load"}],"rates":{"back":30.0},"outputs":[{"output":"back","frames":30,"dropped":0,"bytes":7}],"heat":{"level":"fair","celsius":71.3,"zone":"cpu","forecast":{"level":"serious","seconds":90}},"battery":{"charge":0.07,"discharging":true},"paused":false,"levels":{"peak":[-3.5],"rms":[-12.0]}"#

    /// The rest of each event's line, after the name and the times.
    private static let lines: [EventName: String] = [
        .standby: #""outputs":["back"],"directory":"/films""#, .started: #""folder":"/s","outputs":["back"]"#,
        .countdown: #""seconds":3"#,
        .recording: #""clock":"c","files":[{"output":"back","path":"/s/b.mov"}]"#, .status: status,
        .dropped: #""branch":"back.encoder","output":"back","count":2"#,
        .warning: #""code":"free-space","branch":null,"message":"Low.""#,
        .repeated: #""branch":"combined.input.back","count":2"#,
        .cadence: #""input":"front","rate":14.973,"asked":30.0,"frame":0.066784,"from":2.0"#,
        .keyFrames: #""input":"front","distance":1.066667,"from":2.0"#,
        .damaged: #""input":"front","count":3,"kept":false"#,
        .inputLost: #""input":"front","at":2.0,"reason":"stalled""#,
        .signalRestored: #""code":"camera-frozen","input":"back","from":2.0,"to":28.0,"lasted":26.0"#,
        .inputReturned: #""input":"microphone","at":9.0,"away":7.5,"attempts":4"#,
        .outputRestored: #""output":"back","path":"/s/b.mov","at":9.0"#,
        .sessionDeleted: #""session":"/r/old","bytes":7,"reason":"when-full""#,
        .shed: #""step":"combined-rate","share":"2/3","reason":"load","load":0.95,"queue":0.063"#,
        .restored: #""step":"combined","share":"1","reason":"queue","load":null,"queue":0.0"#,
        .heat: #""level":"serious","celsius":null,"zone":null,"cause":"throttling""#,
        .forecast: #""level":null,"seconds":null,"eased":false"#,
        .power: #""state":"mains","charge":1.0,"discharging":false"#,
        .control: #""socket":"/s","url":null,"token-file":null,"certificate":null"#,
        .directed: #""command":"layout""#, .reloaded: #""applied":["gain"],"later":[]"#, .paused: #""at":2.0"#,
        .resumed: #""at":2.0"#, .marked: #""at":2.0,"text":"""#,
        .segment: #""segment":1,"at":600.0,"files":[{"output":"back","path":"/r/b.mov"}]"#,
        .fileFinished:
            #""output":"back","segment":0,"path":"/r/a.mov","frames":30,"start":1.0,"end":2.0"#,
        .stopping: #""reason":"interrupt""#, .finishing: #""frames":43"#,
        .failed:
            #""code":"encoder-failed","exit-code":69,"branch":null,"output":"front","message":"It broke.","advice":"""#,
        .finished:
            #""exit-code":0,"reason":"duration","folder":null,"files":[{"file":"b.mov","output":"back","segment":0,"part":0,"finished":true,"size":7,"duration":1.0,"frames":30,"start":1.0,"end":2.0,"digest":null}]"#,
    ]

    private func problems(_ line: String) throws -> [String] {
        let value = try JSONValue(parsing: line)
        let schema = try #require(document["components"]?["schemas"]?["Event"])
        return SchemaCheck(document: document).problems(of: value, by: schema)
    }

    @Test(arguments: lines.keys) func anEventFitsItsSchemaAndNeedsEachOfItsKeys(name: EventName) throws {
        let body = try #require(Self.lines[name])
        #expect(try problems("{\"event\":\"\(name.rawValue)\",\(Self.time),\(body)}") == [])
        let members = try #require(try JSONValue(parsing: "{\(body)}").members)
        for member in members {
            let rest = members.filter { $0.key != member.key }.map { "\($0.key.debugDescription):\($0.value.line)" }
            let line = "{\"event\":\"\(name.rawValue)\",\(([Self.time] + rest).joined(separator: ","))}"
            #expect(try problems(line) != [], "without \(member.key)")
        }
    }

    @Test func everyEventOfARecordingHasASchema() {
        let told = Set(EventName.allCases).subtracting([
            .workerStarted, .workerLost, .folderLost, .gap, .hookFailed, .backedUp, .backupFailed,
        ])
        #expect(Set(Self.lines.keys) == told)
    }

    @Test func workHasASchema() throws {
        var work = Job(id: 1, order: .init(.audit, "take"))
        #expect(try problems(work.lines[0]) == [])
        work.result = ["proven": false, "outputs": [], "complaints": ["back: a frame is missing."]]
        #expect(try problems(work.lines[0]) == [])
        #expect(try problems(work.lines[0].replacing("complaints", with: "complains")) != [])
        var measuring = Job(id: 2, order: .init(.calibrate))
        measuring.result = FakePipeline.calibration
        #expect(try problems(measuring.lines[0]) == [])
        #expect(try problems(measuring.lines[0].replacing("at-once", with: "at-twice")) != [])
    }

    @Test func peopleHaveASchema() throws {
        let people = ConnectedPeople()
        let id = people.enter(WebHead("GET", path: "/"), .director)
        #expect(try problems(people.line) == [])
        people.note("swap", by: id)
        #expect(try problems(people.line) == [] && people.line.contains("\"command\":\"swap\""))
        #expect(try problems(people.line.replacing("director", with: "conductor")) != [])
    }

    @Test func levelsAndTheStateHaveSchemas() throws {
        #expect(
            try problems(#"{"event":"levels","running-time":1.5,"peak":[-3.5],"rms":[-9.0],"microphone":"room"}"#) == []
        )
        #expect(try problems(#"{"event":"levels","peak":[-3.5],"rms":[-9.0]}"#) != [])
        let state =
            #"{"event":"state","name":"n","phase":"recording","folder":null,"running-time":null,"status":{\#(Self.status)},"picture":{"width":2,"height":2,"places":[{"camera":"back","x":0,"y":0,"width":2,"height":2}]},"settings":{},"pre-roll":null}"#
        #expect(try problems(state) == [])
        #expect(try problems(state.replacing("recording\",\"folder", with: "dreaming\",\"folder")) != [])
    }
}
