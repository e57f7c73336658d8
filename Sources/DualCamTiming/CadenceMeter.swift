internal import DualCamPlan

/// Measures the time between a camera's pictures, because the declared rate may be wrong and cameras become slower in
/// the dark. All times are in nanoseconds of running time.
package struct CadenceMeter: Sendable {
    /// The usual time between two pictures of a camera, and the time `from` of the picture with which it begins to
    /// apply.
    package struct Cadence: Sendable, Equatable {
        package var frame: Int64
        package var from: Int64
    }

    /// The maximum number of intervals between pictures in one measurement. A measurement covers two seconds at the
    /// declared rate, but at least 3 intervals.
    private static let most = 20
    /// The minimum change of the time between pictures that is reported, as a fraction (0.1 means 10 %).
    private static let change = 0.1

    private let count: Int
    private var told: Int64?
    /// A measurement that differs from the last reported one, and that the next measurement must confirm; `nil` if
    /// there is none.
    private var suspected: Cadence?
    private var distances: [Int64] = []
    private var begin: Int64 = 0
    private var last: (number: Int64, time: Int64)?

    /// Creates a meter for one camera.
    /// - Parameter frame: the length of a picture at the camera's declared rate, in nanoseconds.
    package init(frame: Int64) { count = max(3, min(Self.most, Int(2_000_000_000 / max(1, frame)))) }

    /// Registers a picture's number and time. If the usual time between pictures has become known or has changed,
    /// returns it; otherwise returns `nil`.
    package mutating func see(_ number: Int64, at time: Int64) -> Cadence? {
        defer { last = (number, time) }
        // Ignores pictures that are not consecutive, because the time between them is a sum of several intervals.
        guard let last, number == last.number +| 1, time > last.time else { return nil }
        if distances.isEmpty { begin = last.time }
        distances.append(time - last.time)
        guard distances.count == count else { return nil }
        defer { distances = [] }
        return judge(Cadence(frame: Self.usual(distances), from: begin))
    }

    private mutating func judge(_ measured: Cadence) -> Cadence? {
        guard let told else { return tell(measured) }
        guard Self.differs(measured.frame, from: told) else {
            suspected = nil
            return nil
        }
        guard let suspected, !Self.differs(measured.frame, from: suspected.frame) else {
            suspected = measured
            return nil
        }
        return tell(Cadence(frame: measured.frame, from: suspected.from))
    }

    private mutating func tell(_ cadence: Cadence) -> Cadence {
        (told, suspected) = (cadence.frame, nil)
        return cadence
    }

    private static func differs(_ frame: Int64, from other: Int64) -> Bool {
        Double((frame - other).magnitude) > Double(other) * change
    }

    /// Returns the mean of the intervals that are close to the median. Times jitter, and individual pictures may be
    /// late.
    private static func usual(_ distances: [Int64]) -> Int64 {
        let median = distances.sorted()[distances.count / 2]
        let near = distances.filter { $0 > median / 2 && $0 < median * 3 / 2 }
        return near.isEmpty ? median : near.reduce(0, +) / Int64(near.count)
    }
}
