/// The rise of the temperature: a straight line through the last two minutes (least squares), where they are like one.
struct TemperatureTrend: Sendable, Equatable {
    private struct Sample: Sendable, Equatable {
        var seconds: Double
        var celsius: Double
    }

    private static let span = 120.0
    private static let shortest = 30.0
    /// A smaller rise may be the sensor's own.
    private static let leastRise = 1.0
    private static let leastFit = 0.8

    private var samples: [Sample] = []

    mutating func observe(_ celsius: Double, at now: Duration) {
        let seconds = now / .seconds(1)
        samples.append(Sample(seconds: seconds, celsius: celsius))
        samples.removeAll { $0.seconds < seconds - Self.span }
    }

    mutating func forget() { samples = [] }

    /// Degrees a second, above 0; `nil` unless half a minute or more has been seen, it is 1 degree or more warmer than at its
    /// begin, the line explains four fifths of it, and the last third rises at least half as fast as the whole.
    var rise: Double? {
        guard let first = samples.first, let last = samples.last, last.seconds - first.seconds >= Self.shortest,
            let whole = Self.line(samples[...]), whole.fit >= Self.leastFit,
            whole.slope * (last.seconds - first.seconds) >= Self.leastRise
        else { return nil }
        let recent = samples.drop { $0.seconds < last.seconds - (last.seconds - first.seconds) / 3 }
        guard let end = Self.line(recent), end.slope >= whole.slope / 2 else { return nil }
        return whole.slope
    }

    /// The line's slope in degrees a second, and the share of the changes that it explains, 0 ... 1.
    private static func line(_ samples: ArraySlice<Sample>) -> (slope: Double, fit: Double)? {
        guard samples.count >= 5 else { return nil }
        let count = Double(samples.count)
        let middle = samples.reduce(0) { $0 + $1.seconds } / count
        let mean = samples.reduce(0) { $0 + $1.celsius } / count
        var (times, both, changes) = (0.0, 0.0, 0.0)
        for sample in samples {
            let (time, change) = (sample.seconds - middle, sample.celsius - mean)
            times += time * time
            both += time * change
            changes += change * change
        }
        guard times > 0, changes > 0 else { return nil }
        return (both / times, both * both / (times * changes))
    }
}
