internal import DualCamTiming
internal import GStreamer
internal import Synchronization

/// Calculates how a camera's pictures are delayed. If the delay is shortened, pictures are dropped, because time stamps
/// in a file must not decrease. All times are in nanoseconds.
struct PictureShift: Sendable, Equatable {
    /// The delay that is added to the pictures' times, in nanoseconds; negative to make the pictures earlier.
    private(set) var delay: Int64
    /// The end of the latest picture that has passed, in nanoseconds of running time with the delay added; `nil` before
    /// the first one.
    private(set) var reached: Int64?
    /// The running time, with the delay added, before which pictures are dropped, in nanoseconds. The first picture
    /// that passes must be a key frame. `nil` if all pictures may pass.
    private var floor: Int64?

    init(delay: Int64) {
        self.delay = delay
        // Pictures before running time 0 are dropped, because time stamps cannot be negative.
        floor = delay < 0 ? 0 : nil
    }

    /// Changes the delay from the next picture on. Pictures that have already passed keep their times.
    mutating func change(to delay: Int64) {
        if delay < self.delay, let reached { floor = max(floor ?? reached, reached) }
        self.delay = delay
    }

    /// The decision about a picture.
    enum Admission: Sendable { case pass, tooEarly, keyless }

    /// Decides whether a picture may pass. It may not if it is too early, or if it is due but depends on pictures that
    /// were dropped (`keyless`). `time` is its running time without the delay and `length` its length, both in
    /// nanoseconds.
    mutating func admit(at time: Int64, length: Int64, isKeyFrame: Bool) -> Admission {
        let moved = time + delay
        if let floor {
            // Times jitter: the picture that should pass may be up to half a frame early.
            guard moved >= 0, moved + length / 2 >= floor else { return .tooEarly }
            guard isKeyFrame else { return .keyless }
            self.floor = nil
        }
        reached = max(reached ?? .min, moved + length)
        return .pass
    }
}

/// A probe that delays a camera's pictures at the source element. It runs on the source's streaming thread; the delay
/// may be changed from any thread.
final class PictureDelay: Sendable {
    private struct State {
        var shift: PictureShift
        /// A requested change of the delay that does not apply to any picture yet. `delay`: the new delay in
        /// nanoseconds. `followed`: the promise of the running time, in nanoseconds, of the first picture with the new
        /// delay.
        var asked: (delay: Int64, followed: Promise<Int64>)?
        /// True once a picture has passed the probe.
        var hasPassed = false
    }

    /// The length of a picture in nanoseconds, used if the source does not declare it.
    private let frame: Int64
    private let isH264: Bool
    private let state: Mutex<State>
    /// The closure that is called with the driver's number (`nil` if it has none) of each picture that is dropped
    /// because the delay was changed. Runs on the source's streaming thread.
    private let onLeftOut: @Sendable (UInt64?) -> Void
    /// The closure that is called with the time, in nanoseconds of running time, of each picture that is dropped because
    /// no key frame has come since the delay was changed.
    private let onKeyless: @Sendable (Int64) -> Void
    /// The closure that is called for each missing picture when a longer delay leaves a gap. It receives the time at
    /// which the picture was due, in nanoseconds of running time.
    private let onHeld: @Sendable (Int64) -> Void

    /// Creates the probe that delays a camera's pictures.
    ///
    /// - Parameters:
    ///   - delay: the initial delay in nanoseconds.
    ///   - frame: the length of a picture at the camera's rate, in nanoseconds.
    ///   - isH264: true if the camera delivers H.264, so that its key frames must be found in the data.
    init(
        delay: Int64, frame: Int64, isH264: Bool, onLeftOut: @escaping @Sendable (UInt64?) -> Void,
        onKeyless: @escaping @Sendable (Int64) -> Void, onHeld: @escaping @Sendable (Int64) -> Void
    ) {
        (self.frame, self.isH264) = (frame, isH264)
        (self.onLeftOut, self.onKeyless, self.onHeld) = (onLeftOut, onKeyless, onHeld)
        state = Mutex(State(shift: PictureShift(delay: delay)))
    }

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in judge($0) } }

    /// The current delay of the camera's pictures in nanoseconds, or the requested one if it does not apply to any
    /// picture yet.
    var delay: Int64 { state.withLock { $0.asked?.delay ?? $0.shift.delay } }

    /// Changes the delay from the next picture on, and waits for that picture. Blocks. If no picture arrives in time,
    /// the change still applies to the next picture.
    /// - Returns: the running time of the first picture with the new delay, in nanoseconds; `nil` if none arrives
    ///   within `seconds`.
    func follow(_ delay: Int64, within seconds: Double) -> Int64? {
        let followed = Promise<Int64>()
        state.withLock { $0.asked = (delay, followed) }
        return followed.wait(within: seconds)
    }

    /// Returns the times, in nanoseconds, at which pictures were due between `reached` and `time`; empty if no picture
    /// is missing.
    private func due(from reached: Int64?, to time: Int64, every length: Int64) -> [Int64] {
        guard let reached, length > 0, time - reached > length / 2 else { return [] }
        return Array(stride(from: reached, to: time - length / 2, by: Int64.Stride(length)))
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard let time = info.runningTime else { return .pass }
        let length = info.duration.map(Int64.init(clamping:)) ?? frame
        let isKeyFrame = isH264 ? info.withBytes { H264Picture.isKeyFrame($0) } ?? false : info.isKeyFrame
        let (delay, admission, followed, held) = state.withLock {
            state -> (Int64, PictureShift.Admission?, Promise<Int64>?, [Int64]) in
            let reached = state.shift.reached
            if let asked = state.asked, asked.delay != state.shift.delay { state.shift.change(to: asked.delay) }
            let admission = state.shift.admit(at: time, length: length, isKeyFrame: isKeyFrame)
            guard admission == .pass else { return (state.shift.delay, state.hasPassed ? admission : nil, nil, []) }
            defer { state.asked = nil }
            state.hasPassed = true
            let held =
                state.asked == nil ? [] : due(from: reached, to: time + state.shift.delay, every: length)
            return (state.shift.delay, .pass, state.asked?.followed, held)
        }
        switch admission {
        case .pass:
            for time in held { onHeld(time) }
            info.move(by: delay)
            followed?.keep(time + delay)
            return .pass
        case .tooEarly: onLeftOut(info.offset)
        case .keyless: onKeyless(time + delay)
        case nil: break
        }
        return .drop
    }
}
