import DualCamTestKit
import Testing

@testable import DualCamGraph

/// The cache of values that are expensive to create.
@Suite struct RecentValuesTests {
    /// If one of fifty overlays changes, only that one is drawn again. The others must not be evicted to make room.
    @Test(arguments: [1, 24, 25, 50, 200]) func allThatAreNeededStay(count: Int) {
        let values = RecentValues<String, Int>(most: 24)
        let made = Lock(0)
        for round in 0..<20 {
            for number in 0..<count {
                let key = number == round % count ? "\(number) in \(round)" : "\(number)"
                _ = values.value(of: key, needed: 2 * count) {
                    made.with { $0 += 1 }
                    return number
                }
            }
        }
        // Each value once, and the changing one in each round.
        #expect(made.with { $0 } <= count + 20)
    }

    @Test func theOthersGo() {
        let values = RecentValues<Int, Int>(most: 2)
        let made = Lock<[Int]>([])
        for key in [1, 2, 1, 3, 1, 2] {
            _ = values.value(of: key) {
                made.with { $0.append(key) }
                return key
            }
        }
        #expect(made.with { $0 } == [1, 2, 3, 2])
    }
}
