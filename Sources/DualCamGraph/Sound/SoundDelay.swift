internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Calculates how a microphone's sound is delayed, exact to the sample, and how the delay is changed without clicks. At
/// a change, the sound fades out, silence is inserted or sound is dropped, and the sound fades in again.
struct SoundShift: Sendable, Equatable {
    /// The decision about one buffer of the microphone's sound: how much silence to insert, how much sound to drop, and
    /// whether to fade.
    struct Verdict: Sendable, Equatable {
        /// The number of frames of silence to insert before the buffer.
        var silence = 0
        /// The number of frames to drop at the buffer's beginning. If it equals the buffer's length, the whole buffer
        /// is dropped.
        var skip = 0
        /// True when the sound must fade out at the buffer's end, because a change of the delay follows.
        var fadesOut = false
        /// True when the sound must fade in at the buffer's beginning, because the delay has just been changed.
        var fadesIn = false
    }

    private let rate: Int
    /// The sound's delay in frames; negative to make the sound earlier.
    private(set) var delay: Int
    /// The number of frames that remain to be dropped. If negative, this many frames of silence remain to be inserted.
    private var due = 0
    private var isFading = false
    private var hasBegun = false

    /// Creates the calculation for a sample rate in hertz.
    /// - Parameter delay: the initial delay in nanoseconds; negative to make the sound earlier.
    init(delay: Int64, rate: Int) {
        self.rate = rate
        self.delay = Self.frames(delay, rate)
    }

    private static func frames(_ nanoseconds: Int64, _ rate: Int) -> Int {
        Int((Double(nanoseconds) * Double(rate) / 1e9).rounded())
    }

    /// The sound's delay in nanoseconds, rounded to whole frames.
    var nanoseconds: Int64 { Int64(delay) * 1_000_000_000 / Int64(rate) }

    /// Requests a new delay, in nanoseconds, which applies after the next buffer. Returns false if no fade is needed,
    /// because the delay in frames stays the same or no sound has arrived yet.
    mutating func change(to nanoseconds: Int64) -> Bool {
        let next = Self.frames(nanoseconds, rate)
        guard next != delay else { return false }
        if hasBegun { due += delay - next }
        delay = next
        return hasBegun
    }

    /// Decides what to do with a buffer of `frames` frames that begins at the running time `time`, in nanoseconds
    /// before the delay is added.
    ///
    /// - Parameter isLast: true if a change of the delay is requested, so that this buffer is the last one before the
    ///   change.
    mutating func observe(_ frames: Int, at time: Int64, isLast: Bool) -> Verdict {
        var verdict = Verdict()
        if !hasBegun {
            // Sound before running time 0 is dropped, because time stamps cannot be negative.
            let early = Self.frames(-time, rate) - delay
            verdict.skip = min(frames, max(0, early))
            hasBegun = verdict.skip < frames
            return verdict
        }
        if due != 0 || isFading {
            if due < 0 { (verdict.silence, due) = (-due, 0) }
            verdict.skip = min(frames, due)
            due -= verdict.skip
            verdict.fadesIn = verdict.skip < frames
            isFading = !verdict.fadesIn
        }
        verdict.fadesOut = isLast && verdict.skip < frames
        if isLast { isFading = true }
        return verdict
    }
}

/// A probe that delays a microphone's sound, at a pad where the sound has no gaps. The probe runs on the pad's
/// streaming thread; the delay may be changed from any thread.
final class SoundDelay: Sendable {
    private struct State {
        var shift: SoundShift
        var asked: (delay: Int64, followed: Promise<Int64>)?
        /// The promise of the running time of the next buffer, which is the first one with a changed delay.
        var awaited: Promise<Int64>?
    }

    private let format: SoundPlan.Format
    private let channels: Int
    private let rate: Int
    private let state: Mutex<State>

    /// The length of the fade-out before a change of the delay, and of the fade-in after it, in seconds.
    private static let fade = 0.01

