/// The parts that pauses cut out of a recording, in the order of their running times.
///
/// Recorded time is running time without these cuts, so a file has no gap at a pause. Both times are equal up to the
/// first cut.
package struct CutList: Sendable, Equatable {
    package struct Cut: Sendable, Equatable {
        package var from: RunningTime
        /// The running time at which the cut ends; `nil` if the pause has not ended.
        package var to: RunningTime?

        package init(from: RunningTime, to: RunningTime?) { (self.from, self.to) = (from, to) }

        /// The length of the cut in nanoseconds; 0 while the pause has not ended.
        var length: Int64 { to.map { $0.nanoseconds -| from.nanoseconds } ?? 0 }
    }

    /// The side of a cut that is meant by a recorded time which is both the beginning and the end of the cut.
    package enum Side: Sendable { case before, behind }

    package private(set) var cuts: [Cut] = []

    package init(_ cuts: [Cut] = []) { self.cuts = cuts }

    /// True when the last cut has begun and not ended: the recording is paused.
    package var isOpen: Bool { cuts.last.map { $0.to == nil } ?? false }

    /// Begins a cut after all others. Does nothing while a cut is open.
    package mutating func begin(at time: RunningTime) {
        if !isOpen { cuts.append(Cut(from: time, to: nil)) }
    }

    package mutating func end(at time: RunningTime) {
        if isOpen { cuts[cuts.count - 1].to = max(time, cuts[cuts.count - 1].from) }
    }

    /// Returns true if a running time lies within a cut.
    package func isCut(_ time: RunningTime) -> Bool {
        cuts.contains { $0.from <= time && $0.to.map { time < $0 } ?? true }
    }

    /// Returns the recorded time that corresponds to a running time. All running times within a cut have the same
    /// recorded time.
    package func recorded(_ time: RunningTime) -> RunningTime {
        var shift: Int64 = 0
        for cut in cuts where cut.from <= time && !(planted(.openCutIgnored) && cut.to == nil) {
            shift = shift +| (min(cut.to ?? time, time).nanoseconds -| cut.from.nanoseconds)
        }
        return RunningTime(nanoseconds: time.nanoseconds -| shift)
    }

    /// Returns the running time that corresponds to a recorded time.
    ///
    /// - Parameter side: the side of a cut that lies exactly at this time. Behind a cut that has not ended no time is
    ///   known, so the beginning of the cut is returned.
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

    /// Returns the total length of the cuts between two running times, in nanoseconds.
    ///
    /// - Parameter slack: the length of a frame in nanoseconds. A file's last frame may reach into a cut, and its first
    ///   frame may lie as far before a cut's end. Cuts within that distance are counted in full.
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
