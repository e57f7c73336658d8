internal import DualCamPlan

/// The record of a camera's numbered pictures for one output: which were recorded, dropped on purpose, or outside the
/// recording. Any other missing number is a lost picture.
package struct NumberedFrames: Sendable {
    /// A recorded picture, with its number and its recorded time (running time without pauses) in nanoseconds.
    /// `leftOut` is the number of all earlier pictures that were dropped on purpose, and `paused` is the number of
    /// those outside the recording.
    package struct Frame: Timed, Equatable {
        package var time: Int64
        package var number: Int64
        package var leftOut: Int
        package var paused: Int

        /// Returns the number of pictures lost between `earlier` and this picture.
        package func missing(since earlier: Frame) -> Int {
            let steps = Int(clamping: number -| earlier.number) -| 1
            return max(0, steps -| (leftOut - earlier.leftOut) -| (paused - earlier.paused))
        }
    }

    /// The maximum number of pictures to remember: those in encoders and in the pre-roll, which is up to ten minutes at
    /// 60 pictures a second.
    private static let limit = 40_000

    private var frames = Backlog<Frame>(limit: limit)
    /// The numbers of pictures that were dropped on purpose and follow the newest known picture.
    private var omitted: [Int64] = []
    private var leftOut = 0
    private var paused = 0
    /// The newest known picture; `nil` before the first one. `number`: its number. `isCut`: true if it was outside the
    /// recording.
    private var met: (number: Int64, isCut: Bool)?
    /// The last picture that reached a file of the current take; `nil` if none has.
    private var taken: Frame?

    package init() {}

    /// Discards all records, because the camera starts again from its first number.
    package mutating func renew() { self = NumberedFrames() }

    /// Begins another take. Pictures lost between the last file of the previous take and the next file are not counted.
    package mutating func beginTake() { taken = nil }

    /// Registers that the picture of this number is dropped on purpose: to reduce load, or because a delay was
    /// shortened.
    package mutating func leaveOut(_ number: Int64) { if omitted.count < Self.limit { omitted.append(number) } }

    /// Registers that the picture of this number is not recorded, because it lies before the start or in a pause.
    package mutating func cut(_ number: Int64) {
        passBy(number)
        paused = paused +| 1
        met = (number, true)
    }

    /// Registers that the picture of this number should have been recorded and is lost.
    package mutating func lose(_ number: Int64) {
        passBy(number)
        met = (number, false)
    }

    /// Registers that the picture of this number is recorded. `time` is in nanoseconds of recorded time (running time
    /// without pauses).
    package mutating func pass(_ number: Int64, at time: Int64) {
        passBy(number)
        met = (number, false)
        frames.append(Frame(time: time, number: number, leftOut: leftOut, paused: paused))
    }

    /// Counts the pictures before `number` that were dropped on purpose or were outside the recording. Numbers missing
    /// directly after a picture outside the recording also count as outside.
    private mutating func passBy(_ number: Int64) {
        let omitted = passOmitted(before: number)
        leftOut = leftOut +| omitted
        guard let met, met.isCut else { return }
        paused = paused +| max(0, Int(clamping: number -| met.number) -| 1 -| omitted)
    }

    private mutating func passOmitted(before number: Int64) -> Int {
        let count = omitted.prefix { $0 < number }.count
        omitted.removeFirst(count)
        return count
    }

    /// Registers that the picture at `time`, in nanoseconds of recorded time (running time without pauses), has reached
    /// a file. Returns the picture's record, and in `before` the number of pictures lost since the previous picture in
    /// a file (`nil` for the first one). Returns `nil` if the picture has no number.
    package mutating func match(at time: Int64) -> (frame: Frame, before: Int?)? {
        guard let frame = frames.element(at: time) else {
            taken = nil
            return nil
        }
        defer { taken = frame }
        return (frame, taken.map(frame.missing))
    }
}
