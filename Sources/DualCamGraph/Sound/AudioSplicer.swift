internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The position up to which a sound stream has passed a pad. Callable from any thread.
final class AudioPosition: Sendable {
    /// The end of the last buffer of a sound stream, in nanoseconds. `stamp`: as a time stamp of the stream. `running`:
    /// as running time.
    struct End: Sendable {
        var stamp: UInt64
        var running: Int64
    }

    private let rate: Int
    private let bytesPerFrame: Int
    private let last = Mutex<End?>(nil)

    init(_ plan: SoundPlan) { (rate, bytesPerFrame) = (plan.rate, plan.format.bytes * plan.channels) }

    func install(on pad: Pad) {
        pad.addProbe(.buffers) { [self] info in
            note(info)
            return .pass
        }
    }

    /// The end of the last buffer that has passed the pad; `nil` before the first one.
    var end: End? { last.withLock { $0 } }

    func note(_ info: borrowing ProbeInfo) {
        guard let stamp = info.presentationTime, let time = info.runningTime else { return }
        let length = Int64(info.size / bytesPerFrame) * 1_000_000_000 / Int64(rate)
        last.withLock { $0 = End(stamp: stamp &+ UInt64(length), running: time +| length) }
    }
}

/// A probe that joins the sound of consecutive sources, or of consecutive noise-reduction elements, into one stream. It
/// drops every end of stream, and all segment events except the first. This is possible because all sources use the
/// same clock.
final class AudioSplicer: Sendable {
    private let hasBegun = Mutex(false)
    /// The position up to which the joined sound has passed the probe.
    let reach: AudioPosition

    init(_ plan: SoundPlan) { reach = AudioPosition(plan) }

    func install(on pad: Pad) { pad.addProbe([.buffers, .events]) { [self] in judge($0) } }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer {
            reach.note(info)
            return .pass
        }
        switch info.event {
        case .endOfStream: return .drop
        case .segment:
            return hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return hasBegun ? .drop : .pass
            }
        default: return .pass
        }
    }
}

/// A probe that cuts a sound stream before or after a given time, exact to the sample.
final class SoundCut: Sendable {
    private struct State: Sendable {
        /// The number of frames that remain to be dropped at the stream's beginning.
        var skip: Int
        /// The running time, in nanoseconds, before which sound is dropped; `nil` for no limit.
        var from: Int64?
        /// The running time, in nanoseconds, from which on sound is dropped; `nil` for no limit.
        var until: Int64?
    }

    private let rate: Int
    private let bytesPerFrame: Int
    /// The time by which the sound lags behind its time stamps, in nanoseconds. The probe corrects the time stamps by
    /// this value.
    private let late: Int64
    private let state: Mutex<State>

    /// Creates a cut without limits: apart from `delay`, it drops no sound yet.
    /// - Parameter delay: the number of frames by which the sound lags behind its time stamps. The same number of
    ///   frames is dropped at the stream's beginning.
    init(_ plan: SoundPlan, delay: Int = 0) {
        (rate, bytesPerFrame) = (plan.rate, plan.format.bytes * plan.channels)
        late = Int64(delay) * 1_000_000_000 / Int64(plan.rate)
        state = Mutex(State(skip: delay))
    }

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in judge($0) } }

    /// Drops all sound before `time`, in nanoseconds of running time.
    func begin(at time: Int64) { state.withLock { $0.from = time } }

    /// Drops all sound from `time` on, in nanoseconds of running time.
    func end(at time: Int64) { state.withLock { $0.until = time } }

    /// Cancels the end that `end(at:)` has set, so that the sound passes again.
    func goOn() { state.withLock { $0.until = nil } }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        let (frames, time) = (info.size / bytesPerFrame, info.runningTime)
        guard let stamp = info.presentationTime, let kept = state.withLock({ keep(frames, at: time, &$0) }) else {
            return .drop
        }
        let begin = Int64(clamping: stamp) - late + nanoseconds(kept.lowerBound)
        if kept.count < frames || late != 0 {
            info.cutSound(
                from: kept.lowerBound, count: kept.count, bytesPerFrame: bytesPerFrame,
                stamp: UInt64(max(0, begin)), length: UInt64(nanoseconds(kept.count)))
        }
        return .pass
    }

    /// Returns the range of a buffer's frames to keep; `nil` if the whole buffer is dropped.
    private func keep(_ count: Int, at time: Int64?, _ state: inout State) -> Range<Int>? {
        let skipped = min(state.skip, count)
        state.skip -= skipped
        guard let time else { return nil }
        let frame = { (instant: Int64) in
            Int((Double(instant - time + self.late) * Double(self.rate) / 1e9).rounded())
        }
        let first = max(skipped, state.from.map(frame) ?? 0)
        let last = min(count, state.until.map(frame) ?? count)
        return first < last ? first..<last : nil
    }

    private func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(rate) }
}
