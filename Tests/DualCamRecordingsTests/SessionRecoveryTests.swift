import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Session: finishing what a crash left")
struct SessionRecoveryTests {
    private static let ledger = [
        Line.started(), Line.recording(1, [("back", "b_000.mov")]),
        Line.segment(1, at: 11, [("back", "b_001.mov")]), Line.finished("back", "b_000.mov", frames: 300, 1, 11),
        Line.digested("b_000.mov", size: 7, "known"),
    ]

    private func recover(
        _ session: SessionOnDisk, _ tools: RecoveryTools = SessionOnDisk.tools()
    ) throws -> SessionRecovery.Report {
        try SessionRecovery(tools).recover(session.path)
    }

    @Test func `a half file is read again, digested and listed, and the mark goes`() throws {
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov"])
        let report = try recover(session)
        #expect(report.settled.map(\.file.segment) == [1])
        #expect(report.settled.map(\.isPlayable) == [true])
        #expect(session.contents == ["b_000.mov", "b_001.mov", "session.json"])
        let record = try SessionRecord.read(session.path)
        #expect(record.isFinished)
        #expect(record.state == "recovered")
        #expect(record.history.files.map(\.digest) == ["known", "digest of b_001.mov"])
        let half = try #require(record.history.files.last?.summary)
        #expect((half.frames, half.start, half.end) == (30, .seconds(11), .seconds(12)))
        #expect(record.ledger.entries.suffix(3).map(\.kind) == [.fileRecovered, .digested, .recovered])
        #expect(record.rates == [back: FrameRate(30)])
        #expect(session.text("session.json")?.contains("\n  \"supplement\": {\"kept\":true},\n") == true)
        #expect(try recover(session).wasFinished)
    }

    /// The boundary is at 11 s, and the previous file ended a third of a frame later, where the incomplete file begins.
    @Test func `a half file begins where the one before it ended`() throws {
        let session = try SessionOnDisk()
        let ledger = Self.ledger.map { entry in
            entry.kind == .fileFinished ? Line.finished("back", "b_000.mov", frames: 300, 1.01, 11.01) : entry
        }
        session.crash(ledger, files: ["b_000.mov", "b_001.mov"])
        let half = try #require(try recover(session).settled.first?.file.summary)
        #expect(half.start.nanoseconds == 11_010_000_000)
        #expect(half.end.nanoseconds == 12_010_000_000)
    }

