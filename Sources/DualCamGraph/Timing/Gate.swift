internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Cuts one stream to the session's interval: drops what is before it and ends the stream at its end.
final class Gate: Sendable {
    private struct State {
        var segment = Segment.open
        var sawKeyFrame = false
        var hasEnded = false
    }

    let plan: GatePlan
    private let index: Int
    private let line: SessionLine
    private let pad: Pad
    private let state = Mutex(State())

    init(_ plan: GatePlan, index: Int, pad: Pad, line: SessionLine) {
        self.plan = plan
        self.index = index
        self.pad = pad
        self.line = line
    }

    func install() { pad.addProbe([.buffers, .events]) { [self] in judge($0) } }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Ends the stream although it delivers nothing more. May block behind a buffer that is being pushed.
    func abandon() {
        guard plan.cuts, markEnded() else { return }
        pad.peer?.sendEndOfStream()
    }

    private func markEnded() -> Bool {
        state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard info.isBuffer else { return judgeEvent(info) }
        guard let stamp = info.presentationTime, let time = state.withLock({ $0.segment.runningTime(stamp) }) else {
            return plan.cuts ? .drop : .pass
        }
        let duration = info.duration.map(Int64.init) ?? plan.bufferNanoseconds
        let verdict = line.observe(stream: index, time: time, duration: duration, isAudio: plan.media == .audio)
        guard plan.cuts else { return .pass }
        switch verdict {
        case .early: return .drop
        case .inside: return passes(isKeyFrame: info.isKeyFrame) ? .pass : .drop
        case .late:
            if markEnded() { info.endPeer() }
            return .drop
        }
    }

    private func passes(isKeyFrame: Bool) -> Bool {
        state.withLock { state in
            if state.hasEnded { return false }
            if isKeyFrame { state.sawKeyFrame = true }
            return !plan.needsKeyFrame || state.sawKeyFrame
        }
    }

    private func judgeEvent(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        switch info.event {
        case .segment(let segment): state.withLock { $0.segment = segment }
        case .endOfStream: _ = markEnded()
        default: break
        }
        return .pass
    }
}
