internal import DualCamConfig
internal import DualCamPlan

/// Chooses which frames of a stream reach its encoder under a lower share: evenly, and of all streams of one rate the same
/// instants. All times are nanoseconds of running time.
///
/// Frames are numbered by their time at the stream's rate. A real camera's times tremble and drift: its numbers go up one
/// by one as long as the time fits about, and no two kept frames are ever further apart than the pattern has them.
struct FrameDecimator: Sendable {
    struct Verdict: Sendable, Equatable {
        var isKept: Bool
        /// The share that begins with this frame.
        var begins: RateShare?
    }

    /// The greatest difference between a frame's time and the time of its number, in frames.
    private static let slack = 0.75
    /// Nanoseconds. A stream that is later than this takes another share at once, wherever it is.
    private static let late: Int64 = 500_000_000

    private let rate: FrameRate
    private var share = RateShare.full
    private var next: (share: RateShare, from: Int64)?
    /// The frames to be kept in any case: the first one from each of these times on.
    private var musts: [Int64] = []
    private var number: Int64?
    /// The time from which the frames are numbered.
    private var origin: Int64?
    private var wasKept = false
    private var keptAt: Int64?
    /// The time of the newest frame.
    private var reached: Int64?

    init(_ rate: FrameRate) { self.rate = rate }

    /// Takes another share from the first frame at or after `time`, which is now, on. Where frames come late, as those of a mixer that is
    /// short of the processor do, the next one has it: the frames until `time` would only make the stream later.
    mutating func apply(_ share: RateShare, from time: Int64) {
        guard share != next?.share ?? self.share else { return }
        let isLate = reached.map { time - $0 > Self.late } ?? false
        next = share == self.share ? nil : (share, isLate ? reached ?? time : time)
    }

    /// The first frame at or after `time` is kept: a file begins with it.
    mutating func keep(firstFrom time: Int64) { musts.append(time) }

    /// Judges the frame at `time`, one after the other.
    ///
    /// - Parameter origin: where the numbers begin: at a recorded frame, so that cameras that run in step have the same.
    mutating func judge(_ time: Int64, since origin: Int64 = 0) -> Verdict {
        reached = time
        let begins = next.flatMap { $0.from <= time ? $0.share : nil }
        if let begins { (share, next) = (begins, nil) }
        if origin != self.origin { (number, self.origin) = (nil, origin) }
        count(place(time - origin))
        let isMust = musts.contains { $0 <= time }
        if isMust { musts.removeAll { $0 <= time } }
        let isFar = keptAt.map { place(time) - place($0) >= Double(share.distance) - 0.25 || time < $0 } ?? true
        wasKept = isMust || isFar || share.keeps(number ?? 0)
        if wasKept { keptAt = time }
        return Verdict(isKept: wasKept, begins: begins)
    }

    private func place(_ time: Int64) -> Double { Double(time) * rate.framesPerSecond / 1e9 }

    private mutating func count(_ place: Double) {
        let nearest = Int64(place.rounded())
        guard let last = number, nearest >= last - 1 else { return number = nearest }
        if abs(place - Double(last + 1)) <= Self.slack { return number = last + 1 }
        // A stream that is ahead of its numbers stays at one that was kept, so that no distance grows.
        number = max(nearest, wasKept ? last : last + 1)
    }
}

extension RateShare {
    /// The greatest distance between two kept frames, in frames of the full rate. 2 for the full rate as well: after one lost frame
    /// nothing has to be made up for.
    var distance: Int {
        switch self {
        case .full, .twoThirds, .half: 2
        case .third: 3
        case .quarter: 4
        case .sixth: 6
        }
    }

    /// Returns true when the frame of this number is one of the share: every frame, the first two of three, or every n-th frame.
    func keeps(_ number: Int64) -> Bool {
        switch self {
        case .full: true
        case .twoThirds: number % 3 != 2
        case .half, .third, .quarter, .sixth: number % Int64(distance) == 0
        }
    }
}
