import DualCamTestKit
import Testing

@testable import DualCamSession

@Suite("Session: time and deadlines")
struct ActionQueueTests {
    @Test func `a deadline is armed for now at the earliest`() {
        var queue = ActionQueue()
        queue.advance(to: .seconds(5))
        queue.append(.arm(.end, at: .seconds(3)))
        queue.append(.arm(.stall, at: .seconds(8)))
        #expect(queue.drain() == [.arm(.end, at: .seconds(5)), .arm(.stall, at: .seconds(8))])
        #expect(queue.drain() == [])
    }

    @Test func `only what is armed is disarmed, or comes`() {
        var queue = ActionQueue()
        queue.append(.disarm(.end))
        queue.append(.arm(.end, at: .seconds(1)))
        queue.append(.disarm(.end))
        queue.append(.disarm(.end))
        #expect(queue.drain() == [.arm(.end, at: .seconds(1)), .disarm(.end)])
        #expect(queue.fire(.end) == false)
        queue.append(.arm(.end, at: .seconds(1)))
        #expect(queue.fire(.end) == true)
        #expect(queue.fire(.end) == false, "it comes once")
    }

    @Test func `time never goes back`() {
        var queue = ActionQueue()
        queue.advance(to: .seconds(5))
        queue.advance(to: .seconds(4))
        #expect(queue.now == .seconds(5))
    }
}
