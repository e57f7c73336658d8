/// The frames of a camera's file by the numbers that its driver gave them: they prove that none is missing, which a rate cannot.
package struct FrameCount: Sendable, Equatable {
    /// The numbers of the first and of the last frame in the file. A driver counts anew whenever its camera is opened.
    package var first: Int64
    package var last: Int64
    /// Frames between the two that were left out on purpose, for load or heat.
    package var leftOut: Int
    /// Frames between the two that the camera delivered while the recording was paused.
    package var paused: Int
    /// Frames that are missing between the output's file before and this one; `nil`: not known, as there is none before it, or the camera
    /// was away in between.
    package var before: Int?

    package init(first: Int64, last: Int64, leftOut: Int = 0, paused: Int = 0, before: Int? = nil) {
        (self.first, self.last, self.leftOut, self.paused, self.before) = (first, last, leftOut, paused, before)
    }

    /// Returns how many frames between the first and the last one should be in a file of so many frames and are not; never below 0.
    package func missing(among frames: Int) -> Int {
        let due = last -| first +| 1 -| Int64(leftOut) -| Int64(paused)
        return Int(clamping: max(0, due -| Int64(frames)))
    }
}
