/// Counts the combined frames in which a camera's picture was an older one than due. All times are nanoseconds of running time.
struct MixerStatistics: Sendable {
    /// The length of a camera's frame.
    var camera: Int64
    private let combined: Int64
    private var last: Int64?
    /// Two times that are the same may have been rounded on different ways.
    private var slack: Int64 { combined / 10_000 }

    /// The lengths of a camera's and of a combined frame.
    init(camera: Int64, combined: Int64) { (self.camera, self.combined) = (camera, combined) }

    /// A combined frame that begins at `time` shows the camera's picture of the time `picture` (`nil`: none).
    ///
    /// Returns whether it should have been a newer one. A camera as fast as the combined picture or faster has a new one for
    /// every frame; of a slower one each is repeated until the next is due, to which half a combined frame
    /// is allowed. A picture that is new, but whose own time was over when the combined frame began, came too late to be due:
    /// GstVideoAggregator draws the last that there is (`gst_video_aggregator_fill_queues`, 1.22).
    mutating func isStale(_ picture: Int64?, at time: Int64) -> Bool {
        defer { last = picture }
        guard let picture else { return false }
        guard picture == last else { return picture + camera + slack < time }
        return camera <= combined || picture + camera < time + combined / 2
    }
}
