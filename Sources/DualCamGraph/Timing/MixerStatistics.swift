/// Counts the combined frames that show an outdated picture of a camera. All times are nanoseconds of running time.
struct MixerStatistics: Sendable {
    /// The length of a camera's frame.
    var camera: Int64
    private let combined: Int64
    private var last: Int64?
    /// The tolerance for equal times that were rounded differently.
    private var slack: Int64 { combined / 10_000 }

    /// Creates the statistics from the lengths of a camera's and of a combined frame.
    init(camera: Int64, combined: Int64) { (self.camera, self.combined) = (camera, combined) }

    /// Returns true if the combined frame at `time` shows an outdated picture. Its time is `picture`; `nil` for no
    /// picture.
    ///
    /// A camera at least as fast as the combined picture has a new picture for every frame. A slower camera's picture
    /// is repeated until the next one is due, with a tolerance of half a combined frame. A new picture is outdated if
    /// its own time was over when the combined frame began. GstVideoAggregator draws the last picture that exists
    /// (`gst_video_aggregator_fill_queues`, 1.22).
    mutating func isStale(_ picture: Int64?, at time: Int64) -> Bool {
        defer { last = picture }
        guard let picture else { return false }
        guard picture == last else { return picture + camera + slack < time }
        return camera <= combined || picture + camera < time + combined / 2
    }
}
