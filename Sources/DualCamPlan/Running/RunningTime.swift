/// A running time of the GStreamer pipeline in nanoseconds. Sums and differences that would overflow are limited to the
/// range of `Int64`.
package struct RunningTime: Sendable, Hashable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static func < (left: RunningTime, right: RunningTime) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func + (time: RunningTime, length: Duration) -> RunningTime {
        RunningTime(nanoseconds: time.nanoseconds +| length.nanoseconds)
    }

    package static func - (end: RunningTime, start: RunningTime) -> Duration {
        .nanoseconds(end.nanoseconds -| start.nanoseconds)
    }
}
