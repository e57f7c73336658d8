import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamEditing
@testable import DualCamRecordings

/// A finished session, read to compose its combined picture.
@Suite struct ComposedSessionTests {
    private static let second: Int64 = 1_000_000_000

    /// A ledger with two parts. The first one begins at 61.5 s of its clock, pauses from 70 to 75 s and ends at 80 s;
    /// the second one lasts 10 s.
    private static let ledger = #"""
        {"time":"2026-11-25T10:00:00.000Z","running-time":null,"kind":"started","folder":"/films/take","outputs":["back"]}
        {"time":"2026-11-25T10:01:01.500Z","running-time":61.5,"kind":"recording","clock":"c","wall-clock-offset":1000.0,"files":[{"output":"back","file":"back_0.mov","segment":0}],"picture":{"layout":"pip","main":"back","settings":["combined.layout=pip"],"folder":"/films"}}
        {"time":"2026-11-25T10:01:05.000Z","running-time":65.0,"kind":"picture","settings":["combined.layout=grid"],"change":{"over":0.5,"easing":"linear"}}
        {"time":"2026-11-25T10:01:10.000Z","running-time":70.0,"kind":"paused","at":70.0}
        {"time":"2026-11-25T10:01:12.000Z","running-time":72.0,"kind":"picture","settings":["cameras.back.zoom=2"],"change":null}
        {"time":"2026-11-25T10:01:15.000Z","running-time":75.0,"kind":"resumed","at":75.0}
        {"time":"2026-11-25T10:01:17.000Z","running-time":77.0,"kind":"jumped","branch":"combined.input.back","jumps":[[77.0,76.9,76.95],[77.1,"",77.0]]}
        {"time":"2026-11-25T10:01:20.000Z","running-time":80.0,"kind":"stopping","at":80.0}
        {"time":"2026-11-25T10:01:20.100Z","running-time":80.1,"kind":"file-finished","output":"back","segment":0,"path":"/films/take/back_0.mov","frames":405,"start":61.52,"end":80.02,"paused":5.0}
        {"time":"2026-11-25T10:02:00.000Z","running-time":2.0,"kind":"recording","clock":"c","wall-clock-offset":2000.0,"files":[{"output":"back","file":"back_1.mov","segment":1}],"picture":{"layout":"grid","main":null,"settings":["combined.layout=grid"],"folder":"/films"}}
        {"time":"2026-11-25T10:02:10.000Z","running-time":12.0,"kind":"stopping","at":12.0}
        {"time":"2026-11-25T10:02:10.100Z","running-time":12.1,"kind":"file-finished","output":"back","segment":1,"path":"/films/take/back_1.mov","frames":300,"start":2.0,"end":12.0}
        """#

    private func session(_ edit: (String) -> String = { $0 }) throws -> ComposedSession {
        let made = try onDisk(edit)
        return try withExtendedLifetime(made) { try ComposedSession(reading: made.path) }
    }

    private func onDisk(_ edit: (String) -> String = { $0 }) throws -> SessionOnDisk {
        let made = try SessionOnDisk()
        let lines = edit(Self.ledger).split(separator: "\n").joined(separator: ",")
        made.write(
            #"{"format":1,"state":"finished","pipeline":"cameras: {back: test}","outputs":[{"output":"back","rate":"30/1","finished":true,"files":[]}],"ledger":[\#(lines)]}"#,
            to: "session.json")
        return made
    }

    /// The first part ends between two frames; the second one begins with the nearest of its frames.
    @Test(arguments: [(80.0, 0), (80.01, 0), (80.02, 1), (80.03, 1)]) func laterPartsLieOnTheFrames(
        end: Double, more: Int64
    ) throws {
        let start = { (end: Double) in
            let session = try session {
                $0.replacing(#""kind":"stopping","at":80.0"#, with: #""kind":"stopping","at":\#(end)"#)
            }
            return try #require(session.files[OutputName("back")]?.last?.start)
        }
        let moved = Double(try start(end) - start(80)) * 30 / 1e9
        #expect(abs(moved - Double(more)) < 1e-6, "\(moved) frames")
    }

    /// A list of files may come from a stranger and name files outside the session.
    @Test(arguments: [nil, "/etc/hostname", "../outside.mov"]) func foreignFilesAreLeftAlone(_ path: String?) throws {
        let made = try onDisk()
        var session = try ComposedSession(reading: made.path)
        #expect(throws: SessionReadFailure.self) { try session.checkFiles() }
        for name in ["back_0.mov", "back_1.mov"] { made.write("film", to: name) }
        try session.checkFiles()
        guard let path else { return }
        session.files[OutputName("back")]?[0].path = path
        let failure = #expect(throws: SessionReadFailure.self) { try session.checkFiles() }
        guard case .folder = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// The session's name comes from its records, which may be a stranger's, and is used in file names.
    @Test(arguments: [
        ("lecture 3", "lecture 3"), ("../../evil", ".._.._evil"), ("/etc/x", "_etc_x"),
        ("a\u{0}b\u{1B}[31m\n", "a_b_[31m_"),
        ("Antrag A/B", "Antrag A_B"),
    ]) func aNameLeadsToNoOtherFolder(name: String, fileName: String) throws {
        var session = try session()
        session.name = name
        #expect(session.fileName == fileName)
    }

    /// If a key was changed repeatedly, only its last value is kept.
    @Test func aLongRecordingDoesNotGatherWhatNoLongerHolds() throws {
        let edits = (1...500).map { index in
            var edit = EditDecision()
            (edit.at, edit.settings) = (.seconds(index), ["combined.main=\(index % 2 == 0 ? "back" : "front")"])
            return edit
        }
        let session = try session().edited(by: edits)
        #expect(session.decisions.map(\.directed.count).max() == 1)
        #expect(session.cutList.split(separator: "\n").filter { $0.contains("combined.main") }.count == 500)
    }

    /// Each part has its own mixer, which begins in time. Entries that are not jumps are left out.
    @Test func jumpsOfPicturesHoldWithinTheirPart() throws {
        let jump = LatePictures.Jump(at: 11_000_000_000, last: 10_900_000_000, next: 10_950_000_000)
        #expect(try session().jumps == ["back": [jump, .inTime(from: 14_000_000_000)]])
    }

    /// The timeline begins at the full second before the recording and leaves out pauses and gaps.
    @Test func filesFollowEachOther() throws {
        let files = try #require(try session().files[OutputName("back")])
        #expect(
            files.map { [$0.start, $0.end] } == [[520_000_000, 14_020_000_000], [14_000_000_000, 24_000_000_000]])
        #expect(try session().start == 500_000_000)
        #expect(try session().end == 24_000_000_000)
    }

    @Test func decisionsKeepTheirSettingsWithinTheirPart() throws {
        let decisions = try session().decisions
        #expect(decisions.map(\.at) == [1061.5, 1065, 1072, 2002].map { Int64($0 * 1e9) })
        #expect(
            decisions.map(\.settings)
                == [
                    ["combined.layout=pip"], ["combined.layout=pip"], ["combined.layout=pip"], ["combined.layout=grid"],
                ])
        #expect(
            decisions.map(\.directed)
                == [[], ["combined.layout=grid"], ["combined.layout=grid", "cameras.back.zoom=2"], []])
        #expect(decisions.map(\.change) == [.atOnce, .motion(.milliseconds(500), .linear), .atOnce, .atOnce])
    }

    /// Seconds of the timeline with the time of day.
    @Test(arguments: [(0.5, 1061.5), (8.99, 1069.99), (9.01, 1075.01), (14.0, 2002.0), (20.0, 2008.0)])
    func theClockStepsOverPausesAndGaps(_ time: Double, _ unix: Double) throws {
        #expect(try session().clock.unix(at: Int64(time * 1e9)) == Int64(unix * 1e9))
    }
}
