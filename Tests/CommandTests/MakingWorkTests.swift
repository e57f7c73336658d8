import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamControl
@testable import DualCamEditing
@testable import DualCamProcess
@testable import DualCamWorker

/// The web interface accepts the same options for new files as the commands.
@Suite struct MakingWorkTests {
    /// Options that the interface leaves out, because it decides itself about file names and reports.
    private static let left: Set<String> = ["output", "numbered", "unchecked", "json", "pieces", "trust"]

    @Test(arguments: [
        ComposeCommand.usage, ExportCommand.usage, TrimCommand.usage, DubCommand.usage, StabiliseCommand.usage,
    ])
    func argumentsAreOptions(usage: CommandUsage) throws {
        let paths = InterfaceDescription(needsToken: false).json["paths"]
        let route = paths?["/api/v1/sessions/{session}/\(usage.name)"]?["post"]
        let schema = route?["requestBody"]?["content"]?["application/json"]?["schema"]
        let arguments = try #require(schema?["properties"]?.members)
        for argument in arguments {
            let option = try #require(usage.options.first { $0.name == argument.key }, "\(argument.key)")
            let type: JSONValue = option.repeats ? "array" : option.placeholder == nil ? "boolean" : "string"
            #expect(argument.value["type"] == type, "\(argument.key)")
        }
        let offered = Set(arguments.map(\.key))
        #expect(Set(usage.options.map(\.name)).subtracting(Self.left) == offered)
    }

    /// Returns a list of `count` entries, each with a text of 250 letters.
    private static func lettering(of count: Int) -> String {
        let text = String(repeating: "\u{E4}", count: 250)
        return (0..<count).map { "- {at: \($0)s, set: {combined.overlays.n\($0 % 90).text: \(text)}}\n" }.joined()
    }

