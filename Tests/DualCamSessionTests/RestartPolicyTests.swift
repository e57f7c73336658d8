import DualCamRecordings
import DualCamSession
import Testing

@Suite struct RestartPolicyTests {
    /// The end of a worker, the seconds that it lived, whether it recorded, and the decision that follows.
    struct Row: Sendable {
        var end: WorkerEnding
        var lived: Int
        var recorded: Bool
        var action: RestartPolicy.Action

        init(_ end: WorkerEnding, _ lived: Int, _ recorded: Bool, _ action: RestartPolicy.Action) {
            (self.end, self.lived, self.recorded, self.action) = (end, lived, recorded, action)
        }
    }

    private static func again(_ seconds: Double) -> RestartPolicy.Action {
        .restart(after: .milliseconds(Int(seconds * 1000)))
    }

    static let tables: [[Row]] = [
        // The first restart is immediate; later ones are delayed, without a limit on their number.
        [
            Row(.signal(11), 3600, true, again(0)), Row(.signal(11), 9, true, again(0.5)),
            Row(.hung, 9, true, again(2)),
            Row(.memory, 9, true, again(5)), Row(.exit(70), 9, true, again(5)), Row(.signal(9), 0, false, again(5)),
            Row(.signal(9), 10, true, again(0)), Row(.signal(9), 1, true, again(0.5)),
        ],
        // A worker that never recorded is tried three times.
        [Row(.signal(6), 0, false, again(0)), Row(.hung, 30, false, again(0)), Row(.signal(6), 0, false, .giveUp)],
        // A memory leak does not count as a crash.
        [
            Row(.memory, 99, false, again(0)), Row(.memory, 99, false, again(0)), Row(.memory, 99, false, again(0)),
            Row(.memory, 99, false, again(0)),
        ],
        // Two failed starts do not count once a recording has begun.
        [
            Row(.signal(6), 0, false, again(0)), Row(.signal(6), 0, false, again(0.5)),
            Row(.signal(6), 20, true, again(0)), Row(.signal(6), 0, false, again(0.5)),
            Row(.signal(6), 0, false, again(2)), Row(.signal(6), 0, false, again(5)),
        ],
        // A library ended the process with exit(1), which is not a decision of the worker.
        [
            Row(.exit(1), 60, true, again(0)), Row(.exit(1), 0, false, again(0.5)), Row(.exit(1), 0, false, again(2)),
            Row(.exit(1), 0, false, again(5)),
        ],
        [Row(.exit(1), 0, false, again(0)), Row(.exit(255), 0, false, again(0.5)), Row(.exit(1), 0, false, .giveUp)],
        // A refusal at the start ends the recording.
        [Row(.exit(64), 0, false, .end(64))], [Row(.exit(65), 0, false, .end(65))],
        [Row(.exit(69), 0, false, .end(69))], [Row(.exit(70), 10, false, .end(70))],
        [Row(.exit(73), 0, false, .end(73))], [Row(.exit(74), 0, false, .end(74))], [Row(.exit(0), 0, false, .end(0))],
        // A worker that recorded and ended properly decides the exit code.
        [Row(.exit(0), 60, true, .end(0))], [Row(.exit(69), 60, true, .end(69))], [Row(.exit(74), 60, true, .end(74))],
        [Row(.exit(75), 60, true, .end(75))],
        // A worker that was to continue a recording and found no device, folder or disk is replaced.
        [
            Row(.signal(11), 60, true, again(0)), Row(.exit(69), 1, false, again(0.5)),
            Row(.exit(73), 1, false, again(2)),
            Row(.exit(74), 1, false, again(5)), Row(.exit(70), 10, false, again(0)), Row(.exit(65), 1, false, .end(65)),
        ],
    ]

    @Test(arguments: tables) func followsTheTable(_ rows: [Row]) {
        var policy = RestartPolicy()
        for (number, row) in rows.enumerated() {
            let action = policy.observe(row.end, lived: .seconds(row.lived), hasRecorded: row.recorded)
            #expect(action == row.action, "row \(number)")
        }
    }
}
