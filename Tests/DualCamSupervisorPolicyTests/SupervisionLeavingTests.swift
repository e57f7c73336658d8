import DualCamConfig
import DualCamRecordings
import DualCamSession
import Testing

@testable import DualCamSupervisorPolicy

/// The supervisor's rules for a session whose folder is lost, and for an end while nothing is recorded.
@Suite struct SupervisionLeavingTests {
    private static func words(_ action: SupervisionAction) -> String {
        switch action {
        case .spawn(let folder): "spawn \(folder ?? "new")"
        case .goOn(let next, let folder):
            "go on in \(next.directory)/\(folder ?? next.name) after \(next.past.folder) \(next.past.reason)"
        case .examine(let folder): "examine \(folder)"
        case .finishAside(let folder): "finish \(folder) aside"
        case .send(let signal): "send \(signal)"
        case .arm(let delay): "arm \(Int(delay / .milliseconds(1)))"
        case .tell(let news, let folder):
            if case .folderLost(let lost, let loss, let next) = news.kind {
                "lost \(lost) \(loss.kind.rawValue), next \(next ?? "nowhere"), told \(folder ?? "nobody")"
            } else {
                "tell \(news.entry.kind.rawValue)"
            }
        case .look(let folder): "look \(folder)"
        case .settle(let folder): "settle \(folder)"
        case .note(let text, let severity): "\(severity): \(text)"
        case .end(let code): "end \(code.rawValue)"
        case .handOver, .die, .finishTake: "something else"
        }
    }

    private func beat(_ stage: WorkerStage, folder: String? = "/v/s", ending: StopReason? = nil) -> Heartbeat {
        var beat = Heartbeat()
        (beat.stage, beat.folder, beat.ending) = (stage, folder, ending?.rawValue)
        return beat
    }

    private func bench(
        fallback: String? = nil, duration: Duration? = nil, until: TimeOfDay? = nil
    ) -> SupervisionBench {
        let state = SupervisionState(
            hang: .seconds(5), memoryLimit: nil, deadline: RecordingDeadline(duration: duration, until: until),
            relocation: Relocation(fallback: fallback, directory: "/v"))
        return SupervisionBench(state: state, words: Self.words)
    }

    /// Returns a supervisor whose first worker has left its folder.
    private func leaving(fallback: String? = nil, duration: Duration? = nil) -> SupervisionBench {
        var bench = bench(fallback: fallback, duration: duration)
        bench.take(.begin, .started(pid: 7), .heartbeat(pid: 7, beat(.recording)))
        bench.deeds = []
        bench.now = .seconds(20)
        bench.take(.heartbeat(pid: 7, beat(.finishing, ending: .folderLost)), .ended(pid: 7, .exit(70)))
        bench.expect("examine /v/s")
        return bench
    }

    private static let deleted =
        "The session's folder '/v/s' was deleted while it was recorded. Everything in it is lost."

    @Test func aDeletedFolderIsFollowedByOneBesideAndCostsTheExitCode() {
        var bench = leaving()
        bench.take(.examined(FolderLoss(.deleted)), .due)
        bench.expect(
            "lost /v/s deleted, next /v, told nobody", "arm 0", "go on in /v/s_b after /v/s deleted")
        bench.take(.started(pid: 8), .heartbeat(pid: 8, beat(.recording, folder: "/v/s_b")))
        bench.expect("tell worker-started", "tell gap")
        bench.take(
            .heartbeat(pid: 8, beat(.finishing, folder: "/v/s_b", ending: .duration)), .ended(pid: 8, .exit(0)),
            .looked(isMarked: false))
        bench.expect("look /v/s_b", "error: error: " + Self.deleted, "end 74")
    }

