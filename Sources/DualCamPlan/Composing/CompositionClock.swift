/// The time of day along a composition's timeline. The timeline leaves out pauses and gaps, so the time of day jumps
/// there.
package struct CompositionClock: Sendable, Equatable {
    package struct Stretch: Sendable, Equatable {
        /// The time on the timeline at which the interval begins, in nanoseconds.
        package var from: Int64
        /// The offset between the timeline and Unix time in this interval, in nanoseconds.
        package var offset: Int64
        /// The number of the recorded part to which the interval belongs. Intervals of one part share a clock; between
        /// parts the offsets are only as accurate as the computer's time.
        package var part: Int

        package init(from: Int64, offset: Int64, part: Int = 0) {
            (self.from, self.offset, self.part) = (from, offset, part)
        }
    }

    /// The time on the timeline at which the recording began, in nanoseconds.
    package var start: Int64
    /// The intervals of the timeline with a constant offset to Unix time, in the order of their times; at least one.
    package var stretches: [Stretch]

    package init(start: Int64, stretches: [Stretch]) { (self.start, self.stretches) = (start, stretches) }

    /// Returns the Unix time, in nanoseconds, for a time on the timeline.
    package func unix(at time: Int64) -> Int64 {
        let stretch =
            stretches.last { planted(.stepAfterItsTime) ? $0.from < time : $0.from <= time } ?? stretches.first
        return time +| (stretch?.offset ?? 0)
    }

    /// Returns the duration in nanoseconds that was recorded up to a time on the timeline; 0 before the recording
    /// began.
    package func recorded(at time: Int64) -> Int64 { max(planted(.recordedBeforeStart) ? .min : 0, time -| start) }
}
