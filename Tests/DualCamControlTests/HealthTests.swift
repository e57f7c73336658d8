@testable import DualCamRecordings
@testable import DualCamSession
import Testing

@testable import DualCamControl

/// The conditions under which `/healthz` reports a healthy state.
@Suite struct HealthTests {
    @Test(arguments: ControlState.Phase.allCases) func aRecordingIsWellWhileFramesCome(phase: ControlState.Phase) {
        var status = SessionEvent.Status(recorded: .zero, freeBytes: nil, outputs: [])
        for isFlowing in [true, false] {
            status.isFlowing = isFlowing
            let state = ControlState(
                name: "a", phase: phase, folder: nil, runningTime: nil, status: status, settings: [])
            #expect(state.isWell == (phase != .finished && (phase != .recording || isFlowing)))
        }
    }

    /// A standby is healthy as long as a take could begin. The reason does not name options of the command line.
    @Test func standingByIsWellWhileATakeCouldBegin() {
        var status = SessionEvent.Status(recorded: .zero, freeBytes: nil, outputs: [])
        status.obstacle = SessionFailure(
            .diskFull, exit: .diskFailed, message: "The disk is full.", advice: "Use --output DIR.",
            remoteAdvice: "Make room.")
        for phase in [ControlState.Phase.standby, .paused] {
            let state = ControlState(
                name: "a", phase: phase, folder: nil, runningTime: nil, status: status, settings: [])
            #expect(state.isWell == (phase == .paused))
            #expect(
                state.trouble == (phase == .paused ? nil : "No take can begin now: The disk is full. Make room."))
        }
    }
}
