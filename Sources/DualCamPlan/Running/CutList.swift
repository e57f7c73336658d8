/// The cuts that pauses make in a recording, in the order of their running times.
///
/// Recorded time is running time without the cuts, so a file has no gap in it. Both times are equal up to the first
/// cut.
package struct CutList: Sendable, Equatable {
    package struct Cut: Sendable, Equatable {
        package var from: RunningTime
        /// The end of the cut; `nil`: the cut is still open.
        package var to: RunningTime?

        package init(from: RunningTime, to: RunningTime?) { (self.from, self.to) = (from, to) }

        /// The length in nanoseconds; 0 while the cut is open.
        var length: Int64 { to.map { $0.nanoseconds -| from.nanoseconds } ?? 0 }
    }

    /// The side of a cut for a recorded time that is both the cut's beginning and its end.
    package enum Side: Sendable { case before, behind }

    package private(set) var cuts: [Cut] = []

    package init(_ cuts: [Cut] = []) { self.cuts = cuts }

    /// True when recording has stopped since the last cut began.
    package var isOpen: Bool { cuts.last.map { $0.to == nil } ?? false }

    /// Begins a cut behind all others; does nothing while one is open.
    package mutating func begin(at time: RunningTime) {
        if !isOpen { cuts.append(Cut(from: time, to: nil)) }
    }

    package mutating func end(at time: RunningTime) {
        if isOpen { cuts[cuts.count - 1].to = max(time, cuts[cuts.count - 1].from) }
    }

    /// Returns true if a running time lies in a cut.
    package func isCut(_ time: RunningTime) -> Bool {
        cuts.contains { $0.from <= time && $0.to.map { time < $0 } ?? true }
    }

    /// Returns the recorded time of a running time; within a cut, the recorded time of the cut.
    package func recorded(_ time: RunningTime) -> RunningTime {
        var shift: Int64 = 0
        for cut in cuts where cut.from <= time && !(planted(.openCutIgnored) && cut.to == nil) {
            shift = shift +| (min(cut.to ?? time, time).nanoseconds -| cut.from.nanoseconds)
        }
        return RunningTime(nanoseconds: time.nanoseconds -| shift)
    }

    /// Returns the running time of a recorded time.
    ///
    /// - Parameter side: the side of a cut at exactly this time. Behind an open cut no time is known, so the cut's
    ///   beginning is returned.
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
    /// - Parameter slack: the length of a frame. A file's last frame may reach into a cut, and the first frame behind
    ///   the cut may lie as much before its end. Cuts within that distance count whole.
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
