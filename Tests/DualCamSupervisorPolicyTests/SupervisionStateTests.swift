import DualCamRecordings
import DualCamSession
import Testing

@testable import DualCamSupervisorPolicy

/// The supervisor's rules, tested by its inputs and actions.
@Suite struct SupervisionStateTests {
    private static func words(_ action: SupervisionAction) -> String {
        switch action {
        case .spawn(let folder): "spawn \(folder ?? "new")"
        case .send(let signal): "send \(signal)"
        case .handOver: "hand over"
        case .arm(let delay): "arm \(Int(delay / .milliseconds(1)))"
        case .tell(let news, _): "tell " + news.entry.line.dropFirst(55)
        case .look(let folder): "look \(folder)"
        case .settle(let folder): "settle \(folder)"
        case .note(let text, let severity): "\(severity): \(text)"
        case .end(let code): "end \(code.rawValue)"
        case .die(let signal): "die \(signal)"
        case .finishTake(let folder): "finish the take \(folder)"
        case .goOn, .examine, .finishAside: "something else"
        }
    }

    private func beat(_ stage: WorkerStage, folder: String? = "/v/s", ending: StopReason? = nil) -> Heartbeat {
        var beat = Heartbeat()
        (beat.stage, beat.folder, beat.ending) = (stage, folder, ending?.rawValue)
        beat.isFlowing = stage == .recording
        return beat
    }

