internal import DualCamConfig

/// Detects a clip's true frame rate if its container declares a wrong one.
///
/// qtdemux reports the mean rate of a mov or mp4 file (`gst_qtdemux_guess_framerate`, `gst_video_guess_framerate`). A
/// file with missing frames, such as a screen recording without movement, therefore appears to have a lower rate. A
/// loop at that rate would repeat a picture for each missing one, or drop pictures that are too close together.
enum ClipRate {
    /// The maximum ratio of the declared frame length to the detected one at which the declared rate is still accepted.
    /// It is above 1 because the times of pictures from phones are uneven.
    private static let evenness = 1.1
    /// The minimum fraction of the intervals between pictures that must be whole numbers of frames (0.9 means 90 %).
    private static let regularity = 0.9
    /// The maximum deviation of an interval between pictures from a whole number of frames, in frames.
    private static let tolerance = 0.125
    /// The maximum relative difference at which a rate is rounded to a standard one (0.004 means 0.4 %).
    private static let rounding = 0.004

    /// Returns the rate at which all of a clip's pictures fall on whole frames, although some pictures are missing.
    /// Returns `nil` if the declared rate `told` is right or no such rate exists.
    ///
    /// - Parameter times: the pictures' times in nanoseconds, in any order.
    static func regular(_ times: [Int64], told: FrameRate) -> FrameRate? {
        let sorted = times.sorted()
        let steps = zip(sorted.dropFirst(), sorted).map { Double($0 - $1) }.filter { $0 > 0 }.sorted()
        guard steps.count >= 4 else { return nil }
        let short = steps[steps.count / 4]
        let told = 1e9 * Double(told.denominator) / Double(told.numerator)
        guard told > short * evenness else { return nil }
        // Containers round times. If the intervals alternate between two values, only the mean of several is exact.
        let near = steps.filter { $0 < short * 2.5 }
        let frame = near.reduce(0, +) / near.reduce(0) { $0 + ($1 / short).rounded() }
        let whole = steps.filter { abs($0 / frame - ($0 / frame).rounded()) < tolerance && $0 > frame / 2 }
        guard Double(whole.count) >= regularity * Double(steps.count) else { return nil }
        return usual(1e9 / frame)
    }

    /// Returns the standard frame rate nearest to `rate` (in frames per second). If no standard rate is close to it,
    /// returns `rate` rounded to thousandths; `nil` if that is 0.
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
