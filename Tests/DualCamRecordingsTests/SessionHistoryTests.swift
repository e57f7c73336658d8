import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: what a ledger tells")
struct SessionHistoryTests {
    private func fold(_ entries: LedgerEntry..., in folder: String = "/r/take") -> SessionHistory {
        SessionHistory(ledger: entries, in: folder)
    }

    private static let camera = [("back", "b0.mov"), ("combined", "c0.mov")]

    @Test func `files are begun, finished and digested`() {
        let history = fold(
            Line.started(["back", "combined"]), Line.recording(1, Self.camera),
            Line.segment(1, at: 11, [("back", "b1.mov"), ("combined", "c1.mov")]),
            Line.finished("back", "b0.mov", frames: 300, 1, 11), Line.digested("b0.mov", size: 99, "abc"))
        #expect(history.outputs == [back, .combined])
        #expect(history.files.map(\.path) == ["b0", "c0", "b1", "c1"].map { "/r/take/\($0).mov" })
        #expect(history.files.map(\.segment) == [0, 0, 1, 1])
        #expect(history.files.map(\.boundary?.nanoseconds) == [nil, nil, 11_000_000_000, 11_000_000_000])
        #expect(history.files.map(\.isFinished) == [true, false, false, false])
        #expect((history.files[0].digest, history.files[0].size) == ("abc", 99))
        #expect(history.nextSegment == 2)
        #expect(history.parts == [.init(start: .seconds(1), end: nil, wallOffset: SampleRecording.wallStart)])
    }

    @Test func `each worker's recording is a part, and the numbers go on`() {
        let history = fold(
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.entry(.workerLost), Line.entry(.gap, Line.fields(("seconds", Line.time(1.5)), ("reason", "crash"))),
            Line.recording(2, [("back", "b1.mov")], segment: 1),
            Line.entry(.stopping, at: 9, Line.fields(("at", Line.time(9)))))
        #expect(history.parts.map(\.end) == [nil, .seconds(9)])
        #expect(history.files.map(\.part) == [0, 1])
        #expect(history.gaps.map(\.nanoseconds) == [1_500_000_000])
        #expect(history.workersLost == 1)
        #expect(history.nextSegment == 2)
    }

    @Test func `a segment after the end, and a file without a frame, were given up`() {
        let history = fold(
            Line.started(), Line.recording(1, [("back", "b0.mov")]), Line.segment(1, at: 11, [("back", "b1.mov")]),
            Line.entry(.stopping, at: 10, Line.fields(("at", Line.time(10)))))
        #expect(history.files.map(\.segment) == [0])
        let empty = fold(
            Line.started(), Line.recording(1, [("back", "b0.mov")]), Line.finished("back", "b0.mov", frames: 0, 0, 0))
        #expect(empty.files == [])
    }

    @Test func `a ledger of the first version tells its files when they are finished`() {
        let history = fold(
            Line.started(), Line.entry(.recording, at: 1),
            Line.entry(.segment, at: 8, Line.fields(("segment", .integer(1)), ("at", Line.time(11)))),
            Line.finished("back", "b0.mov", frames: 300, 1, 11))
        #expect(history.files.map(\.path) == ["/r/take/b0.mov"])
        #expect(history.beginning(of: 1, back, in: 0) == .seconds(11))
    }

    @Test func `a session that was moved has its files where it is now, those elsewhere stay there`() {
        let history = fold(
            Line.started(), Line.recording(1, [("back", "b0.mov"), ("front", "/other/take/f0.mov")]),
            Line.finished("back", "b0.mov", frames: 30, 1, 2), in: "/moved/take")
        #expect(history.files.map(\.path) == ["/moved/take/b0.mov", "/other/take/f0.mov"])
    }

    @Test func `losses are summed by branch, and by part`() {
        let history = fold(
            Line.recording(1, []), Line.dropped("back.encoder", "back", 2, at: 2),
            Line.dropped("back.encoder", "back", 3, at: 3), Line.dropped("microphone", nil, 1, at: 3),
            Line.recording(1, []), Line.dropped("back.encoder", "back", 4, at: 2),
            Line.entry(.repeated, Line.fields(("branch", "combined.mixer"), ("count", .integer(7)))))
        #expect(history.losses.dropped.map(\.count) == [9, 1])
        #expect(history.losses.droppedByPart[0]?.map(\.count) == [5, 1])
        #expect(history.losses.droppedByPart[1]?.map(\.count) == [4])
        #expect(history.losses.repeated.map(\.count) == [7])
    }

