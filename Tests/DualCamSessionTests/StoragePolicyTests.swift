@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamSession

@Suite("Policy: what is left on the disk")
struct StoragePolicyTests {
    private static let gigabyte: Int64 = 1_000_000_000

    private static func policy(
        _ whenFull: WhenFull = .stop, warnAt: [Int64] = [], retain: Retention = .off, hasCombined: Bool = true
    ) -> StoragePolicy {
        StoragePolicy(
            Storage(
                keepFree: ByteCount(bytes: gigabyte), warnAt: warnAt.map { ByteCount(bytes: $0) }, whenFull: whenFull,
                retain: retain), hasCombined: hasCombined)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        /// The free space in megabytes and the data rate in megabytes per second, second by second.
        var readings: [(free: Int64, rate: Double)]
        var whenFull = WhenFull.stop
        var expected: [[StoragePolicy.Action]]
        var testDescription: String { "\(whenFull) \(readings)" }
    }

    @Test(arguments: [
        Row(readings: [(1_100, 10), (1_099, 10)], expected: [[], [.stop]]),
        Row(readings: [(1_001, 0), (999, 0)], expected: [[], [.stop]]),
        Row(readings: [(1_099, 10), (1_099, 10)], whenFull: .deleteOldest, expected: [[.deleteOldest], []]),
        Row(readings: [(1_099, 10), (1_050, 4)], whenFull: .dropCombined, expected: [[.dropCombined], []]),
        Row(readings: [(1_099, 10), (1_039, 4)], whenFull: .dropCombined, expected: [[.dropCombined], [.stop]]),
        Row(
            readings: [(1_099, 10), (1_600, 4), (1_601, 4), (1_601, 4)], whenFull: .dropCombined,
            expected: [[.dropCombined], [], [.restoreCombined], []]),
        Row(
            readings: [(1_009, 1), (1_100, 1), (1_101, 1)], whenFull: .dropCombined,
            expected: [[.dropCombined], [], [.restoreCombined]]),
    ])
    func `when-full comes ten seconds before keep-free`(_ row: Row) {
        var policy = Self.policy(row.whenFull)
        let actions = row.readings.enumerated().map { second, reading in
            policy.observe(
                free: reading.free * 1_000_000, bytesPerSecond: reading.rate * 1e6, at: .seconds(second))
        }
        #expect(actions == row.expected)
    }

    @Test func `the oldest sessions go one by one until there is room, and recording stops when none is left`() {
        var policy = Self.policy(.deleteOldest)
        let low = { (policy: inout StoragePolicy) in policy.observe(free: 1_000, bytesPerSecond: 0, at: .zero) }
        #expect(low(&policy) == [.deleteOldest])
        #expect(low(&policy) == [])
        policy.deleted(true)
        #expect(low(&policy) == [.deleteOldest])
        policy.deleted(false)
        #expect(low(&policy) == [.stop])
    }

    @Test func `a combined picture that is all there is cannot be dropped`() {
        var policy = Self.policy(.dropCombined, hasCombined: false)
        #expect(policy.observe(free: 0, bytesPerSecond: 0, at: .zero) == [.stop])
    }

    @Test func `each warning comes once until a tenth more is free again`() {
        var policy = Self.policy(warnAt: [5 * Self.gigabyte, 10 * Self.gigabyte])
        let warnings = [11.0, 9, 10.5, 9, 11, 9, 4, 6, 4].map { gigabytes in
            policy.observe(free: Int64(gigabytes * 1e9), bytesPerSecond: 0, at: .zero).compactMap { action in
                if case .warn(let below) = action { below / Self.gigabyte } else { nil }
            }
        }
        #expect(warnings == [[], [10], [], [], [], [10], [5], [], [5]])
    }

    @Test func `older sessions are looked through at the start and every ten minutes, even when space is not known`() {
        var policy = Self.policy(retain: .age(.seconds(1)))
        let due = (0...1300).filter {
            policy.observe(free: nil, bytesPerSecond: 0, at: .seconds($0)) == [.retain]
        }
        #expect(due == [0, 600, 1200])
        var none = Self.policy()
        #expect(none.observe(free: nil, bytesPerSecond: 0, at: .zero) == [])
    }

    @Test(arguments: [(3_000_000_000, 1e6, Duration?.some(.seconds(2000))), (500, 1e6, .zero), (5, 0, nil)])
    func `how long recording can go on`(free: Int64, rate: Double, lasts: Duration?) {
        #expect(Self.policy().lasts(free: free, bytesPerSecond: rate) == lasts)
    }

    /// One frame of a megabyte per minute: the last half minute had one frame, or none.
    @Test func `the rate of slow cameras is that of their last frames`() {
        var rate = WriteRate(FrameTimeouts(slowest: [FrameRate(1, 60)]))
        var rates: [Double] = []
        for second in 0...3600 {
            let bytes = Int64(second / 60) * 1_000_000
            rate.observe([.init(name: back, frames: 0, dropped: 0, bytes: bytes)], at: .seconds(second))
            if second > 700 { rates.append(rate.bytesPerSecond) }
        }
        #expect(rates.allSatisfy { (14_000...17_500).contains($0) }, "\(rates.min() ?? 0) ... \(rates.max() ?? 0)")
    }

    @Test func `the rate is that of the last half minute`() {
        var rate = WriteRate()
        func read(_ second: Int, _ bytes: Int64, _ other: Int64 = 7) {
            let outputs = [(back, bytes), (front, other)].map {
                GraphStatistics.Output(name: $0.0, frames: 0, dropped: 0, bytes: $0.1)
            }
            rate.observe(outputs, at: .seconds(second))
        }
        read(0, 1_000_000)
        #expect(rate.bytesPerSecond == 0)
        read(1, 1_000_100)
        #expect(rate.bytesPerSecond == 0)
        read(2, 21_000_100)
        #expect(rate.bytesPerSecond == 0)
        read(3, 21_000_200)
        #expect(rate.bytesPerSecond == 100)
        for second in 4...60 { read(second, 21_000_200 + Int64(second - 3) * 10) }
        #expect(rate.bytesPerSecond == 10)
        rate.restart()
        #expect(rate.bytesPerSecond == 0)
    }
}
