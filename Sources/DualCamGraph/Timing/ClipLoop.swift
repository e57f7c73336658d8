internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A loop that plays a clip repeatedly as one endless stream. The time stamps of each round (one playback of the clip)
/// continue those of the previous round. The time stamps are changed after the decoders, which need the clip's original
/// segments to apply edit lists. If the sound is shorter than the round or begins later, silence is inserted.
final class ClipLoop: Sendable {
    private struct State {
        var round: Int64 = 0
        var shift: Int64 = 0
        var segmentIsOver = false
        /// The time of the last frame that was played, in nanoseconds of running time.
        var last: Int64?
        /// The width and height of the clip's newest frames, in pixels; empty before the first format.
        var size: [Int] = []
        var hasToldSize = false
        /// The end of the last sound that was played, in nanoseconds of running time.
        var soundEnd: Int64
        var isSilent = false
        /// The recent intervals in which silence replaced the clip's sound, oldest first, in nanoseconds of running
        /// time.
        var rests: [Range<Int64>] = []
    }

    /// The maximum number of missing frames that are reported for one gap. It protects against clips with a gap of
    /// years.
    private static let longestHole = 1e6

    private let demuxer: Element
    private let pad: Pad
    private let start: Int64
    private let length: Int64
    private let begin: Int64
    private let picture: LoopPlan.Picture?
    private let mayGoOn: @Sendable () -> Bool
    private let onAbsentFrame: @Sendable (InputName, Int64) -> Void
    private let onNewSize: @Sendable (InputName, [Int]) -> Void
    private let state: Mutex<State>
    private let firstData = Promise<Void>()
    private let held = Mutex<(pad: Pad, probe: Probe)?>(nil)

    /// Creates a loop that plays a clip repeatedly.
    ///
    /// - Parameters:
    ///   - begin: the running time at which the first round begins, in nanoseconds.
    ///   - mayGoOn: called before each further round, and may block; returns false to stop the loop.
    ///   - onAbsentFrame: called on the streaming thread with the running time, in nanoseconds, of each frame that is
    ///     missing in the clip.
    ///   - onNewSize: called once, on the streaming thread, with the new width and height if the picture's size
    ///     changes.
    init(
        _ plan: LoopPlan, demuxer: Element, pad: Pad, begin: Int64, mayGoOn: @escaping @Sendable () -> Bool,
        onAbsentFrame: @escaping @Sendable (InputName, Int64) -> Void,
        onNewSize: @escaping @Sendable (InputName, [Int]) -> Void = { _, _ in }
    ) {
        self.demuxer = demuxer
        self.pad = pad
        (start, length) = (plan.start, plan.length)
        self.begin = begin
        state = Mutex(State(soundEnd: begin))
        picture = plan.picture
        (self.mayGoOn, self.onAbsentFrame, self.onNewSize) = (mayGoOn, onAbsentFrame, onNewSize)
    }

    /// The name of the clip's demuxer element, for messages.
    var name: String { demuxer.name }

    func install() { pad.addProbe([.buffers, .events, .flushes]) { [self] in judge($0) } }

    /// Blocks the demuxer's pad until the clip has been sought to the beginning of the loop. Drops gap events: an edit
    /// list that begins with an empty edit causes a gap before the first frame, for which a decoder would invent a
    /// format.
    func hold(_ demuxed: Pad) {
        demuxed.addProbe(.events) { info in if case .gap? = info.event { .drop } else { .pass } }
        let probe = demuxed.addProbe([.block, .buffers]) { [self] _ in
            firstData.keep(())
            return .pass
        }
        held.withLock { $0 = (demuxed, probe) }
    }

    /// Seeks to the beginning of the loop once the demuxer has opened it. Blocks for up to `seconds` until the first
    /// data arrives. Returns false if the container cannot be played in a loop, or if no data arrives.
    func prepare(seconds: Double) -> Bool {
        guard firstData.wait(within: seconds) != nil else { return false }
        guard seek(flush: true) else { return false }
        if let (pad, probe) = held.withLock({ $0 }) { pad.remove(probe) }
        return true
    }

    /// Seeks to the beginning of the loop, to play it once more. The seek's end position lies within the last frame to
    /// play. Otherwise, a decoder would also show the following frame.
    private func seek(flush: Bool) -> Bool {
        let end = start + length - (picture?.frame ?? 0) / 8
        return demuxer.seekSegment(from: UInt64(clamping: start), to: UInt64(clamping: end), flush: flush)
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer {
            if state.withLock({ $0.isSilent }) { return .pass }
            info.move(by: state.withLock { begin + $0.round * length + $0.shift - start })
            if picture == nil { follow(info) }
            return admit(info) ? .pass : .drop
        }
        switch info.event {
        case .caps:
            noteSize(info.frameSize)
            return .pass
        case .segment(let segment): return begin(segment, info)
        case .segmentDone:
            if picture == nil { rest(until: state.withLock { begin + ($0.round + 1) * length }) }
            state.withLock { $0.segmentIsOver = true }
            DispatchQueue.global().async { [self] in if mayGoOn() { _ = seek(flush: false) } }
            return .drop
        case .flush: return .drop
        default: return .pass
        }
    }

