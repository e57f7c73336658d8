internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The buffers of one input, seen where everything it delivers passes.
final class Arrivals: Sendable {
    private struct State {
        var segment = Segment.open
        /// Running times of the first buffers, in nanoseconds.
        var first: Int64?
        var second: Int64?
        var last: ContinuousClock.Instant?
        /// End of the last buffer, in nanoseconds of running time.
        var reached: Int64?
        var failure: GraphFailure?
        /// The running time from which on somebody waits for a buffer, and that of the first one from then on.
        var awaited: Int64?
        var answer: Int64?
    }

    private let state = Mutex(State())
    private let began = DispatchSemaphore(value: 0)
    private let goesOn = DispatchSemaphore(value: 0)
    private let hasCome = DispatchSemaphore(value: 0)

    func install(on pad: Pad) { pad.addProbe([.buffers, .events]) { [self] in see($0) } }

    /// The time for which nothing has come; `nil`: nothing ever came.
    var idle: Duration? { state.withLock { $0.last?.duration(to: .now) } }

    var reached: Int64? { state.withLock { $0.reached } }

    /// Nothing will come: ends the wait for the first buffer.
    func giveUp(_ failure: GraphFailure) {
        state.withLock { if $0.failure == nil { $0.failure = failure } }
        began.signal()
        goesOn.signal()
    }

    /// Waits for the first buffer. Blocks for `seconds` at most.
    ///
    /// Fails with what `giveUp` was told; `nil` when nothing came.
    func first(within seconds: Double) -> Result<Int64?, GraphFailure> {
        _ = began.wait(timeout: .now() + seconds)
        return state.withLock { state in state.failure.map(Result.failure) ?? .success(state.first) }
    }

    /// Waits as `first` does, for the buffer behind the first one.
    func second(within seconds: Double) -> Result<Int64?, GraphFailure> {
        _ = goesOn.wait(timeout: .now() + seconds)
        return state.withLock { state in state.failure.map(Result.failure) ?? .success(state.second) }
    }

    /// Running time of the first buffer of at least `time`, waiting for it. For one thread at a time; blocks for `seconds` at most,
    /// `nil` when none comes.
    func next(from time: Int64, within seconds: Double) -> Int64? {
        state.withLock { ($0.awaited, $0.answer) = (time, nil) }
        let limit = DispatchTime.now() + seconds
        while hasCome.wait(timeout: limit) == .success {
            if let answer = state.withLock({ $0.answer }) { return answer }
        }
        return state.withLock { state in
            state.awaited = nil
            return state.answer
        }
    }

    private func see(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard info.isBuffer else {
            if case .segment(let segment)? = info.event { state.withLock { $0.segment = segment } }
            return .pass
        }
        let (stamp, length) = (info.presentationTime, info.duration.map(Int64.init) ?? 0)
        let count = state.withLock { state in
            state.last = .now
            guard let time = stamp.flatMap({ state.segment.runningTime($0) }) else { return 0 }
            state.reached = time + length
            if let awaited = state.awaited, awaited <= time {
                (state.awaited, state.answer) = (nil, time)
                hasCome.signal()
            }
            guard state.first != nil else {
                state.first = time
                return 1
            }
            guard state.second == nil else { return 0 }
            state.second = time
            return 2
        }
        if count == 1 { began.signal() }
        if count == 2 { goesOn.signal() }
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
