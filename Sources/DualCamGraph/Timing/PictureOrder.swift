internal import DualCamPlan

/// Finds where a camera's pictures do not follow each other in the combined one: where one is shown again, passed over, or shown a frame
/// later than due. For cameras that are as fast as the combined picture. All times are nanoseconds of running time.
struct PictureOrder: Sendable {
    /// The length of a frame.
    private let frame: Int64
    /// A time may have been rounded on another way.
    private static let slack: Int64 = 1000
    /// The last combined frame and the picture in it.
    private var last: (time: Int64, picture: Int64)?
    private var isRepeated = false
    /// True when the pictures of the recording are a frame late, as was told; `nil`: none was recorded since it began or went on.
    private var isLate: Bool?
    /// Something was told of the recording that may no longer hold.
    private var hasTold: Bool

    /// - Parameter isAgain: another one has told of this camera before.
    init(frame: Int64, isAgain: Bool) { (self.frame, hasTold) = (frame, isAgain) }

    /// Takes in the combined frame that begins at `time` and shows the camera's picture of the time `picture` (`nil`: none).
    ///
    /// Returns a jump that is to be told.
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

    /// Returns true where the picture and the combined frame are those behind the ones before, or there were none.
    private func isNext(_ before: (time: Int64, picture: Int64)?, _ picture: Int64, at time: Int64) -> Bool {
        guard let before else { return true }
        let longest = frame * 3 / 2
        return picture - before.picture < longest && time - before.time < longest
    }
}
