internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The time by which a microphone's sound is made later or earlier, to the sample, and how it comes there without a click and without a
/// gap: a change fades out, puts silence in or leaves sound out, and fades in.
struct SoundShift: Sendable, Equatable {
    /// The decision about a buffer.
    struct Verdict: Sendable, Equatable {
        /// Frames of silence before it.
        var silence = 0
        /// Frames that are left out at its beginning; all of them: it does not pass.
        var skip = 0
        /// Its end is the last sound before a change.
        var fadesOut = false
        /// Its beginning is the first sound behind a change.
        var fadesIn = false
    }

    private let rate: Int
    /// In frames; below zero: earlier.
    private(set) var delay: Int
    /// Frames that are still to be left out, or (below zero) put in as silence, before sound goes on.
    private var due = 0
    private var isFading = false
    private var hasBegun = false

    /// - Parameter delay: nanoseconds.
    init(delay: Int64, rate: Int) {
        self.rate = rate
        self.delay = Self.frames(delay, rate)
    }

    private static func frames(_ nanoseconds: Int64, _ rate: Int) -> Int {
        Int((Double(nanoseconds) * Double(rate) / 1e9).rounded())
    }

    /// The delay in whole frames, as nanoseconds.
    var nanoseconds: Int64 { Int64(delay) * 1_000_000_000 / Int64(rate) }

    /// Changes the delay behind the buffer that comes next, which is the last of before. Returns `false` where that changes nothing.
    mutating func change(to nanoseconds: Int64) -> Bool {
        let next = Self.frames(nanoseconds, rate)
        guard next != delay else { return false }
        if hasBegun { due += delay - next }
        delay = next
        return hasBegun
    }

    /// Decides on a buffer of so many frames that begins at this running time (nanoseconds), before it is moved.
    ///
    /// - Parameter isLast: a change has been asked for: this is the last sound before it.
    mutating func observe(_ frames: Int, at time: Int64, isLast: Bool) -> Verdict {
        var verdict = Verdict()
        if !hasBegun {
            // What would lie before the clock's beginning cannot be told.
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

/// Makes a microphone's sound later or earlier, where it is in a row without gaps; on its streaming thread, and changed from any.
final class SoundDelay: Sendable {
    private struct State {
        var shift: SoundShift
        var asked: (delay: Int64, followed: Promise<Int64>)?
        /// A change has been made, and the next buffer is the first that follows it.
        var awaited: Promise<Int64>?
    }

    private let format: SoundPlan.Format
    private let channels: Int
    private let rate: Int
    private let state: Mutex<State>

    /// The length of a fade, in seconds.
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

    /// Changes the delay behind the next buffer, and waits for the sound that follows; blocks. A change that no sound follows in time
    /// holds all the same, from the next on.
    /// - Returns: the running time of the first sample that follows it, in nanoseconds; `nil` when none comes for `seconds`.
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

    /// The delay of the verdict is the one by which this buffer is moved, in nanoseconds.
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
