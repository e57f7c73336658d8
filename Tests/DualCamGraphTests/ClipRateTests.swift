import DualCamConfig
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// The rate of a clip with missing frames is that of its existing frames, not the mean rate in its container.
@Suite struct ClipRateTests {
    /// Returns the times of frames in nanoseconds, rounded to milliseconds, without the missing ones.
    private static func times(_ rate: Double, _ count: Int, without missing: (Int) -> Bool = { _ in false }) -> [Int64]
    {
        (0..<count).filter { !missing($0) }.map { Int64((Double($0) / rate * 1000).rounded()) * 1_000_000 }
    }

    struct Row: Sendable {
        var name: String
        var times: [Int64]
        var told: FrameRate
        var rate: FrameRate?
    }

    private static let rows = [
        Row(
            name: "a hole of 1.4 s", times: times(15, 60) { (10...30).contains($0) }, told: FrameRate(29, 3),
            rate: FrameRate(15)),
        Row(
            name: "two thirds are missing, in one hole", times: times(30, 300) { (20...220).contains($0) },
            told: FrameRate(10), rate: FrameRate(30)),
        Row(
            name: "every third is missing", times: times(30, 300) { $0 % 3 == 1 }, told: FrameRate(20),
            rate: FrameRate(30)),
        Row(
            name: "television", times: times(30_000.0 / 1001, 300) { (100...180).contains($0) }, told: FrameRate(22),
            rate: FrameRate(30_000, 1001)),
        Row(
            name: "in coding order", times: Array(times(25, 100) { (30...60).contains($0) }.reversed()),
            told: FrameRate(17), rate: FrameRate(25)),
        Row(name: "nothing is missing", times: times(30, 90), told: FrameRate(30), rate: nil),
        Row(
            name: "a phone, whose times are uneven",
            times: (0..<90).map { Int64($0 * 33_300_000 + $0 % 7 * 1_500_000) },
            told: FrameRate(30), rate: nil),
        Row(
            name: "a phone that slows down in the dark",
            times: times(30, 45) + times(24, 40).map { $0 + 1_500_000_000 }, told: FrameRate(26), rate: nil),
        Row(name: "too few to tell", times: [0, 100, 1000].map { $0 * 1_000_000 }, told: FrameRate(2), rate: nil),
        Row(name: "all at once", times: Array(repeating: 0, count: 50), told: FrameRate(25), rate: nil),
    ]

    @Test(arguments: rows) func itIsThatOfTheFramesThatAreThere(row: Row) {
        #expect(ClipRate.regular(row.times, told: row.told) == row.rate, "\(row.name)")
    }

    /// A frame that was due 20 ms ago is 20 ms overdue. Its camera has not stalled, even if no frame was due for a long
    /// time before.
    @Test func aFrameIsOverdueFromItsOwnTimeOn() {
        #expect(ClipLoop.overdue(nil, at: 5_000_000_000) == nil)
        #expect(ClipLoop.overdue(5_000_000_000, at: 3_000_000_000) == .zero)
        #expect(ClipLoop.overdue(5_000_000_000, at: 5_020_000_000) == .milliseconds(20))
    }
}