    /// The only camera is lost when the next worker begins, so no output has a file.
    @Test func `a part without a file begins with its camera away`() {
        let lost = Line.entry(.inputLost, at: 4, Line.fields(("input", "back"), ("at", Line.time(4))))
        let returned = Line.entry(.inputReturned, at: 6, Line.fields(("input", "back"), ("at", Line.time(6))))
        let parts = fold(Line.recording(1, [("back", "b.mov")]), lost, Line.recording(2, []), returned).absences
        #expect(parts.map(\.part) == [0, 1])
        #expect(parts.map(\.from) == [.seconds(4), .seconds(2)])
        #expect(parts.map(\.to) == [nil, .seconds(6)])
    }

    @Test func `a camera that left and came back, or is still away in the next part`() {
        let lost = Line.entry(
            .inputLost, at: 3, Line.fields(("input", "back"), ("at", Line.time(2.5)), ("reason", "stalled")))
        let returned = Line.entry(.inputReturned, at: 6, Line.fields(("input", "back"), ("at", Line.time(5.5))))
        let away = SessionHistory.Absence(
            subject: .input(InputName("back")), part: 0, reason: "stalled",
            from: RunningTime(nanoseconds: 2_500_000_000),
            to: RunningTime(nanoseconds: 5_500_000_000))
        #expect(fold(Line.recording(1, []), lost, lost, returned).absences == [away])
        let next = fold(Line.recording(1, [("back", "b0.mov")]), lost, Line.recording(4, [("front", "f1.mov")]))
        #expect(next.absences.map(\.part) == [0, 1])
        #expect(next.absences.map(\.from) == [RunningTime(nanoseconds: 2_500_000_000), .seconds(4)])
        let back = fold(Line.recording(1, [("back", "b0.mov")]), lost, Line.recording(4, [("back", "b1.mov")]))
        #expect(back.absences.map(\.part) == [0])
    }

    @Test func `an output goes on in a new file`() {
        let history = fold(
            Line.recording(1, [("back", "b0.mov")]),
            Line.entry(.outputDropped, at: 3, Line.fields(("output", "back"))),
            Line.entry(
                .outputRestored, at: 5,
                Line.fields(
                    ("output", "back"), ("at", Line.time(5.3)),
                    ("files", .array([["output": "back", "file": "b7.mov", "segment": .integer(7)]])))))
        #expect(history.files.map(\.segment) == [0, 7])
        #expect(history.files.last?.boundary == RunningTime(nanoseconds: 5_300_000_000))
        #expect(history.absences.map(\.to) == [RunningTime(nanoseconds: 5_300_000_000)])
    }

    /// With `recording.duration` the scheduled end is in the ledger from the start.
    @Test(arguments: [LedgerEntry.Kind.workerLost, .fileRecovered])
    func `an end that was set beforehand did not come when the worker was lost`(kind: LedgerEntry.Kind) {
        let cut = Line.entry(kind, Line.fields(("file", "b0.mov"), ("output", "back"), ("frames", .integer(30))))
        let history = fold(
            Line.recording(1, [("back", "b0.mov")]), Line.entry(.stopping, at: 1, Line.fields(("at", Line.time(13)))),
            cut, Line.recording(1, [("back", "b1.mov")]),
            Line.entry(.stopping, at: 1, Line.fields(("at", Line.time(9)))))
        #expect(history.parts.map(\.end) == [nil, RunningTime(nanoseconds: 9_000_000_000)])
    }

    /// A user in a hurry sends two requests; the recording ended with the first one.
    @Test func `a part that broke off reaches to the first request for its end`() {
        let history = fold(
            Line.recording(1, [("back", "b0.mov")]),
            Line.entry(.stopRequested, at: 5, Line.fields(("reason", "interrupt"))),
            Line.entry(.stopRequested, at: 7, Line.fields(("reason", "interrupt"), ("again", .bool(true)))),
            Line.entry(.workerLost))
        #expect(history.parts.map(\.reach) == [.seconds(5)])
    }

    /// With all shifts of the clock, the time of the last write to a file can be converted to running time.
    @Test func `all shifts of the clock add up`() {
        let history = fold(
            Line.recording(1, [("back", "b0.mov")]), Line.entry(.clockJumped, .of(["by": Duration.seconds(-2)])),
            Line.entry(.suspended, .of(["seconds": Duration.seconds(30)])),
            Line.entry(.clockJumped, .of(["by": Duration.seconds(5)])))
        #expect(history.parts.map(\.clockShift) == [33_000_000_000])
    }

