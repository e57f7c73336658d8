internal import DualCamConfig

/// The true frame rate of a clip whose container declares a different one.
///
/// qtdemux reports the mean rate of a mov or mp4 file (`gst_qtdemux_guess_framerate`, `gst_video_guess_framerate`). A
/// file that lacks frames, such as a screen recording without movement, therefore seems slower than it is. Its camera
/// would repeat a picture for each missing one, or drop pictures that follow each other too closely.
enum ClipRate {
    /// The maximum ratio of the declared frame length to the regular one, below which the declared rate is believed.
    /// The times of phones are uneven.
    private static let evenness = 1.1
    /// The share of steps that must be whole frames.
    private static let regularity = 0.9
    /// The maximum deviation of a step from whole frames, in frames.
    private static let tolerance = 0.125
    /// The share within which a rate is rounded to a usual one.
    private static let rounding = 0.004

    /// Returns the rate at which all pictures lie on whole frames, though some are missing; `nil` if the declared rate
    /// is right or no such rate exists.
    ///
    /// - Parameter times: the pictures' times in nanoseconds, in any order.
    static func regular(_ times: [Int64], told: FrameRate) -> FrameRate? {
        let sorted = times.sorted()
        let steps = zip(sorted.dropFirst(), sorted).map { Double($0 - $1) }.filter { $0 > 0 }.sorted()
        guard steps.count >= 4 else { return nil }
        let short = steps[steps.count / 4]
        let told = 1e9 * Double(told.denominator) / Double(told.numerator)
        guard told > short * evenness else { return nil }
        // Containers round times. If steps alternate, only the sum of several steps is exact.
        let near = steps.filter { $0 < short * 2.5 }
        let frame = near.reduce(0, +) / near.reduce(0) { $0 + ($1 / short).rounded() }
        let whole = steps.filter { abs($0 / frame - ($0 / frame).rounded()) < tolerance && $0 > frame / 2 }
        guard Double(whole.count) >= regularity * Double(steps.count) else { return nil }
        return usual(1e9 / frame)
    }

    /// Returns the usual rate nearest to a number of frames per second, else that number in thousandths.
    private static func usual(_ rate: Double) -> FrameRate? {
        let plain = (Int(rate.rounded()), 1)
        let television = (Int((rate * 1.001).rounded()) * 1000, 1001)
        let near = [plain, television].filter { top, bottom in
            top > 0 && abs(Double(top) / Double(bottom) / rate - 1) < rounding
        }
        let best = near.min { one, other in
            abs(Double(one.0) / Double(one.1) - rate) < abs(Double(other.0) / Double(other.1) - rate)
        }
        let (top, bottom) = best ?? (Int((rate * 1000).rounded()), 1000)
        return top > 0 ? FrameRate(top, bottom) : nil
    }
}
