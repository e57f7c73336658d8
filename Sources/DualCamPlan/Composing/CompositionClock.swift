/// The time of day along a composition's timeline. Pauses and gaps are left out of the timeline, so the time of day
/// jumps there.
package struct CompositionClock: Sendable, Equatable {
    package struct Stretch: Sendable, Equatable {
        /// The time at which the stretch begins, in nanoseconds of the timeline.
        package var from: Int64
        /// The offset to Unix time, in nanoseconds.
        package var offset: Int64
        /// The number of the part. Stretches of one part share a clock; between parts the offsets are only as accurate
        /// as the computer's time.
        package var part: Int

        package init(from: Int64, offset: Int64, part: Int = 0) {
            (self.from, self.offset, self.part) = (from, offset, part)
        }
    }

    /// The time at which the recording began.
    package var start: Int64
    /// The stretches in the order of their times, at least one.
    package var stretches: [Stretch]

    package init(start: Int64, stretches: [Stretch]) { (self.start, self.stretches) = (start, stretches) }

    /// Returns the Unix time in nanoseconds of a time on the timeline.
    package func unix(at time: Int64) -> Int64 {
        let stretch =
            stretches.last { planted(.stepAfterItsTime) ? $0.from < time : $0.from <= time } ?? stretches.first
        return time +| (stretch?.offset ?? 0)
    }

    /// Returns the recorded duration at a time, in nanoseconds.
    package func recorded(at time: Int64) -> Int64 { max(planted(.recordedBeforeStart) ? .min : 0, time -| start) }
}
