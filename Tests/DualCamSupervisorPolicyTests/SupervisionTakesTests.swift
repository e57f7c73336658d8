import Testing

@testable import DualCamRecordings
@testable import DualCamSession
@testable import DualCamSupervisorPolicy

/// The supervisor's rules for takes that a worker of 'dualcam serve' leaves unfinished.
@Suite struct SupervisionTakesTests {
    private static func words(_ action: SupervisionAction) -> String {
        switch action {
        case .finishTake(let folder): "finish the take \(folder)"
        case .spawn(let folder): "spawn \(folder ?? "new")"
        case .note(let text, let severity): "\(severity): \(text)"
        default: ""
        }
    }

    private func beat(
        _ stage: WorkerStage, folder: String? = nil, ended: [String] = [], ending: StopReason? = nil
    ) -> Heartbeat {
        var beat = Heartbeat()
        (beat.stage, beat.folder, beat.ended, beat.ending) = (stage, folder, ended, ending?.rawValue)
        return beat
    }

    /// Returns a supervisor whose worker 7 has stood by.
    private func standing() -> SupervisionBench {
        var bench = SupervisionBench(words: Self.words)
        bench.state = SupervisionState(hang: .seconds(5), memoryLimit: 1000, serves: true)
        take(&bench, .begin, .started(pid: 7), .heartbeat(pid: 7, beat(.standby)))
        bench.deeds = []
        return bench
    }

    /// Feeds inputs and records only actions about takes.
    private func take(_ bench: inout SupervisionBench, _ inputs: SupervisionInput...) {
        for input in inputs { bench.take(input) }
        bench.deeds.removeAll { $0.isEmpty }
    }

    /// A take that failed at its end is finished once, while its worker stands by again.
    @Test func aTakeThatIsOverIsLookedAfterOnce() {
        var bench = standing()
        take(
            &bench, .heartbeat(pid: 7, beat(.recording, folder: "/v/1")),
            .heartbeat(pid: 7, beat(.finishing, folder: "/v/1", ended: ["/v/1"], ending: .request)))
        bench.expect()
        take(&bench, .heartbeat(pid: 7, beat(.standby, ended: ["/v/1"])))
        bench.expect("finish the take /v/1")
        take(
            &bench, .heartbeat(pid: 7, beat(.standby, ended: ["/v/1"])),
            .heartbeat(pid: 7, beat(.recording, folder: "/v/2", ended: ["/v/1"])))
        bench.expect()
    }

    /// A worker is lost while it finishes one take and records the next: the new take is continued, and the other one
    /// is finished.
    @Test func aTakeBehindAnotherIsFinishedForALostWorker() {
        var bench = standing()
        take(
            &bench, .heartbeat(pid: 7, beat(.recording, folder: "/v/1")), .heartbeat(pid: 7, beat(.standby)),
            .heartbeat(pid: 7, beat(.recording, folder: "/v/2")), .ended(pid: 7, .signal(9)), .due)
        bench.expect("finish the take /v/1", "spawn /v/2")
    }

    /// However a worker dies while it stands by, a take that it has not reported as complete is finished.
    @Test(arguments: [WorkerEnding.signal(9), .signal(11), .exit(70), .memory])
    func aTakeIsFinishedForAWorkerThatStandsBy(_ ending: WorkerEnding) {
        var bench = standing()
        take(
            &bench, .heartbeat(pid: 7, beat(.recording, folder: "/v/1")), .heartbeat(pid: 7, beat(.standby)),
            .ended(pid: 7, ending), .due)
        bench.expect("finish the take /v/1", "spawn new")
    }

    /// A requested end does not wait until a worker stands by.
    @Test func aTakeIsFinishedAlthoughNoWorkerStandsBy() {
        var bench = standing()
        take(
            &bench, .heartbeat(pid: 7, beat(.recording, folder: "/v/1")),
            .heartbeat(pid: 7, beat(.finishing, folder: "/v/1", ending: .request)), .ended(pid: 7, .signal(9)))
        bench.expect("finish the take /v/1")
        take(&bench, .due, .started(pid: 8), .ended(pid: 8, .signal(9)), .due)
        bench.expect("spawn new", "spawn new")
    }

    @Test func whatBecameOfATakeIsTold() {
        var bench = standing()
        take(&bench, .finishedTake("/v/1", 0), .finishedTake("/v/2", 74))
        bench.expect(
            "information: finished /v/1",
            "error: error: /v/2 could not be finished (exit code 74). What it holds up to about the last second can be played; try "
                + "'dualcam recover /v/2'.")
    }

    /// A recording of `dualcam run` is finished at its own end.
    @Test func aRecordingHasNoOtherTakes() {
        var bench = standing()
        bench.state = SupervisionState(hang: .seconds(5), memoryLimit: 1000)
        take(&bench, .begin, .started(pid: 7), .heartbeat(pid: 7, beat(.recording, folder: "/v/1", ended: ["/v/0"])))
        bench.expect("spawn new")
    }

    /// The events of a session, as the heartbeat contains them.
    @Test func aHeartbeatNamesTakesThatAreOver() {
        var outcome = SessionOutcome(exit: .diskFailed, reason: .request, folder: "/v/1", files: [], failures: [])
        var beat = Heartbeat()
        beat.apply(SessionEvent(.finished(outcome), unixNanoseconds: 0, runningTime: nil))
        (outcome.folder, outcome.isHandedOn) = ("/v/2", true)
        beat.apply(SessionEvent(.finished(outcome), unixNanoseconds: 0, runningTime: nil))
        #expect(beat.ended == ["/v/1"])
    }
}
