/// Counts the combined frames in which a camera's picture was an older one than due. All times are nanoseconds of running time.
struct MixerStatistics: Sendable {
    /// The length of a camera's frame.
    var camera: Int64
    private let combined: Int64
    private var last: Int64?

    /// The lengths of a camera's and of a combined frame.
    init(camera: Int64, combined: Int64) { (self.camera, self.combined) = (camera, combined) }

    /// A combined frame that begins at `time` shows the camera's picture of the time `picture` (`nil`: none).
    ///
    /// Returns whether it should have been a newer one. A camera as fast as the combined picture or faster has a new one for
    /// every frame; of a slower one each is repeated until the next is due, to which half a combined frame
    /// is allowed.
    mutating func isStale(_ picture: Int64?, at time: Int64) -> Bool {
        defer { last = picture }
        guard let picture, picture == last else { return false }
        return camera <= combined || picture + camera < time + combined / 2
    }
}
