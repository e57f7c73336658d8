internal import DualCamPlan
internal import GStreamer

/// A device that is opened beside the one that is heard.
struct MicrophoneTrial: Sendable {
    /// The names of its elements, whose failures are its own.
    let names: Set<String>
    let seen = Arrivals()

    init(_ part: GraphPart) { names = Set(part.elements.map(\.name)) }
}

/// Puts one microphone into another's place.
struct MicrophoneTurn: Sendable {
    /// The new one's, at which it waits.
    var source: Pad
    var sink: Pad
    var cut: SoundCut
    /// The end of the sound that has passed at `sink`.
    var reach: SoundReach
    var branch: BranchID

    /// Blocks until the old one has been unlinked between two of its buffers and the new one goes on from there.
    /// - Returns: running time of the new one's first sample, in nanoseconds; `nil`: nothing had been heard before.
    func take(from hold: Probe) throws(GraphFailure) -> Int64? {
        let old = sink.peer
        // A source whose way ends nowhere would report that as a failure.
        let mute = old?.addProbe(.buffers) { _ in .drop }
        old?.part(from: sink)
        let time = reach.end?.running
        if let time { cut.begin(at: time) }
        do throws(GraphFailure) { try source.join(sink, branch) } catch {
            if let old, let mute, (try? old.join(sink, branch)) != nil { old.remove(mute) }
            throw error
        }
        source.remove(hold)
        return time
    }
}
