internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// What comes from one input, seen where everything it delivers passes.
final class Arrivals: Sendable {
    private struct State {
        var segment = Segment.open
        var first: Int64?
        var last: ContinuousClock.Instant?
        /// End of the last buffer, in nanoseconds of running time.
        var reached: Int64?
        var failure: GraphFailure?
    }

    private let state = Mutex(State())
    private let began = DispatchSemaphore(value: 0)

    func install(on pad: Pad) { pad.addProbe([.buffers, .events]) { [self] in see($0) } }

    /// How long nothing has come; `nil`: nothing ever came.
    var idle: Duration? { state.withLock { $0.last?.duration(to: .now) } }

    var reached: Int64? { state.withLock { $0.reached } }

    /// Nothing will come: ends the wait for the first buffer.
    func giveUp(_ failure: GraphFailure) {
        state.withLock { if $0.failure == nil { $0.failure = failure } }
        began.signal()
    }

    /// Waits for the first buffer. Blocks for `seconds` at most.
    ///
    /// Fails with what `giveUp` was told; `nil` when nothing came.
    func first(within seconds: Double) -> Result<Int64?, GraphFailure> {
        _ = began.wait(timeout: .now() + seconds)
        return state.withLock { state in state.failure.map(Result.failure) ?? .success(state.first) }
    }

    private func see(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard info.isBuffer else {
            if case .segment(let segment)? = info.event { state.withLock { $0.segment = segment } }
            return .pass
        }
        let (stamp, length) = (info.presentationTime, info.duration.map(Int64.init) ?? 0)
        let isFirst = state.withLock { state in
            state.last = .now
            guard let time = stamp.flatMap({ state.segment.runningTime($0) }) else { return false }
            state.reached = time + length
            defer { state.first = state.first ?? time }
            return state.first == nil
        }
        if isFirst { began.signal() }
        return .pass
    }
}

/// Watches an encoder's end: whether its end of stream has come out behind it.
final class EncodedStream: Sendable {
    private let hasEnded = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)

    /// A writer that joins makes its encoder ask anew for memory; the question would wait in the muxers of the files before
    /// for data that waits behind it. Encoders do without an answer.
    func install(on pad: Pad) {
        pad.addProbe([.queries, .events]) { [self] info in
            if info.isAllocationQuery { return .drop }
            if case .endOfStream? = info.event {
                hasEnded.withLock { $0 = true }
                ended.signal()
            }
            return .pass
        }
    }

    /// Waits until the end of stream has gone through the `pad` that is watched, to everything behind it. Blocks for
    /// `seconds` at most, twice; `false` when the end has not come by then.
    func waitForEnd(through pad: Pad, within seconds: Double) -> Bool {
        if !hasEnded.withLock({ $0 }) { _ = ended.wait(timeout: .now() + seconds) }
        guard hasEnded.withLock({ $0 }), let source = pad.peer else { return false }
        let through = DispatchSemaphore(value: 0)
        source.whenIdle { through.signal() }
        return through.wait(timeout: .now() + seconds) == .success
    }
}