    /// Errors that do not depend on the session, with the interface's names of the options.
    @Test(
        arguments: [
            (
                .compose, #"{"switch-every":"1s","switch-at-marks":true}"#, [:],
                "'switch-every' and 'switch-at-marks' cannot be combined. Keep one of them."
            ),
            (
                .compose, #"{"edit":{"bytes":1},"switch-at-marks":true}"#, ["edit": "cuts: [{at: 1s, main: front}]"],
                "'edit' and 'switch-at-marks' cannot be combined. Keep one of them."
            ),
            (
                .compose, #"{"by-speaker":"back=anna"}"#, [:],
                "'by-speaker': only one camera is given. Write at least two: back=anna,front=ben."
            ),
            (
                .compose, #"{"edit":{"bytes":1}}"#, ["edit": "cuts:\n  - at: 1s\n    mian: front\n"],
                "edit:3:5: cuts[0].mian: unknown key; did you mean 'main'?."
            ),
            (.compose, #"{"edit":{"bytes":1}}"#, ["edit": "cuts:\n  - {at: 1s, main: [}\n"], "edit:2:"),
            // Neither a variable's value nor a text of a document is returned.
            (
                .compose, #"{"edit":{"bytes":1}}"#, ["edit": "cuts:\n  - at: \"${HOME}\"\n    layout: grid\n"],
                "edit:2:9: cuts[0].at: names a variable of the environment; send the value itself."
            ),
            (
                .compose, #"{"edit":{"bytes":1}}"#,
                ["edit": "cuts: [{at: 1s, set: {combined.overlays.a.text: \"${HOME:-x}\"}}]"],
                "edit:1:49: cuts[0].set.combined.overlays.a.text: names a variable of the environment; send the value itself."
            ),
            // Keys are not expanded, so a key that looks like a variable is an error.
            (
                .compose, #"{"edit":{"bytes":1}}"#,
                ["edit": "cuts:\n  - at: 1s\n    set: {\"combined.overlays.${HOME}.text\": x}\n"],
                "edit:3:11: cuts[0].set.combined.overlays: a key cannot contain a variable; write the key itself."
            ),
            (
                .compose, #"{"edit":{"bytes":1}}"#, ["edit": "cuts:\n  - {at: 1s, \"a${HOME}\": x}\n"],
                "edit:2:14: cuts[0]: a key cannot contain a variable; write the key itself."
            ),
            (
                .compose, #"{"edit":{"bytes":1}}"#, ["edit": "\"${HOME}\": 1\ncuts: [{at: 1s}]\n"],
                "edit:1:1: a key cannot contain a variable; write the key itself."
            ),
            (
                .compose, #"{"edit":{"bytes":1}}"#,
                ["edit": "cuts:\n  - at: 1s\n    set: {\"combined.overlays.a.text\": {\"${HOME}\": x}}\n"],
                "edit:3:11: cuts[0].set.combined.overlays.a.text: is a section, but one value is needed; "
                    + "put a text that begins with '{' in quotes."
            ),
            (
                .compose, #"{"edit":{"bytes":1}}"#, ["edit": "cuts: [{at: 1s, easing: bumpy}]"],
                "edit:1:25: cuts[0].easing: is not accepted; write linear, ease-in, ease-out, ease-in-out, spring."
            ),
            (.export, #"{"as":"story","mix":"anna=3"}"#, [:], "'mix': '3' has no unit. Write it as in -3dB."),
            (
                .export, #"{"as":"podcast","subtitles":{"bytes":1}}"#, ["subtitles": "1"],
                "'subtitles': podcast has no picture. Leave it out, or choose a template with a picture."
            ),
            (
                .export, #"{"as":"editing","loudness":"-16LUFS"}"#, [:],
                "'loudness': editing keeps the sound as it was recorded. Remove it, or choose another template."
            ),
            (
                .trim, #"{"cut":["1s-2s"]}"#, [:],
                "'cut': '1s-2s' has no '..'. Write where it begins and ends, as in 1:20..1:35.5."
            ),
            (
                .export, #"{"as":"gif","loudness":"-16LUFS"}"#, [:],
                "'loudness': gif has no sound. Remove it, or choose another template."
            ),
            (
                .export, #"{"as":"gif","subtitles":{"bytes":1}}"#, ["subtitles": "1"],
                "'subtitles': gif has no track for subtitles. Have them drawn into the picture with 'draw-subtitles'."
            ),
            (
                .export, #"{"as":"gif","subtitles":{"bytes":1},"draw-subtitles":true}"#,
                ["subtitles": "1\n00:00:01,000 --> 00:00:02,000\nHello\n"], nil
            ),
            (
                .export, #"{"as":"story","subtitles":{"bytes":2}}"#, ["subtitles": "\n\n"],
                "'subtitles': there are no words with their times in the file. Give an .srt file: a number, a line as in "
                    + "00:00:01,000 --> 00:00:04,000, and the words."
            ),
            (
                .export, #"{"as":"story","subtitles":{"bytes":1}}"#,
                ["subtitles": "1\n" + String(repeating: "a", count: 2000)],
                "'subtitles': the subtitle in line 1 has more than 2000 bytes. Make several of it, with an empty line between them."
            ),
            (.dub, "{}", [:], "The recorder's file is missing. Give it: 'sound' recorder.wav."),
            (.dub, #"{"sound":"a.wav","offset":"-1:02.5","cameras":"back"}"#, [:], nil),
            (
                .dub, #"{"sound":"a.wav","offset":"soon"}"#, [:],
                "'offset': 'soon' is not a length of time. Write ms, s, min, h or d, as in 10min."
            ),
            (.stabilise, "{}", [:], "The camera is missing. Give its name: 'camera' front."),
            (.stabilise, #"{"camera":"front","over":"2s","edges":"black"}"#, [:], nil),
            (
                .stabilise, #"{"camera":"a","over":"20s"}"#, [:],
                "'over': '20s' is out of range. Accepted: 200ms ... 10s."
            ),
            (
                .export, #"{"as":"square","loudness":"-90LUFS"}"#, [:],
                "'loudness': '-90LUFS' is out of range. Accepted: -40LUFS ... -5LUFS."
            ),
            (
                .compose, #"{"switch-every":"1ms"}"#, [:],
                "'switch-every': '1ms' is out of range. Accepted: 1s ... 1d."
            ),
            (
                .trim, #"{"without-silence":"0.1s"}"#, [:],
                "'without-silence': '0.1s' is out of range. Accepted: 600ms ... 1h."
            ),
            (.trim, #"{"cut":["1s..2s","4s..5s"],"without-silence":"2s","join":true}"#, [:], nil),
            (.compose, #"{"edit":{"bytes":1}}"#, ["edit": "cuts: [{at: 1s, main: front}]"], nil),
        ] as [(Job.Kind, String, [String: String], String?)])
    func argumentsAreJudged(kind: Job.Kind, arguments: String, texts: [String: String], told: String?) throws {
        let order = Job.Order(kind, "take", arguments: try JSONValue(parsing: arguments), texts: texts)
        let place = ProcessEnvironment.ofThisProcess(environment: TestHome.nowhere)
        let problem = MediaProcess.problem(of: order, in: "/films", place)
        #expect(problem?.isRefusal == told.map { _ in true })
        if told == "edit:2:" {
            #expect(problem?.text.hasPrefix("edit:2:") == true, "\(problem?.text ?? "")")
        } else {
            #expect(problem?.text == told)
        }
    }

    /// The lists are created inside the test, because swift-testing describes each argument, which takes seconds for
    /// hundreds of kilobytes.
    @Test func longCutListsAreJudged() throws {
        let entries = (0...3000).map { "- {at: \($0)s}\n" }.joined()
        for (cuts, told) in [
            (entries, "has 3001 entries, and a cut list has 3000 at most; leave entries out"),
            (
                Self.lettering(of: 1001),
                "has 250250 letters in overlays, and a cut list has 250000 at most; write shorter texts"
            ),
            (Self.lettering(of: 1000), nil),
        ] as [(String, String?)] {
            try argumentsAreJudged(
                kind: .compose, arguments: #"{"edit":{"bytes":1}}"#, texts: ["edit": "cuts:\n" + cuts],
                told: told.map { "edit:1:1: cuts: \($0), or draw the parts one by one." })
        }
    }

    /// Returns a session of four seconds with a mark, whose sound has no names or those of two microphones.
    static func session(tracks: String) throws -> TemporaryFolder {
        let folder = try #require(TemporaryFolder())
        folder.write("x", to: "take/back.mov")
        folder.write(
            """
            {"format":1,"dualcam":"0.1","name":"x","pipeline":"cameras: {back: test}","host":"here","state":"finished",
            "start":{"time":"2026-11-23T14:21:56.908Z","running-time":0.5},"exit-code":0,"outputs":[
            {"output":"back","rate":"30/1","tracks":\(tracks),"finished":true,"files":[{"file":"back.mov","output":"back","segment":0,
            "part":0,"finished":true,"size":1,"duration":4.0,"frames":120,"start":0.5,"end":4.5}]}],
            "ledger":[{"time":"2026-11-23T14:21:56.908Z","running-time":0.5,"kind":"recording","clock":"c",
            "wall-clock-offset":1795443716.0,"files":[],"picture":{"layout":"pip","main":"back","settings":[],"folder":"/films"}},
            {"time":"2026-11-23T14:21:57.908Z","running-time":1.5,"kind":"marked","at":1.5,"text":"yes"}]}
            """, to: "take/session.json")
        return folder
    }

    /// Errors that depend on the session are found before the job begins, without opening a file.
    @Test(
        arguments: [
            (
                .export, #"{"as":"square","mix":"anna=3dB"}"#, "[]",
                "'mix': no microphone 'anna' has a track of its own. The session's sound is one track; remove the option."
            ),
            (
                .export, #"{"as":"square","mix":"anna=3dB"}"#, #"["anna+ben"]"#,
                "'mix': 'anna' shares a track with ben. Record each microphone on a track of its own (recording.sound: tracks)."
            ),
            (.export, #"{"as":"square","mix":"anna=3dB"}"#, #"["anna","ben"]"#, nil),
            (
                .export, #"{"as":"square","mix":"anna=off,ben=off"}"#, #"["anna","ben"]"#,
                "'mix': all microphones are off. Leave at least one of them on."
            ),
            (
                .export, #"{"as":"square","from":"mark:no"}"#, "[]",
                "'from': no mark is called 'no'. Its marks are 'yes'."
            ),
            (.export, #"{"as":"square","from":"mark:yes"}"#, "[]", nil),
            (
                .export, #"{"as":"square","to":"1h"}"#, "[]",
                "'to': the recording is only 4s long. Give an earlier time."
            ),
            (
                .export, #"{"as":"square","chapters":true}"#, "[]",
                "Its marks do not make at least 3 chapters of 10 s or more. Leave 'chapters' out. To mark moments during "
                    + "a recording, use 'dualcam mark TEXT'."
            ),
            (.trim, #"{"from":"mark:no"}"#, "[]", "'from': no mark is called 'no'. Its marks are 'yes'."),
            (.trim, #"{"cut":["1s..mark:no"]}"#, "[]", "'cut': no mark is called 'no'. Its marks are 'yes'."),
            (.trim, #"{"cut":["0s..4s"]}"#, "[]", "Nothing is left of the recording. Cut less."),
            (.trim, #"{"cut":["0s..mark:yes"]}"#, "[]", nil),
            (
                .compose, #"{"by-speaker":"back=anna,front=ben"}"#, "[]",
                "'by-speaker': no track holds the microphone 'anna' alone. Record several microphones with names, each on a "
                    + "track of its own."
            ),
            (.compose, #"{"by-speaker":"back=anna,front=ben"}"#, #"["anna","ben"]"#, nil),
            (.compose, #"{"switch-at-marks":true}"#, "[]", nil),
            (
                .dub, #"{"sound":"none.wav"}"#, "[]",
                "'sound': the session's folder has no file 'none.wav'. Copy the recorder's file there."
            ),
            (.dub, #"{"sound":"back.mov"}"#, "[]", nil),
        ] as [(Job.Kind, String, String, String?)])
    func argumentsAreJudgedBesideTheSession(kind: Job.Kind, arguments: String, tracks: String, told: String?)
        throws
    {
        let folder = try Self.session(tracks: tracks)
        let order = Job.Order(kind, "take", arguments: try JSONValue(parsing: arguments))
        let place = ProcessEnvironment.ofThisProcess(environment: TestHome.nowhere)
        let problem = MediaProcess.problem(of: order, in: folder.path, place)
        #expect(problem?.text == told && problem?.isRefusal == told.map { _ in true })
    }

    /// The same failure names an option for the command line or for the interface.
    @Test func optionsAreNamedForWhomeverReads() {
        let dashes = "--from"
        let failure = CommandFailure(
            .usage, naming: "\(option: "from"): '\(dashes)' is not a time",
            next: "Leave \(option: "to") out\(commandLineOnly: ", or write --output").")
        #expect(failure.text == "dualcam: error: --from: '--from' is not a time. Leave --to out, or write --output.")
        #expect(failure.forInterface == ("'from': '--from' is not a time.", "Leave 'to' out."))
        let short = CommandFailure(.usage, naming: "\(option: "output", written: "-o"): no", next: "")
        #expect(short.text == "dualcam: error: -o: no." && short.forInterface == ("'output': no.", ""))
        let plain = CommandFailure(.usage, "the film is away", next: "Fetch it.")
        #expect(plain.forInterface == ("The film is away.", "Fetch it."))
        // Modules below the commands do not know where their messages are shown.
        let below = CommandFailure(
            .diskFailed, "the disk is full",
            next: "Free some space, or choose another disk with --output DIR or recording.directory. Look at 'df'.")
        #expect(below.text.contains("--output DIR"))
        #expect(below.forInterface == ("The disk is full.", "Free some space. Look at 'df'."))
        #expect(CommandFailure(.fault, "x", next: "Try --simulate.").forInterface == ("X.", ""))
    }
}
