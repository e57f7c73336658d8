import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Pauses, marks, splits and timers. Recording begins at running time 1 s, two seconds after the session.
@Suite struct SessionTakingTests {
    private static func bench(_ change: (inout SessionSettings) -> Void = { _ in }) throws -> Bench {
        var settings = SessionSettings(outputs: [back, front])
        change(&settings)
        return try Bench.running(settings)
    }

    private static func perform(
        _ bench: inout Bench, _ name: ControlCommand.Name, _ arguments: [JSONValue.Member] = [], number: Int = 0,
        at now: Duration
    ) throws {
        let command = try ControlCommand(named: name.rawValue, .object(arguments))
        bench.feed(.command(CommandNumber(value: number), command), at: now)
    }

    /// Lets the graph answer that it pauses or resumes at a running time, in seconds.
    private static func answer(_ bench: inout Bench, _ direction: Direction, _ at: Int64, at now: Duration) {
        bench.feed(.directed(direction, .success(.seconds(at))), at: now)
    }

    private static func pause(_ bench: inout Bench, from: Int64, to: Int64?) throws {
        try perform(&bench, .pause, at: .seconds(from + 1))
        answer(&bench, .pause, from, at: .seconds(from + 1))
        guard let to else { return }
        try perform(&bench, .resume, at: .seconds(to + 1))
        answer(&bench, .resume, to, at: .seconds(to + 1))
    }

