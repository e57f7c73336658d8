import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamEditing

/// Spans of a film of ten seconds at 25 frames per second that begins at half a second; times in milliseconds.
@Suite struct KeptSpansTests {
    private static func spans(_ cuts: [(Int64, Int64)], keep: (Int64, Int64)? = nil) -> KeptSpans {
        var spans = KeptSpans(500_000_000..<10_500_000_000, rate: FrameRate(25))
        if let keep { spans.keep(keep.0 * 1_000_000..<keep.1 * 1_000_000) }
        for (from, to) in cuts { spans.cut(from * 1_000_000..<to * 1_000_000) }
        return spans
    }

    private static func words(_ spans: KeptSpans) -> String {
        spans.spans.map { "\($0.lowerBound / 1_000_000)-\($0.upperBound / 1_000_000)" }.joined(separator: " ")
    }

    @Test(
        arguments: [
            ([], nil, "500-10500"), ([], (1500, 2500), "1500-2500"), ([], (0, 99_000), "500-10500"),
            // Rounded to the nearest frame.
            ([], (1515, 2526), "1500-2540"), ([(1000, 2000)], nil, "500-1020 2020-10500"),
            ([(1000, 2000), (2000, 3000)], nil, "500-1020 3020-10500"),
            ([(1000, 3000), (2000, 4000)], nil, "500-1020 4020-10500"), ([(0, 20_000)], nil, ""),
            ([(400, 1500)], nil, "1500-10500"), ([(9500, 11_000)], nil, "500-9500"),
            ([(3000, 4000)], (2500, 3500), "2500-3020"), ([(3000, 3010)], nil, "500-10500"),
        ] as [([(Int64, Int64)], (Int64, Int64)?, String)])
    func whatIsKept(cuts: [(Int64, Int64)], keep: (Int64, Int64)?, expected: String) {
        #expect(Self.words(Self.spans(cuts, keep: keep)) == expected)
    }

    /// One second is cut out after the first one, so the rest moves forward. A frame's time may be rounded by less than
    /// a millisecond.
    @Test(
        arguments: [
            (500, 0), (1480, 980), (1500, nil), (2499, 1000), (2500, 1000), (2540, 1040), (10_480, 8980), (10_500, nil),
            (0, nil),
        ] as [(Int64, Int64?)])
    func theFramesFollowWithoutAHole(time: Int64, place: Int64?) {
        let spans = Self.spans([(1500, 2500)])
        #expect(spans.place(of: time * 1_000_000 + 400_000).map { $0 / 1_000_000 } == place)
    }

    /// The last frame of a file may be rounded to the file's end; a frame at that time in another file is not kept.
    @Test(
        arguments: [
            (10_500_000, 10_500, 10_000_000), (10_499_700, 10_500, 9_999_700), (10_500_000, 11_000, nil),
            (1_499_900, 3000, nil), (1_479_900, 3000, 979_900), (2_700_000, 2700, 2_200_000),
        ] as [(Int64, Int64, Int64?)])
    func aFileEndsWithItsLastFrame(time: Int64, end: Int64, place: Int64?) {
        let spans = time < 2_000_000 ? Self.spans([(1500, 2500)]) : Self.spans([])
        #expect(spans.place(of: time * 1000, inFileTo: end * 1_000_000).map { $0 / 1000 } == place)
    }

    @Test func theSamplesFollowWithoutAHole() {
        let rate = FrameRate(30000, 1001)
        var spans = KeptSpans(0..<60_060_000_000, rate: rate)
        spans.cut(10_000_000_000..<20_000_000_000)
        spans.cut(30_000_000_000..<30_100_000_000)
        let samples = KeptSamples.all(of: spans, rate: 44_100)
        #expect(samples.count == 3)
        var place: Int64 = 0
        for (part, span) in zip(samples, spans.spans) {
            #expect(part.place == place)
            place += Int64(part.samples.count)
            #expect(abs(Double(part.samples.lowerBound) - Double(span.lowerBound) * 44.1e-6) <= 0.5)
        }
        #expect(abs(Double(place) - Double(spans.length) * 44.1e-6) <= 0.5)
    }

    /// Spans whose length is not a whole number of samples: each length is the distance of two rounded positions, so
    /// that rounding errors do not add up.
    @Test func samplesAreRoundedOnce() {
        let rate = FrameRate(30000, 1001)
        var spans = KeptSpans(0..<60_060_000_000, rate: rate)
        for second in 1...20 as ClosedRange<Int64> {
            spans.cut(second * 2_002_000_000..<second * 2_002_000_000 + 33_366_667)
        }
        let samples = KeptSamples.all(of: spans, rate: 44_100)
        let count = samples.reduce(0) { $0 + $1.samples.count }
        #expect(samples.count == 21 && abs(Double(count) - Double(spans.length) * 44.1e-6) <= 0.5)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.place + Int64($0.samples.count) == $1.place })
    }

    @Test func aPartOfIt() {
        #expect(Self.words(Self.spans([(2000, 3000)]).within(1_000_000_000..<4_000_000_000)) == "1000-2020 3020-4000")
    }
}
