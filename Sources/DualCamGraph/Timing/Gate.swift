internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Cuts one stream to the session's interval: drops what is before it and ends the stream at its end.
final class Gate: Sendable {
    private struct State {
        var segment = Segment.open
        var sawKeyFrame = false
        var hasEnded = false
        /// When something came last, before the start too.
        var lastSeen: ContinuousClock.Instant?
    }

    let plan: GatePlan
    private let index: Int
    private let line: SessionLine
    private let pad: Pad
    private let state = Mutex(State())
    /// Told of each picture inside the interval that came after the stream had been given up.
    private let onLost: @Sendable () -> Void

    init(_ plan: GatePlan, index: Int, pad: Pad, line: SessionLine, onLost: @escaping @Sendable () -> Void) {
        self.plan = plan
        self.index = index
        self.pad = pad
        self.line = line
        self.onLost = onLost
    }

    func install() { pad.addProbe([.buffers, .events]) { [self] in judge($0) } }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// How long nothing has come; `nil`: nothing ever came.
    var idle: Duration? { state.withLock { $0.lastSeen?.duration(to: .now) } }

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
        state.withLock { $0.lastSeen = .now }
        let duration = info.duration.map(Int64.init) ?? plan.bufferNanoseconds
        let verdict = line.observe(stream: index, time: time, duration: duration, isAudio: plan.media == .audio)
        guard plan.cuts else { return .pass }
        switch verdict {
        case .early: return .drop
        case .inside:
            if hasEnded, plan.media == .video { onLost() }
            return passes(isKeyFrame: info.isKeyFrame) ? .pass : .drop
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
