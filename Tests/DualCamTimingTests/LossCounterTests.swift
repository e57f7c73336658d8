import Testing

@testable import DualCamTiming

@Suite struct LossCounterTests {
    private typealias Sums = LossCounter<String>

    private func milliseconds(_ time: Int64) -> Int64 { time * 1_000_000 }

    /// A branch that loses every frame, at 30 per second, reports once a second, and counts every frame.
    @Test func tellsOnceASecondAndLosesNothing() {
        var sums = Sums()
        var told = (0..<95).compactMap { sums.add(1, to: "back", at: milliseconds($0 * 33)) }
        #expect(told.map(\.count) == [1, 31, 31, 31])
        #expect(told.map(\.time) == [0, 1023, 2046, 3069].map(milliseconds))
        told += sums.rest()
        #expect(told.reduce(0) { $0 + $1.count } == 95)
        #expect(sums.rest() == [])
    }

    @Test func eachHasItsOwnSecond() {
        var sums = Sums()
        #expect(sums.add(2, to: "back", at: 0)?.count == 2)
        #expect(sums.add(3, to: "front", at: milliseconds(900))?.count == 3)
        #expect(sums.add(1, to: "back", at: milliseconds(999)) == nil)
        #expect(sums.add(1, to: "front", at: milliseconds(1000)) == nil)
        #expect(sums.add(4, to: "back", at: milliseconds(1000))?.count == 5)
    }

    /// Losses that are not followed by another one are reported without waiting for it.
    @Test func tellsWhatNothingNewTellsOf() {
        var sums = Sums()
        _ = sums.add(1, to: "back", at: 0)
        _ = sums.add(1, to: "back", at: milliseconds(500))
        #expect(sums.due(at: milliseconds(999)) == [])
        #expect(sums.due(at: milliseconds(1200)) == [.init(loser: "back", count: 1, time: milliseconds(500))])
        #expect(sums.due(at: milliseconds(2400)) == [])
        #expect(sums.add(1, to: "back", at: milliseconds(1300)) == nil)
    }

    /// Threads report in any order; the time is that of the latest loss.
    @Test func anEarlierLossThatIsToldLateKeepsTheTime() {
        var sums = Sums()
        _ = sums.add(1, to: "back", at: milliseconds(100))
        _ = sums.add(1, to: "back", at: milliseconds(300))
        _ = sums.add(1, to: "back", at: milliseconds(200))
        #expect(sums.rest() == [.init(loser: "back", count: 2, time: milliseconds(300))])
    }
}
