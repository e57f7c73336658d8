package import DualCamConfig
package import DualCamPlan

/// The policy that chooses which frames reach an encoder at a reduced frame rate. The kept frames are evenly spaced,
/// and are the same in all streams with the same rate. All times are in nanoseconds of recorded time (running time
/// without pauses).
///
/// Frames are numbered by their time at the stream's rate. The times of a real camera jitter and drift. The numbers
/// therefore increase one by one while they roughly match the time. The distance between kept frames never exceeds the
/// rate's `distance`.
package struct FrameDecimator: Sendable {
    package struct Verdict: Sendable, Equatable {
        package var isKept: Bool
        /// The reduced frame rate that applies from this frame on; `nil` if the rate does not change at this frame.
        package var begins: RateShare?

        package init(isKept: Bool, begins: RateShare? = nil) { (self.isKept, self.begins) = (isKept, begins) }
    }

    /// The maximum difference, in frames, between a frame's time and the time at which a frame of its number is due. If
    /// it is exceeded, numbers are skipped or repeated.
    private static let slack = 0.75
    /// The maximum lag of a stream's newest frame, in nanoseconds. If the lag is larger, a new frame rate applies
    /// immediately.
    private static let late: Int64 = 500_000_000

    private let rate: FrameRate
    private var share = RateShare.full
    private var next: (share: RateShare, from: Int64)?
    /// The times in nanoseconds at which files begin. The first frame at or after each time must be kept.
    private var musts: [Int64] = []
    private var number: Int64?
    /// The time in nanoseconds from which frames are numbered; `nil` before the first frame.
    private var origin: Int64?
    private var wasKept = false
    private var keptAt: Int64?
    /// The time of the stream's newest frame, in nanoseconds.
    private var reached: Int64?

    package init(_ rate: FrameRate) { self.rate = rate }

    /// Applies a reduced frame rate from the first frame at or after `time`, the current time. If the stream lags, for
    /// example because its mixer is overloaded, the rate applies from the next frame on; otherwise the lag would grow.
    package mutating func apply(_ share: RateShare, from time: Int64) {
        guard share != next?.share ?? self.share else { return }
        let isLate = reached.map { time - $0 > Self.late } ?? false
        next = share == self.share ? nil : (share, isLate ? reached ?? time : time)
    }

    /// Keeps the first frame at or after `time`, even at a reduced frame rate, because a file begins with this frame.
    package mutating func keep(firstFrom time: Int64) { musts.append(time) }

    /// Decides whether the frame at `time` is kept. Called for each frame in order.
    ///
    /// - Parameter origin: the time from which frames are numbered. It must be the time of a recorded frame, so that
    ///   synchronous cameras have equal numbers.
    package mutating func judge(_ time: Int64, since origin: Int64 = 0) -> Verdict {
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
        // If a stream is ahead of its numbers, the number of a kept frame is repeated, so that the distance between
        // kept frames does not grow.
        number = max(nearest, wasKept ? last : last + 1)
    }
}

extension RateShare {
    /// The maximum distance between two kept frames, in frames of the full rate. At least 2, so that one lost frame is
    /// tolerated.
    package var distance: Int {
        switch self {
        case .full, .twoThirds, .half: 2
        case .third: 3
        case .quarter: 4
        case .sixth: 6
        }
    }

    /// Returns true if the frame of this number is kept at this frame rate. A rate keeps all frames, two of every
    /// three, or every n-th frame.
    package func keeps(_ number: Int64) -> Bool {
        switch self {
        case .full: true
        case .twoThirds: number % 3 != 2
        case .half, .third, .quarter, .sixth: number % Int64(distance) == 0
        }
    }
}
