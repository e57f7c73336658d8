import DualCamControl
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// Commands to a running recording, with a server that gives the test's answers.
@Suite struct DirectingTests {
    private static func run(_ line: String, in folder: RuntimeFolder) async -> TestRun {
        let words = line.split(separator: " ").map(String.init)
        return await TestRun.of(words, files: DiskView(), environment: folder.environment, in: folder.path)
    }

    static let commands: [(line: String, request: String, text: String)] = [
        ("layout stacked", #"layout {"layout":"stacked"}"#, "layout: stacked from 12.433 s on"),
        (
            "layout stacked --over 500ms --easing spring",
            #"layout {"layout":"stacked","over":"500ms","easing":"spring"}"#,
            "layout: layout stacked, over 500ms, easing spring from 12.433 s on"
        ),
        (
            "main front --transition slide --direction up",
            #"main {"camera":"front","transition":"slide","direction":"up"}"#,
            "main: camera front, transition slide, direction up from 12.433 s on"
        ),
        ("switch 10s", #"switch {"every":"10s"}"#, "switch: 10s from 12.433 s on"),
        ("main front", #"main {"camera":"front"}"#, "main: front from 12.433 s on"),
        ("swap", "swap {}", "swap from 12.433 s on"),
        ("inset top-left", #"inset {"position":"top-left"}"#, "inset: top-left from 12.433 s on"),
        (
            "inset --size 30% 60%,10% --radius=8", #"inset {"position":{"x":"60%","y":"10%"},"size":"30%","radius":8}"#,
            "inset: position 60%,10%, size 30%, radius 8 from 12.433 s on"
        ),
        (
            "inset --border-colour #1080ff", ##"inset {"border-colour":"#1080ff"}"##, "inset: #1080ff from 12.433 s on"
        ),
        (
            "divider --width 4 --colour red", #"divider {"width":4,"colour":"red"}"#,
            "divider: width 4, colour red from 12.433 s on"
        ),
        (
            "zoom back 2.5 --x 40%", #"zoom {"camera":"back","factor":2.5,"x":"40%"}"#,
            "zoom: camera back, factor 2.5, x 40% from 12.433 s on"
        ),
        (
            "overlay title --text Now --off", #"overlay {"overlay":"title","text":"Now","on":false}"#,
            "overlay: overlay title, text Now, on off from 12.433 s on"
        ),
        (
            "overlay logo --on", #"overlay {"overlay":"logo","on":true}"#,
            "overlay: overlay logo, on on from 12.433 s on"
        ),
        (
            "look vivid --intensity 60% --camera back", #"look {"look":"vivid","camera":"back","intensity":"60%"}"#,
            "look: look vivid, camera back, intensity 60% from 12.433 s on"
        ),
        ("look --intensity 60%", #"look {"intensity":"60%"}"#, "look: 60% from 12.433 s on"),
        (
            "adjust --contrast 10% --exposure=-0.5", #"adjust {"exposure":-0.5,"contrast":"10%"}"#,
            "adjust: exposure -0.5, contrast 10% from 12.433 s on"
        ),
        (
            "control back brightness 128", #"control {"camera":"back","control":"brightness","value":128}"#,
            "control: camera back, control brightness, value 128 from 12.433 s on"
        ),
        (
            "control back torch on", #"control {"camera":"back","control":"torch","value":true}"#,
            "control: camera back, control torch, value on from 12.433 s on"
        ),
        ("controls indoor", #"controls {"preset":"indoor"}"#, "controls: indoor from 12.433 s on"),
        ("gain -3dB", #"gain {"gain":"-3dB"}"#, "gain: -3dB from 12.433 s on"),
        ("mute", #"mute {"on":true}"#, "mute: on from 12.433 s on"),
        ("unmute", #"mute {"on":false}"#, "mute: off from 12.433 s on"),
        ("sound studio", #"sound {"mode":"studio"}"#, "sound: studio from 12.433 s on"),
        ("microphone pulse", #"microphone {"device":"pulse"}"#, "microphone: pulse from 12.433 s on"),
        (
            "microphone alsa --microphone room", #"microphone {"device":"alsa","microphone":"room"}"#,
            "microphone: device alsa, microphone room from 12.433 s on"
        ),
        (
            "unmute --microphone room", #"mute {"on":false,"microphone":"room"}"#,
            "mute: on off, microphone room from 12.433 s on"
        ),
        ("wind-filter off", #"wind-filter {"on":false}"#, "wind-filter: off from 12.433 s on"),
        (
            "delay microphone -40ms", #"delay {"input":"microphone","delay":"-40ms"}"#,
            "delay: input microphone, delay -40ms from 12.433 s on"
        ),
        ("pause", "pause {}", "paused at 12.433 s"),
        ("resume", "resume {}", "recording again from 12.433 s on"),
        ("mark answer", #"mark {"text":"answer"}"#, "marked 'answer' at 12.433 s"),
        ("mark", "mark {}", "marked at 12.433 s"),
        ("record --delay 5s", #"record {"delay":"5s"}"#, "recording from 12.433 s on"),
        ("split", "split {}", "new files from 12.433 s on"),
        (
            "bitrate combined 6Mbps", #"bitrate {"output":"combined","bitrate":"6Mbps"}"#,
            "bitrate: output combined, bitrate 6Mbps from 12.433 s on"
        ),
        ("stop", "stop {}", "stopping at 12.433 s"),
    ]

    @Test func everyCommandIsSentAndItsAnswerTold() async throws {
        let folder = RuntimeFolder()
        let server = try TinyServer(at: folder.socket("pip-77")) { request in
            let arguments = request.split(separator: " ", maxSplits: 2).last.map(String.init) ?? ""
            let rest = arguments == "{}" ? "}" : "," + arguments.dropFirst()
            return .init(body: #"{"at":12.433"# + rest)
        }
        for (line, request, text) in Self.commands {
            let run = await Self.run(line, in: folder)
            #expect(run.exitCode == .finished)
            #expect(run.output.text == text + "\n")
            #expect(run.errors.text == "")
            #expect(server.asked.last == "POST /api/v1/commands/" + request)
        }
        let run = await Self.run("control back gain auto --json --session 77", in: folder)
        #expect(run.output.text == #"{"at":12.433,"camera":"back","control":"gain","value":"auto"}"# + "\n")
        server.close()
        #expect(Set(Self.commands.map { $0.request.prefix { $0 != " " } }).count == ControlCommand.Name.allCases.count)
    }

    /// A path is relative to the current folder, wherever the recording's pipeline file is.
    @Test func aColourTableIsOneOfThisFolder() async throws {
        let folder = RuntimeFolder()
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in .init(body: #"{"at":1}"#) }
        for (word, sent) in [
            ("film.cube", folder.path + "/film.cube"), ("./film.cube", folder.path + "/film.cube"),
            ("/l/FILM.CUBE", "/l/FILM.CUBE"), ("~/f.cube", "~/f.cube"),
        ] {
            _ = await Self.run("look " + word, in: folder)
            #expect(server.asked.last == "POST /api/v1/commands/look {\"look\":\"\(sent)\"}")
        }
        server.close()
    }

    @Test(arguments: [
        ("bad-request", 400, 64), ("bad-value", 422, 64), ("unknown-command", 404, 64), ("not-now", 409, 69),
        ("unsupported", 501, 69), ("failed", 500, 70), ("timeout", 504, 70),
    ])
    func aRefusalHasItsExitCode(code: String, status: Int, exit: Int32) async throws {
        let folder = RuntimeFolder()
        let refusal = #"{"error":{"code":"\#(code)","message":"It cannot be.","advice":"Try again."}}"#
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in .init(status: status, body: refusal) }
        let text = await Self.run("layout pip", in: folder)
        let json = await Self.run("layout pip --json", in: folder)
        server.close()
        #expect(text.exitCode.rawValue == exit && json.exitCode.rawValue == exit)
        #expect(text.output.text == "")
        #expect(json.output.text == refusal + "\n")
        for run in [text, json] { #expect(run.errors.text == "dualcam: error: It cannot be. Try again.\n") }
    }

    @Test(arguments: [
        ("layout", "'dualcam layout' needs LAYOUT, the layout. See 'dualcam help layout'."),
        ("zoom back 25", "FACTOR: '25' is not a number from 0.5 to 10. Write it as in 2."),
        (
            "inset --margin -1",
            "--margin needs a value, but '-1' follows. Write --margin=MARGIN if the value begins with a dash."
        ),
        ("inset --margin=x", "--margin: 'x' is not a whole number from 0 to 16384. Write it as in 20."),
        (
            "layout pip --easing bounce",
            "--easing: 'bounce' is not a valid value. Write one of linear, ease-in, ease-out, ease-in-out, spring."
        ),
        ("wind-filter of", "ON: 'of' is neither on nor off. Write on or off."),
        ("pause now", "'dualcam pause' takes no argument, but 'now' was given. See 'dualcam help pause'."),
        ("snapshot", "'dualcam snapshot' needs PICTURE, a camera, or combined. See 'dualcam help snapshot'."),
        ("snapshot back --format gif", "--format: 'gif' is not a picture format. Choose jpeg or png."),
        (
            "snapshot back -o a.gif",
            "'a.gif' has neither the extension .jpg nor .png. Choose the format with --format jpeg or --format png."
        ),
        ("status --session=", "--session: the name is empty. Give the recording's name or its process."),
    ])
    func aWrongLineIsRefusedBeforeAnythingIsSent(line: String, text: String) async {
        let run = await Self.run(line, in: RuntimeFolder())
        #expect(run.exitCode == .usage)
        #expect(run.errors.text == "dualcam: error: \(text)\n")
    }
}

/// The search for the recording that a command means.
@Suite struct RecorderSearchTests {
    private static let conditions: [String: SocketCondition] = [
        "pip-77": .listening, "pip-78": .listening, "desk-9": .listening, "old-3": .stale, "his-4": .forbidden,
    ]

    private static func search(_ sockets: String, _ session: String?) -> Result<String, CommandFailure> {
        let names = sockets.split(separator: " ").map { "/run/user/1/dualcam/\($0)" }
        let place = ProcessEnvironment(
            output: CapturedText(), errors: CapturedText(), errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } }, environment: ["XDG_RUNTIME_DIR": "/run/user/1"],
            files: FakeFiles(names), workingDirectory: "/")
        let search = RecorderSearch(place) { path in
            conditions[path.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""] ?? .stale
        }
        return Result { () throws(CommandFailure) in try search.recorder(called: session).text }
    }

    @Test(
        arguments: [
            ("pip-77.sock", nil, "pip (process 77)"),
            ("pip-77.sock old-3.sock his-4.sock notes.txt x-y.sock", nil, "pip (process 77)"),
            ("pip-77.sock pip-78.sock desk-9.sock", "desk", "desk (process 9)"),
            ("pip-77.sock pip-78.sock desk-9.sock", "78", "pip (process 78)"),
            ("pip-77.sock pip-78.sock desk-9.sock", "pip-77", "pip (process 77)"),
        ] as [(String, String?, String)])
    func theOneThatIsMeantIsFound(sockets: String, session: String?, text: String) {
        #expect(Self.search(sockets, session) == .success(text))
    }

    @Test(
        arguments: [
            ("", nil, .unavailable, "no recording is running. Start one with 'dualcam run FILE'."),
            (
                "desk-9.sock pip-77.sock", nil, .usage,
                "2 recordings are running: desk (process 9), pip (process 77). Choose one by its process: --session 9."
            ),
            (
                "desk-9.sock pip-77.sock pip-78.sock", "pip", .usage,
                "2 recordings are running: pip (process 77), pip (process 78). "
                    + "Choose one by its process: --session 77."
            ),
            ("desk-9.sock", "pip", .unavailable, "no recording called 'pip' is running. There is desk (process 9)."),
            (
                "desk-9.sock pip-77.sock", "x", .unavailable,
                "no recording called 'x' is running. There are desk (process 9), pip (process 77)."
            ),
            ("", "x", .unavailable, "no recording called 'x' is running. Start one with 'dualcam run FILE'."),
            (
                "old-3.sock", nil, .unavailable,
                "no recording is running; '/run/user/1/dualcam/old-3.sock' was left behind by one that ended without "
                    + "cleaning up. Start one with 'dualcam run FILE'."
            ),
            (
                "his-4.sock old-3.sock", nil, .unavailable,
                "the socket '/run/user/1/dualcam/his-4.sock' cannot be opened: permission denied. Run this as the user who runs the recording."
            ),
        ] as [(String, String?, ExitCode, String)])
    func otherwiseTheErrorSaysWhatThereIs(sockets: String, session: String?, code: ExitCode, text: String) {
        let failure = CommandFailure(code, verbatim: "dualcam: error: " + text)
        #expect(Self.search(sockets, session) == .failure(failure))
    }

    /// As under cron or in a container: sockets are in a folder that only this user can have created.
    @Test func withoutARuntimeFolderOneOfTheUsersOwnIsLookedInto() async throws {
        let folder = RuntimeFolder()
        let own = "\(folder.path)/dualcam-\(geteuid())"
        let server = try TinyServer(at: own + "/pip-77.sock") { _ in .init(body: #"{"at":1}"#) }
        for (mode, code) in [(0o700, ExitCode.finished), (0o755, .unavailable), (0o700, .finished)]
            as [(mode_t, ExitCode)]
        {
            chmod(own, mode)
            let run = await TestRun.of(
                ["swap"], files: DiskView(), environment: ["DUALCAM_TMPDIR": folder.path], in: folder.path)
            #expect(run.exitCode == code, "\(mode)")
        }
        try FileManager.default.moveItem(atPath: own, toPath: own + "-moved")
        #expect(symlink(own + "-moved", own) == 0)
        let run = await TestRun.of(["swap"], files: DiskView(), environment: ["DUALCAM_TMPDIR": folder.path])
        server.close()
        #expect(run.exitCode == .unavailable)
        #expect(
            run.errors.text == "dualcam: error: no recording is running. Start one with 'dualcam run FILE'.\n")
    }

    @Test func aSocketTellsWhetherAnybodyListens() throws {
        let folder = RuntimeFolder()
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in .init(body: "") }
        #expect(SocketCondition(of: folder.socket("pip-77")) == .listening)
        server.close()
        #expect(SocketCondition(of: folder.socket("pip-77")) == .stale)
        #expect(SocketCondition(of: folder.socket("none-1")) == .stale)
        #expect(SocketCondition(of: "/" + String(repeating: "x", count: 200)) == .unknown)
    }

    @Test(arguments: [
        (ControlClientFailure.nobodyThere, ExitCode.unavailable, "has just ended. Start one with 'dualcam run FILE'."),
        (
            .late, .fault,
            "did not answer in time. It continues unless its own output says otherwise. Try again."
        ),
        (
            .garbled("its answer is not JSON text (line 1)"), .fault,
            "sent an answer that could not be understood: its answer is not JSON text (line 1). It may run another version of dualcam."
        ),
    ])
    func aRecordingThatDoesNotAnswerIsNamed(failure: ControlClientFailure, code: ExitCode, text: String) {
        let recorder = RunningRecorder(name: "pip", process: 77, path: "/run/pip-77.sock")
        let expected = CommandFailure(code, verbatim: "dualcam: error: the recording pip (process 77) " + text)
        #expect(CommandFailure(failure, of: recorder) == expected)
    }
}
