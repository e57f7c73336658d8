import DualCamPlan
import Testing

@testable import DualCamEditing

/// A fit through measurements of where a sound begins, some of which are wrong.
@Suite struct ClockFitTests {
    /// Returns measurements of an hour, one every 30 s. `slope` is in millionths; every `wrong`th measurement is off by
    /// some seconds.
    private static func points(
        begin: Double, slope: Double, seconds: Double = 3600, wrong: Int = 0, noise: Double = 0
    ) -> [ClockFit.Point] {
        stride(from: 0, to: seconds, by: 30).enumerated().map { index, at in
            let mistake = wrong > 0 && index % wrong == 1 ? 5 + Double(index % 7) : 0
            let rest = noise * (Double((index * 7919) % 101) / 50 - 1)
            return ClockFit.Point(part: 0, at: at, begin: begin + slope * 1e-6 * at + mistake + rest)
        }
    }

    @Test(
        arguments: [
            (-12.345, 0.0, 3600.0, 0, 0.0), (3, -80, 3600, 0, 0.0001), (0.5, 100, 36_000, 3, 0.0002),
            (-3600, 300, 3600, 4, 0), (7, 0, 3600, 3, 0.0005), (1, -50, 300, 5, 0.0001),
        ] as [(Double, Double, Double, Int, Double)])
    func theLineOfMost(begin: Double, slope: Double, seconds: Double, wrong: Int, noise: Double) throws {
        let points = Self.points(begin: begin, slope: slope, seconds: seconds, wrong: wrong, noise: noise)
        let fit = try #require(ClockFit(points, tolerance: 0.002))
        #expect(fit.agreeing == points.count - (wrong > 0 ? (points.count + wrong - 2) / wrong : 0))
        for at in [0, seconds] {
            let error = (fit.begins[0] ?? 0) + fit.slope * at - (begin + slope * 1e-6 * at)
            #expect(abs(error) < 0.0003, "\(error) \(fit)")
        }
        #expect(fit.deviation <= noise + 1e-9)
    }

    /// A drift that cannot be told from noise is 0: for three measurements that differ by chance, or a single one.
    @Test func noDriftIsMadeOfNoise() throws {
        let few = zip([0.0, 2, 4], [1.0, 1.0004, 1.0001]).map { ClockFit.Point(part: 0, at: $0, begin: $1) }
        let fit = try #require(ClockFit(few, tolerance: 0.002))
        #expect(fit.slope == 0 && abs((fit.begins[0] ?? 0) - 1.000_166) < 1e-5, "\(fit)")
        #expect(ClockFit([few[0]], tolerance: 0.002)?.begins == [0: 1])
        #expect(ClockFit([], tolerance: 0.002) == nil)
    }

    /// Each part has its own start; the drift is the same for all, because the clock is.
    @Test func everyPartHasItsOwnBeginning() throws {
        let first = Self.points(begin: 2, slope: 60, seconds: 600)
        let second = Self.points(begin: 2.25, slope: 60, seconds: 600).map {
            ClockFit.Point(part: 1, at: $0.at + 1000, begin: $0.begin + 0.06)
        }
        let fit = try #require(ClockFit(first + second, tolerance: 0.002))
        #expect(abs(fit.slope - 60e-6) < 1e-9)
        #expect(abs((fit.begins[0] ?? 0) - 2) < 1e-6 && abs((fit.begins[1] ?? 0) - 2.25) < 1e-6, "\(fit)")
    }
}
