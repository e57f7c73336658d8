package import DualCamPlan

/// Counts the combined frames that repeat a camera's picture because a newer one is late. A frame counts only once it
/// has been encoded, because a frame that is dropped earlier is not in any file. All times are in nanoseconds of
/// running time.
package struct RepeatedPictures: Sendable {
    private struct Showing: Sendable {
        var time: Int64
        var branch: BranchID
        /// The result to assume if it remains unknown whether this frame repeats a picture: true if it does. `nil` for
        /// a frame that certainly repeats a picture.
        var guess: Bool?
    }

    /// The drawn frames that have not been encoded yet.
    private var drawn: [Showing] = []
    /// The encoded frames that may or may not repeat a picture.
    private var doubtful: [Showing] = []

    /// The tolerance for equal times that were rounded differently, in nanoseconds.
    private static let slack: Int64 = 1000

    package init() {}

    package mutating func append(_ branch: BranchID, at time: Int64, guess: Bool?) {
        drawn.append(Showing(time: time, branch: branch, guess: guess))
    }

    /// Counts the combined frame at `time`, which has been encoded. Discards earlier frames that have not been encoded,
    /// because they were dropped.
    ///
    /// - Returns: the branch of each camera whose picture the frame certainly repeats, with the time of the drawn
    ///   frame.
    package mutating func encoded(at time: Int64) -> [(time: Int64, branch: BranchID)] {
        let due = drawn.prefix { $0.time <= time + Self.slack }
        drawn.removeFirst(due.count)
        let shown = due.filter { $0.time >= time - Self.slack }
        doubtful += shown.filter { $0.guess != nil }
        return shown.filter { $0.guess == nil }.map { ($0.time, $0.branch) }
    }

    /// Resolves a camera's uncertain frames: those at `times` repeat a picture, and the others do not.
    ///
    /// - Returns: the times of the repeating frames that have been encoded.
    package mutating func settle(_ branch: BranchID, _ times: Set<Int64>) -> [Int64] {
        let settled = doubtful.filter { $0.branch == branch && times.contains($0.time) }
        doubtful.removeAll { $0.branch == branch }
        drawn.removeAll { $0.branch == branch && $0.guess != nil && !times.contains($0.time) }
        for index in drawn.indices where drawn[index].branch == branch { drawn[index].guess = nil }
        return settled.map(\.time)
    }

    /// Removes all uncertain frames. Returns those that have been encoded and repeat a picture according to their
    /// `guess`.
    package mutating func guess() -> [(time: Int64, branch: BranchID)] {
        defer { doubtful = [] }
        return doubtful.filter { $0.guess == true }.map { ($0.time, $0.branch) }
    }
}