    init(_ plan: SoundPlan) {
        (format, channels, rate) = (plan.format, plan.channels, plan.rate)
        state = Mutex(State(shift: SoundShift(delay: plan.delay, rate: plan.rate)))
    }

    private var bytesPerFrame: Int { format.bytes * channels }

    func install(on pad: Pad) {
        let peer = pad.peer
        pad.addProbe(.buffers) { [self] in judge($0, peer) }
    }

    /// Changes the sound's delay after the next buffer, and waits for the first sound with the new delay. Blocks. If no
    /// sound arrives in time, the change still applies later.
    /// - Returns: the running time of the first sample with the new delay, in nanoseconds; `nil` if none arrives within
    ///   `seconds`.
    func follow(_ delay: Int64, within seconds: Double) -> Int64? {
        let followed = Promise<Int64>()
        state.withLock { $0.asked = (delay, followed) }
        return followed.wait(within: seconds)
    }

    private func judge(_ info: borrowing ProbeInfo, _ peer: Pad?) -> ProbeVerdict {
        guard let time = info.runningTime, let stamp = info.presentationTime else { return .pass }
        let frames = info.size / bytesPerFrame
        let (verdict, delay, followed) = state.withLock { state in decide(&state, frames, at: time) }
        let begin = Int64(clamping: stamp) + delay
        if verdict.silence > 0 {
            let length = nanoseconds(verdict.silence)
            peer?.pushSilence(
                bytes: verdict.silence * bytesPerFrame, stamp: UInt64(max(0, begin - length)), length: UInt64(length))
        }
        guard verdict.skip < frames else { return .drop }
        if verdict.skip > 0 {
            info.cutSound(
                from: verdict.skip, count: frames - verdict.skip, bytesPerFrame: bytesPerFrame,
                stamp: UInt64(max(0, begin + nanoseconds(verdict.skip))),
                length: UInt64(nanoseconds(frames - verdict.skip)))
        } else {
            info.move(by: delay)
        }
        if verdict.fadesIn || verdict.fadesOut { fade(info, verdict) }
        followed?.keep(time + delay + nanoseconds(verdict.skip))
        return .pass
    }

    /// Returns what to do with a buffer, the delay to add to the buffer's time in nanoseconds, and the promise that the
    /// buffer fulfils.
    private func decide(
        _ state: inout State, _ frames: Int, at time: Int64
    ) -> (SoundShift.Verdict, Int64, Promise<Int64>?) {
        let before = state.shift.nanoseconds
        let asked = state.asked
        state.asked = nil
        var changed = state.shift
        let changes = asked.map { changed.change(to: $0.delay) } ?? false
        let verdict = state.shift.observe(frames, at: time, isLast: changes)
        var followed: Promise<Int64>?
        if verdict.skip < frames { (followed, state.awaited) = (state.awaited, nil) }
        if let asked {
            _ = state.shift.change(to: asked.delay)
            if changes { state.awaited = asked.followed } else { followed = asked.followed }
        }
        return (verdict, changes ? before : state.shift.nanoseconds, followed)
    }

    private func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(rate) }

    private func fade(_ info: borrowing ProbeInfo, _ verdict: SoundShift.Verdict) {
        let longest = Int(Double(rate) * Self.fade)
        info.withWritableBytes { [format, channels, bytesPerFrame] bytes in
            let count = bytes.count / bytesPerFrame
            let length = min(count, longest)
            for step in 0..<length {
                let factor = Double(step) / Double(length)
                for channel in 0..<channels {
                    for (isOn, frame) in [(verdict.fadesIn, step), (verdict.fadesOut, count - 1 - step)] where isOn {
                        let index = frame * channels + channel
                        format.put(format.sample(index, in: UnsafeRawBufferPointer(bytes)) * factor, index, in: bytes)
                    }
                }
            }
        }
    }
}
