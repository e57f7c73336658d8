internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Plays a clip over and over as one stream without an end: its second round's timestamps go on where the first one's ended.
/// It acts behind the decoders, which need the clip's own segments to leave out what an edit list hides. Sound that is shorter than its
/// round, or begins later, is silence for so long.
final class ClipLoop: Sendable {
    private struct State {
        var round: Int64 = 0
        var shift: Int64 = 0
        var segmentIsOver = false
        /// The time of the last frame, in nanoseconds of running time.
        var last: Int64?
        /// The size of the last frames.
        var size: [Int] = []
        var hasToldSize = false
        /// The end of the sound that came last, in nanoseconds of running time.
        var soundEnd: Int64
        var isSilent = false
        /// Where a clip's sound rested, the newest last.
        var rests: [Range<Int64>] = []
    }

    /// The most frames that are told of one hole: nobody plays a clip that says it goes on after years.
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

    /// - Parameters:
    ///   - begin: the running time of the first round's beginning, in nanoseconds.
    ///   - mayGoOn: asked before each further round, and may block; `false`: there is none.
    ///   - onAbsentFrame: called on the streaming thread with the running time at which a frame would be due that the clip
    ///     does not hold.
    ///   - onNewSize: called once, on the streaming thread, with the width and the height to which the picture changes.
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

    /// The demuxer's, for messages.
    var name: String { demuxer.name }

    func install() { pad.addProbe([.buffers, .events, .flushes]) { [self] in judge($0) } }

    /// Holds the demuxer's pad until the first segment has been set. Gaps go no further: of one before the first frame (an edit list that
    /// begins with nothing) a decoder makes a format of its own.
    func hold(_ demuxed: Pad) {
        demuxed.addProbe(.events) { info in if case .gap? = info.event { .drop } else { .pass } }
        let probe = demuxed.addProbe([.block, .buffers]) { [self] _ in
            firstData.keep(())
            return .pass
        }
        held.withLock { $0 = (demuxed, probe) }
    }

    /// Sets the first round's segment once the demuxer has opened the clip. Blocks for at most `seconds`; `false` when the
    /// container cannot be played in rounds or nothing came out of it.
    func prepare(seconds: Double) -> Bool {
        guard firstData.wait(within: seconds) != nil else { return false }
        guard seek(flush: true) else { return false }
        if let (pad, probe) = held.withLock({ $0 }) { pad.remove(probe) }
        return true
    }

    /// A round of pictures ends within its last frame: of one that begins at the very end, a decoder would show a bit.
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
    /// The longest hole that is left to whoever counts samples: times in containers are rounded.
    private static let hole: Int64 = 50_000_000
    /// The number of rests that are remembered: what is measured of sound comes later than the sound.
    private static let mostRests = 4

    /// Fills what the clip lacks before a buffer of sound.
    private func follow(_ info: borrowing ProbeInfo) {
        guard let stamp = info.presentationTime.map(Int64.init(clamping:)) else { return }
        rest(until: stamp)
        state.withLock { $0.soundEnd = max($0.soundEnd, stamp + Int64(clamping: info.duration ?? 0)) }
    }

    /// Has silence stand where the clip has no sound. Blocks on the streaming thread as long as that is played.
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

    /// True when the clip's sound rests at a running time in nanoseconds: it has ended before its round, or has not begun.
    func rests(at time: Int64) -> Bool { state.withLock { $0.rests.contains { $0.contains(time) } } }

    /// The time in the clip of the frame that came last, in nanoseconds; `nil` before the first one.
    var position: Int64? { state.withLock { $0.last.map { start + max(0, $0 - begin) % max(1, length) } } }

    /// Returns how long the newest frame that the clip has given out has been due: none at all while it waits for its time, whatever
    /// the clip lacks before that. `nil`: it has given out none.
    func overdue(at now: Int64) -> Duration? { Self.overdue(state.withLock { $0.last }, at: now) }

    static func overdue(_ due: Int64?, at now: Int64) -> Duration? { due.map { .nanoseconds(max(0, now - $0)) } }

    /// Tells what the clip lacks before a frame, and leaves out one that comes too soon behind another, and what is left of one that
    /// belongs before the round's begin.
    ///
    /// Frames of a stream that was not decoded come in their coding order, in which only their decoding times grow.
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
