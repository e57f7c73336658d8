internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Observes an input's buffers at a pad through which all of them pass. Other threads can wait for the first buffers.
final class Arrivals: Sendable {
    private struct State {
        /// The number of buffers that have arrived so far, up to 3.
        var count = 0
        var last: ContinuousClock.Instant?
        /// The number of damaged pictures that arrived before the first intact one.
        var damaged = 0
        /// The end of the last buffer that arrived, in nanoseconds of running time.
        var reached: Int64?
        var failure: GraphFailure?
        /// The wait of a caller for a later buffer. `time`: the running time, in nanoseconds, at or after which the
        /// buffer must arrive. `answer`: the promise of the buffer's time.
        var awaited: (time: Int64, answer: Promise<Int64>)?
    }

    private let state = Mutex(State())
    /// The promises of the running times of the first two buffers, in nanoseconds. The value is `nil` if the buffer
    /// will not arrive.
    private let beginning = (first: Promise<Int64?>(), second: Promise<Int64?>())

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in see($0) } }

    /// The time since the input's last buffer; `nil` before the first one.
    var idle: Duration? { state.withLock { $0.last?.duration(to: .now) } }

    var reached: Int64? { state.withLock { $0.reached } }

    /// Registers a picture that was dropped, because it is damaged or a delay was shortened. It shows that the camera is
    /// still delivering pictures.
    func touch() { state.withLock { if $0.last != nil { $0.last = .now } else { $0.damaged += 1 } } }

    /// The number of damaged pictures that have arrived if no intact one has, otherwise 0.
    var damagedFromTheStart: Int { state.withLock { $0.last == nil ? $0.damaged : 0 } }

    /// Ends all waits for the input's first buffers with the error `failure`, because no buffer will arrive.
    func giveUp(_ failure: GraphFailure) {
        state.withLock { if $0.failure == nil { $0.failure = failure } }
        beginning.first.keep(nil)
        beginning.second.keep(nil)
    }

    /// Waits for the first buffer and returns its running time in nanoseconds; `nil` if none arrives within `seconds`.
    /// Blocks.
    ///
    /// - Throws: the error that was passed to `giveUp`.
    func first(within seconds: Double) throws(GraphFailure) -> Int64? {
        try time(from: beginning.first, within: seconds)
    }

    /// Waits for the input's second buffer and returns its running time in nanoseconds; `nil` if none arrives within
    /// `seconds`. Blocks. Throws the error that was passed to `giveUp`.
    func second(within seconds: Double) throws(GraphFailure) -> Int64? {
        try time(from: beginning.second, within: seconds)
    }

    private func time(from promise: Promise<Int64?>, within seconds: Double) throws(GraphFailure) -> Int64? {
        let time = promise.wait(within: seconds) ?? nil
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return time
    }

    /// Waits for the input's first buffer at or after `time` and returns its running time, both in nanoseconds. Returns
    /// `nil` if none arrives within `seconds`. Blocks. Only one thread may wait at a time.
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

/// Observes an encoder's output, and detects the end of stream.
final class EncodedStream: Sendable {
    private let end = Promise<Void>()

    /// Installs the probe, which also drops allocation queries. A newly linked writer makes its encoder send such a
    /// query, which would wait until the data queued for the muxers of earlier files has been processed. Encoders work
    /// without a response.
    func install(on pad: Pad) {
        pad.addProbe([.queries, .events]) { [self] info in
            if info.isAllocationQuery { return .drop }
            if case .endOfStream? = info.event { end.keep(()) }
            return .pass
        }
    }

    /// Waits until the end of stream has passed `pad` and all elements after the pad have received it. Blocks for at
    /// most twice `seconds`. Returns false if the end of stream has not arrived by then.
    func waitForEnd(through pad: Pad, within seconds: Double) -> Bool {
        guard end.wait(within: seconds) != nil, let source = pad.peer else { return false }
        let through = Promise<Void>()
        source.whenIdle { through.keep(()) }
        return through.wait(within: seconds) != nil
    }
}
