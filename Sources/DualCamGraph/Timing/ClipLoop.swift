internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Plays a clip over and over as one stream without an end: its second round's timestamps go on where the first one's ended.
final class ClipLoop: Sendable {
    private struct State {
        var round: UInt64 = 0
        var segmentIsOver = false
    }

    private let demuxer: Element
    private let pad: Pad
    private let length: UInt64
    private let state = Mutex(State())
    private let firstData = DispatchSemaphore(value: 0)
    private let held = Mutex<(pad: Pad, probe: Probe)?>(nil)

    init(_ plan: LoopPlan, demuxer: Element, pad: Pad) {
        self.demuxer = demuxer
        self.pad = pad
        length = UInt64(plan.length)
    }

    func install() { pad.addProbe([.buffers, .events, .flushes]) { [self] in judge($0) } }

    /// Holds the demuxer's pad until the first segment has been set.
    func hold(_ demuxed: Pad) {
        let probe = demuxed.addProbe([.block, .buffers]) { [self] _ in
            firstData.signal()
            return .pass
        }
        held.withLock { $0 = (demuxed, probe) }
    }

    /// Sets the first round's segment once the demuxer has opened the clip. Blocks for at most `seconds`; `false` when the
    /// container cannot be played in rounds or nothing came out of it.
    func prepare(seconds: Int) -> Bool {
        guard firstData.wait(timeout: .now() + .seconds(seconds)) == .success else { return false }
        guard demuxer.seekSegment(from: 0, to: length, flush: true) else { return false }
        if let (pad, probe) = held.withLock({ $0 }) { pad.remove(probe) }
        return true
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer {
            info.delay(by: state.withLock { $0.round } * length)
            return .pass
        }
        switch info.event {
        case .segment: return beginRound(info)
        case .segmentDone:
            state.withLock { $0.segmentIsOver = true }
            DispatchQueue.global().async { [self] in _ = demuxer.seekSegment(from: 0, to: length, flush: false) }
            return .drop
        case .flush: return .drop
        default: return .pass
        }
    }

    private func beginRound(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        let isFirst = state.withLock { state in
            guard state.segmentIsOver else { return true }
            state.segmentIsOver = false
            state.round += 1
            return false
        }
        guard isFirst else { return .drop }
        info.replaceSegment(with: .open)
        return .pass
    }
}
