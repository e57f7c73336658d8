internal import DualCamPlan
internal import GStreamer

/// The sound that is still inside a route that is being replaced.
struct SoundRest: Sendable {
    var bytes: Int
    /// The length in nanoseconds.
    var length: UInt64
    var end: SoundCut?

    /// Calculates the silence that pushes all remaining sound out of a cleaning element.
    init(_ cleaning: CleaningPlan, _ sound: SoundPlan, _ end: SoundCut?) {
        let frames = cleaning.delay + cleaning.hold
        bytes = frames * sound.format.bytes * sound.channels
        length = UInt64(frames) * 1_000_000_000 / UInt64(sound.rate)
        self.end = end
    }
}

/// The route of the sound from `raw` to `cleaned`: a direct link, or through elements.
struct AudioRoute: Sendable {
    /// The first and the last pad of the elements between the two.
    struct Stretch: Sendable {
        var input: Pad
        var output: Pad
    }

    /// The source pad at which the route begins. `cleaned` is the sink pad at which the route ends.
    var raw: Pad
    var cleaned: Pad
    /// The elements of the current route; `nil` for a direct link.
    var old: Stretch?
    var new: Stretch?
    var branch: BranchID

    /// Changes the route between two buffers. Blocks until that is done.
    ///
    /// - Parameter reach: the end of the sound that has passed `raw`.
    /// - Returns: the running time of the first sample on the new route, in nanoseconds; `nil` if no sample came
    ///   before.
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

    /// Restores the old route and returns the failure. If that fails as well, the sound ends here, and the failure says
    /// so.
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
