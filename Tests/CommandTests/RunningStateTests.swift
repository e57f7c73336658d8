import DualCamControl
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// The state of a running recording, as text and for completion.
@Suite struct RunningStateTests {
    private static let since = "2026-11-21T14:05:08.250Z"
    /// The same time as a time of day in this machine's time zone.
    private static var sinceHere: String {
        WallTime.local(WallTime.unixNanoseconds(iso8601: since) ?? 0).text.suffix(8).prefix(5).description
    }

    private static let state = """
        {"name":"pip","phase":"recording","folder":"/v/DualCam_1","running-time":12.5,"status":{"recorded":7.25,\
        "free":12000000000,"lasts":9000.0,"lost":["front"],"outputs":[{"output":"back","frames":217,"dropped":0,"bytes":2200000},\
        {"output":"combined","frames":215,"dropped":2,"bytes":2200000}],"load":0.934,\
        "shed":[{"step":"combined-rate","share":"2/3","reason":"load"}],"heat":{"level":"nominal"},\
        "cadences":[{"input":"back","rate":30.02,"asked":30.0,"from":0.5,"since":"\(since)"},\
        {"input":"front","rate":14.97,"asked":30.0,"from":0.6,"since":"\(since)"},\
        {"input":"side","rate":50.0,"asked":30.0,"converted":true,"from":0.6}],\
        "damaged":[{"input":"front","count":3,"kept":false},{"input":"back","count":2,"kept":true}],\
        "levels":{"peak":[-12.2,-20.0],"rms":[-20.0,-24.0]}},\
        "settings":{"layout":{"value":"pip","command":"layout","choices":["pip","stacked"]},\
        "main":{"value":"back","command":"main","choices":["back","front"]},\
        "gain":{"value":"0dB","command":"gain","least":-12,"most":12,"step":0.5,"unit":"dB"},\
        "mute":{"value":false,"command":"mute","choices":[false,true]},\
        "inset.position":{"value":"top-left","command":"inset","choices":["top-left","top-right"]},\
        "look.combined":{"value":"none","command":"look","choices":["none","vivid"]},\
        "look.combined.intensity":{"value":"100%","command":"look","least":0,"most":100,"step":1,"unit":"%"},\
        "adjust.back.exposure":{"value":0,"command":"adjust","least":-4,"most":4,"step":0.1,"unit":""},\
        "zoom.back":{"value":1,"command":"zoom","least":0.5,"most":10,"step":0,"unit":""},\
        "zoom.front":{"value":1.25,"command":"zoom","least":0.5,"most":10,"step":0,"unit":""},\
        "controls.back.brightness":{"value":128,"command":"control","least":0,"most":255,"step":1,"unit":""},\
        "controls.back.auto_exposure":{"value":"manual","command":"control","choices":["manual","auto"],\
        "obstacle":"The camera is away."},\
        "name":{"value":null,"command":"mark"},\
        "bitrate.combined":{"value":6000000,"command":"bitrate","least":10000,"most":8000000,"step":1000,"unit":"bps"}}}
        """

    private static var head: String {
        """
        pip (process 77): recording
          recorded  0:07, 4.4 MB
          frames    back 217, combined 215
          lost      2 of combined; no signal: front
          pictures  back 30 fps since \(Self.sinceHere); front 15 fps since \(Self.sinceHere) (30 asked for: low light?); side 50 fps, converted to 30
          damaged   3 of front left out, 2 of back recorded as they came
          load      93 %, shed: combined-rate 2/3
          levels    -12 dB
          disk      12 GB free, enough for 2 h
          folder    /v/DualCam_1

        """
    }

    private static func run(_ line: String, in folder: RuntimeFolder) async -> TestRun {
        let words = line.split(separator: " ").map(String.init)
        return await TestRun.of(words, files: DiskView(), environment: folder.environment, in: folder.path)
    }

