import Glibc

/// The gain at each moment of an audio track. It is constant, except near peaks that would otherwise be too high.
struct GainCurve: Sendable, Equatable {
    /// The number of blocks over which the gain falls before a peak and rises again after it: 10 blocks, which last 100
    /// ms.
    private static let slope = 10

    /// The gain in dB at all moments at which no peak is reduced.
    let gain: Double
    /// The gain in the middle of each block of 10 ms, as a factor.
    private let factors: [Float]

    /// Computes the gain at each moment of a track, so that no peak exceeds the ceiling.
    ///
    /// - Parameters:
    ///   - gain: the gain in dB where no peak is reduced.
    ///   - peaks: the peaks of a `LoudnessReading`, before any gain is applied.
    ///   - ceiling: the maximum allowed peak, in dB relative to full scale.
    init(gain: Double, peaks: [Float], ceiling: Double) {
        self.gain = gain
        let (raise, highest) = (gain.factor, ceiling.factor)
        let needed = peaks.map { peak in
            let loud = Double(peak) * raise
            return loud > highest ? highest / loud : 1
        }
        factors = Self.smoothed(needed).map { Float($0 * raise) }
    }

    /// The greatest reduction of a peak in the track, in dB; 0 if no peak is reduced.
    var reduction: Double {
        guard let least = factors.min(), least > 0 else { return 0 }
        return max(0, gain - Double(least).decibels)
    }

    /// Returns the gain for a sample, as a factor. `sample` is the sample's number, counted from the start of the
    /// track.
    func factor(at sample: Int) -> Float {
        guard let last = factors.indices.last else { return Float(gain.factor) }
        let place = (Float(sample) + 0.5) / Float(LoudnessReading.block) - 0.5
        let before = max(0, min(last, Int(place.rounded(.down))))
        let (left, right) = (factors[before], factors[min(last, before + 1)])
        return left + (right - left) * max(0, min(1, place - Float(before)))
    }

    /// Smooths the gains of the blocks with moving averages of moving minima. The gain between two blocks never exceeds
    /// the limit of either block.
    private static func smoothed(_ needed: [Double]) -> [Double] {
        guard needed.contains(where: { $0 < 1 }) else { return needed }
        let least = needed.indices.map { index in
            needed[max(0, index - slope - 2)...min(needed.count - 1, index + slope + 2)].min() ?? 1
        }
        return least.indices.map { index in
            let near = least[max(0, index - slope)...min(least.count - 1, index + slope)]
            return near.reduce(0, +) / Double(near.count)
        }
    }
}

extension Double {
    /// This number, an amplitude factor, converted to decibels.
    var decibels: Double { 20 * log10(self) }
    /// This number, a gain in decibels, converted to an amplitude factor.
    fileprivate var factor: Double { pow(10, self / 20) }
}
