import DualCamPlan

/// Converts times on a rendered picture's timeline to the time of day. The timeline omits pauses and gaps, so the time
/// of day jumps there.
struct CompositionClock: Sendable, Equatable {
    struct Stretch: Sendable, Equatable {
        /// The time on the timeline, in nanoseconds, at which the interval starts.
        var from: Int64
        /// The number of nanoseconds to add to a time on the timeline in this interval to get the Unix time.
        var offset: Int64
        /// The number of the session part that recorded the interval; each worker process records one part. Intervals
        /// of the same part share a clock. Between parts, offsets are only as accurate as the system time.
        var part: Int

        init(from: Int64, offset: Int64, part: Int = 0) {
            (self.from, self.offset, self.part) = (from, offset, part)
        }
    }

    /// The time on the timeline at which the recording started, in nanoseconds.
    var start: Int64
    /// The intervals of the timeline in which the offset to Unix time is constant, in order; at least one.
    var stretches: [Stretch]

    init(start: Int64, stretches: [Stretch]) { (self.start, self.stretches) = (start, stretches) }

    /// Returns the Unix time, in nanoseconds, for a time on the timeline.
    func unix(at time: Int64) -> Int64 {
        let stretch =
            stretches.last { planted(.stepAfterItsTime) ? $0.from < time : $0.from <= time } ?? stretches.first
        return time +| (stretch?.offset ?? 0)
    }

    /// Returns the recorded duration in nanoseconds up to a time on the timeline; 0 before the recording started.
    func recorded(at time: Int64) -> Int64 { max(planted(.recordedBeforeStart) ? .min : 0, time -| start) }
}