    @Test func statusTellsTheStateAndEveryRange() async throws {
        let folder = RuntimeFolder()
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in .init(body: Self.state) }
        let (brief, text) = (await Self.run("status", in: folder), await Self.run("status --settings", in: folder))
        let json = await Self.run("status --json --session pip", in: folder)
        server.close()
        #expect(brief.output.text == Self.head + "  14 settings: dualcam status --settings\n")
        #expect(
            text.output.text == Self.head + """
                  layout                       pip       pip | stacked
                  main                         back      back | front
                  gain                         0dB       -12 ... 12dB, step 0.5
                  mute                         off       off | on
                  inset.position               top-left  top-left | top-right
                  look.combined                none      none | vivid
                  look.combined.intensity      100%      0 ... 100%, step 1
                  adjust.back.exposure         0         -4 ... 4, step 0.1
                  zoom.back                    1         0.5 ... 10
                  zoom.front                   1.25      0.5 ... 10
                  controls.back.brightness     128       0 ... 255, step 1
                  controls.back.auto_exposure  manual    not now: The camera is away.
                  name                         none
                  bitrate.combined             6000000   10000 ... 8000000bps, step 1000

                """)
        let told = String(Self.state.dropLast()) + #","process":77}"#
        #expect(try JSONValue(parsing: json.output.text) == JSONValue(parsing: told))
        #expect(server.asked == Array(repeating: "GET /api/v1/state", count: 3))
    }

    @Test func severalRecordingsAreATable() async throws {
        let folder = RuntimeFolder()
        let standby =
            #"{"name":"lab","phase":"standby","folder":null,"status":{"free":81000000000,"lost":[]},"settings":{}}"#
        let servers = [
            try TinyServer(at: folder.socket("lab-8")) { _ in .init(body: standby) },
            try TinyServer(at: folder.socket("odd-9")) { _ in .init(status: 500, body: "") },
            try TinyServer(at: folder.socket("pip-77")) { _ in .init(body: Self.state) },
        ]
        let all = await Self.run("status", in: folder)
        let one = await Self.run("status --session lab", in: folder)
        for server in servers { server.close() }
        #expect(
            all.output.text == """
                  recording                              state  recorded    frames                             lost                           load  levels         disk
                  lab (process 8)   ready, nothing is recorded         -         -                          nothing                              -       -        81 GB
                  odd (process 9)              does not answer
                  pip (process 77)                   recording      0:07  217, 215  2 of combined; no signal: front  93 %, shed: combined-rate 2/3  -12 dB  12 GB (2 h)

                """)
        #expect(
            one.output.text == """
                lab (process 8): ready, nothing is recorded
                  lost  nothing
                  disk  81 GB free

                """)
    }

    /// `status --json` prints one object per line for each running recording.
    @Test func statusTellsOfAllInOneCall() async throws {
        let folder = RuntimeFolder()
        let none = await Self.run("status --json", in: folder)
        #expect(none.exitCode == .unavailable && none.output.text == "")
        let servers = try ["desk-9", "pip-77"].map { name in
            try TinyServer(at: folder.socket(name)) { _ in .init(body: #"{"name":"\#(name.prefix(3))"}"#) }
        }
        try folder.leaveBehind("old-3")
        let all = await Self.run("status --json", in: folder)
        for server in servers { server.close() }
        #expect(all.output.text == #"{"name":"des","process":9}"# + "\n" + #"{"name":"pip","process":77}"# + "\n")
        #expect(all.errors.text == "" && all.exitCode == .finished)
    }

    @Test(
        arguments: [
            (#"{"event":"levels","running-time":1.0,"peak":[-3]}"#, nil),
            (#"{"event":"status","running-time":1.0}"#, nil),
            (
                #"{"event":"directed","time":"t","running-time":2.5,"command":"layout","layout":"pip"}"#,
                "2.500 s  layout: pip"
            ),
            (
                #"{"event":"directed","running-time":2.5,"command":"zoom","camera":"back","factor":2}"#,
                "2.500 s  zoom: camera back, factor 2"
            ),
            (#"{"event":"directed","running-time":null,"command":"swap"}"#, "swap"),
            (#"{"event":"warning","running-time":3.0,"code":"load"}"#, "3.000 s  warning: code load"),
            (
                #"{"event":"segment","running-time":null,"at":3.0,"segment":1,"files":[{"path":"/v/1"},{"path":"/v/2"}]}"#,
                "3.000 s  segment: segment 1, files 2"
            ),
            (
                #"{"event":"finished","running-time":null,"exit-code":0,"reason":"request","folder":null,"files":[]}"#,
                "finished: exit-code 0, reason request"
            ),
            (#"{"event":"marked","running-time":3.5,"at":3.5,"text":"one"}"#, "3.500 s  marked: text one"),
            (#"{"event":"standby","running-time":null,"outputs":["back","front"]}"#, "standby: outputs back front"),
        ] as [(String, String?)])
    func newsAreALineEach(news: String, line: String?) throws {
        #expect(StateText.line(ofNews: try JSONValue(parsing: news)) == line)
    }

    @Test func aPictureIsSavedAndNothingReplacedUnasked() async throws {
        let folder = RuntimeFolder()
        let server = try TinyServer(at: folder.socket("pip-77")) { request in
            .init(headers: "X-Running-Time: 12.433\r\n", body: request.hasSuffix("png") ? "a png" : "a jpeg")
        }
        let content = { (name: String) in try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8) }
        let first = await Self.run("snapshot back", in: folder)
        let second = await Self.run("snapshot back --json", in: folder)
        let png = await Self.run("snapshot combined -o shot.png", in: folder)
        let again = await Self.run("snapshot combined --output shot.png", in: folder)
        #expect(content("shot.png") == "a png")
        let forced = await Self.run("snapshot combined --output=shot.png --format jpeg --force", in: folder)
        let nowhere = await Self.run("snapshot back --output=none/shot.png", in: folder)
        server.close()
        #expect(first.output.text == "back_12.433.jpg: back at 12.433 s\n")
        #expect(content("back_12.433.jpg") == "a jpeg" && content("back_12.433_2.jpg") == "a jpeg")
        #expect(
            try JSONValue(parsing: second.output.text)
                == JSONValue(
                    parsing: #"{"at":12.433,"picture":"back","file":"back_12.433_2.jpg","format":"jpeg","bytes":6}"#))
        #expect(png.output.text == "shot.png: combined at 12.433 s\n")
        #expect(again.exitCode == .outputNotCreated)
        #expect(
            again.errors.text == "dualcam: error: 'shot.png' already exists. "
                + "Choose another file, or replace it with --force.\n")
        #expect(forced.exitCode == .finished && content("shot.png") == "a jpeg")
        #expect(nowhere.exitCode == .outputNotCreated)
        #expect(
            nowhere.errors.text == "dualcam: error: 'none/shot.png' cannot be created: No such file or directory. "
                + "Choose another path with --output FILE.\n")
        #expect(server.asked.count == 5)
        #expect(server.asked[2] == "GET /api/v1/snapshots/combined?format=png")
    }

    @Test func aPictureGoesToStandardOutputAlone() async throws {
        let folder = RuntimeFolder()
        let server = try TinyServer(at: folder.socket("pip-77")) { request in
            .init(headers: "X-Running-Time: 12.433\r\n", body: request.hasSuffix("png") ? "a png" : "a jpeg")
        }
        for (line, text) in [("-o -", "a jpeg"), ("--output=- --format png", "a png")] {
            let run = await Self.run("snapshot back " + line, in: folder)
            #expect(run.output.text == text && run.errors.text == "" && run.exitCode == .finished)
        }
        let both = await Self.run("snapshot back --json -o -", in: folder)
        server.close()
        #expect(both.exitCode == .usage && both.output.text == "")
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["dualcam"])
    }

    @Test func completionOffersWhatTheRecordingHas() async throws {
        let folder = RuntimeFolder()
        let state = Self.state.replacing(
            #""main":{"#,
            with: #""gain.boom":{"value":"0dB"},"gain.room":{"value":"0dB"},"mute.room":{"value":false},"#
                + #""delay.back":{"value":"0ms"},"delay.microphone.room":{"value":"0ms"},"#
                + #""divider.width":{"value":4},"divider.colour":{"value":"red","choices":["white","red"]},"main":{"#)
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in .init(body: state) }
        let offers: [(words: String, offered: String)] = [
            ("layout", "pip stacked"), ("main", "back front"), ("zoom", "back front"), ("zoom back", ""),
            ("look", "none vivid"), ("look vivid --camera", "combined"), ("adjust --camera", "back"),
            ("control", "back"), ("control back", "brightness auto_exposure"),
            ("control back auto_exposure", "manual auto"), ("inset", "top-left top-right"),
            ("inset --size 20%", "top-left top-right"), ("divider --colour", "white red"), ("divider --width", ""),
            ("snapshot", "back combined front"),
            ("gain --microphone", "boom room"), ("mute --microphone", "room"), ("unmute --microphone", "room"),
            ("delay", "back microphone.room"), ("wind-filter", "on off"), ("bitrate", "combined"),
            ("bitrate combined", "3Mbps 6Mbps"),
            ("microphone", "auto pulse pipewire alsa"), ("layout --session", "pip"),
            ("layout --session pip", "pip stacked"),
            ("layout --session=none", ""), ("layout pip", ""), ("nonsense", ""), ("", ""),
        ]
        for (words, offered) in offers {
            let run = await Self.run("complete -- " + words, in: folder)
            #expect(run.output.text.split(separator: "\n").joined(separator: " ") == offered, "after '\(words)'")
            #expect(run.errors.text == "" && run.exitCode == .finished)
        }
        server.close()
        let silent = await Self.run("complete -- layout", in: folder)
        #expect(silent.output.text + silent.errors.text == "")
    }
}
