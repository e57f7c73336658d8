internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Synchronization

/// A valve that lets only the session's recording interval of one stream pass, and ends the stream at the interval's
/// end. It drops frames before the interval and in pauses, and closes the gaps that pauses leave. Time stamps are
/// running time before the valve, and recorded time (running time without pauses) after it.
final class RecordingValve: Sendable {
    private struct State {
        /// The running time, in nanoseconds, of the key frame with which the stream began or resumed after a pause.
        /// `nil` if the next picture must be a key frame.
        var keyed: Int64?
        /// The end of the last picture that was dropped because no key frame had arrived before it, in nanoseconds of
        /// recorded time (running time without pauses); `nil` if none was.
        var unkeyed: Int64?
        var hasEnded = false
        /// The number of takes that have ended, which identifies the current take.
        var take = 0
        /// The time at which the last buffer reached the valve, even if the buffer was dropped.
        var lastSeen: ContinuousClock.Instant?
        /// The arrival time of the oldest buffer that is still waiting in the queue before the valve.
        var waiting: ContinuousClock.Instant?
        /// The end of the stream's last recorded buffer, in nanoseconds: as running time, and as recorded time (without
        /// pauses).
        var reached: (running: Int64, recorded: Int64)?
        /// The encoder after the valve; `nil` until a key frame has been requested from it.
        var encoder: Element?
        /// The times at which the encoder must make a key frame, in nanoseconds of recorded time (running time without
        /// pauses).
        var keyTimes: [Int64] = []
        /// The new encoder after an exchange. It receives all key-frame requests until callers of `askForKeyFrame` pass
        /// the new encoder themselves.
        var newest: Element?
        /// The work to do right before the stream's first frame at or after `from`, in nanoseconds of recorded time
        /// (running time without pauses).
        var errand: (from: Int64, work: @Sendable () -> Void)?
    }

    let plan: ValvePlan
    /// The number by which `RecordingWindow` identifies the stream.
    let index: Int
    private let line: RecordingWindow
    private let pad: Pad
    /// The record of the source's numbered frames; `nil` for sound and for sources that do not number their frames.
    private let account: FrameAccount?
    /// The closure that is called for each frame of the recording that is dropped because no key frame has arrived
    /// since the start or the last pause.
    private let onUnkeyed: @Sendable () -> Void
    private let state = Mutex(State())
    private let made = ContinuousClock.Instant.now

    init(
        _ plan: ValvePlan, index: Int, pad: Pad, line: RecordingWindow, account: FrameAccount? = nil,
        onUnkeyed: @escaping @Sendable () -> Void = {}
    ) {
        self.plan = plan
        self.account = account
        self.onUnkeyed = onUnkeyed
        self.index = index
        self.pad = pad
        self.line = line
    }

    /// Installs the valve on its pad.
    /// - Parameter entry: the pad through which buffers enter the queue before the valve.
    func install(behind entry: Pad) {
        entry.addProbe(.buffers) { [self] _ in
            state.withLock { if $0.waiting == nil { $0.waiting = .now } }
            return .pass
        }
        pad.addProbe([.buffers, .events]) { [self] in judge($0) }
    }

    /// The end of the stream's last recorded buffer, in nanoseconds: as running time, and as recorded time (without
    /// pauses). `nil` if none was recorded.
    var reached: (running: Int64, recorded: Int64)? { state.withLock { $0.reached } }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// True when a buffer, or the end of stream, of the current take has passed the valve.
    var hasPassed: Bool { state.withLock { $0.reached != nil || $0.hasEnded } }

    /// Resets the valve for another take. The encoder must not have received an end of stream.
    func renew() {
        state.withLock { state in
            (state.keyed, state.unkeyed, state.hasEnded, state.reached) = (nil, nil, false, nil)
            (state.encoder, state.keyTimes, state.newest, state.errand) = (nil, [], nil, nil)
            state.take += 1
        }
    }

    /// The number that identifies the valve's current take.
    var take: Int { state.withLock { $0.take } }

    /// The waiting time of the oldest buffer before the valve; `nil` if none waits, or if no buffer has ever reached
    /// the valve.
    var held: Duration? { state.withLock { $0.lastSeen == nil ? nil : $0.waiting?.duration(to: .now) } }

    /// The time since the last buffer reached the valve, or since the valve was created.
    var idle: Duration { (state.withLock { $0.lastSeen } ?? made).duration(to: .now) }

