internal import DualCamPlan
internal import GStreamer

/// The switch from an old microphone device to a new one at the sink pad that both feed.
struct MicrophoneTurn: Sendable {
    /// The source pad of the new microphone, which is blocked until the switch.
    var source: Pad
    var sink: Pad
    var cut: SoundCut
    /// The position up to which the old microphone's sound has passed the pad that both feed.
    var reach: AudioPosition
    var branch: BranchID

    /// Unlinks the old microphone between two of its buffers and links the new one, whose sound continues from there.
    /// Blocks.
    /// - Parameter hold: the probe that blocks the new microphone's pad until then.
    /// - Returns: the running time of the new microphone's first sample, in nanoseconds; `nil` if no sound had passed
    ///   before.
    func switchOver(from hold: Probe) throws(GraphFailure) -> Int64? {
        let old = sink.detachSource()
        let time = reach.end?.running
        if let time { cut.begin(at: time) }
        do throws(GraphFailure) { try source.join(sink, branch) } catch {
            if let old, (try? old.pad.join(sink, branch)) != nil { old.pad.remove(old.mute) }
            throw error
        }
        source.remove(hold)
        return time
    }
}

extension Pad {
    /// Unlinks the source pad that feeds this sink pad, and drops what the source outputs from then on: a source whose
    /// pad is not linked reports an error when it pushes a buffer.
    /// - Returns: the source pad and the probe that drops its buffers; `nil` if no pad was linked.
    @discardableResult
    func detachSource() -> (pad: Pad, mute: Probe)? {
        guard let source = peer else { return nil }
        let mute = source.addProbe(.buffers) { _ in .drop }
        source.part(from: self)
        return (source, mute)
    }
}
