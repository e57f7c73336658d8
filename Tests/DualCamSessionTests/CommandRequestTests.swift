import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The arguments of a command are converted to types when it is created, with the same checks as in the pipeline file.
@Suite struct CommandRequestTests {
    @Test func argumentsBecomeTypes() throws {
        let inset = try ControlCommand(
            named: "inset",
            try JSONValue(
                parsing: ##"{"position":"centre","size":"30%","radius":8,"border-colour":"#1080ff","over":"off"}"##))
        var wanted = InsetRequest()
        (wanted.position, wanted.size, wanted.radius) = (.corner(.center), .percent(30), 8)
        (wanted.borderColour, wanted.style.over) = (PlainColour(red: 16, green: 128, blue: 255), .off)
        #expect(inset.request as? InsetRequest == wanted)
        var take = TakeRequest()
        (take.delay, take.until) = (.on(.seconds(5)), .on(try TimeOfDay(parsing: "17:30")))
        let record = try ControlCommand(.record, [.init("delay", "5s"), .init("until", "17:30")])
        #expect(record.request as? TakeRequest == take && record.delay == .seconds(5))
        var microphone = MicrophoneRequest()
        (microphone.device, microphone.microphone) = (.alsa("hw:1,0"), "room")
        let other = try ControlCommand(.microphone, [.init("device", "alsa:hw:1,0"), .init("microphone", "room")])
        #expect(other.request as? MicrophoneRequest == microphone)
    }

    private static let file = """
        cameras: {back: test, front: test}
        combined: {}
        """

    /// An invalid value is reported in the words of the pipeline file's check for the same key.
    @Test(arguments: [
        (#"gain {"gain":"13dB"}"#, "microphone.gain=13dB"), (#"gain {"gain":"3"}"#, "microphone.gain=3"),
        (#"delay {"input":"microphone","delay":"501ms"}"#, "microphone.delay=501ms"),
        (#"delay {"input":"back","delay":"1s"}"#, "cameras.back.delay=1s"),
        (#"sound {"mode":"studi"}"#, "microphone.mode=studi"),
        (#"microphone {"device":"tape"}"#, "microphone.device=tape"),
        (#"microphone {"device":"file:"}"#, "microphone.device=file:"),
        (#"inset {"size":"4%"}"#, "combined.inset.size=4%"),
        (#"inset {"opacity":"101%"}"#, "combined.inset.opacity=101%"),
        (#"inset {"border-colour":"rde"}"#, "combined.inset.border-colour=rde"),
        (#"inset {"position":{"x":"101%","y":"0%"}}"#, "combined.inset.position.x=101%"),
        (##"divider {"colour":"#12"}"##, "combined.divider.colour=#12"),
        (#"zoom {"camera":"back","x":"-1%"}"#, "cameras.back.zoom-centre.x=-1%"),
        (#"look {"look":"vivd"}"#, "combined.look=vivd"), (#"look {"look":""}"#, "combined.look="),
        (#"look {"intensity":"x"}"#, "combined.look.intensity=x"),
        (#"adjust {"contrast":"120%"}"#, "combined.adjust.contrast=120%"),
        (#"switch {"every":"10ms"}"#, "combined.switch.every=10ms"),
        (#"switch {"every":"never"}"#, "combined.switch.every=never"),
        (#"bitrate {"output":"back","bitrate":"1kbps"}"#, "encoders.back.bitrate=1kbps"),
        (#"record {"duration":"0s"}"#, "recording.duration=0s"), (#"record {"delay":"2d"}"#, "recording.delay=2d"),
        (#"record {"until":"25:00"}"#, "recording.until=25:00"),
    ])
    func theWordsAreThoseOfTheFile(command: String, setting: String) throws {
        let parts = command.split(separator: " ", maxSplits: 1).map(String.init)
        let arguments = try JSONValue(parsing: parts[1])
        let refusal = try #require(throws: ControlRefusal.self) { try ControlCommand(named: parts[0], arguments) }
        let issues = try #require(throws: PipelineIssues.self) {
            try PipelineLoader.load(
                Array(Self.file.utf8), named: "x.yaml", overrides: [setting],
                context: LoadContext(environment: [:], home: "/home/ada"))
        }
        #expect(refusal == ControlRefusal(issues))
    }

    /// A value that contradicts another one is reported in the words of the pipeline file's checks.
    @Test(arguments: [
        ("cameras: {back: test}", "", #"switch {"every":"10s"}"#, "combined.switch.every=10s"),
        ("cameras: {back: test}", "", #"layout {"layout":"pip"}"#, "combined.layout=pip"),
        ("cameras: {back: test}", "", #"layout {"layout":"front-primary"}"#, "combined.layout=front-primary"),
        (
            "cameras: {back: test, front: test}", ", transition: {kind: dissolve, duration: 2s}",
            #"switch {"every":"2s"}"#, "combined.switch.every=2s"
        ),
        (
            "cameras: {back: {device: test, wide: {camera: front}}, front: test}", ", mixer: gl",
            #"zoom {"camera":"back","factor":0.7}"#, "cameras.back.zoom=0.7"
        ),
        (
            "cameras: {back: test}, microphones: {a: pulse, b: 'pulse:x'}", "",
            #"microphone {"device":"pulse","microphone":"b"}"#, "microphones.b.device=pulse"
        ),
    ])
    func contradictionsAreThoseOfTheFile(_ head: String, _ more: String, _ command: String, _ setting: String) throws {
        let file = "{\(head), combined: {layout: grid\(more)}}"
        let load = { (overrides: [String]) throws(PipelineIssues) in
            try PipelineLoader.load(
                Array(file.utf8), named: "x.yaml", overrides: overrides,
                context: LoadContext(environment: [:], home: "/home/ada")
            ).pipeline
        }
        let parts = command.split(separator: " ", maxSplits: 1).map(String.init)
        var bench = try Bench.running()
        bench.state.direction.pipeline = try load([])
        try bench.ask(1, ControlCommand(named: parts[0], JSONValue(parsing: parts[1])), at: .seconds(3))
        let issues = try #require(throws: PipelineIssues.self) { try load([setting]) }
        #expect(bench.answers[1] == .failure(ControlRefusal(issues)))
    }

    /// The limits of each range are accepted by the schema and by the command.
    @Test(arguments: ControlCommand.Name.allCases)
    func theEndsOfARangeAreAccepted(_ name: ControlCommand.Name) throws {
        let schema = name.schema
        for parameter in schema.parameters {
            let ends: [JSONValue] =
                switch parameter.kind {
                case .quantity(let least, let most): [.string(least), .string(most)]
                case .whole(let range, _): [.count(range.lowerBound), .count(range.upperBound)]
                case .number(let range, _): [.ratio(range.lowerBound), .ratio(range.upperBound)]
                case .choice(let words, _), .word(let words), .position(let words): words.map(JSONValue.string)
                case .flag: [.bool(true), .bool(false)]
                case .text, .value: []
                }
            let others = (schema.example.members ?? []).filter { $0.key != parameter.name }
            for end in ends + (parameter.alternative.map { [.string($0)] } ?? []) {
                #expect(try ControlCommand(name, others + [.init(parameter.name, end)]).name == name)
            }
        }
    }
}