    /// Files that are being closed get no new frames, so the gap begins before that.
    @Test func theGapOfALostFolderBeginsWhereTheWorkerEnded() {
        var (bench, gaps) = (bench(), [Int64]())
        func take(_ inputs: SupervisionInput..., at seconds: Int64) {
            for input in inputs {
                let wall = SupervisionBench.wall + seconds * 1_000_000_000
                for case .tell(let news, _) in bench.state.observe(input, at: .seconds(seconds), wall: wall) {
                    if case .gap(let from, let to, _) = news.kind {
                        gaps += [from, to].map { ($0 - SupervisionBench.wall) / 1_000_000_000 }
                    }
                }
            }
        }
        take(.begin, .started(pid: 7), .heartbeat(pid: 7, beat(.recording)), at: 0)
        take(.heartbeat(pid: 7, beat(.finishing, ending: .folderLost)), at: 20)
        take(.heartbeat(pid: 7, beat(.finishing, ending: .folderLost)), at: 22)
        take(.ended(pid: 7, .exit(70)), .examined(FolderLoss(.deleted)), .due, at: 25)
        take(.started(pid: 8), .heartbeat(pid: 8, beat(.recording, folder: "/v/s_b")), at: 27)
        #expect(gaps == [20, 27])
    }

    /// The end is requested after a worker was lost and before the next one has begun.
    @Test func noWorkerFollowsBehindTheEnd() {
        var bench = bench()
        bench.take(
            .begin, .started(pid: 7), .heartbeat(pid: 7, beat(.recording)), .ended(pid: 7, .signal(9)),
            .signal(.interrupt))
        bench.deeds = []
        bench.take(.due)
        bench.expect()
    }

    /// The fallback folder comes first; if it fails, a folder beside the old one is used.
    @Test func theFallbackComesFirst() {
        var bench = leaving(fallback: "/f")
        bench.take(.examined(FolderLoss(.readOnly)), .due)
        bench.expect("lost /v/s read-only, next /f, told nobody", "arm 0", "go on in /f/s_b after /v/s read-only")
        bench.take(.started(pid: 8), .ended(pid: 8, .exit(73)))
        bench.expect("tell worker-lost", "arm 500")
        bench.take(.due, .started(pid: 9), .ended(pid: 9, .exit(73)))
        bench.expect(
            "go on in /v/s_b after /v/s read-only",
            "error: error: The recording cannot go on in any folder, and ends.",
            "error: error: The file system of the session's folder '/v/s' has become read-only. What was recorded last may "
                + "be missing; look at the disk and its messages ('dmesg'), then run 'dualcam recover /v/s'.", "end 74")
    }

    /// The old session is finished at its new path before the supervisor ends; nothing was lost.
    @Test(
        arguments: [(Int32(0), nil, Int32(0)), (74, nil, 74), (0, .fault, 70), (0, .finished, 0)]
            as [(Int32, ExitCode?, Int32)])
    func aMovedFolderIsFinishedWhereItIs(code: Int32, proof: ExitCode?, end: Int32) {
        var bench = leaving()
        bench.take(.examined(FolderLoss(.moved, found: "/w/s")), .due)
        bench.expect(
            "lost /v/s moved, next /v, told /w/s", "finish /w/s aside", "arm 0", "go on in /v/s_b after /w/s moved")
        bench.take(.started(pid: 8), .heartbeat(pid: 8, beat(.recording, folder: "/v/s_b")))
        bench.take(
            .heartbeat(pid: 8, beat(.finishing, folder: "/v/s_b", ending: .duration)), .ended(pid: 8, .exit(0)),
            .looked(isMarked: false))
        #expect(!bench.deeds.contains { $0.hasPrefix("end") })
        bench.take(.finishedAside("/w/s", code, proof))
        #expect(bench.deeds.last == "end \(end)")
    }

