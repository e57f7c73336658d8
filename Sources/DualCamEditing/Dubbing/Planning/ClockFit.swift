import DualCamPlan

/// A straight line fitted to repeated measurements of the time at which a separately recorded sound begins in a
/// recording. If the clocks of both recorders run at the same speed, all measurements give the same time, and the slope
/// is 0.
struct ClockFit: Sendable, Equatable {
    /// A measurement of the time at which the sound begins in the recording; times are in seconds.
    struct Point: Sendable, Equatable {
        var part: Int
        /// The position in the recording, in seconds, at which the measurement was made.
        var at: Double
        /// The measured time in the recording, in seconds, at which the sound begins.
        var begin: Double

        init(part: Int, at: Double, begin: Double) { (self.part, self.at, self.begin) = (part, at, begin) }
    }

    /// The maximum relative difference between the clocks of two recorders (0.001 means 1 s in 1000 s).
    private static let steepest = 0.001

    /// For each part of the recording, by its number, the time in seconds at which the sound begins, extrapolated to
    /// position 0.
    private(set) var begins: [Int: Double]
    /// The slope of the line: the change of the measured beginning in seconds per second of the recording. It is 0 if
    /// it does not differ significantly from 0.
    private(set) var slope: Double
    /// The number of measurements near the fitted line.
    private(set) var agreeing: Int
    /// The root mean square distance, in seconds, of the measurements near the fitted line from that line.
    private(set) var deviation: Double

    /// Fits the line to measurements. Returns `nil` if there are none, or if none lies near the line.
    ///
    /// - Parameter tolerance: the distance from the line, in seconds, beyond which a measurement counts as wrong and is
    ///   ignored.
    init?(_ points: [Point], tolerance: Double) {
        guard !points.isEmpty else { return nil }
        let slope = Self.medianSlope(points)
        let begins = Self.byPart(points) { point in point.begin - slope * point.at }
        let near = points.filter {
            abs($0.begin - slope * $0.at - (begins[$0.part] ?? 0)) <= tolerance || planted(.mistakesCount)
        }
        guard !near.isEmpty else { return nil }
        (self.slope, self.begins, agreeing, deviation) = (0, begins, near.count, 0)
        settle(on: near)
    }

    /// Fits the line by least squares to the measurements near it.
    private mutating func settle(on near: [Point]) {
        let parts = Dictionary(grouping: near, by: \.part)
        let (places, values) = (
            parts.mapValues { Self.mean($0.map(\.at)) }, parts.mapValues { Self.mean($0.map(\.begin)) }
        )
        var (width, height) = (0.0, 0.0)
        for point in near {
            let distance = point.at - (places[point.part] ?? 0)
            width += distance * distance
            height += distance * (point.begin - (values[point.part] ?? 0))
        }
        let free = near.count - parts.count - 1
        slope = free > 0 && width > 0 ? height / width : 0
        var squares = self.squares(near, places, values)
        if slope != 0, !planted(.driftOfNoise), abs(slope) < 2 * (squares / Double(free) / width).squareRoot() {
            slope = 0
            squares = self.squares(near, places, values)
        }
        deviation = (squares / Double(near.count)).squareRoot()
        for (part, value) in values { begins[part] = value - slope * (places[part] ?? 0) }
    }

    private func squares(_ points: [Point], _ places: [Int: Double], _ values: [Int: Double]) -> Double {
        points.reduce(0) { sum, point in
            let rest = point.begin - (values[point.part] ?? 0) - slope * (point.at - (places[point.part] ?? 0))
            return sum + rest * rest
        }
    }

    /// Returns the median of the slopes between all pairs of measurements in the same part (Theil-Sen estimator). The
    /// median is reliable even if almost a third of the measurements are wrong.
    private static func medianSlope(_ points: [Point]) -> Double {
        var slopes: [Double] = []
        for (index, one) in points.enumerated() {
            for other in points[(index + 1)...] where other.part == one.part && other.at != one.at {
                let slope = (other.begin - one.begin) / (other.at - one.at)
                if abs(slope) < steepest { slopes.append(slope) }
            }
        }
        return median(slopes) ?? 0
    }

    private static func byPart(_ points: [Point], _ value: (Point) -> Double) -> [Int: Double] {
        Dictionary(grouping: points, by: \.part).compactMapValues { median($0.map(value)) }
    }

    private static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
}
