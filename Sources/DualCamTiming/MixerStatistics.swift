/// Detects combined frames that show an outdated picture of one camera. All times are in nanoseconds of running time.
package struct MixerStatistics: Sendable {
    /// A frame of the combined picture, together with the camera frame that it shows.
    package struct Frame: Sendable, Equatable {
        package var time: Int64
        package var picture: Int64
        /// True if the previous combined frame showed the same picture.
        package var isAgain: Bool
    }

    /// The length of one frame of the camera, in nanoseconds.
    package private(set) var camera: Int64
    private let combined: Int64
    private var last: Int64?
    /// The frames that may show an outdated picture, kept until the camera's actual frame rate has been measured; `nil`
    /// once it is known.
    private var doubtful: [Frame]?
    /// The tolerance for equal times that were rounded differently, in nanoseconds.
    private var slack: Int64 { combined / 10_000 }

    /// The time in nanoseconds, and the number of camera frames, to wait for a measurement of the camera's rate. After
    /// both, the requested rate is assumed to be right.
    private static let patience: (time: Int64, frames: Int64) = (6_000_000_000, 8)

    /// Creates a detector for one camera, given the lengths of the camera's and the combined picture's frames, in
    /// nanoseconds.
    ///
    /// - Parameter isMeasured: false if the camera's actual rate has not been measured and may differ from the
    ///   requested one.
    package init(camera: Int64, combined: Int64, isMeasured: Bool = true) {
        (self.camera, self.combined) = (camera, combined)
        if !isMeasured { doubtful = [] }
    }

    /// The result of checking a camera's picture in a combined frame.
    package enum Verdict: Sendable, Equatable {
        case due
        case stale
        /// The result is unknown until the camera's rate is known (`settle`). `isStale` is the result at the requested
        /// frame rate: true if the picture is outdated.
        case doubtful(isStale: Bool)
    }

    /// Checks if the combined frame at `time` shows an outdated picture of the camera. `picture` is the time of the
    /// shown picture; `nil` if none is shown.
    ///
    /// A camera at least as fast as the combined picture has a new picture for every frame. A slower camera's picture
    /// is repeated until the next one is due, with a tolerance of half a combined frame. A new picture is outdated if
    /// its display time had ended when the combined frame began. GstVideoAggregator draws the last picture that exists
    /// (`gst_video_aggregator_fill_queues`, 1.22).
    package mutating func judge(_ picture: Int64?, at time: Int64) -> Verdict {
        defer { last = picture }
        guard let picture else { return .due }
        let frame = Frame(time: time, picture: picture, isAgain: picture == last)
        guard doubtful != nil else { return isStale(frame, camera) ? .stale : .due }
        // A frame that is not outdated even at the highest rate needs no measurement.
        guard isStale(frame, 0) else { return .due }
        doubtful?.append(frame)
        return .doubtful(isStale: isStale(frame, camera))
    }

    /// Sets the measured time between the camera's pictures. Afterwards, no result is uncertain.
    ///
    /// - Returns: the times of the uncertain frames that turn out to show an outdated picture; `nil` if no frame was
    ///   uncertain.
    package mutating func settle(camera length: Int64) -> Set<Int64>? {
        camera = length
        defer { doubtful = nil }
        return doubtful.map { frames in Set(frames.filter { isStale($0, length) }.map(\.time)) }
    }

    /// Assumes that the requested frame rate is right if no measurement has arrived by `time`. Returns the times of the
    /// uncertain frames that then show an outdated picture. Returns `nil` while a measurement may still arrive.
    package mutating func giveUpMeasuring(at time: Int64) -> Set<Int64>? {
        guard let first = doubtful?.first?.time else { return nil }
        let patience = max(Self.patience.time, camera * Self.patience.frames)
        return time - first > patience ? settle(camera: camera) : nil
    }

    private func isStale(_ frame: Frame, _ camera: Int64) -> Bool {
        guard frame.isAgain else { return frame.picture + camera + slack < frame.time }
        return camera <= combined || frame.picture + camera < frame.time + combined / 2
    }
}