    // MARK: Sound
    /// The longest gap in a clip's sound that is not filled with silence, in nanoseconds. Shorter gaps may result from
    /// the rounding of times in containers.
    private static let hole: Int64 = 50_000_000
    /// The number of recent silent intervals that are stored, because measurements of the sound arrive later than the
    /// sound itself.
    private static let mostRests = 4

    /// Fills the gap before a buffer of the clip's sound with silence.
    private func follow(_ info: borrowing ProbeInfo) {
        guard let stamp = info.presentationTime.map(Int64.init(clamping:)) else { return }
        rest(until: stamp)
        state.withLock { $0.soundEnd = max($0.soundEnd, stamp + Int64(clamping: info.duration ?? 0)) }
    }

    /// Inserts silence after the clip's sound up to `end`, in nanoseconds of running time. Blocks the streaming thread
    /// while the silence is played.
    private func rest(until end: Int64) {
        let stretch = state.withLock { state -> Range<Int64>? in
            guard end - state.soundEnd > Self.hole else { return nil }
            let stretch = state.soundEnd..<end
            state.rests = state.rests.suffix(Self.mostRests - 1) + [stretch]
            (state.soundEnd, state.isSilent) = (end, true)
            return stretch
        }
        guard let stretch else { return }
        _ = pad.pushSilence(stretch)
        state.withLock { $0.isSilent = false }
    }

    /// Returns true if silence replaces the clip's sound at a running time (nanoseconds), because the clip has no sound
    /// there.
    func rests(at time: Int64) -> Bool { state.withLock { $0.rests.contains { $0.contains(time) } } }

    /// The position in the clip of the last frame that was played, in nanoseconds; `nil` before the first frame.
    var position: Int64? { state.withLock { $0.last.map { start + max(0, $0 - begin) % max(1, length) } } }

    /// Returns how late the clip's newest frame is at `now`, in nanoseconds of running time: the time since that frame
    /// was due, or zero if its time is still to come. Returns `nil` before the first frame. Frames missing in the clip
    /// do not count.
    func overdue(at now: Int64) -> Duration? { Self.overdue(state.withLock { $0.last }, at: now) }

    static func overdue(_ due: Int64?, at now: Int64) -> Duration? { due.map { .nanoseconds(max(0, now - $0)) } }

    /// Reports the frames missing in the clip before a frame, and returns true if the frame is kept. Drops a frame that
    /// follows the previous one too closely, and the remainder of a frame that began before the current round (one
    /// playback of the clip). Encoded frames arrive in decoding order, in which only their decoding times increase.
    private func admit(_ info: borrowing ProbeInfo) -> Bool {
        guard let picture, picture.frame > 0, let stamp = info.decodingTime ?? info.presentationTime else {
            return true
        }
        let time = Int64(clamping: stamp)
        let isRemnant = info.duration.map { $0 > 0 && Int64(clamping: $0) < picture.frame / 4 } ?? false
        let (before, isTooSoon) = state.withLock { state -> (Int64?, Bool) in
            let before = state.last
            if picture.isDecoded, isRemnant { return (nil, true) }
            let isTooSoon = picture.isDecoded && before.map { time > $0 && (time - $0) * 2 < picture.frame } ?? false
            if !isTooSoon { state.last = time }
            return (before, isTooSoon)
        }
        if isTooSoon { return false }
        guard let before, time > before else { return true }
        let steps = Int(min(Self.longestHole, (Double(time - before) / Double(picture.frame)).rounded()))
        for step in 1..<max(1, steps) { onAbsentFrame(picture.input, before + Int64(step) * picture.frame) }
        return true
    }

    private func noteSize(_ size: [Int]) {
        guard let picture, !size.isEmpty else { return }
        let isNews = state.withLock { state in
            defer { state.size = size }
            guard !state.size.isEmpty, state.size != size, !state.hasToldSize else { return false }
            state.hasToldSize = true
            return true
        }
        if isNews { onNewSize(picture.input, size) }
    }

    private func begin(_ segment: Segment, _ info: borrowing ProbeInfo) -> ProbeVerdict {
        let isFirst = state.withLock { state in
            state.shift = segment.shift
            guard state.segmentIsOver else { return state.round == 0 }
            state.segmentIsOver = false
            state.round += 1
            return false
        }
        guard isFirst else { return .drop }
        info.replaceSegment(with: .open)
        return .pass
    }
}