    /// Ends a stream that no longer delivers buffers before it has reached the recording's end. May block until a
    /// buffer that is being pushed has passed.
    ///
    /// - Parameter take: the number of the take to end. Does nothing if another take has begun.
    /// - Returns: the number of frames missing up to the recording's end; 0 for sound.
    func abandon(in take: Int) -> Int {
        guard plan.cuts, markEnded(in: take) else { return 0 }
        pad.peer?.sendEndOfStream()
        guard plan.media == .video, plan.bufferNanoseconds > 0, let end = line.stop, let start = line.start else {
            return 0
        }
        let known = state.withLock { max($0.reached?.recorded ?? start, $0.unkeyed ?? start) }
        return Int(max(0, end - known) / plan.bufferNanoseconds)
    }

    /// Marks the stream as ended. Does not send an end-of-stream event, because the elements after the valve are being
    /// removed.
    func retire() { _ = markEnded() }

    private func markEnded(in take: Int? = nil) -> Bool {
        state.withLock { state in
            if let take, take != state.take { return false }
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard info.isBuffer else {
            if case .endOfStream? = info.event { retire() }
            return .pass
        }
        guard let time = info.runningTime else { return plan.cuts ? .drop : .pass }
        state.withLock { ($0.lastSeen, $0.waiting) = (.now, nil) }
        let duration = info.duration.map(Int64.init) ?? plan.bufferNanoseconds
        let verdict = line.observe(stream: index, time: time, duration: duration, isAudio: plan.media == .audio)
        guard plan.cuts else { return .pass }
        switch verdict {
        case .early, .paused:
            if verdict == .paused { state.withLock { $0.keyed = nil } }
            account?.cut(at: time)
            return .drop
        case .inside(let earlier): return pass(info, time, duration, earlier)
        case .part(let skip, let length, let earlier):
            guard info.keepSound(from: skip, length: length) else { return .drop }
            return pass(info, time + skip, length, earlier)
        case .late:
            if markEnded() { info.endPeer() }
            return .drop
        }
    }

    private func pass(_ info: borrowing ProbeInfo, _ time: Int64, _ duration: Int64, _ earlier: Int64) -> ProbeVerdict {
        let end = time + duration
        dueErrand(at: time - earlier)?()
        if let encoder = encoderAsked(at: time - earlier) { encoder.forceKeyUnit() }
        switch admit(at: time, isKeyFrame: info.isKeyFrame, until: (end, end - earlier)) {
        case .taken:
            account?.pass(at: time, recorded: time - earlier)
            info.move(by: -earlier)
            return .pass
        case .unkeyed:
            account?.lose(at: time)
            onUnkeyed()
            return .drop
        case .ended:
            account?.cut(at: time)
            return .drop
        }
    }

    /// Requests that the first frame at or after `time` become a key frame. `time` is in nanoseconds of recorded time
    /// (running time without pauses).
    func askForKeyFrame(at time: Int64, of encoder: Element) {
        state.withLock { state in
            state.encoder = state.newest ?? encoder
            state.keyTimes.append(time)
        }
    }

    // MARK: Exchanging the encoder
    /// Schedules `work` to run on the streaming thread, right before the first frame at or after `time` passes. `time`
    /// is in nanoseconds of recorded time (running time without pauses).
    func beforeFrame(at time: Int64, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.errand = (time, work) }
    }

    /// Cancels the work scheduled before a frame. Returns the frame's time, in nanoseconds of recorded time (running
    /// time without pauses); `nil` if no work is scheduled or it has already begun.
    func forgetErrand() -> Int64? {
        state.withLock { state in
            defer { state.errand = nil }
            return state.errand?.from
        }
    }

    private func dueErrand(at time: Int64) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let errand = state.errand, errand.from <= time else { return nil }
            state.errand = nil
            return errand.work
        }
    }

    /// Sets the new encoder that receives key-frame requests after an exchange. `nil` ends this redirection, once
    /// callers of `askForKeyFrame` pass the new encoder themselves.
    func replaceEncoder(with encoder: Element?) {
        state.withLock { state in
            state.newest = encoder
            if let encoder, state.encoder != nil { state.encoder = encoder }
        }
    }

    private func encoderAsked(at time: Int64) -> Element? {
        state.withLock { state in
            let isDue = state.keyTimes.contains { $0 <= time }
            state.keyTimes.removeAll { $0 <= time }
            return isDue ? state.encoder : nil
        }
    }

    private enum Admission { case taken, unkeyed, ended }

    /// Decides if a frame may be recorded. A stream must begin with a key frame, also after a pause. Pictures that are
    /// decoded after the key frame but shown before it may depend on frames that were not recorded.
    private func admit(at time: Int64, isKeyFrame: Bool, until end: (Int64, Int64)) -> Admission {
        state.withLock { state in
            if state.hasEnded { return .ended }
            if isKeyFrame, state.keyed == nil { state.keyed = time }
            guard !plan.needsKeyFrame || state.keyed.map({ time >= $0 }) ?? false else {
                state.unkeyed = max(state.unkeyed ?? .min, end.1)
                return .unkeyed
            }
            state.reached = end
            return .taken
        }
    }
}
