import Dispatch
import DualCamPlan
import Testing

@testable import DualCamGraph

@Suite struct BlockingTests {
    /// A device that hangs holds up nobody for longer than was promised: the call goes on by itself.
    @Test(.timeLimit(.minutes(1))) func whatTakesTooLongIsGivenUp() async {
        let answer = DispatchSemaphore(value: 0)
        defer { answer.signal() }
        let failure = await #expect(throws: GraphFailure.self) {
            try await blocking("Opening the camera", within: .milliseconds(100)) { answer.wait() }
        }
        #expect(failure?.code == .timeout)
        #expect(failure?.message.hasPrefix("Opening the camera did not end within") == true)
    }
}
