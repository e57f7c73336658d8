import DualCamPlan
import Testing

@testable import DualCamEditing

/// A sound beside a recording of 20 s that begins at 1 s of its timeline and was paused for 5 s after 8 s. A second
/// part began 100 s later.
@Suite struct SoundPlacementTests {
    private static let second: Int64 = 1_000_000_000
    private static let clock = CompositionClock(
        start: second,
        stretches: [
            .init(from: second, offset: 1000 * second), .init(from: 9 * second, offset: 1005 * second),
            .init(from: 15 * second, offset: 1100 * second, part: 1),
        ])

    private static func words(_ samples: [KeptSamples]) -> String {
        samples.map { "\($0.samples.lowerBound)-\($0.samples.upperBound)@\($0.place)" }.joined(separator: " ")
    }

    @Test(
        arguments: [
            (0.0, 1, 21, "0-8000@0 13000-19000@8000 114000-120000@14000"),
            // The sound began 2.5 s earlier, or later.
            (-2.5, 1, 21, "2500-10500@0 15500-21500@8000 116500-122500@14000"),
            (2.5, 1, 21, "-2500-5500@0 10500-16500@8000 111500-117500@14000"),
            // Single files.
            (0, 1, 5, "0-4000@0"), (0, 5, 12, "4000-8000@0 13000-16000@4000"), (0, 16, 21, "115000-120000@0"),
        ] as [(Double, Int64, Int64, String)])
    func theSamplesOfAFile(begin: Double, from: Int64, to: Int64, expected: String) {
        let samples = SoundPlacement(begin: begin).samples(
            for: from * Self.second..<to * Self.second, on: Self.clock, rate: 1000)
        #expect(Self.words(samples) == expected)
    }

    /// Both clocks were measured against the computer's: the drift is the product of both. A part without a measurement
    /// is placed by the computer's clock.
    @Test func whatWasMeasuredTwice() throws {
        let points = [0.0, 10, 20, 30].map { ClockFit.Point(part: 0, at: $0, begin: 4 - 0.0001 * $0) }
        let placement = SoundPlacement(try #require(ClockFit(points, tolerance: 0.002)), drift: 0.0002)
        #expect(abs(placement.drift - (1.0002 * 1.0001 - 1)) < 1e-12)
        #expect(abs(placement.begin(in: 0) - 4 / 1.0001) < 1e-9)
        #expect(placement.begin(in: 0) == placement.begin(in: 1))
    }

    /// A part without a measurement has the offset of the part before it; parts before all measurements have that of
    /// the first one.
    @Test func partsWithoutAMeasureFollowTheOneBefore() throws {
        let points = [(1, 4.0), (3, 9.0)].flatMap { part, begin in
            [0.0, 10, 20].map { ClockFit.Point(part: part, at: $0, begin: begin) }
        }
        let placement = SoundPlacement(try #require(ClockFit(points, tolerance: 0.002)))
        #expect((0...4).map { placement.begin(in: $0) } == [4, 4, 4, 9, 9])
    }

    /// The sound begins between two of its samples; the nearest one is the first.
    @Test(arguments: [(0.0004, "0-1000@0"), (0.0006, "-1-999@0"), (-0.0006, "1-1001@0")])
    func aSoundBeginsWithTheNearestSample(begin: Double, expected: String) {
        let samples = SoundPlacement(begin: begin).samples(
            for: Self.second..<2 * Self.second, on: Self.clock, rate: 1000)
        #expect(Self.words(samples) == expected)
    }

    @Test(arguments: [(0, 0), (1, 0), (3, 2), (21, 20)] as [(Int64, Int64)])
    func nothingIsRecordedBeforeTheBeginning(at: Int64, recorded: Int64) {
        #expect(Self.clock.recorded(at: at * Self.second) == recorded * Self.second)
    }

    @Test(arguments: [(0.0, 200.0, 0.0, 0.0), (3, 200, 3, 0), (0, 116, 0, 4), (-2, 12, 0, 12), (-300, 100, 0, 20)])
    func whatIsSilent(begin: Double, length: Double, before: Double, behind: Double) {
        let silence = SoundPlacement(begin: begin).silence(
            in: Self.second..<21 * Self.second, on: Self.clock, length: length)
        #expect(silence.before == before && silence.behind == behind, "\(silence)")
    }
}
