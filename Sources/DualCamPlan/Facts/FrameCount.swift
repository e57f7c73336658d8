/// The number of frames in a camera's file according to the numbers that the camera's driver gave to them. The numbers
/// prove that no frame is missing, which a frame rate cannot.
package struct FrameCount: Sendable, Equatable {
    /// `first`, `last`: the driver's numbers of the first and the last frame in the file. A driver starts counting
    /// again whenever its camera is opened.
    package var first: Int64
    package var last: Int64
    /// The number of frames between `first` and `last` that were left out on purpose, for load or heat.
    package var leftOut: Int
    /// The number of frames between `first` and `last` that the camera delivered while the recording was paused.
    package var paused: Int
    /// The number of frames missing between the output's previous file and this one. `nil` if the number is unknown,
    /// because no file precedes or the camera was lost in between.
    package var before: Int?

    package init(first: Int64, last: Int64, leftOut: Int = 0, paused: Int = 0, before: Int? = nil) {
        (self.first, self.last, self.leftOut, self.paused, self.before) = (first, last, leftOut, paused, before)
    }

    /// Returns the number of frames that are missing between the first and the last frame of a file that contains
    /// `frames` frames; never below 0.
    package func missing(among frames: Int) -> Int {
        let due = last -| first +| 1 -| Int64(leftOut) -| Int64(paused)
        return Int(clamping: max(0, due -| Int64(frames)))
    }
}
