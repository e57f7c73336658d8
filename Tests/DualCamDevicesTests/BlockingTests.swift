import Dispatch
import DualCamPlan
import Testing

@testable import DualCamDevices

@Suite struct BlockingTests {
    /// A device that hangs delays its caller no longer than the limit; the blocking call continues in the background.
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
