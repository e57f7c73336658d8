package import DualCamConfig
package import DualCamPlan

/// The shortest interval that is a whole number of frames in every stream, so that the frames of all streams coincide
/// again after it.
///
/// For rates whose frames rarely coincide, such as 29.97 and 30 frames per second (every 33 s), one frame of the
/// slowest stream is used instead. Slow rates (`FrameTimeouts.isSlow`) are ignored, because otherwise a pause would
/// have to last until their next frame.
package struct Cadence: Sendable, Equatable {
    /// The numerator of the interval in seconds, which is stored as a fraction.
    private var numerator: Int64 = 1
    /// The denominator of the interval in seconds.
    private var denominator: Int64 = 30
    /// The length of one frame of the slowest stream, in nanoseconds.
    package private(set) var longest: Int64 = 1_000_000_000 / 30

    private static let patience: Int64 = 1

    package init(_ rates: [FrameRate]) {
        let rates = rates.filter { !FrameTimeouts(slowest: [$0]).isSlow }
        guard let slowest = rates.min() else { return }
        longest = slowest.frameNanoseconds
        let common = rates.dropFirst().reduce(
            (Int64(rates[0].denominator), Int64(rates[0].numerator))
        ) { period, rate in
            let (top, bottom) = (Int64(rate.denominator), Int64(rate.numerator))
            return (period.0 / Self.divisor(period.0, top) * top, Self.divisor(period.1, bottom))
        }
        let isShort = common.0 <= common.1 * Self.patience
        (numerator, denominator) =
            isShort ? common : (Int64(slowest.denominator), Int64(slowest.numerator))
    }

    /// Returns the shortest multiple of this interval that is at least `least`, both in nanoseconds.
    package func length(atLeast least: Int64) -> Int64 {
        let count = (max(1, least) * denominator - 1) / (numerator * 1_000_000_000) + 1
        return (count * numerator * 1_000_000_000 + denominator / 2) / denominator
    }

    private static func divisor(_ left: Int64, _ right: Int64) -> Int64 {
        var (a, b) = (left, right)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

extension GraphPlan {
    /// The shortest interval after which the frames of all recorded outputs coincide again.
    package var outputCadence: Cadence { Cadence(branches.compactMap { $0.output == nil ? nil : $0.rate }) }
}
