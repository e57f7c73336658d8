/// The cuts that pauses make in a recording, in the order of their running times.
///
/// Recorded time is running time without the cuts: in it a file has no gap. Both are the same up to the first cut.
package struct CutList: Sendable, Equatable {
    package struct Cut: Sendable, Equatable {
        package var from: RunningTime
        /// `nil`: it is not over.
        package var to: RunningTime?

        package init(from: RunningTime, to: RunningTime?) { (self.from, self.to) = (from, to) }

        /// The length in nanoseconds; 0 while it is not over.
        var length: Int64 { to.map { $0.nanoseconds -| from.nanoseconds } ?? 0 }
    }

    /// The side of a cut on which a recorded time lies that is both its beginning and its end.
    package enum Side: Sendable { case before, behind }

    package private(set) var cuts: [Cut] = []

    package init(_ cuts: [Cut] = []) { self.cuts = cuts }

    /// Nothing is recorded from the last cut on.
    package var isOpen: Bool { cuts.last.map { $0.to == nil } ?? false }

    /// Begins a cut behind all others; does nothing while one is open.
    package mutating func begin(at time: RunningTime) {
        if !isOpen { cuts.append(Cut(from: time, to: nil)) }
    }

    package mutating func end(at time: RunningTime) {
        if isOpen { cuts[cuts.count - 1].to = max(time, cuts[cuts.count - 1].from) }
    }

    /// Returns true when nothing is recorded at a running time.
    package func isCut(_ time: RunningTime) -> Bool {
        cuts.contains { $0.from <= time && $0.to.map { time < $0 } ?? true }
    }

    /// Returns the recorded time; within a cut that of the cut.
    package func recorded(_ time: RunningTime) -> RunningTime {
        var shift: Int64 = 0
        for cut in cuts where cut.from <= time && !(planted(.openCutIgnored) && cut.to == nil) {
            shift = shift +| (min(cut.to ?? time, time).nanoseconds -| cut.from.nanoseconds)
        }
        return RunningTime(nanoseconds: time.nanoseconds -| shift)
    }

    /// - Parameter side: the side of a cut just there; behind one that is not over nothing is known, and its beginning is told.
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

    /// Returns how much is cut out between two running times, in nanoseconds.
    ///
    /// - Parameter slack: a frame's length: a file's last frame may reach into a cut, and its first one behind it lie as much
    ///   before the cut's end. Cuts that are touched so count whole.
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
