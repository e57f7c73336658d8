/// The time of day along a composition's timeline: pauses and gaps, which are left out of it, are steps of it.
package struct CompositionClock: Sendable, Equatable {
    package struct Stretch: Sendable, Equatable {
        /// The time at which it begins, in nanoseconds.
        package var from: Int64
        /// The distance to Unix time, in nanoseconds.
        package var offset: Int64
        /// Stretches of one part are measured by one clock; from part to part the offsets are as good as the computer's time.
        package var part: Int

        package init(from: Int64, offset: Int64, part: Int = 0) {
            (self.from, self.offset, self.part) = (from, offset, part)
        }
    }

    /// The time at which the recording began.
    package var start: Int64
    /// In the order of their times, one at least.
    package var stretches: [Stretch]

    package init(start: Int64, stretches: [Stretch]) { (self.start, self.stretches) = (start, stretches) }

    /// Returns Unix time in nanoseconds.
    package func unix(at time: Int64) -> Int64 {
        let stretch =
            stretches.last { planted(.stepAfterItsTime) ? $0.from < time : $0.from <= time } ?? stretches.first
        return time +| (stretch?.offset ?? 0)
    }

    /// Returns how much had been recorded at a time, in nanoseconds.
    package func recorded(at time: Int64) -> Int64 { max(planted(.recordedBeforeStart) ? .min : 0, time -| start) }
}