    /// Three folders in a row, the second of which was also created after a crash.
    @Test func everyNewFolderHasTheNextLetter() {
        var bench = leaving()
        bench.take(.examined(FolderLoss(.deleted)), .due)
        bench.take(
            .started(pid: 8), .heartbeat(pid: 8, beat(.recording, folder: "/v/s_b")), .ended(pid: 8, .signal(11)), .due)
        #expect(bench.deeds.last == "go on in /v//v/s_b after /v/s deleted")
        bench.take(
            .started(pid: 9), .heartbeat(pid: 9, beat(.recording, folder: "/v/s_b")),
            .heartbeat(pid: 9, beat(.finishing, folder: "/v/s_b", ending: .folderLost)), .ended(pid: 9, .exit(70)),
            .examined(FolderLoss(.deleted)), .due)
        #expect(bench.deeds.last == "go on in /v/s_c after /v/s_b deleted")
    }

    /// A worker that was killed has not reported that its folder is lost; its successor cannot continue in the folder.
    @Test func aSuccessorWithoutAFolderHasItLookedAt() {
        var bench = bench()
        bench.take(.begin, .started(pid: 7), .heartbeat(pid: 7, beat(.recording)), .ended(pid: 7, .signal(9)), .due)
        bench.take(.started(pid: 8))
        bench.deeds = []
        bench.take(.ended(pid: 8, .exit(73)))
        bench.expect("tell worker-lost", "examine /v/s")
        bench.take(.examined(nil), .due)
        bench.expect("arm 500", "spawn /v/s")
    }

    @Test func anEndThatIsAskedForWhileTheFolderIsLookedAtComes() {
        var bench = leaving()
        bench.take(.signal(.interrupt))
        bench.expect()
        bench.take(.examined(FolderLoss(.deleted)))
        bench.expect("lost /v/s deleted, next nowhere, told nobody", "end 74")
    }

    /// Every attempt fails, as after a camera was unplugged. The attempts must end at the scheduled time.
    @Test func theEndComesWhileNothingRecords() {
        var bench = bench(duration: .seconds(30))
        bench.take(.begin, .started(pid: 7), .heartbeat(pid: 7, beat(.recording)), .ended(pid: 7, .signal(9)))
        bench.now = .seconds(20)
        bench.take(.due, .started(pid: 8), .ended(pid: 8, .exit(69)), .tick)
        bench.deeds = []
        bench.now = .seconds(34)
        bench.take(.tick)
        bench.expect()
        bench.now = .seconds(35)
        bench.take(.tick, .due)
        bench.expect(
            "error: error: The end that recording.duration sets has come while nothing could be recorded.",
            "information: finishing what was left in /v/s", "settle /v/s")
        bench.take(.settled(0))
        bench.expect("information: finished /v/s", "end 69")
    }

    /// After the machine was suspended, the limit may have passed before the worker's first report of recording is
    /// read.
    @Test(arguments: [true, false])
    func onlyAWorkerThatRecordedNothingFailsAtTheEnd(records: Bool) {
        var bench = bench(until: WallTime.timeOfDay(SupervisionBench.wall + 60_000_000_000))
        bench.take(.begin, .started(pid: 7))
        bench.deeds = []
        bench.now = .seconds(1_600)
        bench.take(.tick)
        bench.expect("send 15")
        if records { bench.take(.heartbeat(pid: 7, beat(.recording))) }
        bench.deeds = []
        bench.take(.ended(pid: 7, .exit(0)))
        if records {
            bench.expect("look /v/s")
            bench.take(.looked(isMarked: false))
            bench.expect("end 0")
        } else {
            bench.expect(
                "error: error: The end that recording.until sets has come while nothing could be recorded.", "end 69")
        }
    }

    /// The running worker counts its time itself; pauses do not count.
    @Test func aPauseIsNoPartOfTheDuration() {
        var deadline = RecordingDeadline(duration: .seconds(30))
        deadline.begin(wall: 0)
        var paused = beat(.recording)
        deadline.observe(paused, at: .seconds(1), wall: 0)
        paused.isPaused = true
        deadline.observe(paused, at: .seconds(11), wall: 0)
        #expect(deadline.passed(at: .seconds(60), wall: 0) == nil)
        #expect(deadline.past(in: "/v/s", FolderLoss(.deleted), at: .seconds(60), wall: 0).isPaused)
        paused.isPaused = false
        deadline.observe(paused, at: .seconds(61), wall: 0)
        #expect(deadline.past(in: "/v/s", FolderLoss(.deleted), at: .seconds(70), wall: 0).paused == 50_000_000_000)
        #expect(deadline.passed(at: .seconds(85), wall: 0) == nil)
        #expect(deadline.passed(at: .seconds(86), wall: 0) == "recording.duration")
    }