    /// The machine's sleep does not move it.
    @Test func `setting the clock moves the beginning of the recording`() throws {
        let history = fold(
            Line.recording(1, [("back", "b0.mov")]), Line.entry(.clockJumped, .of(["by": Duration.seconds(3600)])),
            Line.entry(.suspended, .of(["seconds": Duration.seconds(30)])), Line.entry(.workerLost))
        let start = try #require(history.parts.first?.wallStart)
        #expect(history.began == start + 3600 * 1_000_000_000)
        #expect(history.recorded(until: start + 3640 * 1_000_000_000) == 40_000_000_000)
        #expect(SessionHistory().began == nil)
    }

    /// The worker reported its end and died before the session was finished, so the next worker's report counts.
    @Test func `the words of a lost worker on the end are forgotten`() {
        let finished = Line.entry(.finished, at: 9, Line.fields(("reason", "request"), ("exit-code", .count(0))))
        #expect(fold(Line.recording(1, [("back", "b0.mov")]), finished).ending?.exit == .finished)
        #expect(fold(Line.recording(1, [("back", "b0.mov")]), finished, Line.entry(.workerLost)).ending == nil)
    }

    /// A worker was killed before its first entry. Its file has the number after those of the previous part.
    @Test func `a recovered file that no line has named belongs to the part before its number`() {
        let history = fold(
            Line.started(), Line.recording(90, [("back", "b0.mov")]),
            Line.finished("back", "b0.mov", frames: 30, 90, 91),
            Line.entry(.workerLost), Line.entry(.workerLost), Line.recording(2, [("back", "b2.mov")], segment: 2),
            Line.entry(.stopping, at: 9, Line.fields(("at", Line.time(9)))),
            Line.entry(
                .fileRecovered,
                Line.fields(
                    ("output", "back"), ("file", "b1.mov"), ("segment", .count(1)), ("frames", .count(83)),
                    ("start", Line.time(91)), ("end", Line.time(94)), ("playable", .bool(true)))))
        #expect(history.files.map(\.part) == [0, 1, 0])
        #expect(history.parts.map(\.end) == [nil, .seconds(9)])
    }

    /// The first file was abandoned without a frame and could not be removed; recovery finds it by its number.
    @Test func `a recovered file before all numbers belongs to the first part`() {
        let history = fold(
            Line.started(), Line.recording(1, [("back", "b0.mov")]),
            Line.finished("back", "b0.mov", frames: 0, 1, 1), Line.segment(1, at: 9, [("back", "b1.mov")]),
            Line.entry(.workerLost), Line.recording(2, [("back", "b2.mov")], segment: 2),
            Line.entry(.stopping, at: 9, Line.fields(("at", Line.time(9)))),
            Line.entry(
                .fileRecovered,
                Line.fields(
                    ("output", "back"), ("file", "b0.mov"), ("segment", .count(0)), ("frames", .count(0)),
                    ("playable", .bool(false)))))
        #expect(history.files.map(\.segment) == [1, 2, 0])
        #expect(history.files.map(\.part) == [0, 1, 0])
        #expect(history.parts.map(\.end) == [nil, .seconds(9)])
    }

    @Test func `a recovered file is finished, whether it can be played or not`() {
        let recovered = Line.entry(
            .fileRecovered,
            Line.fields(
                ("file", "b0.mov"), ("output", "back"), ("segment", .integer(0)), ("frames", .integer(0)),
                ("playable", .bool(false))))
        let history = fold(Line.started(), Line.recording(1, [("back", "b0.mov")]), recovered)
        #expect(history.files.map(\.isFinished) == [true])
        #expect(history.files.map(\.path) == ["/r/take/b0.mov"])
        #expect(history.files.map(\.recovery) == [.unplayable])
    }

    @Test(
        arguments: [
            ("x_back_001.mov", "x_back_002.mov", 0), ("20261121_back_001.mov", "20261121_back_002.mov", 1),
            ("cam1_001.mov", "cam1_002.mov", 1), ("cam1_001.mov", "cam2_002.mov", 0), ("a_001.mov", "b_001.mov", nil),
            ("a_01.mov", "a_001.mov", nil), ("take2.mov", "take2b.mov", nil),
            ("a_999.mov", "a_1000.mov", 0), ("a_99.mov", "a_100.mov", nil), ("a999_001.mov", "a1000_001.mov", nil),
        ] as [(String, String, Int?)])
    func `names that differ in their numbers only are alike`(left: String, right: String, likeness: Int?) throws {
        #expect(try #require(NumberedName(left)).likeness(to: try #require(NumberedName(right))) == likeness)
        #expect(NumberedName("back.mov") == nil)
    }
}
