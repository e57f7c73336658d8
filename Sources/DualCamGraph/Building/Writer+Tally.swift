internal import DualCamPlan

extension Writer.Tally {
    enum Step { case take, skip, end }

    /// Sets the end of the file's window, unless an earlier end is set. A later end may be requested before late frames
    /// have reached the earlier one.
    mutating func end(at time: Int64) { until = min(until ?? time, time) }

    /// True when the video's sticky events belong to the previous or next file, so that they must be dropped.
    var holdsBack: Bool {
        guard let changesAt else { return false }
        return from ?? .min < changesAt ? opened.contains(.video) : !hasChanged
    }

    /// The source's numbers of the file's first and last frame, with the counts of frames between them; `nil` if the
    /// number of any frame is unknown.
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

    /// Registers that the first picture of the new encoder is about to arrive. Must be called before the picture's
    /// sticky events arrive.
    mutating func meet(isKeyFrame: Bool, at time: Int64?) {
        if isKeyFrame, let time, time >= from ?? .min { hasChanged = true }
    }

    /// Decides how to handle a buffer. A buffer before the file's window is skipped, and a buffer in the window is
    /// accepted. The first buffer after the window ends the stream.
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
            guard ended.isSubset(of: opened), isBoundary, reach >= from ?? .min else { return .skip }
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