    @Test func everyPauseCounts() {
        var deadline = RecordingDeadline(duration: .seconds(30))
        deadline.begin(wall: 0)
        var beat = beat(.recording)
        deadline.observe(beat, at: .seconds(1), wall: 0)
        for (from, to) in [(5, 12), (20, 23)] {
            for (isPaused, at) in [(true, from), (false, to)] {
                beat.isPaused = isPaused
                deadline.observe(beat, at: .seconds(at), wall: 0)
            }
        }
        #expect(deadline.passed(at: .seconds(45), wall: 0) == nil)
        #expect(deadline.passed(at: .seconds(46), wall: 0) == "recording.duration")
    }

    /// The devices took so long to open that the time of day had passed when recording began: that of the next day
    /// counts.
    @Test func aTimeOfDayThatWasOverWhenRecordingBeganHasNotCome() {
        let second: Int64 = 1_000_000_000
        let wall = SupervisionBench.wall - SupervisionBench.wall % (3600 * second)
        var deadline = RecordingDeadline(until: WallTime.timeOfDay(wall + 60 * second))
        deadline.begin(at: .zero, wall: wall)
        var beat = beat(.recording)
        beat.began = wall + 62 * second
        deadline.observe(beat, at: .seconds(63), wall: wall + 63 * second)
        #expect(deadline.passed(at: .seconds(70), wall: wall + 70 * second) == nil)
    }

    /// The clock is an hour behind when the supervisor begins and is corrected later; the corrected clock decides.
    @Test func aClockThatIsPutRightHasTheTimeOfDayComeByIt() {
        let second: Int64 = 1_000_000_000
        let hour = 3600 * second
        let wall = SupervisionBench.wall - SupervisionBench.wall % hour
        var deadline = RecordingDeadline(until: WallTime.timeOfDay(wall + 2 * hour))
        deadline.begin(at: .zero, wall: wall)
        #expect(deadline.passed(at: .seconds(60), wall: wall + 60 * second) == nil)
        #expect(deadline.passed(at: .seconds(61), wall: wall + hour + 61 * second) == nil)
        #expect(deadline.passed(at: .seconds(3660), wall: wall + 2 * hour + 60 * second) == "recording.until")
    }

    /// A session that continues the recording in another folder searches the time of day from the same moment.
    @Test func theBeginningMovesWithAClockThatIsSet() {
        let second: Int64 = 1_000_000_000
        let wall = SupervisionBench.wall
        var deadline = RecordingDeadline(until: WallTime.timeOfDay(wall + 60 * second))
        deadline.begin(at: .zero, wall: wall)
        var beat = beat(.recording)
        beat.began = wall
        deadline.observe(beat, at: .seconds(1), wall: wall + second)
        let past = deadline.past(
            in: "/v/s", FolderLoss(.deleted), at: .seconds(20), wall: wall + 3_620 * second)
        #expect(past.began == wall + 3_600 * second)
    }

    /// A clock that is set beyond the time of day has not reached it: that of the next day counts.
    @Test func aClockThatIsSetOverTheTimeOfDayHasNotComeToIt() {
        let second: Int64 = 1_000_000_000
        let hour = 3600 * second
        let wall = SupervisionBench.wall - SupervisionBench.wall % hour
        var deadline = RecordingDeadline(until: WallTime.timeOfDay(wall + hour))
        deadline.begin(at: .zero, wall: wall)
        #expect(deadline.passed(at: .seconds(10), wall: wall + 400 * 24 * hour + 2 * hour) == nil)
    }
}
