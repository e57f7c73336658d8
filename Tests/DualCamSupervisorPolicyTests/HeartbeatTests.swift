import DualCamConfig
import DualCamPlan
import DualCamSession
import Testing

@testable import DualCamRecordings
@testable import DualCamSupervisorPolicy

/// The content of a worker's heartbeats, and what the supervisor accepts.
@Suite struct HeartbeatTests {
    private static func line(_ change: (inout Heartbeat) -> Void) throws -> [UInt8] {
        var beat = Heartbeat()
        beat.outputs = [Heartbeat.Output(name: "back", frames: 1, dropped: 0, bytes: 1)]
        change(&beat)
        return Array(try beat.line().utf8)
    }

    @Test("A heartbeat with a number that cannot be is none, and what can be is one")
    func ranges() throws {
        #expect(Heartbeat(line: try Self.line { $0.freeBytes = .max }) != nil)
        #expect(Heartbeat(line: try Self.line { $0.recorded = 1e300 }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.recorded = -1 }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.outputs[0].frames = .max }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.outputs[0].bytes = .min }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.repeated = .max }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.load = 1e9 }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.began = .max }) == nil)
    }

    private func event(_ kind: SessionEvent.Kind) -> SessionEvent {
        SessionEvent(kind, unixNanoseconds: 1, runningTime: nil)
    }

    private func status(_ recorded: Duration, lost: [InputName] = []) -> SessionEvent.Status {
        var status = SessionEvent.Status(recorded: recorded, freeBytes: nil, outputs: [])
        status.lost = lost
        status.workload.rates = [
            .init(output: OutputName("back"), framesPerSecond: 50),
            .init(output: OutputName("front"), framesPerSecond: 0.5),
            .init(output: .combined, framesPerSecond: 0.25),
        ]
        return status
    }

    /// Files have to grow as fast as those of the fastest connected camera.
    @Test func theFastestOutputIsThatOfACameraThatIsThere() {
        var beat = Heartbeat()
        beat.apply(event(.status(status(.seconds(3)))))
        #expect(beat.frameSeconds == 0.02 && !beat.timeouts.isSlow)
        beat.apply(event(.status(status(.seconds(4), lost: [InputName("back")]))))
        #expect(beat.frameSeconds == 2 && beat.timeouts.isSlow && beat.lostInputs == ["back"])
    }

    /// A status that arrives after the end does not change the last report.
    @Test func aSessionThatEndsHasTheLastWord() {
        var beat = Heartbeat()
        beat.apply(event(.recording(clock: "c", files: [])))
        beat.apply(event(.status(status(.seconds(3)))))
        beat.apply(event(.stopping(.request)))
        #expect(beat.stage == .finishing && beat.ending == StopReason.request.rawValue)
        beat.apply(event(.status(status(.seconds(9), lost: [InputName("back")]))))
        #expect(beat.recorded == 3 && beat.lostInputs.isEmpty && beat.stage == .finishing)
    }
}
