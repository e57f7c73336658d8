internal import DualCamPlan
internal import GStreamer

/// The position at which one sound best matches another.
struct SoundMatch: Equatable {
    /// The position in samples, with fractions.
    var place: Double
    /// The ratio of the peak to the standard deviation of the rest of the correlation.
    var clarity: Double
    /// The ratio of the second-best peak to this one.
    var rival: Double

    /// The minimum clarity and the maximum rival of a match that is not accidental.
    static let (clear, alike) = (8.0, 0.85)

    var isClear: Bool { clarity >= Self.clear && rival <= Self.alike }

    /// Finds the highest peak of a correlation; `nil` if no value is positive.
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

/// The search for pieces of one sound in another by their loudness changes.
struct OutlineSearch {
    private let transform: FourierTransform
    private let whole: FourierTransform.Spectrum
    private let count: Int
    private let longest: Int

    /// Creates a search in a whole sound.
    ///
    /// - Parameters:
    ///   - changes: the loudness changes of the whole sound.
    ///   - longest: the length of the longest piece to find, in steps.
    init(in changes: [Float], longest: Int) {
        (count, self.longest) = (changes.count, longest)
        transform = FourierTransform(ofAtLeast: changes.count + longest)
        whole = transform.spectrum(of: changes)
    }

    /// Returns the position of a piece in steps from the sound's beginning, negative if the piece begins earlier; `nil`
    /// if it matches nowhere.
    func place(of piece: ArraySlice<Float>) -> SoundMatch? {
        let found = transform.correlation(of: transform.spectrum(of: piece), with: whole, whitens: false)
        // The last values are positions before the beginning.
        let before = found[(transform.length - longest)...]
        guard var match = SoundMatch(before + found[..<count], width: SoundOutline.rate / 10) else { return nil }
        match.place -= Double(longest)
        return match
    }
}
