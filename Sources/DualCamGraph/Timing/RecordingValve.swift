internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Cuts one stream to the session's interval and ends it there. Drops frames before the interval and in its pauses, and
/// closes the gaps of the pauses. Times before the valve are running time; times behind it are recorded time.
final class RecordingValve: Sendable {
    private struct State {
        /// The running time of the key frame with which the stream began, or resumed after a pause, in nanoseconds. If
        /// it is `nil`, the next picture must be a key frame, provided that pictures depend on each other.
        var keyed: Int64?
        /// The end of the last picture that was dropped for lack of an earlier key frame, in nanoseconds of recorded
        /// time.
        var unkeyed: Int64?
        var hasEnded = false
        /// The number of takes so far.
        var take = 0
        /// The time of the last buffer, including buffers before the start.
        var lastSeen: ContinuousClock.Instant?
        /// The time at which the oldest buffer that still waits before the valve arrived.
        var waiting: ContinuousClock.Instant?
        /// The end of the last recorded buffer, in nanoseconds of running and of recorded time.
        var reached: (running: Int64, recorded: Int64)?
        /// The encoder behind the valve, and the recorded times from which on it must make a key frame.
        var encoder: Element?
        var keyTimes: [Int64] = []
        /// The encoder that replaces the one that gets key-frame requests, until the owner knows about it.
        var newest: Element?
        /// The work to do before the first frame at or after a recorded time.
        var errand: (from: Int64, work: @Sendable () -> Void)?
    }

    let plan: ValvePlan
    /// The stream's number in the recording window.
    let index: Int
    private let line: RecordingWindow
    private let pad: Pad
    /// The account of the camera's frames; `nil` for sound, and for frames without numbers.
    private let account: FrameAccount?
    /// Called for each recorded frame that is dropped for lack of a key frame since the start or the last pause.
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

    /// - Parameter entry: the pad through which buffers enter the queue before the valve.
    func install(behind entry: Pad) {
        entry.addProbe(.buffers) { [self] _ in
            state.withLock { if $0.waiting == nil { $0.waiting = .now } }
            return .pass
        }
        pad.addProbe([.buffers, .events]) { [self] in judge($0) }
    }

    /// The end of the last recorded buffer, in nanoseconds of running and of recorded time.
    var reached: (running: Int64, recorded: Int64)? { state.withLock { $0.reached } }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// True when a buffer or the end of this take has passed.
    var hasPassed: Bool { state.withLock { $0.reached != nil || $0.hasEnded } }

    /// Prepares for another take, whose encoder has not received an end of stream.
    func renew() {
        state.withLock { state in
            (state.keyed, state.unkeyed, state.hasEnded, state.reached) = (nil, nil, false, nil)
            (state.encoder, state.keyTimes, state.newest, state.errand) = (nil, [], nil, nil)
            state.take += 1
        }
    }

    /// The number of the current take.
    var take: Int { state.withLock { $0.take } }

    /// The time for which a buffer has waited while none came through; `nil` if none waits, or none ever came through.
    var held: Duration? { state.withLock { $0.lastSeen == nil ? nil : $0.waiting?.duration(to: .now) } }

    /// The time since the last buffer, or since the valve was created.
    var idle: Duration { (state.withLock { $0.lastSeen } ?? made).duration(to: .now) }

    /// Ends the stream of a take although it has not reached the end. May block behind a buffer that is being pushed.
    ///
    /// - Returns: the number of frames missing at the end; 0 for sound.
    func abandon(in take: Int) -> Int {
        guard plan.cuts, markEnded(in: take) else { return 0 }
        pad.peer?.sendEndOfStream()
        guard plan.media == .video, plan.bufferNanoseconds > 0, let end = line.stop, let start = line.start else {
            return 0
        }
        let known = state.withLock { max($0.reached?.recorded ?? start, $0.unkeyed ?? start) }
        return Int(max(0, end - known) / plan.bufferNanoseconds)
    }

    /// Ends the stream without an end-of-stream event, because the elements behind it are being removed.
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

    /// Requests that the first frame at or after `time` (nanoseconds of recorded time) become a key frame.
    func askForKeyFrame(at time: Int64, of encoder: Element) {
        state.withLock { state in
            state.encoder = state.newest ?? encoder
            state.keyTimes.append(time)
        }
    }

    // MARK: Exchanging the encoder
    /// Schedules work on the stream's thread, before the first frame at or after `time` (nanoseconds of recorded time)
    /// passes.
    func beforeFrame(at time: Int64, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.errand = (time, work) }
    }

    /// Cancels the scheduled work. Returns the time of its frame, or `nil` if none is scheduled or the work is being
    /// done.
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

    /// Sets the encoder that receives key-frame requests; `nil` once callers of `askForKeyFrame` pass the new encoder
    /// themselves.
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

    /// Judges a frame. After a pause the stream resumes as it began, with a key frame. Pictures that are decoded after
    /// the key frame but shown before it may depend on frames that were not recorded.
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