    /// Between takes nothing is lost. During a take the next worker continues it, unless its end had been requested.
    @Test func workersOfTakesFollowEachOther() {
        var bench = SupervisionBench(words: Self.words)
        bench.state = SupervisionState(hang: .seconds(5), memoryLimit: 1000, serves: true)
        bench.take(.begin, .started(pid: 7), .heartbeat(pid: 7, beat(.standby, folder: nil)))
        bench.expect("spawn new", #"tell "kind":"worker-started","pid":7}"#)
        bench.take(.ended(pid: 7, .signal(11)), .due)
        bench.expect(
            #"tell "kind":"worker-lost","pid":7,"reason":"signal 11 (SIGSEGV)"}"#, "arm 0", "spawn new")
        bench.now = .seconds(20)
        bench.take(
            .started(pid: 8), .heartbeat(pid: 8, beat(.standby, folder: nil)), .heartbeat(pid: 8, beat(.recording)))
        bench.expect(#"tell "kind":"worker-started","pid":8}"#)
        bench.take(.ended(pid: 8, .signal(9)), .due)
        bench.expect(#"tell "kind":"worker-lost","pid":8,"reason":"signal 9 (SIGKILL)"}"#, "arm 500", "spawn /v/s")
        bench.now = .seconds(40)
        bench.take(
            .started(pid: 9), .heartbeat(pid: 9, beat(.recording)),
            .heartbeat(pid: 9, beat(.finishing, ending: .request)))
        bench.deeds = []
        bench.take(.ended(pid: 9, .signal(9)), .due)
        bench.expect(
            #"tell "kind":"worker-lost","pid":9,"reason":"signal 9 (SIGKILL)"}"#, "finish the take /v/s", "arm 2000",
            "spawn new")
        bench.take(.signal(.interrupt), .started(pid: 10), .ended(pid: 10, .exit(0)))
        bench.expect("send 2", "end 0")
    }

    /// Returns a supervisor whose first worker records.
    private func recording() -> SupervisionBench {
        var bench = SupervisionBench(words: Self.words)
        bench.take(
            .begin, .started(pid: 7), .heartbeat(pid: 7, beat(.preparing)), .heartbeat(pid: 7, beat(.recording)))
        bench.expect("spawn new", #"tell "kind":"worker-started","pid":7}"#)
        return bench
    }

    @Test(arguments: [ExitCode.finished, .usage, .unavailable, .outputNotCreated, .heat])
    func anExitCodeIsPassedOn(_ code: ExitCode) {
        var bench = recording()
        bench.take(.ended(pid: 7, .exit(code.rawValue)))
        bench.expect("look /v/s")
        bench.take(.looked(isMarked: false))
        bench.expect("end \(code.rawValue)")
    }

    /// A failed output has left a file that was not closed.
    @Test func aSessionThatIsStillMarkedIsFinished() {
        var bench = recording()
        bench.take(.ended(pid: 7, .exit(0)), .looked(isMarked: true))
        bench.expect("look /v/s", "information: finishing what was left in /v/s", "settle /v/s")
        bench.take(.settled(0))
        bench.expect("information: finished /v/s", "end 0")
    }

    /// The exit code agrees with that of an audit. A failure of the recording takes precedence.
    @Test(
        arguments: [
            (.finished, .diskFailed, 74), (.finished, .fault, 70), (.heat, .fault, 75), (.finished, nil, 0),
        ] as [(ExitCode, ExitCode?, Int32)])
    func whatWasLeftIsJudgedByAudit(own: ExitCode, proof: ExitCode?, code: Int32) {
        var bench = recording()
        bench.take(.ended(pid: 7, .exit(own.rawValue)), .looked(isMarked: true), .settled(0, proof))
        #expect(bench.deeds.last == "end \(code)")
    }

    /// The session's reserved space is used to finish it; if that is not enough, the disk stays as it was.
    @Test(arguments: [Int32(0), 74]) func whatAFullDiskHasCutShortIsFinishedToo(_ code: Int32) {
        var bench = recording()
        bench.take(.ended(pid: 7, .exit(ExitCode.diskFailed.rawValue)), .looked(isMarked: true))
        bench.expect("look /v/s", "information: finishing what was left in /v/s", "settle /v/s")
        bench.take(.settled(code))
        #expect(bench.deeds.last == "end 74")
    }

    @Test func aCrashedWorkerIsReplacedAndTheGapToldWhenTheNextRecords() {
        var bench = recording()
        bench.now = .seconds(20)
        bench.take(
            .measured(Measurement(bytes: 9, changed: SupervisionBench.wall + 19_500_000_000, memory: 5)),
            .ended(pid: 7, .signal(11)))
        bench.expect(#"tell "kind":"worker-lost","pid":7,"reason":"signal 11 (SIGSEGV)"}"#, "arm 0")
        bench.take(.due, .started(pid: 8), .heartbeat(pid: 8, beat(.preparing)))
        bench.expect("spawn /v/s", #"tell "kind":"worker-started","pid":8}"#)
        var next = beat(.recording)
        next.began = SupervisionBench.wall + 20_750_000_000
        bench.take(.heartbeat(pid: 8, next), .heartbeat(pid: 8, next))
        bench.expect(
            #"tell "kind":"gap","from":"2026-11-21T14:05:22.750Z","to":"2026-11-21T14:05:24.000Z","seconds":1.25,"#
                + #""reason":"signal 11 (SIGSEGV)"}"#)
        #expect(bench.state.restarts == 1)
    }

    @Test func aHungWorkerIsKilledAndSoCalled() {
        var bench = recording()
        for second in 0...5 {
            bench.now = .seconds(second)
            bench.take(.tick)
        }
        bench.expect("send 9")
        bench.take(.ended(pid: 7, .signal(9)))
        bench.expect(#"tell "kind":"worker-lost","pid":7,"reason":"hung"}"#, "arm 0")
    }

    /// A server that answers again after the worker was killed writes the pending data with the time of then, although
    /// the gap began earlier.
    @Test func theGapOfAHungWorkerBeginsWhereItHung() {
        var bench = recording()
        let wall = SupervisionBench.wall
        bench.take(.measured(Measurement(bytes: 9, changed: wall + 500_000_000, memory: 5)))
        for second in 0...5 {
            bench.now = .seconds(second)
            bench.take(.tick)
        }
        bench.expect("send 9")
        bench.take(
            .measured(Measurement(bytes: 12, changed: wall + 5_900_000_000, memory: nil)), .ended(pid: 7, .signal(9)))
        #expect(bench.state.measurement.bytes == 12)
        #expect(bench.state.measurement.changed == wall + 500_000_000)
    }

    /// If a server does not answer any more, the supervisor reports that and ends.
    @Test func aDiskThatDoesNotAnswerAtTheEndIsGivenUp() {
        var bench = recording()
        bench.take(.ended(pid: 7, .exit(74)))
        bench.expect("look /v/s")
        for second in 1...9 {
            bench.now = .seconds(second)
            bench.take(.tick)
        }
        #expect(!bench.deeds.contains { $0.hasPrefix("end") })
        for second in 10...12 {
            bench.now = .seconds(second)
            bench.take(.tick)
        }
        #expect(bench.deeds.contains { $0.contains("The disk of /v/s has not answered for 10 s") }, "\(bench.deeds)")
        #expect(bench.deeds.contains("end 74"))
    }

    /// A process that waits for a dead disk in the kernel cannot even be killed. This is reported, and a requested end
    /// is still possible.
    @Test func aKilledWorkerThatDoesNotEndIsToldAndLeftAtTheEnd() {
        var bench = recording()
        for second in 0...20 {
            bench.now = .seconds(second)
            bench.take(.tick)
        }
        let told = bench.deeds.filter { $0.contains("was killed and does not end: the disk of /v/s does not answer") }
        #expect(told.count == 1, "\(bench.deeds)")
        #expect(!bench.deeds.contains { $0.hasPrefix("end") || $0.hasPrefix("spawn") }, "\(bench.deeds)")
        bench.take(.signal(.interrupt))
        for second in 21...40 {
            bench.now = .seconds(second)
            bench.take(.tick)
        }
        #expect(bench.deeds.contains("end 74"), "\(bench.deeds)")
    }

    /// Finishing a session of hours takes minutes. It is only given up if it makes no progress.
    @Test func aSessionThatIsBeingFinishedIsNotGivenUp() {
        var bench = recording()
        bench.take(.ended(pid: 7, .exit(74)), .looked(isMarked: true))
        for second in 1...60 {
            bench.now = .seconds(second)
            bench.take(.tick, .finishing)
        }
        #expect(!bench.deeds.contains { $0.hasPrefix("end") }, "\(bench.deeds)")
        bench.now = .seconds(75)
        bench.take(.tick)
        #expect(bench.deeds.contains("end 74"))
    }

    @Test func aWorkerThatHoldsTooMuchHandsOver() {
        var bench = recording()
        bench.take(.measured(Measurement(bytes: 9, changed: nil, memory: 1001)), .tick)
        bench.expect("hand over")
        bench.take(.heartbeat(pid: 7, beat(.finishing, ending: .handOver)), .ended(pid: 7, .exit(10)))
        bench.expect(#"tell "kind":"worker-lost","pid":7,"reason":"memory"}"#, "arm 0")
    }

    @Test func everySignalIsPassedOnAndTheWorkerHasTheLastWord() {
        var bench = recording()
        bench.take(.signal(.interrupt), .signal(.terminate))
        bench.expect("send 2", "send 15")
        bench.take(
            .heartbeat(pid: 7, beat(.finishing, ending: .interrupt)), .ended(pid: 7, .exit(70)),
            .looked(isMarked: false))
        bench.expect("look /v/s", "end 70")
    }

    @Test func aSignalBeforeTheWorkerTookItOverEndsBothAlike() {
        var bench = SupervisionBench(words: Self.words)
        bench.take(.begin, .signal(.interrupt), .started(pid: 7), .ended(pid: 7, .signal(2)))
        bench.expect("spawn new", "send 2", "die 2")
    }

    @Test(
        arguments: [(.duration, 0), (.interrupt, 0), (.diskFull, 74), (.heat, 75), (.battery, 75)]
            as [(StopReason, Int32)])
    func aWorkerLostWhileFinishingHasItsFilesFinished(reason: StopReason, code: Int32) {
        var bench = recording()
        bench.take(.heartbeat(pid: 7, beat(.finishing, ending: reason)), .ended(pid: 7, .signal(9)))
        bench.expect(
            #"tell "kind":"worker-lost","pid":7,"reason":"signal 9 (SIGKILL)"}"#,
            "information: finishing what was left in /v/s", "settle /v/s")
        bench.take(.settled(0))
        bench.expect("information: finished /v/s", "end \(code)")
    }

    @Test func whatCannotBeFinishedIsSaid() {
        var bench = recording()
        bench.take(.signal(.terminate), .ended(pid: 7, .signal(9)))
        bench.deeds = []
        bench.take(.settled(74))
        bench.expect(
            "error: error: /v/s could not be finished (exit code 74). What it holds up to about the last second can be "
                + "played; try 'dualcam recover'.", "end 74")
    }

    /// After a failure the session is left open for the next worker, unless the end was requested.
    @Test func aFaultIsFollowedByAnotherWorkerUnlessTheEndWasAskedFor() {
        var bench = recording()
        bench.take(.heartbeat(pid: 7, beat(.finishing, ending: .failure)), .ended(pid: 7, .exit(70)))
        bench.expect(#"tell "kind":"worker-lost","pid":7,"reason":"exit code 70"}"#, "arm 0")
        bench.take(.signal(.interrupt))
        bench.expect("information: finishing what was left in /v/s", "settle /v/s")
        bench.take(.due, .signal(.interrupt), .settled(0))
        bench.expect("information: finished /v/s", "end 0")
    }

    @Test func whatNeverRecordsIsGivenUp() {
        var bench = SupervisionBench(words: Self.words)
        bench.take(.begin)
        for pid in Int32(1)...3 {
            bench.take(.started(pid: pid), .ended(pid: pid, .signal(6)))
            if pid < 3 { bench.take(.due) }
        }
        let lost = (1...3).map { #"tell "kind":"worker-lost","pid":\#($0),"reason":"signal 6 (SIGABRT)"}"# }
        bench.expect(
            "spawn new", lost[0], "arm 0", "spawn new", lost[1], "arm 500", "spawn new", lost[2],
            "error: error: No process came as far as recording in 3 attempts. Look for the plugin at fault with "
                + "'dualcam run --verbose ...', and report it.", "end 70")
    }

    @Test func peopleReadWhatHappened() {
        let lines = [
            SupervisionNews.Kind.workerStarted(pid: 1), .workerLost(pid: 1, .signal(11), delay: .zero),
            .workerLost(pid: 1, .hung, delay: .seconds(2)), .workerLost(pid: 1, .memory, delay: .zero),
            .workerLost(pid: 1, .exit(70), delay: nil), .gap(from: 0, to: 1_250_000_000, reason: "hung"),
        ].compactMap { SupervisionNews(kind: $0, time: 0).note?.text }
        #expect(
            lines == [
                "error: The process that records was ended by signal 11 (SIGSEGV). Another one goes on.",
                "error: The process that records wrote nothing any more and was killed. Another one goes on in 2 s.",
                "the process that records held more memory than supervision.memory allows. Another one goes on.",
                "error: The process that records ended with exit code 70.", "recording goes on after a gap of 1.3 s",
            ])
    }
}
