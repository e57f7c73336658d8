internal import DualCamPlan
internal import DualCamTiming

extension Writer.Tally {
    enum Step {
        case take, skip, end
        /// The picture belongs to the time that the file records, but the file must begin with a key frame.
        case keyless
    }

    /// Sets the end of the time that the file records, unless an earlier end is set. A later end may be requested
    /// before late frames have reached the earlier one.
    mutating func end(at time: Int64) { until = min(until ?? time, time) }

    /// True when the video's sticky events belong to the previous or next file, so that they must be dropped.
    var holdsBack: Bool {
        guard let changesAt else { return false }
        return from ?? .min < changesAt ? opened.contains(.video) : !hasChanged
    }

    /// The source's numbers of the file's first and last frame, with the number of frames between them that were
    /// dropped on purpose or not recorded; `nil` if the number of any frame is unknown.
    var count: FrameCount? {
        guard isCounted, let first, let last else { return nil }
        return FrameCount(
            first: first.number, last: last.number, leftOut: last.leftOut - first.leftOut,
            paused: last.paused - first.paused, before: before)
    }

    /// Adds an accepted frame to the file's frame count. `frame` is `nil` if its number is unknown. `before` is the
    /// number of frames missing between the previous file and this file's first frame.
    mutating func count(_ frame: NumberedFrames.Frame?, before: Int?) {
        guard let frame else { return isCounted = false }
        if first == nil { (first, self.before) = (frame, before) }
        last = frame
    }

    /// Records that the new encoder's stream has begun, if the picture that is about to arrive is a key frame at or
    /// after the file's beginning. Must be called before the picture's sticky events arrive.
    mutating func meet(isKeyFrame: Bool, at time: Int64?) {
        if isKeyFrame, let time, time >= from ?? .min { hasChanged = true }
    }

    /// Decides whether a buffer is written to the file. A buffer before the time that the file records is skipped, and
    /// a buffer within that time is accepted. The first buffer after it ends the stream.
    /// - Parameter isBoundary: true if the file may begin or end at this buffer, as at a key frame or at any sound.
    mutating func admit(_ media: Writer.Media, at time: Int64?, duration: Int64, isBoundary: Bool) -> Step {
        guard !ended.contains(media), let time else { return .skip }
        let reach = media == .video ? time : time + duration - 1
        if let until, isBoundary, reach >= until {
            ended.insert(media)
            return .end
        }
        if !opened.contains(media) {
            // In a very short take, the sound may have ended before the first picture arrives, because encoding
            // pictures takes longer.
            guard ended.isSubset(of: opened), reach >= from ?? .min else { return .skip }
            guard isBoundary else { return .keyless }
            opened.insert(media)
            origin = min(origin ?? time, time)
        }
        if media == .video {
            frames += 1
            start = min(start ?? time, time)
            if time + duration > end { (end, lastLength) = (time + duration, duration) }
        }
        return .take
    }
}
