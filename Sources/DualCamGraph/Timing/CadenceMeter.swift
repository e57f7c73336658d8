internal import DualCamPlan

/// Measures how often a camera's pictures come: what it says of its rate may be wrong, and it changes where the camera exposes longer in
/// the dark. All times are nanoseconds of running time.
struct CadenceMeter: Sendable {
    /// The usual time between two pictures, from the picture at `from` on.
    struct Cadence: Sendable, Equatable {
        var frame: Int64
        var from: Int64
    }

    /// A measurement takes so many distances, which come within two seconds at the camera's rate, but 3 at least.
    private static let most = 20
    /// A change by more than this share is told.
    private static let change = 0.1

    private let count: Int
    private var told: Int64?
    /// A measurement that differs from what was told: the next one decides whether it has changed.
    private var suspected: Cadence?
    private var distances: [Int64] = []
    private var begin: Int64 = 0
    private var last: (number: Int64, time: Int64)?

    /// - Parameter frame: the length of a picture at the camera's own rate.
    init(frame: Int64) { count = max(3, min(Self.most, Int(2_000_000_000 / max(1, frame)))) }

    /// Takes in the picture of this number and time; returns the cadence when it is new.
    mutating func see(_ number: Int64, at time: Int64) -> Cadence? {
        defer { last = (number, time) }
        // Between two that do not follow each other lies more than one distance.
        guard let last, number == last.number + 1, time > last.time else { return nil }
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

    /// The mean of the distances that are about as long as the median: times tremble, and now and then a picture is late.
    private static func usual(_ distances: [Int64]) -> Int64 {
        let median = distances.sorted()[distances.count / 2]
        let near = distances.filter { $0 > median / 2 && $0 < median * 3 / 2 }
        return near.isEmpty ? median : near.reduce(0, +) / Int64(near.count)
    }
}
