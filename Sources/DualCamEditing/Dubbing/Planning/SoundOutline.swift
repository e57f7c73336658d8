import Glibc

/// The loudness of a sound over time, in steps of 10 ms, used to find the same event in two recordings. Recordings of
/// the same event have similar outlines, even with different microphones, gains and noise.
struct SoundOutline: Sendable, Equatable {
    /// The number of loudness steps per second.
    static let rate = 100
    /// The range of loudness that is used, in decibels below the loudest step. Quieter steps count as silence.
    private static let range: Float = 60
    /// The maximum change between two steps, in decibels. Greater changes are reduced to this value, so that a single
    /// bang does not determine the match.
    private static let most: Float = 10

    private let step: Int
    private var energies: [Float] = []

    /// Creates the outline of a sound.
    ///
    /// - Parameter sampleRate: the number of samples per second, a multiple of `rate`.
    init(sampleRate: Int) { step = max(1, sampleRate / Self.rate) }

    /// Adds samples to the outline.
    ///
    /// - Parameter first: the number of the first added sample. Samples with numbers below 0 are ignored; samples that
    ///   are never added count as silence.
    mutating func add(_ samples: some RandomAccessCollection<Float>, at first: Int) {
        let end = first + samples.count
        guard end > 0 else { return }
        if energies.count * step < end {
            energies += [Float](repeating: 0, count: (end + step - 1) / step - energies.count)
        }
        var index = max(0, first)
        while index < end {
            let bound = min(end, (index / step + 1) * step)
            let from = samples.index(samples.startIndex, offsetBy: index - first)
            let part = samples[from..<samples.index(from, offsetBy: bound - index)]
            energies[index / step] += part.reduce(0) { $0 + $1 * $1 }
            index = bound
        }
    }

    /// The changes of the sound's loudness from each step to the next, in decibels.
    var changes: [Float] {
        let quietest = Self.decibels(energies.max() ?? 0) - Self.range
        let levels = energies.map { max(quietest, Self.decibels($0)) }
        return zip(levels, levels.dropFirst()).map { max(-Self.most, min(Self.most, $1 - $0)) }
    }

    private static func decibels(_ energy: Float) -> Float { 10 * log10f(energy + 1e-9) }
}
