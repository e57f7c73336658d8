internal import DualCamConfig
internal import DualCamPlan

/// Chooses the frames of a stream that reach its encoder under a reduced share. The choice is even, and the same for
/// all streams of one rate. All times are nanoseconds of running time.
///
/// Frames are numbered by their time at the stream's rate. A real camera's times jitter and drift. Its numbers
/// therefore increase one by one while the time roughly fits. The distance of kept frames never exceeds the pattern's.
struct FrameDecimator: Sendable {
    struct Verdict: Sendable, Equatable {
        var isKept: Bool
        /// The share that begins with this frame.
        var begins: RateShare?
    }

    /// The maximum difference between a frame's time and the time of its number, in frames.
    private static let slack = 0.75
    /// The lag in nanoseconds beyond which a stream changes its share at once.
    private static let late: Int64 = 500_000_000

    private let rate: FrameRate
    private var share = RateShare.full
    private var next: (share: RateShare, from: Int64)?
    /// The times from each of which on the first frame must be kept.
    private var musts: [Int64] = []
    private var number: Int64?
    /// The time from which the frames are numbered.
    private var origin: Int64?
    private var wasKept = false
    private var keptAt: Int64?
    /// The time of the newest frame.
    private var reached: Int64?

    init(_ rate: FrameRate) { self.rate = rate }

    /// Applies a share from the first frame at or after `time`, the current time. A stream whose frames come late, such
    /// as that of an overloaded mixer, changes at its next frame. More frames until `time` would only delay it further.
    mutating func apply(_ share: RateShare, from time: Int64) {
        guard share != next?.share ?? self.share else { return }
        let isLate = reached.map { time - $0 > Self.late } ?? false
        next = share == self.share ? nil : (share, isLate ? reached ?? time : time)
    }

    /// Keeps the first frame at or after `time`, because a file begins with it.
    mutating func keep(firstFrom time: Int64) { musts.append(time) }

    /// Judges the frame at `time`. Called for each frame in order.
    ///
    /// - Parameter origin: the time from which frames are numbered. A recorded frame, so that cameras in step have
    ///   equal numbers.
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
        // A stream that is ahead of its numbers repeats the number of a kept frame, so that no distance grows.
        number = max(nearest, wasKept ? last : last + 1)
    }
}

extension RateShare {
    /// The maximum distance between two kept frames, in frames of the full rate. It is 2 for the full rate as well, so
    /// that a single lost frame needs no compensation.
    var distance: Int {
        switch self {
        case .full, .twoThirds, .half: 2
        case .third: 3
        case .quarter: 4
        case .sixth: 6
        }
    }

    /// Returns true if the frame of this number belongs to the share: every frame, two of three, or every n-th frame.
    func keeps(_ number: Int64) -> Bool {
        switch self {
        case .full: true
        case .twoThirds: number % 3 != 2
        case .half, .third, .quarter, .sixth: number % Int64(distance) == 0
        }
    }
}
