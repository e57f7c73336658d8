import GStreamer
import Glibc
import Testing

@testable import DualCamDevices

@Suite(.timeLimit(.minutes(1))) struct BoundedCallTests {
    /// A server that hangs for an hour must not occupy a further thread with each attempt.
    @Test func aCallThatHangsKeepsTheNextOneFromBeginning() {
        let released = Promise<Void>()
        let first = BoundedCall.result(of: "hanging", within: 0.01) { released.wait(within: 600) != nil }
        #expect(first == nil)
        let second = BoundedCall.result(of: "hanging", within: 0.01) { true }
        #expect(second == nil)
        let other = BoundedCall.result(of: "another", within: 600) { true }
        #expect(other == true)
        released.keep(())
        // The first call ends some time after this.
        while BoundedCall.result(of: "hanging", within: 600, { true }) != true { sched_yield() }
    }
}
