internal import DualCamPlan
internal import GStreamer

/// The position at which a short sound best matches a longer one, with two measures of how reliable the match is.
struct SoundMatch: Equatable {
    /// The position of the match in the longer sound, in samples, with fractions.
    var place: Double
    /// The height of the correlation's highest peak, divided by the standard deviation of all other values.
    var clarity: Double
    /// The height of the second-highest peak, divided by that of the highest.
    var rival: Double

    /// The thresholds for a match that is not accidental: the minimum `clarity` (`clear`) and the maximum `rival`
    /// (`alike`).
    static let (clear, alike) = (8.0, 0.85)

    var isClear: Bool { clarity >= Self.clear && rival <= Self.alike }

    /// Finds the highest peak of a correlation; returns `nil` if no value is positive.
    ///
    /// - Parameter width: the number of samples on either side that belong to the peak.
    init?(_ correlation: some RandomAccessCollection<Float>, width: Int) {
        let values = Array(correlation)
        guard let best = values.indices.max(by: { values[$0] < values[$1] }), values[best] > 0 else { return nil }
        let rest = values.indices.lazy.filter { abs($0 - best) > width }
        let (count, sum) = rest.reduce((0, 0.0)) { ($0.0 + 1, $0.1 + Double(values[$1]) * Double(values[$1])) }
        let second = rest.map { values[$0] }.max() ?? 0
        let deviation = (sum / Double(max(1, count))).squareRoot()
        clarity = deviation > 0 ? Double(values[best]) / deviation : 0
        rival = Double(second / values[best])
        place = Double(best)
        // The vertex of the parabola through the peak and its neighbours.
        guard best > 0, best + 1 < values.count else { return }
        let (left, middle, right) = (Double(values[best - 1]), Double(values[best]), Double(values[best + 1]))
        let bend = left - 2 * middle + right
        if bend < 0 { place += (left - right) / (2 * bend) }
    }
}

/// Finds pieces of one sound in another sound, by comparing their changes in loudness.
struct OutlineSearch {
    private let transform: FourierTransform
    private let whole: FourierTransform.Spectrum
    private let count: Int
    private let longest: Int

    /// Creates a search for pieces in the whole sound.
    ///
    /// - Parameters:
    ///   - changes: the changes in loudness of the whole sound.
    ///   - longest: the length of the longest piece to find, in steps of the loudness measurement.
    init(in changes: [Float], longest: Int) {
        (count, self.longest) = (changes.count, longest)
        transform = FourierTransform(ofAtLeast: changes.count + longest)
        whole = transform.spectrum(of: changes)
    }

    /// Returns the position of a piece, in steps of the loudness measurement from the sound's beginning; negative if
    /// the piece begins earlier. Returns `nil` if the piece matches nowhere.
    func place(of piece: ArraySlice<Float>) -> SoundMatch? {
        let found = transform.correlation(of: transform.spectrum(of: piece), with: whole, whitens: false)
        // The last values of the correlation belong to positions before the sound's beginning.
        let before = found[(transform.length - longest)...]
        guard var match = SoundMatch(before + found[..<count], width: SoundOutline.rate / 10) else { return nil }
        match.place -= Double(longest)
        return match
    }
}
