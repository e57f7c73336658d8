internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// The silence that is sent through noise-reduction elements before they are replaced, so that they output all sound
/// that they still hold.
struct PendingAudio: Sendable {
    var bytes: Int
    /// The length of the silence that is sent, in nanoseconds.
    var length: UInt64
    var end: SoundCut?

    /// Calculates how much silence makes the noise-reduction elements of `cleaning` output all sound that they still
    /// hold.
    init(_ cleaning: CleaningPlan, _ sound: SoundPlan, _ end: SoundCut?) {
        let frames = cleaning.delay + cleaning.hold
        bytes = frames * sound.format.bytes * sound.channels
        length = UInt64(frames) * 1_000_000_000 / UInt64(sound.rate)
        self.end = end
    }
}

/// The path of the sound from the pad `raw` to the pad `cleaned`: either a direct link, or a chain of noise-reduction
/// elements.
struct AudioRoute: Sendable {
    /// The first and the last pad of a chain of noise-reduction elements.
    struct Stretch: Sendable {
        var input: Pad
        var output: Pad
    }

    /// The source pad at which the path through the noise reduction begins.
    var raw: Pad
    /// The sink pad at which the path through the noise reduction ends.
    var cleaned: Pad
    /// The noise-reduction elements to replace; `nil` for a direct link.
    var old: Stretch?
    /// The noise-reduction elements to insert; `nil` for a direct link.
    var new: Stretch?
    var branch: BranchID

    /// Replaces the noise-reduction elements at a moment when no buffer passes. Blocks until this is done.
    ///
    /// - Parameters:
    ///   - rest: the silence that makes the old elements output all sound that they still hold; `nil` for none.
    ///   - reach: the position up to which sound has passed `raw`.
    /// - Returns: the running time of the first sample on the new path, in nanoseconds; `nil` if no sample had passed
    ///   before.
    func change(finishing rest: PendingAudio?, at reach: AudioPosition) throws(GraphFailure) -> Int64? {
        let outcome = Promise<Result<Int64?, GraphFailure>>()
        raw.whenIdle {
            outcome.keep(Result { () throws(GraphFailure) in try relink(finishing: rest, at: reach.end) })
        }
        guard let result = outcome.wait(within: 2) else {
            throw .tookTooLong("changing how the sound is cleaned", .seconds(2))
        }
        return try result.get()
    }

    private func relink(finishing rest: PendingAudio?, at end: AudioPosition.End?) throws(GraphFailure) -> Int64? {
        if let old, let rest, let end {
            rest.end?.end(at: end.running)
            old.input.pushSilence(bytes: rest.bytes, stamp: end.stamp, length: rest.length)
        }
        part(old)
        do throws(GraphError) {
            try join(new)
            return end?.running
        } catch {
            part(new)
            rest?.end?.goOn()
            throw restored(after: GraphFailure(error, branch: branch))
        }
    }

    /// Links the old elements again after a failed change, and returns `failure`. If that linking fails as well, the
    /// sound ends, and the error's message says so.
    private func restored(after failure: GraphFailure) -> GraphFailure {
        do throws(GraphError) {
            try join(old)
            return failure
        } catch {
            var failure = failure
            failure.message += "; the sound has ended, as \(GraphFailure(error, branch: branch).message)"
            return failure
        }
    }

    private func part(_ stretch: Stretch?) {
        raw.unlink(from: stretch?.input ?? cleaned)
        stretch?.output.unlink(from: cleaned)
    }

    private func join(_ stretch: Stretch?) throws(GraphError) {
        try stretch?.output.link(to: cleaned)
        try raw.link(to: stretch?.input ?? cleaned)
    }
}
