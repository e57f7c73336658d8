internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Plays a clip over and over as one stream without an end: its second round's timestamps go on where the first one's ended.
/// It acts behind the decoders, which need the clip's own segments to leave out what an edit list hides.
final class ClipLoop: Sendable {
    private struct State {
        var round: Int64 = 0
        var shift: Int64 = 0
        var segmentIsOver = false
        /// The time of the last frame, in nanoseconds of running time.
        var last: Int64?
    }

    private let demuxer: Element
    private let pad: Pad
    private let length: Int64
    private let begin: Int64
    private let picture: LoopPlan.Picture?
    private let onAbsentFrame: @Sendable (InputName, Int64) -> Void
    private let state = Mutex(State())
    private let firstData = Promise<Void>()
    private let held = Mutex<(pad: Pad, probe: Probe)?>(nil)

    /// - Parameters:
    ///   - begin: the running time of the first round's beginning, in nanoseconds.
    ///   - onAbsentFrame: called on the streaming thread with the running time at which a frame would be due that the clip
    ///     does not hold.
    init(
        _ plan: LoopPlan, demuxer: Element, pad: Pad, begin: Int64,
        onAbsentFrame: @escaping @Sendable (InputName, Int64) -> Void
    ) {
        self.demuxer = demuxer
        self.pad = pad
        length = plan.length
        self.begin = begin
        picture = plan.picture
        self.onAbsentFrame = onAbsentFrame
    }

    /// The demuxer's, for messages.
    var name: String { demuxer.name }

    func install() { pad.addProbe([.buffers, .events, .flushes]) { [self] in judge($0) } }

    /// Holds the demuxer's pad until the first segment has been set.
    func hold(_ demuxed: Pad) {
        let probe = demuxed.addProbe([.block, .buffers]) { [self] _ in
            firstData.keep(())
            return .pass
        }
        held.withLock { $0 = (demuxed, probe) }
    }

    /// Sets the first round's segment once the demuxer has opened the clip. Blocks for at most `seconds`; `false` when the
    /// container cannot be played in rounds or nothing came out of it.
    func prepare(seconds: Double) -> Bool {
        guard firstData.wait(within: seconds) != nil else { return false }
        guard demuxer.seekSegment(from: 0, to: UInt64(length), flush: true) else { return false }
        if let (pad, probe) = held.withLock({ $0 }) { pad.remove(probe) }
        return true
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer {
            info.move(by: state.withLock { begin + $0.round * length + $0.shift })
            tellAbsentFrames(before: info)
            return .pass
        }
        switch info.event {
        case .segment(let segment): return begin(segment, info)
        case .segmentDone:
            state.withLock { $0.segmentIsOver = true }
            DispatchQueue.global().async { [self] in _ = demuxer.seekSegment(from: 0, to: UInt64(length), flush: false)
            }
            return .drop
        case .flush: return .drop
        default: return .pass
        }
    }

    /// Frames of a stream that was not decoded come in their coding order, in which only their decoding times grow.
    private func tellAbsentFrames(before info: borrowing ProbeInfo) {
        guard let picture, picture.frame > 0, let stamp = info.decodingTime ?? info.presentationTime else { return }
        let time = Int64(clamping: stamp)
        let before = state.withLock { state in
            defer { state.last = time }
            return state.last
        }
        guard let before, time > before else { return }
        let steps = Int((Double(time - before) / Double(picture.frame)).rounded())
        for step in 1..<max(1, steps) { onAbsentFrame(picture.input, before + Int64(step) * picture.frame) }
    }

    private func begin(_ segment: Segment, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        let isFirst = state.withLock { state in
            state.shift = segment.shift
            guard state.segmentIsOver else { return state.round == 0 }
            state.segmentIsOver = false
            state.round += 1
            return false
        }
        guard isFirst else { return .drop }
        info.replaceSegment(with: .open)
        return .pass
    }
}
