@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamRecordings

@Suite("Session: ledger, events and their JSON")
struct LedgerTests {
    private static let wall = SampleRecording.wallStart

    private static let values: [(JSONValue, String)] = [
        (JSONValue.seconds(nanoseconds: 0), "0.0"), (.seconds(nanoseconds: 1_000_000_001), "1.000000001"),
        (.seconds(nanoseconds: 10_250_000_000), "10.25"), (.seconds(nanoseconds: -500_000_000), "-0.5"),
        (.seconds(nanoseconds: .min), "-9223372036.854775808"), (.null, "null"), (.bool(true), "true"),
        (.string("a\"b\\c\n\r\t\u{1}é🎬"), #""a\"b\\c\n\r\t\u0001é🎬""#), (.array([]), "[]"), (.object([]), "{}"),
        (["b": .integer(-1), "a": .array([.null, "x"])], #"{"b":-1,"a":[null,"x"]}"#),
    ]

    @Test(arguments: values)
    func `JSON on one line`(value: JSONValue, line: String) throws {
        #expect(value.line == line)
        #expect(try JSONSerialization.jsonObject(with: Data("[\(line)]".utf8)) is [Any])
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00.000Z"), (wall, "2026-11-21T14:05:03.250Z"),
        (wall + 999_999, "2026-11-21T14:05:03.250Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (1_709_164_800_000_000_000, "2024-02-29T00:00:00.000Z"),
    ])
    func `wall clock as ISO 8601`(unix: Int64, text: String) {
        #expect(WallTime.iso8601(unix) == text)
    }

    @Test func `the exact line of a ledger entry`() {
        let entry = LedgerEntry(
            .dropped, unixNanoseconds: Self.wall, runningTime: RunningTime(nanoseconds: 1_234_567_891),
            fields: [.init("branch", "back.encoder"), .init("count", .integer(3))])
        #expect(
            entry.line
                == #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.234567891,"kind":"dropped","branch":"back.encoder","count":3}"#
        )
    }

    @Test(arguments: [nil, RunningTime(nanoseconds: 86_400_123_456_789)])
    func `a ledger entry survives being written and read`(running: RunningTime?) throws {
        let entry = LedgerEntry(
            .fileFinished, unixNanoseconds: Self.wall, runningTime: running,
            fields: [
                .init("path", "/a b"), .init("end", .seconds(nanoseconds: 2_000_000_000)), .init("more", ["x": .null]),
            ])
        let read = try #require(LedgerEntry(JSONValue(parsing: entry.line)))
        #expect(read.runningTime == entry.runningTime)
        #expect(JSONValue.object(read.fields) == JSONValue.object(entry.fields))
        #expect((read.unixNanoseconds, read.kind) == (entry.unixNanoseconds, entry.kind))
    }

    @Test(arguments: ["2026-11-21T14:05:03Z", "2026-02-30T14:05:03.250Z", "yesterday", "2026-11-21 14:05:03.250Z"])
    func `a ledger entry with a broken time is refused`(time: String) throws {
        let text = #"{"time":"\#(time)","running-time":null,"kind":"dropped"}"#
        #expect(LedgerEntry(try JSONValue(parsing: text)) == nil)
    }

    private static let failure = SessionFailure(
        .encoderFailed, exit: .unavailable, branch: BranchID.encoder(OutputName("front")), output: front,
        message: "It broke.",
        advice: "")
    private static let file = FileSummary(
        output: back, segment: 0, path: "/r/a.mov", frames: 30, start: .seconds(1), end: .seconds(2))

    private static let events: [(SessionEvent.Kind, String)] = [
        (SessionEvent.Kind.started(folder: "/r", outputs: [back]), #""started",T,"folder":"/r","outputs":["back"]"#),
        (
            .recording(clock: "GstSystemClock", files: [FileRequest(output: back, segment: 0, path: "/r/a.mov")]),
            #""recording",T,"clock":"GstSystemClock","files":[{"output":"back","path":"/r/a.mov"}]"#
        ),
        (
            .status(
                .init(
                    recorded: .milliseconds(1500), freeBytes: nil,
                    outputs: [.init(name: back, frames: 45, dropped: 1, bytes: 1000)], lasts: .seconds(90),
                    isFlowing: false, lost: [InputName("front")],
                    workload: .init(
                        load: 0.9266, queue: 0.25,
                        sheds: [
                            Shed(.combined, share: nil, reason: .load),
                            Shed(.isolatedRate, share: .half, reason: .heat),
                        ],
                        rates: [.init(output: back, framesPerSecond: 30000.0 / 1001 / 2)]))),
            #""status",T,"recorded":1.5,"free":null,"lasts":90.0,"flowing":false,"lost":["front"],"load":0.927,"queue":0.25,"shed":[{"step":"combined","share":"0","reason":"load"},{"step":"isolated-rate","share":"1/2","reason":"heat"}],"rates":{"back":14.985},"outputs":[{"output":"back","frames":45,"dropped":1,"bytes":1000}],"heat":null,"battery":null,"paused":false,"levels":null"#
        ),
        (
            .status(
                .init(
                    recorded: .zero, freeBytes: nil, outputs: [],
                    heat: .init(
                        level: .fair, zone: .init(name: "cpu", celsius: 71.26),
                        forecast: HeatForecast(.serious, after: .seconds(90))),
                    battery: .init(charge: 0.07, isDischarging: true),
                    levels: [.init(peak: [-3.5, 0], rms: [-12, -120])])),
            #""status",T,"recorded":0.0,"free":null,"lasts":null,"flowing":true,"lost":[],"load":null,"queue":0.0,"shed":[],"rates":{},"outputs":[],"heat":{"level":"fair","celsius":71.3,"zone":"cpu","forecast":{"level":"serious","seconds":90}},"battery":{"charge":0.07,"discharging":true},"paused":false,"levels":{"peak":[-3.5,0.0],"rms":[-12.0,-120.0]}"#
        ),
        (
            .heat(.init(level: .serious, zone: nil, forecast: nil), .throttling),
            #""heat",T,"level":"serious","celsius":null,"zone":null,"cause":"throttling""#
        ),
        (
            .forecast(HeatForecast(.critical, after: .seconds(720)), isEased: true),
            #""forecast",T,"level":"critical","seconds":720,"eased":true"#
        ),
        (.forecast(nil, isEased: false), #""forecast",T,"level":null,"seconds":null,"eased":false"#),
        (
            .power(.mains, .init(charge: 1, isDischarging: false)),
            #""power",T,"state":"mains","charge":1.0,"discharging":false"#
        ),
        (
            .dropped(branch: BranchID.encoder(OutputName("back")), output: back, count: 2),
            #""dropped",T,"branch":"back.encoder","output":"back","count":2"#
        ),
        (
            .repeated(branch: BranchID.mixerInput(InputName("back")), count: 2),
            #""repeated",T,"branch":"combined.input.back","count":2"#
        ),
        (
            .inputLost(InputName("front"), at: .seconds(2), reason: "stalled"),
            #""input-lost",T,"input":"front","at":2.0,"reason":"stalled""#
        ),
        (
            .signalFaulty(.deadChannel(channel: 1), .microphone, from: .seconds(2), message: "It is dead."),
            #""warning",T,"code":"microphone-dead-channel","branch":"audio.source","message":"It is dead.","input":"microphone","from":2.0,"channel":2"#
        ),
        (
            .signalRestored(.frozen, InputName("back"), from: .seconds(2), to: .seconds(28)),
            #""signal-restored",T,"code":"camera-frozen","input":"back","from":2.0,"to":28.0,"lasted":26.0"#
        ),
        (
            .inputReturned(.microphone, at: .seconds(9), away: .milliseconds(7_500), attempts: 4),
            #""input-returned",T,"input":"microphone","at":9.0,"away":7.5,"attempts":4"#
        ),
        (
            .outputRestored(FileRequest(output: back, segment: 3, path: "/s/b.mov"), at: .seconds(9)),
            #""output-restored",T,"output":"back","path":"/s/b.mov","at":9.0"#
        ),
        (
            .sessionDeleted(DeletedSession(path: "/r/old", bytes: 7), reason: "when-full"),
            #""session-deleted",T,"session":"/r/old","bytes":7,"reason":"when-full""#
        ),
        (
            .sessionDeleted(DeletedSession(path: "/r/old", bytes: 7, left: ["/r/old/notes.txt"]), reason: "retain"),
            #""session-deleted",T,"session":"/r/old","bytes":7,"reason":"retain","left":["/r/old/notes.txt"]"#
        ),
        (
            .outputStill(.combined, from: .seconds(2), to: nil, message: "No frame."),
            #""warning",T,"code":"output-still","branch":"combined.encoder","message":"No frame.","output":"combined","from":2.0"#
        ),
        (
            .outputStill(.combined, from: .seconds(2), to: .seconds(28), message: "Frames."),
            #""warning",T,"code":"output-still","branch":"combined.encoder","message":"Frames.","output":"combined","from":2.0,"to":28.0,"lasted":26.0"#
        ),
        (
            .warning(.freeSpace, branch: nil, message: "Low."),
            #""warning",T,"code":"free-space","branch":null,"message":"Low.""#
        ),
        (
            .shed(Shed(.combinedRate, share: .twoThirds, reason: .load), LoadFigures(load: 0.95, queue: 0.0625)),
            #""shed",T,"step":"combined-rate","share":"2/3","reason":"load","load":0.95,"queue":0.063"#
        ),
        (
            .restored(Shed(.combined, share: .full, reason: .queue), LoadFigures()),
            #""restored",T,"step":"combined","share":"1","reason":"queue","load":null,"queue":0.0"#
        ),
        (
            .segment(1, at: .seconds(600), files: [FileRequest(output: back, segment: 1, path: "/r/b.mov")]),
            #""segment",T,"segment":1,"at":600.0,"files":[{"output":"back","path":"/r/b.mov"}]"#
        ),
        (
            .fileFinished(file),
            #""file-finished",T,"output":"back","segment":0,"path":"/r/a.mov","frames":30,"start":1.0,"end":2.0"#
        ),
        (.stopping(.interrupt), #""stopping",T,"reason":"interrupt""#),
        (
            .failed(failure),
            #""failed",T,"code":"encoder-failed","exit-code":69,"branch":"front.encoder","output":"front","message":"It broke.","advice":"""#
        ),
        (
            .finished(SessionOutcome(exit: .finished, reason: .duration, folder: nil, files: [], failures: [])),
            #""finished",T,"exit-code":0,"reason":"duration","folder":null,"files":[]"#
        ),
    ]

    @Test(arguments: events)
    func `the exact line of every event`(kind: SessionEvent.Kind, line: String) {
        let event = SessionEvent(kind, unixNanoseconds: Self.wall, runningTime: RunningTime(nanoseconds: 1_250_000_000))
        let parts = line.split(separator: ",T,", maxSplits: 1).joined(
            separator: #","time":"2026-11-21T14:05:03.250Z","running-time":1.25,"#)
        #expect(event.line == "{\"event\":\(parts)}")
    }
}
