/// The range of frame numbers in a camera's file. The camera's driver numbers the frames, so the numbers prove that no
/// frame is missing, which a frame rate cannot prove.
package struct FrameCount: Sendable, Equatable {
    /// The driver's number of the file's first frame. A driver starts to count again each time its camera is opened.
    package var first: Int64
    /// The driver's number of the file's last frame.
    package var last: Int64
    /// The number of frames between `first` and `last` that were dropped on purpose, because of load or heat.
    package var leftOut: Int
    /// The number of frames between `first` and `last` that the camera delivered while the recording was paused.
    package var paused: Int
    /// The number of frames missing between the output's previous file and this file. `nil` if unknown, because there
    /// is no previous file or the camera was lost in between.
    package var before: Int?

    package init(first: Int64, last: Int64, leftOut: Int = 0, paused: Int = 0, before: Int? = nil) {
        (self.first, self.last, self.leftOut, self.paused, self.before) = (first, last, leftOut, paused, before)
    }

    /// Returns the number of missing frames between the first and the last frame of a file; at least 0.
    ///
    /// - Parameter frames: the number of frames that the file contains.
    package func missing(among frames: Int) -> Int {
        let due = last -| first +| 1 -| Int64(leftOut) -| Int64(paused)
        return Int(clamping: max(0, due -| Int64(frames)))
    }
}
