internal import DualCamPlan
internal import GStreamer

/// The place at which one sound fits another best.
struct SoundMatch: Equatable {
    /// In samples, and parts of one.
    var place: Double
    /// Its height over everything else, in deviations of what the rest is.
    var clarity: Double
    /// The height of the best place elsewhere, as a share of this one's.
    var rival: Double

    /// Nothing that fits by chance is so clear, or has so far to the next best place.
    static let (clear, alike) = (8.0, 0.85)

    var isClear: Bool { clarity >= Self.clear && rival <= Self.alike }

    /// Finds the highest place of a correlation; `nil` where nothing fits at all.
    ///
    /// - Parameter width: samples beside it that belong to it.
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
        // The vertex of the parabola through it and its neighbours.
        guard best > 0, best + 1 < values.count else { return }
        let (left, middle, right) = (Double(values[best - 1]), Double(values[best]), Double(values[best + 1]))
        let bend = left - 2 * middle + right
        if bend < 0 { place += (left - right) / (2 * bend) }
    }
}

/// Finds where pieces of one sound lie in another by how their loudness changes.
struct OutlineSearch {
    private let transform: FourierTransform
    private let whole: FourierTransform.Spectrum
    private let count: Int
    private let longest: Int

    /// - Parameters:
    ///   - changes: those of the whole sound.
    ///   - longest: the steps of the longest piece that is looked for.
    init(in changes: [Float], longest: Int) {
        (count, self.longest) = (changes.count, longest)
        transform = FourierTransform(ofAtLeast: changes.count + longest)
        whole = transform.spectrum(of: changes)
    }

    /// The place of a piece, in steps from the sound's beginning; it may begin before it. `nil`: it fits nowhere.
    func place(of piece: ArraySlice<Float>) -> SoundMatch? {
        let found = transform.correlation(of: transform.spectrum(of: piece), with: whole, whitens: false)
        // The last ones are places before the beginning.
        let before = found[(transform.length - longest)...]
        guard var match = SoundMatch(before + found[..<count], width: SoundOutline.rate / 10) else { return nil }
        match.place -= Double(longest)
        return match
    }
}
