/// The progress of a render or a copy: percentage, speed and remaining time.
package struct ProgressFigures: Equatable, Sendable {
    /// The finished share in percent, 0 to 100.
    package var percent: Int
    /// The amount of work done in each second of this run: for a render, seconds of recording; for a copy, bytes.
    package var speed: Double
    /// The estimated remaining time in seconds; `nil` if unknown.
    package var left: Double?

    /// Calculates the figures.
    ///
    /// - Parameters:
    ///   - done: The amount of work done so far, including earlier runs, in seconds of recording or in bytes.
    ///   - whole: The amount of the complete work, in the same unit.
    ///   - kept: The amount that earlier runs did, in the same unit.
    ///   - elapsed: The time in seconds since this run began.
    package init(_ done: Double, of whole: Double, kept: Double = 0, elapsed: Double) {
        let share = whole > 0 ? max(0, min(1, done / whole)) : 1
        percent = Int(share * 100)
        speed = elapsed > 0 ? max(0, done - kept) / elapsed : 0
        left = speed > 0 ? max(0, whole - done) / speed : nil
    }
}
