package import DualCamPlan

/// Detects discontinuities in one camera's pictures as the combined picture shows them: repeated pictures, skipped
/// pictures, and pictures shown one frame late. Used only for cameras with the combined picture's frame rate. All times
/// are in nanoseconds of running time.
package struct PictureOrder: Sendable {
    /// The length of one frame of the camera, in nanoseconds.
    private let frame: Int64
    /// The tolerance for times that were rounded differently, in nanoseconds.
    private static let slack: Int64 = 1000
    /// The times of the last combined frame (`time`) and of the camera's picture in it (`picture`). `nil` if that frame
    /// shows no picture of the camera.
    private var last: (time: Int64, picture: Int64)?
    private var isRepeated = false
    /// True when, according to the last report, the camera's pictures are shown one frame late. `nil` if no picture has
    /// been recorded since the start or the last pause.
    private var isLate: Bool?
    /// True when a discontinuity of this camera was reported before. The state after a pause or a new start must then
    /// be reported even if it is normal.
    private var hasTold: Bool

    /// Creates a detector for one camera.
    /// - Parameter isAgain: true if discontinuities of this camera were reported before the camera was lost.
    package init(frame: Int64, isAgain: Bool) { (self.frame, hasTold) = (frame, isAgain) }

    /// Registers the combined frame at `time`, which shows the camera's picture with the time `picture`; `nil` if it
    /// shows no picture of the camera.
    ///
    /// - Returns: the discontinuity to report; `nil` if there is none.
    package mutating func jump(to picture: Int64?, at time: Int64, isRecording: Bool) -> PictureJump? {
        guard let picture else {
            last = nil
            return nil
        }
        let before = last
        last = (time, picture)
        if !isRecording { isLate = nil }
        guard picture != before?.picture else {
            isRepeated = true
            return nil
        }
        let follows = !isRepeated && isNext(before, picture, at: time)
        isRepeated = false
        guard isRecording else { return nil }
        let isLateNow = picture + Self.slack < time
        let isNews = isLate.map { $0 && !isLateNow } ?? (isLateNow || hasTold)
        guard isNews || !follows else {
            isLate = isLate ?? false
            return nil
        }
        (isLate, hasTold) = (isLateNow, true)
        let previous = follows ? nil : before?.picture
        return PictureJump(
            at: RunningTime(nanoseconds: time), last: RunningTime(nanoseconds: previous ?? picture - frame),
            next: RunningTime(nanoseconds: picture))
    }

    /// Returns true if the picture and the combined frame directly follow those of `before`, or if `before` is `nil`.
    private func isNext(_ before: (time: Int64, picture: Int64)?, _ picture: Int64, at time: Int64) -> Bool {
        guard let before else { return true }
        let longest = frame * 3 / 2
        return picture - before.picture < longest && time - before.time < longest
    }
}
