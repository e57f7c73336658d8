internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The buffers of one input, seen where everything it delivers passes.
final class Arrivals: Sendable {
    private struct State {
        /// Buffers that have come, as far as anybody waits for them.
        var count = 0
        var last: ContinuousClock.Instant?
        /// Damaged pictures that came before anything whole did.
        var damaged = 0
        /// End of the last buffer, in nanoseconds of running time.
        var reached: Int64?
        var failure: GraphFailure?
        /// The running time from which on somebody waits for a buffer.
        var awaited: (time: Int64, answer: Promise<Int64>)?
    }

    private let state = Mutex(State())
    /// Running times of the first buffers, in nanoseconds; `nil` when they will not come.
    private let beginning = (first: Promise<Int64?>(), second: Promise<Int64?>())

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in see($0) } }

    /// The time for which nothing has come; `nil`: nothing ever came.
    var idle: Duration? { state.withLock { $0.last?.duration(to: .now) } }

    var reached: Int64? { state.withLock { $0.reached } }

    /// A picture has come that is left out as it is damaged: the camera is there.
    func touch() { state.withLock { if $0.last != nil { $0.last = .now } else { $0.damaged += 1 } } }

    /// The number of damaged pictures that were left out, as long as nothing whole has come; else 0.
    var damagedFromTheStart: Int { state.withLock { $0.last == nil ? $0.damaged : 0 } }

    /// Nothing will come: ends the wait for the first buffer.
    func giveUp(_ failure: GraphFailure) {
        state.withLock { if $0.failure == nil { $0.failure = failure } }
        beginning.first.keep(nil)
        beginning.second.keep(nil)
    }

    /// Waits for the first buffer. Blocks for `seconds` at most.
    ///
    /// Throws what `giveUp` was told; `nil` when nothing came.
    func first(within seconds: Double) throws(GraphFailure) -> Int64? {
        try time(from: beginning.first, within: seconds)
    }

    /// Waits as `first` does, for the buffer behind the first one.
    func second(within seconds: Double) throws(GraphFailure) -> Int64? {
        try time(from: beginning.second, within: seconds)
    }

    private func time(from promise: Promise<Int64?>, within seconds: Double) throws(GraphFailure) -> Int64? {
        let time = promise.wait(within: seconds) ?? nil
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return time
    }

    /// Running time of the first buffer of at least `time`, waiting for it. For one thread at a time; blocks for `seconds` at most,
    /// `nil` when none comes.
    func next(from time: Int64, within seconds: Double) -> Int64? {
        let answer = Promise<Int64>()
        state.withLock { $0.awaited = (time, answer) }
        defer { state.withLock { $0.awaited = nil } }
        return answer.wait(within: seconds)
    }

    private func see(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        let (time, length) = (info.runningTime, info.duration.map(Int64.init) ?? 0)
        let (count, awaited) = state.withLock { state -> (Int, (time: Int64, answer: Promise<Int64>)?) in
            state.last = .now
            guard let time else { return (0, nil) }
            state.reached = time + length
            state.count = min(3, state.count + 1)
            return (state.count, state.awaited)
        }
        guard let time else { return .pass }
        if count == 1 { beginning.first.keep(time) }
        if count == 2 { beginning.second.keep(time) }
        if let awaited, awaited.time <= time { awaited.answer.keep(time) }
        return .pass
    }
}

/// Watches an encoder's end: whether its end of stream has come out behind it.
final class EncodedStream: Sendable {
    private let end = Promise<Void>()

    /// A writer that joins makes its encoder ask anew for memory; the question would wait in the muxers of the files before
    /// for data that waits behind it. Encoders do without an answer.
    func install(on pad: Pad) {
        pad.addProbe([.queries, .events]) { [self] info in
            if info.isAllocationQuery { return .drop }
            if case .endOfStream? = info.event { end.keep(()) }
            return .pass
        }
    }

    /// Waits until the end of stream has gone through the `pad` that is watched, to everything behind it. Blocks for
    /// `seconds` at most, twice; `false` when the end has not come by then.
    func waitForEnd(through pad: Pad, within seconds: Double) -> Bool {
        guard end.wait(within: seconds) != nil, let source = pad.peer else { return false }
        let through = Promise<Void>()
        source.whenIdle { through.keep(()) }
        return through.wait(within: seconds) != nil
    }
}
