import Testing

@testable import DualCamRecordings
@testable import DualCamSession
@testable import DualCamCommands

/// The waiting of `stop --wait`, and its exit code.
@Suite struct RecordingEndTests {
    private func sight(
        _ stage: RecordingEnd.Stage, marked: Bool = true, alive: Bool = true, bytes: Int64 = 1
    ) -> RecordingEnd.Sight {
        RecordingEnd.Sight(
            stage: stage, isMarked: marked, isAlive: alive,
            growth: SessionFolder.Growth(bytes: bytes, changed: bytes))
    }

    @Test func filesThatAreFinishedAreWaitedForAsLongAsSomebodyFinishesThem() {
        var end = RecordingEnd()
        for second in 0..<10_000 { #expect(end.observe(sight(.finishing), at: .seconds(second)) == .wait) }
        #expect(end.observe(sight(.over, marked: false), at: .seconds(10_000)) == .over)
    }

    /// Another process recovers the session, which takes long for a long file.
    @Test(arguments: [RecordingEnd.Stage.over, .unseen])
    func aRecoveryThatGetsOnIsWaitedFor(_ stage: RecordingEnd.Stage) {
        var end = RecordingEnd()
        for second in 0..<1000 {
            #expect(end.observe(sight(stage, bytes: Int64(second)), at: .seconds(second)) == .wait)
        }
        #expect(end.observe(sight(stage, marked: false), at: .seconds(1000)) == .over)
    }

    /// A session that is never finished is given up, whether a process stands by or not.
    @Test(arguments: [RecordingEnd.Stage.over, .unseen])
    func aSessionThatNobodyFinishesIsGivenUp(_ stage: RecordingEnd.Stage) {
        var end = RecordingEnd()
        #expect(end.observe(sight(stage), at: .zero) == .wait)
        #expect(end.observe(sight(stage), at: .seconds(1)) == .wait)
        #expect(end.observe(sight(stage), at: RecordingEnd.patience + .seconds(1)) == .abandoned)
        var other = RecordingEnd()
        #expect(other.observe(sight(stage, alive: false), at: .zero) == .over)
    }

    /// A process that was lost before it recorded the request is replaced by one that continues, so the request is sent
    /// again.
    @Test func aRecordingThatGoesOnIsAskedAgain() {
        var end = RecordingEnd()
        #expect(end.observe(sight(.recording), at: .zero) == .wait)
        #expect(end.observe(sight(.unseen), at: .seconds(1)) == .wait)
        #expect(end.observe(sight(.recording), at: .seconds(2)) == .askAgain)
        #expect(end.observe(sight(.recording), at: .seconds(3)) == .wait)
        #expect(end.observe(sight(.recording), at: .seconds(2) + RecordingEnd.delay) == .askAgain)
    }

    private static let codes: [(ExitCode?, StopReason?, ExitCode?, ExitCode)] = [
        (.finished, .request, .finished, .finished),
        // If the recording ended well, the audit decides the exit code.
        (.finished, .request, .diskFailed, .diskFailed),
        (.finished, .request, nil, .finished),
        (.diskFailed, .request, .finished, .diskFailed),
        // A process that was lost has left no exit code.
        (nil, .request, .finished, .finished), (nil, .request, .fault, .fault), (nil, nil, nil, .fault),
        (nil, .diskFull, .finished, .diskFailed), (nil, .heat, .finished, .heat), (nil, .battery, .finished, .heat),
    ]

    @Test(arguments: codes) func theCodeIsThatOfRun(
        _ own: ExitCode?, _ reason: StopReason?, _ proof: ExitCode?, _ expected: ExitCode
    ) { #expect(RecordingEnd.code(own, reason: reason, proof: proof) == expected) }
}
