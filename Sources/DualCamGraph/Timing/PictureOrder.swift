internal import DualCamPlan

/// Finds discontinuities of a camera's pictures in the combined picture: repeated, skipped, or one frame late. Only for
/// cameras that are as fast as the combined picture. All times are nanoseconds of running time.
struct PictureOrder: Sendable {
    /// The length of a frame.
    private let frame: Int64
    /// The tolerance for times that were rounded differently.
    private static let slack: Int64 = 1000
    /// The last combined frame and the picture in it.
    private var last: (time: Int64, picture: Int64)?
    private var isRepeated = false
    /// True when the recorded pictures are one frame late, as reported; `nil` if none has been recorded since the start
    /// or the last pause.
    private var isLate: Bool?
    /// True when an earlier report about the recording may no longer hold.
    private var hasTold: Bool

    /// - Parameter isAgain: true if an earlier observer has reported about this camera.
    init(frame: Int64, isAgain: Bool) { (self.frame, hasTold) = (frame, isAgain) }

    /// Registers the combined frame at `time` that shows the camera's picture of the time `picture`; `nil` for no
    /// picture.
    ///
    /// - Returns: a jump to report; `nil` for none.
    mutating func jump(to picture: Int64?, at time: Int64, isRecording: Bool) -> PictureJump? {
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

    /// Returns true if the picture and the combined frame directly follow the previous ones, or if there were none.
    private func isNext(_ before: (time: Int64, picture: Int64)?, _ picture: Int64, at time: Int64) -> Bool {
        guard let before else { return true }
        let longest = frame * 3 / 2
        return picture - before.picture < longest && time - before.time < longest
    }
}