    @Test func aPauseIsToldAndTheRecordedLengthStandsStill() throws {
        var bench = try Self.bench()
        try Self.perform(&bench, .pause, at: .seconds(5))
        #expect(bench.deeds == ["direct pause"])
        Self.answer(&bench, .pause, 4, at: .seconds(5))
        #expect(bench.entries.map(\.line).last?.hasSuffix(#""running-time":4.0,"kind":"paused","at":4.0}"#) == true)
        #expect(bench.answers[0] == .success(ControlAnswer(at: .seconds(4))))
        bench.feed(.reading(now: .seconds(9)), at: .seconds(10))
        guard case .status(let status)? = bench.events.last?.kind else { return #expect(Bool(false)) }
        #expect((status.recorded, status.isPaused, status.isFlowing) == (.seconds(3), true, false))
        bench.feed(.stateAsked, at: .seconds(10))
        #expect(bench.states.last?.phase == .paused)
        try Self.perform(&bench, .resume, at: .seconds(10))
        Self.answer(&bench, .resume, 10, at: .seconds(10))
        bench.feed(.reading(now: .seconds(12)), at: .seconds(13))
        guard case .status(let later)? = bench.events.last?.kind else { return #expect(Bool(false)) }
        #expect((later.recorded, later.isPaused, later.isFlowing) == (.seconds(5), false, true))
    }

    @Test(
        arguments: [
            ([], .resume, "The recording is not paused."),
            ([4], .pause, "The recording is paused already. Resume it with 'resume'."),
            ([4], .split, "The recording is paused: there is nothing to split. Resume it with 'resume' first."),
        ] as [([Int64], ControlCommand.Name, String)])
    func whatIsNotFitNowIsSaid(pauses: [Int64], name: ControlCommand.Name, text: String) throws {
        var bench = try Self.bench()
        for pause in pauses { try Self.pause(&bench, from: pause, to: nil) }
        try Self.perform(&bench, name, number: 7, at: .seconds(9))
        guard case .failure(let refusal)? = bench.answers[7] else { return #expect(Bool(false)) }
        #expect(refusal.code == .notNow)
        #expect(Sentence.joined(refusal.message, refusal.advice) == text)
    }

    @Test(arguments: [ControlCommand.Name.pause, .resume, .mark, .split])
    func nothingIsDoneBeforeItRecords(name: ControlCommand.Name) throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        try Self.perform(&bench, name, at: .seconds(1))
        guard case .failure(let refusal)? = bench.answers[0] else { return #expect(Bool(false)) }
        #expect(refusal.message == "Nothing is recorded yet.")
    }

    /// A segment is 10 s of recorded time, so a pause moves the boundary from 11 s to 17 s.
    @Test func aBoundaryFallsDueInRecordedTime() throws {
        var bench = try Self.bench { $0.recording.segment = .seconds(10) }
        bench.deeds = []
        try Self.pause(&bench, from: 4, to: 10)
        #expect(bench.deeds == ["direct pause", "disarm segment", "direct resume", "arm segment 15.0"])
        bench.feed(.deadline(.segment), at: .seconds(15))
        #expect(bench.deeds.suffix(2).first?.hasSuffix("at 17.0") == true, "\(bench.deeds)")
        #expect(bench.deeds.last == "arm segment 25.0")
    }

    /// The boundary is announced at 8 s for 11 s. The pause from 9 to 19 s moves it to 21 s, and the next one to 31 s.
    @Test func anAnnouncedBoundaryMovesWithAPause() throws {
        var bench = try Self.bench { $0.recording.segment = .seconds(10) }
        bench.feed(.deadline(.segment), at: .seconds(9))
        try Self.pause(&bench, from: 9, to: 19)
        #expect(bench.state.take.segments.announced == .seconds(21))
        #expect(bench.state.files.all.suffix(2).map(\.boundary) == [.seconds(21), .seconds(21)])
        #expect(bench.deeds.last == "arm segment 29.0")
    }

    /// A pause moves the end by duration, but not the end by time of day. Recording began at 14:05:05.25.
    @Test func endsThatWereSetBeforehand() throws {
        var bench = try Self.bench { $0.recording.duration = .seconds(20) }
        bench.deeds = []
        try Self.pause(&bench, from: 4, to: 10)
        #expect(
            bench.deeds == ["direct pause", "disarm end", "direct resume", "stop at 27.0", "arm end 28.0"])
        bench.feed(.deadline(.end), at: .seconds(28))
        #expect(bench.state.life.reason == .duration)
    }

    @Test func aTimeOfDayEndsAPausedRecording() throws {
        let local = WallTime.local(Bench.wallStart + 60_000_000_000)
        let until = try TimeOfDay(parsing: String(local.text.dropFirst(11).prefix(5)))
        var bench = try Self.bench { $0.recording.until = until }
        // 14:06:00 is 54.75 s after the start, which is running time 55.75 s.
        #expect(bench.state.take.end.time == RunningTime(nanoseconds: 55_750_000_000))
        try Self.pause(&bench, from: 4, to: nil)
        #expect(bench.deeds.suffix(2) == ["disarm end", "arm end 56.75"])
        bench.feed(.deadline(.end), at: .seconds(57))
        #expect(bench.deeds.contains("stop now"))
        #expect(bench.state.life.reason == .duration)
    }

    @Test func aSplitIsSoonAndTheNextBoundaryCountsFromThere() throws {
        var bench = try Self.bench { $0.recording.segment = .seconds(10) }
        bench.deeds = []
        try Self.perform(&bench, .split, at: .seconds(5))
        #expect(bench.answers[0] == .success(ControlAnswer(at: RunningTime(nanoseconds: 4_300_000_000))))
        #expect(bench.deeds.first?.hasSuffix("at 4.3") == true, "\(bench.deeds)")
        #expect(bench.deeds.last == "arm segment 12.3")
        #expect(bench.entries.map(\.kind) == [.segment])
        #expect(bench.entries.first?["reason"]?.text == "split")
    }

    /// A split shortly before a boundary uses that boundary.
    @Test func aSplitMayBeABoundary() throws {
        var bench = try Self.bench { $0.recording.segment = .seconds(10) }
        bench.feed(.deadline(.segment), at: .seconds(9))
        bench.deeds = []
        try Self.perform(&bench, .split, at: .seconds(11))
        #expect(bench.answers[0] == .success(ControlAnswer(at: .seconds(11))))
        #expect(bench.deeds.isEmpty)
    }

    @Test func filesWithoutSegmentsAreSplitToo() throws {
        var bench = try Self.bench()
        bench.deeds = []
        try Self.perform(&bench, .split, at: .seconds(5))
        #expect(bench.deeds == ["open take_back_001.mov take_front_001.mov at 4.3"])
    }

    /// A file from 1 to 2 s whose sound begins 20 ms earlier, and one that begins at 2 s and has a pause.
    @Test func marksAreChaptersOfTheFilesThatHoldThem() throws {
        var bench = try Self.bench()
        try Self.perform(&bench, .mark, [.init("text", "first")], at: .milliseconds(2500))
        try Self.perform(&bench, .mark, number: 1, at: .milliseconds(5500))
        let answer = try #require(try bench.answers[1]?.get().json)
        #expect(answer["at"]?.number == 4.5 && answer["text"] == "")
        let files: [JSONValue] = [
            ["output": "back", "file": "take_back.mov", "at": .seconds(nanoseconds: 3_500_000_000)],
            ["output": "front", "file": "take_front.mov", "at": .seconds(nanoseconds: 3_500_000_000)],
        ]
        #expect(answer["files"]?.list == files)
        try Self.pause(&bench, from: 5, to: 8)
        try Self.perform(&bench, .mark, [.init("text", "third")], number: 2, at: .seconds(10))
        let third = try #require(try bench.answers[2]?.get().json["files"]?.list)
        #expect(third.map { $0["at"]?.number } == [5, 5])
        bench.deeds = []
        let path = try #require(bench.state.files.all.first).path
        var summary = FileSummary(
            output: back, segment: 0, path: path, frames: 30, start: .seconds(4), end: .seconds(12))
        (summary.paused, summary.lead) = (3_000_000_000, 20_000_000)
        bench.feed(.graph(.fileFinished(summary)), at: .seconds(13))
        #expect(bench.deeds == ["chapters take_back.mov: 0.52 Mark 2, 2.02 third"])
        bench.feed(.chaptered(path: path, bytes: 7, problem: nil), at: .seconds(13))
        #expect(bench.deeds.last == "digest take_back.mov")
    }

    /// The chapter list of a movie has one byte for its length; marks beyond it are reported.
    @Test(arguments: [(255, false), (256, true)])
    func marksBeyondAMoviesListAreTold(_ count: Int, _ isTold: Bool) throws {
        var bench = try Self.bench()
        for number in 0..<count { try Self.perform(&bench, .mark, number: number, at: .seconds(5)) }
        let path = try #require(bench.state.files.all.first).path
        let summary = FileSummary(
            output: back, segment: 0, path: path, frames: 30, start: .seconds(1), end: .seconds(12))
        bench.feed(.graph(.fileFinished(summary)), at: .seconds(13))
        let told = bench.events.compactMap { event in
            if case .warning(.chapters, _, let message) = event.kind { message } else { nil }
        }
        let text = "take_back.mov has 256 marks; the first 255 are its chapters, and session.json lists all."
        #expect(told == (isTold ? [text] : []))
    }

    /// Each second is reported when it begins; a countdown that was cancelled leaves nothing.
    @Test func aSelfTimerCountsDown() throws {
        var settings = SessionSettings(outputs: [back])
        settings.recording.delay = .milliseconds(2500)
        var bench = try Bench(settings)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.deeds = []
        let begins = RunningTime(nanoseconds: 3_500_000_000)
        bench.feed(.graph(.recording(at: begins, wallClock: Bench.wallStart, clock: "test")), at: .seconds(2))
        #expect(bench.deeds == ["disarm start", "arm countdown 2.5"])
        bench.feed(.deadline(.countdown), at: .milliseconds(2500))
        bench.feed(.deadline(.countdown), at: .milliseconds(3500))
        var broken = bench
        #expect(bench.state.phase == .preparing)
        bench.feed(.deadline(.countdown), at: .milliseconds(4500))
        #expect(bench.state.phase == .running)
        #expect(bench.state.take.start == begins)
        #expect(
            bench.events.compactMap { if case .countdown(let seconds) = $0.kind { seconds } else { nil } } == [3, 2, 1])
        broken.feed(.stop(.interrupt), at: .seconds(4))
        broken.feed(.graphClosed(nil), at: .seconds(4))
        #expect(broken.deeds.contains("discard 1"))
    }

    /// The recording stays paused when another worker continues.
    @Test func aCrashInAPauseDoesNotEndIt() throws {
        var history = SessionHistory()
        let lines = [(LedgerEntry.Kind.recording, Int64(1)), (.paused, 4), (.workerLost, 5)]
        for (kind, time) in lines {
            history.apply(
                LedgerEntry(
                    kind, unixNanoseconds: 0, runningTime: .seconds(time), fields: [.init("at", .time(.seconds(time)))]),
                in: "/r/take")
        }
        var bench = try Bench(resuming: history)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        #expect(bench.deeds.contains("direct pause"))
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: Bench.wallStart, clock: "test")), at: .seconds(2))
        #expect(bench.state.take.isPaused)
        #expect(bench.entries.last { $0.kind == .paused }?["at"]?.time == .seconds(1))
    }
}
