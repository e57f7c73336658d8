internal import DualCamPlan
internal import GStreamer

/// The sound that is still inside of a route that is about to be left.
struct SoundRest: Sendable {
    var bytes: Int
    /// Nanoseconds.
    var length: UInt64
    var end: SoundCut?

    /// Silence that pushes out all that was put in before.
    init(_ cleaning: CleaningPlan, _ sound: SoundPlan, _ end: SoundCut?) {
        let frames = cleaning.delay + cleaning.hold
        bytes = frames * sound.format.bytes * sound.channels
        length = UInt64(frames) * 1_000_000_000 / UInt64(sound.rate)
        self.end = end
    }
}

/// The sound's way from `raw` to `cleaned`: straight, or through elements.
struct AudioRoute: Sendable {
    /// The first and the last pad of what stands between.
    struct Stretch: Sendable {
        var input: Pad
        var output: Pad
    }

    /// A source pad, and the sink pad to which its sound goes at last.
    var raw: Pad
    var cleaned: Pad
    /// `nil`: straight.
    var old: Stretch?
    var new: Stretch?
    var branch: BranchID

    /// Blocks until the way has changed, between two buffers.
    ///
    /// - Parameter reach: the end of the sound that has passed at `raw`.
    /// - Returns: running time, in nanoseconds, of the first sample on the new way; `nil`: no sample came before.
    func change(finishing rest: SoundRest?, at reach: SoundReach) throws(GraphFailure) -> Int64? {
        let outcome = Promise<Result<Int64?, GraphFailure>>()
        raw.whenIdle {
            outcome.keep(Result { () throws(GraphFailure) in try relink(finishing: rest, at: reach.end) })
        }
        guard let result = outcome.wait(within: 2) else {
            throw .tookTooLong("changing how the sound is cleaned", .seconds(2))
        }
        return try result.get()
    }

    private func relink(finishing rest: SoundRest?, at end: SoundReach.End?) throws(GraphFailure) -> Int64? {
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

    /// Takes the old way up again. Where that fails as well the sound ends here, and the failure says so.
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
