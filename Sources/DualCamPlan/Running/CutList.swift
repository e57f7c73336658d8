/// The pauses of a recording, in chronological order. The recording's files do not contain them.
///
/// Recorded time is the running time without the pauses, so that a file has no gap at a pause. Both times are equal
/// until the first pause.
package struct CutList: Sendable, Equatable {
    package struct Cut: Sendable, Equatable {
        package var from: RunningTime
        /// The running time at which the pause ends; `nil` if it has not ended yet.
        package var to: RunningTime?

        package init(from: RunningTime, to: RunningTime?) { (self.from, self.to) = (from, to) }

        /// The duration of the pause in nanoseconds; 0 if it has not ended yet.
        var length: Int64 { to.map { $0.nanoseconds -| from.nanoseconds } ?? 0 }
    }

    /// The side of a pause to which a recorded time refers. The last moment before a pause and the first moment after
    /// it have the same recorded time.
    package enum Side: Sendable { case before, behind }

    package private(set) var cuts: [Cut] = []

    package init(_ cuts: [Cut] = []) { self.cuts = cuts }

    /// True if the recording is paused, which means that the last pause has no end yet.
    package var isOpen: Bool { cuts.last.map { $0.to == nil } ?? false }

    /// Starts a pause at a running time that is later than all earlier pauses. Does nothing if the last pause has not
    /// ended.
    package mutating func begin(at time: RunningTime) {
        if !isOpen { cuts.append(Cut(from: time, to: nil)) }
    }

    package mutating func end(at time: RunningTime) {
        if isOpen { cuts[cuts.count - 1].to = max(time, cuts[cuts.count - 1].from) }
    }

    /// Returns true if the recording is paused at a running time.
    package func isCut(_ time: RunningTime) -> Bool {
        cuts.contains { $0.from <= time && $0.to.map { time < $0 } ?? true }
    }

    /// Returns the recorded time for a running time. The result is the same for all running times within one pause.
    package func recorded(_ time: RunningTime) -> RunningTime {
        var shift: Int64 = 0
        for cut in cuts where cut.from <= time && !(planted(.openCutIgnored) && cut.to == nil) {
            shift = shift +| (min(cut.to ?? time, time).nanoseconds -| cut.from.nanoseconds)
        }
        return RunningTime(nanoseconds: time.nanoseconds -| shift)
    }

    /// Returns the running time for a recorded time.
    ///
    /// - Parameter side: the moment to return if there is a pause exactly at this time: the one before or the one after
    ///   the pause. If that pause has not ended, its start is returned in both cases.
    package func running(_ recorded: RunningTime, _ side: Side) -> RunningTime {
        var time = recorded.nanoseconds
        for cut in cuts
        where cut.from.nanoseconds < time
            || (cut.from.nanoseconds == time && (side == .behind || planted(.sideIgnored)))
        {
            guard cut.to != nil else { return cut.from }
            time = time +| cut.length
        }
        return RunningTime(nanoseconds: time)
    }

    /// Returns the total duration of the pauses between two running times, in nanoseconds.
    ///
    /// - Parameter slack: the duration of a frame in nanoseconds. A file's last frame may extend into a pause, and its
    ///   first frame may start before the end of a pause. Pauses within this distance of the times are counted in full.
    package func length(from: RunningTime, to end: RunningTime, slack: Int64 = 0) -> Int64 {
        cuts.reduce(0) { sum, cut in
            guard slack > 0 else { return sum +| Self.overlap(cut, from, end) }
            let isWithin = cut.from.nanoseconds +| slack > from.nanoseconds
            guard let to = cut.to, isWithin, to.nanoseconds -| slack < end.nanoseconds else {
                return sum +| Self.overlap(cut, from, end)
            }
            return sum +| cut.length
        }
    }

    private static func overlap(_ cut: Cut, _ from: RunningTime, _ end: RunningTime) -> Int64 {
        let last = min(cut.to ?? end, end)
        return max(0, last.nanoseconds -| max(cut.from, from).nanoseconds)
    }
}
