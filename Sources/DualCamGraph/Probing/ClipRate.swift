internal import DualCamConfig

/// The rate of a clip's pictures where its container tells another one.
///
/// qtdemux tells the mean rate of a mov or mp4 file (`gst_qtdemux_guess_framerate`, `gst_video_guess_framerate`). A file that lacks
/// frames, such as a screen recording in which nothing moved, then seems to be slower than it is: its camera would get a picture in the
/// place of each that is missing, or lose pictures that come too soon one behind another.
enum ClipRate {
    /// A told rate is believed if its frames are no longer than the regular ones by this factor: the times of phones are uneven.
    private static let evenness = 1.1
    /// The share of steps that must be whole frames.
    private static let regularity = 0.9
    /// The most by which a step may differ from whole frames, in frames.
    private static let tolerance = 0.125
    /// Rates are rounded to a usual one within this share.
    private static let rounding = 0.004

    /// Returns the rate at which all pictures lie on whole frames, though some are missing; `nil`: the told rate is right, or there
    /// is no such rate.
    ///
    /// - Parameter times: in nanoseconds, in any order.
    static func regular(_ times: [Int64], told: FrameRate) -> FrameRate? {
        let sorted = times.sorted()
        let steps = zip(sorted.dropFirst(), sorted).map { Double($0 - $1) }.filter { $0 > 0 }.sorted()
        guard steps.count >= 4 else { return nil }
        let short = steps[steps.count / 4]
        let told = 1e9 * Double(told.denominator) / Double(told.numerator)
        guard told > short * evenness else { return nil }
        // Containers round times: where steps alternate, only the sum of several of them is exact.
        let near = steps.filter { $0 < short * 2.5 }
        let frame = near.reduce(0, +) / near.reduce(0) { $0 + ($1 / short).rounded() }
        let whole = steps.filter { abs($0 / frame - ($0 / frame).rounded()) < tolerance && $0 > frame / 2 }
        guard Double(whole.count) >= regularity * Double(steps.count) else { return nil }
        return usual(1e9 / frame)
    }

    /// The usual rate next to a number of frames a second, else one in thousandths.
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