    @Test func `unplayable files stay, empty and unmade ones go, and foreign ones are left alone`() throws {
        let session = try SessionOnDisk()
        session.crash(
            [
                Line.started(["back", "front"]),
                Line.recording(1, [("back", "b_000.mov"), ("front", "f_000.mov"), ("side", "s_000.mov")]),
            ], files: ["f_000.mov", "notes.txt", "holiday.mov"])
        session.write("", to: "b_000.mov")
        // The file was written for seconds after its start, so a user may want to examine it.
        let crash = SampleRecording.wallStart + 30_000_000_000
        let time = timespec(tv_sec: Int(crash / 1_000_000_000), tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, session.path + "/f_000.mov", [time, time], 0) == 0)
        let tools = SessionOnDisk.tools(["f_000.mov": FileContent(frames: 0, problem: "no header")])
        let report = try recover(session, tools)
        #expect(report.settled.map(\.isPlayable) == [false, false, false])
        #expect(report.settled.map(\.problem) == ["it is empty", "no header", "it is not there"])
        #expect(report.foreign == ["holiday.mov", "notes.txt"])
        #expect(session.contents == ["f_000.mov", "holiday.mov", "notes.txt", "session.json"])
        let record = try SessionRecord.read(session.path)
        #expect(record.history.files.count { !$0.isPlayable } == 3)
        #expect(session.text("session.json")?.contains(#""recovered":true,"playable":false"#) == true)
        #expect(session.text("session.json")?.contains("s_000.mov\",\"output\":\"side\",\"segment\":0,\"part") == false)
    }

    /// Files are opened some seconds before their boundary; the last write to any incomplete file was at 10.9 s.
    @Test func `a file that had not begun is told from one that was lost`() throws {
        let session = try SessionOnDisk()
        session.crash(Array(Self.ledger.prefix(3)), files: ["b_000.mov"])
        session.write("", to: "b_001.mov")
        let crash = SampleRecording.wallStart + 10_900_000_000
        for file in ["b_000.mov", "b_001.mov"] {
            let time = timespec(tv_sec: Int(crash / 1_000_000_000), tv_nsec: Int(crash % 1_000_000_000))
            try #require(utimensat(AT_FDCWD, session.path + "/" + file, [time, time], 0) == 0)
        }
        let tools = SessionOnDisk.tools(["b_000.mov": FileContent(frames: 300, end: 9_500_000_000)])
        #expect(try recover(session, tools).settled.map(\.lost) == [400_000_000, 0])
        let record = try SessionRecord.read(session.path)
        #expect(record.history.files.filter { $0.recovery == .removed }.map(\.path) == [session.path + "/b_001.mov"])
        #expect(session.text("session.json")?.contains(#""end": {"time":"2026-11-21T14:05:13.750Z""#) == true)
        let findings = Audit(record, evidence: [:], foreign: []).findings.filter { $0.subject == "b_001.mov" }
        #expect(
            findings.map(\.text) == ["had not begun when a crash came: the recovery removed it, as it held nothing"])
    }

    @Test func `files are known by their tags when ledger and manifest are lost`() throws {
        let session = try SessionOnDisk()
        for file in ["b_000.mov", "b_001.mov", "f_000.mov", "holiday.mov", "notes.txt"] {
            session.write("content", to: file)
        }
        session.write("{ torn", to: "session.json")
        var contents: [String: FileContent] = ["holiday.mov": FileContent(frames: 9, end: 1_000_000_000)]
        for (file, output) in [("b_000.mov", "back"), ("b_001.mov", "back"), ("f_000.mov", "front")] {
            contents[file] = FileContent(frames: 30, end: 1_000_000_000)
            contents[file]?.origin = FileOrigin(output: output, begun: "2026-11-21T14:05:03Z")
        }
        let recovery = SessionRecovery(SessionOnDisk.tools(contents))
        #expect(try recovery.hasLostRecords(session.path))
        try recovery.markLost(session.path)
        let report = try recovery.recover(session.path)
        #expect(report.foreign == ["holiday.mov", "notes.txt"])
        #expect(report.settled.map(\.file.name) == ["b_000.mov", "f_000.mov", "b_001.mov"])
        #expect(report.settled.map(\.file.output) == [back, OutputName("front"), back])
        #expect(report.settled.compactMap(\.file.summary?.start) == [.seconds(0), .seconds(0), .seconds(1)])
        #expect(session.text("session-damaged.json") == "{ torn")
        let record = try SessionRecord.read(session.path)
        #expect(record.isFinished)
        #expect(record.start.map(WallTime.iso8601) == "2026-11-21T14:05:03.000Z")
        #expect(record.history.isAdopted)
        #expect(try !recovery.hasLostRecords(session.path))
        #expect(record.ledger.entries.first?.kind == .adopted)
    }

    /// A power cut may remove the ledger's last lines, or cut one in the middle.
    @Test func `a file that the ledger has lost is known by its name`() throws {
        let session = try SessionOnDisk()
        let cut = #"{"time":"2026-11-21T14:0"#
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov", "b_002.mov"], tail: cut)
        let settled = try SessionRecovery(SessionOnDisk.tools()).settle(session.path)
        #expect(settled.map(\.file.name) == ["b_001.mov", "b_002.mov"])
        let report = try recover(session)
        #expect(report.settled == [])
        #expect(report.foreign == [])
        let record = try SessionRecord.read(session.path)
        #expect(record.ledger.damaged == 0)
        #expect(record.ledger.entries.count { $0.kind == .fileRecovered } == 2)
        #expect(record.history.files.map(\.segment) == [0, 1, 2])
    }

    @Test(arguments: [nil, "", "{\"format\": 1,\n\"name\": \"pi"])
    func `a lost or cut session json is rebuilt from the ledger`(manifest: String?) throws {
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov"], manifest: manifest)
        let report = try recover(session)
        #expect(report.manifestProblem != nil)
        let record = try SessionRecord.read(session.path)
        #expect(record.isFinished)
        #expect(record.history.files.count == 2)
        #expect(record.start == SampleRecording.wallStart + 1_000_000_000)
    }

    private static let heldBack = [
        Line.entry(.shed, at: 5, Line.fields(("step", "isolated-rate"), ("share", "1/2"), ("reason", "queue"))),
        Line.entry(.rateChanged, at: 5, Line.fields(("output", "back"), ("share", "1/2"), ("at", Line.time(5)))),
        Line.entry(.paused, at: 5, Line.fields(("at", Line.time(5)))),
        Line.entry(.marked, at: 5, Line.fields(("at", Line.time(5)), ("text", "wow"))),
    ]

    private static let start = #"{"time":"2026-11-21T14:05:04.250Z","running-time":1.0}"#
    private static let end = #"{"time":"2026-11-21T14:05:05.250Z","running-time":2.0}"#
    private static let away = #"{"time":"2026-11-21T14:05:08.250Z","running-time":5.0}"#

    @Test func `a recovered session json says all that one of a whole session says`() throws {
        let session = try SessionOnDisk()
        let lost = Line.entry(
            .inputLost, at: 5, Line.fields(("input", "back"), ("at", Line.time(5)), ("reason", "stalled")))
        let dropped = Line.dropped("back.encoder", "back", 2, at: 3)
        session.crash(Self.ledger.prefix(2) + [lost, dropped] + Self.heldBack, files: ["b_000.mov"], manifest: nil)
        _ = try recover(session)
        let text = try #require(session.text("session.json"))
        #expect(
            text.split(separator: "  \"ledger\"").first.map(String.init) == """
                {
                  "format": 1,
                  "dualcam": "0.2",
                  "name": "take",
                  "host": null,
                  "state": "recovered",
                  "pipeline": null,
                  "overrides": [],
                  "devices": {},
                  "clock": "GstSystemClock",
                  "start": \(Self.start),
                  "end": \(Self.end),
                  "reason": null,
                  "exit-code": null,
                  "digest-algorithm": "sha-256",
                  "parts": [{"start":\(Self.start),"end":null}],
                  "outputs": [{"output":"back","finished":true,"frames":30,"dropped":0,"missing":0,"unaccounted":0,"repeated":0,"shed":0,"files":[{"file":"b_000.mov",\
                "output":"back","segment":0,"part":0,"finished":true,"size":7,"duration":1.0,"frames":30,\
                "start":1.0,"end":2.0,"digest":"digest of b_000.mov","recovered":true,"playable":true}]}],
                  "losses": {"missing":0,"dropped":0,"unaccounted":0,"repeated":0,"shed":0},
                  "lost": {"back":[{"part":0,"reason":"stalled","start":\(Self.away),"end":null}]},
                  "dropped": {"back.encoder":2},
                  "repeated": {},
                  "shed": [{"step":"isolated-rate","share":"1/2","reason":"queue","part":0,"start":\(Self.away),"end":null}],
                  "thinned": {"back":[{"share":"1/2","part":0,"start":\(Self.away),"end":null}]},
                  "pauses": [{"part":0,"start":\(Self.away),"end":null}],
                  "marks": [{"part":0,"time":"2026-11-21T14:05:08.250Z","running-time":5.0,"text":"wow"}],

                """)
    }

    /// Killed after the ledger was removed and before the marker was; `session.json` repeats the ledger.
    @Test(arguments: ["ledger.jsonl", "nothing"])
    func `a recovery that was killed goes on`(missing: String) throws {
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov"])
        _ = try SessionRecovery(SessionOnDisk.tools()).settle(session.path)
        let tools = SessionOnDisk.tools(["b_001.mov": FileContent(frames: 1)])
        if missing == "ledger.jsonl" {
            _ = try recover(session)
            session.write("", to: "UNFINISHED")
        }
        let report = try recover(session, tools)
        #expect(report.settled == [])
        let record = try SessionRecord.read(session.path)
        #expect(record.history.files.last?.summary?.frames == 30)
        #expect(session.contents == ["b_000.mov", "b_001.mov", "session.json"])
    }

    @Test func `a mark that was taken away by hand does not make a session finished`() throws {
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov"])
        unlink(session.path + "/UNFINISHED")
        #expect(try recover(session).settled.map(\.file.segment) == [1])
        #expect(session.contents == ["b_000.mov", "b_001.mov", "session.json"])
    }

    @Test func `settling between two workers finishes nothing`() throws {
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov"])
        let lock = try FolderLock.shared(session.path)
        let settled = try SessionRecovery(SessionOnDisk.tools()).settle(session.path)
        #expect(settled.map(\.file.name) == ["b_001.mov"])
        #expect(session.contents.contains("UNFINISHED"))
        #expect(session.text("ledger.jsonl")?.contains(#""kind":"file-recovered","file":"b_001.mov""#) == true)
        #expect(throws: RecoveryFailure.self) { try recover(session) }
        withExtendedLifetime(lock) {}
    }

    @Test func `a file that cannot be read again keeps the mark`() throws {
        struct Broken: Error {}
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov"])
        var tools = SessionOnDisk.tools()
        tools.digest = { _ in throw GraphFailure(.diskFailed, message: "Input/output error") }
        let path = session.path + "/b_001.mov"
        #expect(throws: RecoveryFailure.digest(path: path, reason: "Input/output error")) {
            try recover(session, tools)
        }
        #expect(session.contents.contains("UNFINISHED"))
        #expect(try recover(session).settled == [])
    }

    private static let faults: [(manifest: String, failure: String, next: String)] = [
        (
            "{\"format\": 2, \"state\": \"finished\", \"outputs\": []}",
            "'session.json' was written by a newer dualcam (format 2).",
            "Use that version of dualcam for this session; nothing was changed."
        ),
        (
            "{\"a\": 1}", "'session.json' was not written by dualcam.",
            "Give the folder of one session; 'dualcam sessions DIR' lists those of a folder."
        ),
        (
            "{\n\"format\": 1,", "'session.json' is cut after line 2.",
            "If 'UNFINISHED' is beside it, 'dualcam recover .' rebuilds it from the ledger."
        ),
        (
            "{\n\"format\": 1,,\n}", "'session.json' is damaged in line 2.",
            "If 'UNFINISHED' is beside it, 'dualcam recover .' rebuilds it from the ledger."
        ),
    ]

    @Test(arguments: faults)
    func `what is wrong with a session json is said, and nothing is touched`(
        manifest: String, failure: String, next: String
    ) throws {
        let session = try SessionOnDisk()
        session.write(manifest, to: "session.json")
        let error = try #require(#expect(throws: RecoveryFailure.self) { try recover(session) })
        #expect(error.message.replacing(session.path + "/", with: "") == failure)
        #expect(error.advice.replacing(session.path, with: ".") == next)
        #expect(session.contents == ["session.json"])
        #expect(session.text("session.json") == manifest)
    }

    @Test func `no folder, a file and a folder without a session are told apart`() throws {
        let place = try #require(TemporaryFolder())
        place.write("", to: "file")
        #expect(throws: SessionReadFailure.missing(place.path + "/no")) { try SessionRecord.read(place.path + "/no/") }
        #expect(throws: SessionReadFailure.notASession(place.path + "/file")) {
            try SessionRecord.read(place.path + "/file")
        }
        #expect(throws: SessionReadFailure.notASession(place.path)) { try SessionRecord.read(place.path) }
    }
}
