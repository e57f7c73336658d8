import DualCamConfig
import DualCamPlan
import DualCamRecordings
import Foundation
import Testing

@testable import DualCamCommands

/// The commands for recorded sessions, run in the test's process on folders that were written by hand.
@Suite struct SessionCommandTests {
    /// A recording directory that is deleted with the value.
    private final class Directory {
        let path = NSTemporaryDirectory() + "dualcam-sessions-" + UUID().uuidString

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, to file: String) throws {
            let url = URL(filePath: path + "/" + file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    private static let finished = """
        {"format":1,"name":"pip","state":"finished","start":{"time":"2026-11-21T14:05:03.250Z","running-time":1.0},
        "outputs":[{"output":"back","rate":"30","files":[{"file":"b.mov","output":"back","segment":0,"part":0,
        "size":4,"frames":30,"start":1.0,"end":2.0,"digest":"none"}]}],"ledger":[]}
        """

    /// A ledger with a finished segment of five seconds and one that was open when the power failed.
    private static let halfLedger = #"""
        {"time":"2026-11-21T14:05:03.000Z","running-time":null,"kind":"started","folder":"/v/b","outputs":["back"]}
        {"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"recording","clock":"c","files":[{"output":"back","file":"0.mov","segment":0}]}
        {"time":"2026-11-21T14:05:08.250Z","running-time":6.0,"kind":"file-finished","output":"back","segment":0,"path":"/v/b/0.mov","frames":150,"start":1.0,"end":6.0}

        """#

    private func run(_ words: String..., at directory: Directory) async -> (code: ExitCode, out: String, error: String)
    {
        let run = await TestRun.of(words.map { $0.replacing("DIR", with: directory.path) })
        let plain = { (text: String) in text.replacing(directory.path, with: "DIR") }
        return (run.exitCode, plain(run.output.text), plain(run.errors.text))
    }

    private static let faults: [(words: [String], manifest: String, code: ExitCode, text: String)] = [
        (
            ["recover", "DIR/none"], "", .usage,
            "dualcam: error: 'DIR/none' cannot be read: the path does not exist. "
                + "Give a recording directory that can be read.\n"
        ),
        (
            ["audit", "DIR/none"], "", .usage,
            "dualcam: error: There is no folder 'DIR/none'. Check the path, or see 'dualcam sessions DIR'.\n"
        ),
        (
            ["audit", "DIR"], "", .usage,
            "dualcam: error: 'DIR' is not the folder of a session: it holds no session.json. "
                + "Give the folder of one session; 'dualcam sessions DIR' lists those of a folder.\n"
        ),
        (
            ["audit", "DIR/take"], #"{"format":2,"state":"finished","outputs":[]}"#, .diskFailed,
            "dualcam: error: 'DIR/take/session.json' was written by a newer dualcam (format 2). "
                + "Use that version of dualcam for this session; nothing was changed.\n"
        ),
        (
            ["recover", "DIR/take"], #"{"form"#, .diskFailed,
            "dualcam: error: 'DIR/take/session.json' is cut after line 1. If 'UNFINISHED' is beside it, "
                + "'dualcam recover DIR/take' rebuilds it from the ledger.\n"
        ),
        (
            ["sessions", "DIR/none"], "", .usage,
            "dualcam: error: 'DIR/none' cannot be read: the path does not exist. "
                + "Give a recording directory that can be read.\n"
        ),
        (
            ["recover"], "", .usage,
            "dualcam: error: 'dualcam recover' needs DIR, a session's folder or a folder of sessions. "
                + "See 'dualcam help recover'.\n"
        ),
    ]

    @Test(arguments: faults)
    func whatIsNoSessionIsSaid(words: [String], manifest: String, code: ExitCode, text: String) async throws {
        let directory = try Directory()
        if !manifest.isEmpty { try directory.write(manifest, to: "take/session.json") }
        let run = await TestRun.of(words.map { $0 == words[0] ? $0 : $0.replacing("DIR", with: directory.path) })
        #expect(run.exitCode == code)
        // The words 'sessions DIR' in the advice are not a path.
        let path = NSRegularExpression.escapedPattern(for: directory.path)
        let plain = run.errors.text.replacingOccurrences(of: path, with: "DIR", options: .regularExpression)
        #expect(plain == text)
        #expect(run.output.text == "")
    }

    @Test func aFolderThatIsRecordedIsNotRecovered() async throws {
        let directory = try Directory()
        try directory.write("", to: "take/UNFINISHED")
        let lock = try FolderLock.shared(directory.path + "/take")
        let holder = try #require(try FolderLock.holder(of: directory.path + "/take"))
        let one = await run("recover", "DIR/take", at: directory)
        #expect(one.code == .outputNotCreated)
        #expect(
            one.error == "dualcam: error: 'DIR/take' is in use by \(holder). "
                + "End that recording first (dualcam sessions lists them), or wait for its end.\n")
        let all = await run("recover", "DIR", at: directory)
        #expect(all == (.finished, "DIR: no unfinished session\n", ""))
        withExtendedLifetime(lock) {}
    }

    @Test func sessionsAreListedForPeopleAndForPrograms() async throws {
        let directory = try Directory()
        #expect(await run("sessions", "DIR", at: directory) == (.finished, "DIR: no session\n", ""))
        try directory.write(Self.finished, to: "a/session.json")
        try directory.write("1234", to: "a/b.mov")
        try directory.write("", to: "b/UNFINISHED")
        try directory.write(Self.halfLedger, to: "b/ledger.jsonl")
        try directory.write(#"{"format":7,"state":"finished","outputs":[]}"#, to: "c/session.json")
        try directory.write("", to: "foreign/notes.txt")
        let text = await run("sessions", "DIR", at: directory)
        let begun = WallTime.local(1_795_269_903_250_000_000).text
        #expect(
            await run("sessions", "DIR/a", at: directory).out == """
                a
                  \(begun), 0:01, 4 B, back
                  finished

                """)
        #expect(
            text.out == """
                a
                  \(begun), 0:01, 4 B, back
                  finished

                b
                  \(begun), at least 0:05, 0 B, back
                  unfinished: run 'dualcam recover DIR/b'

                c
                  0 B
                  unreadable: 'DIR/c/session.json' was written by a newer dualcam (format 7).

                """)
        let json = await run("sessions", "DIR", "--json", at: directory)
        #expect(
            json.out.hasPrefix(
                #"[{"bytes":4,"dropped":0,"folder":"DIR/a","gaps":0,"length":1,"missing":0,"name":"a","outputs":["back"],"#
                    + #""repeated":0,"shed":0,"start":"2026-11-21T14:05:03.250Z","state":"finished","#
                    + #""unaccounted":0,"unplayable":0},"#))
    }

    @Test func aDamagedFileIsExitCode74() async throws {
        let directory = try Directory()
        try directory.write(Self.finished, to: "take/session.json")
        try directory.write("1234", to: "take/b.mov")
        try directory.write("mine", to: "take/notes.txt")
        let text = await run("audit", "DIR/take", at: directory)
        #expect(text.code == .diskFailed)
        #expect(text.out.contains("  damaged: b.mov: is not what was recorded: its SHA-256 differs.\n"))
        #expect(text.out.contains("  unaccounted: b.mov: holds 0 frames, the ledger says 30.\n"))
        #expect(text.out.contains("  note: notes.txt: is not the session's; it was left alone.\n"))
        #expect(text.out.hasSuffix("Damaged: at least one file is missing or not what was recorded.\n"))
        let json = await run("audit", "DIR/take", "--json", at: directory)
        #expect(json.out.contains(#""session":"DIR/take","verdict":"damaged"}"#))
    }

    @Test func recoveringTellsWhatEachFileHolds() async throws {
        let directory = try Directory()
        let start =
            #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"recording","wall-clock-offset":0.0,"#
        let files = #""files":[{"output":"back","file":"b.mov","segment":0}]}"#
        try directory.write("", to: "take/UNFINISHED")
        try directory.write(start + files + "\n", to: "take/ledger.jsonl")
        try directory.write("", to: "take/b.mov")
        try directory.write("mine", to: "take/notes.txt")
        let text = await run("recover", "DIR", at: directory)
        #expect(text.code == .finished)
        #expect(
            text.out == """
                DIR/take: recovered, 0 files
                  b.mov  had not begun, removed
                  notes.txt: not the session's, left alone
                  session.json rebuilt from the ledger: 'DIR/take' has lost its session.json.

                """)
        #expect(await run("recover", "DIR/take", at: directory).out == "DIR/take: already finished\n")
    }
}
