import DualCamPlan
import Testing

@Suite struct SaturatingArithmeticTests {
    @Test("Sums, differences and products end at the limits of their type")
    func limits() {
        #expect((Int64.max +| 1, Int64.min +| -1, 2 +| 3) == (.max, .min, 5))
        #expect((Int64.min -| 1, Int64.max -| -1, 0 -| Int64.min, 2 -| 3) == (.min, .max, .max, -1))
        #expect((Int64.max *| 2, Int64.max *| -2, Int64.min *| -1, 2 *| 3) == (.max, .min, .max, 6))
        #expect((UInt8.max +| 1, UInt8(1) -| 2, UInt8(16) *| 16) == (255, 0, 255))
    }

    @Test(
        "Every number becomes a whole one",
        arguments: [
            (1.5, 2), (-1.4, -1), (1e300, Int64.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
            (9.3e18, .max),
        ])
    func rounding(_ value: Double, _ whole: Int64) { #expect(Int64(saturating: value) == whole) }

    @Test("Running times end at their limits, and so do lengths")
    func times() {
        let (last, first) = (RunningTime(nanoseconds: .max), RunningTime(nanoseconds: .min))
        #expect(last + .seconds(Int64.max) == last)
        #expect(first + .seconds(Int64.min) == first)
        #expect(last - first == .nanoseconds(Int64.max))
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        var cuts = CutList()
        for _ in 0..<3 {
            cuts.begin(at: first)
            cuts.end(at: last)
        }
        #expect(cuts.length(from: first, to: last) == .max)
        #expect(cuts.recorded(last).nanoseconds == 0)
        #expect(cuts.running(last, .behind) == last)
    }
}
