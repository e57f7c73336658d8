internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Processes all audio that will be heard: gain, mute and wind filter act here, and it is known at which sample they began.
final class AudioProcessor: Sendable {
    private struct State: Sendable {
        var segment = Segment.open
        var shaper: SoundShaper
        /// A request that no buffer has followed yet.
        var asked: SoundShaper.Request?
        /// Running time in nanoseconds of the first sample that followed what was asked last.
        var followed: Int64?
    }

    private let branch: BranchID
    private let state: Mutex<State>
    private let following = DispatchSemaphore(value: 0)

    init(_ plan: SoundPlan) {
        let request = SoundShaper.Request(
            factor: plan.isMuted ? 0 : SoundPlan.factor(plan.gain), windFilter: plan.windFilter)
        branch = plan.branch
        state = Mutex(
            State(shaper: SoundShaper(format: plan.format, rate: plan.rate, channels: plan.channels, request: request)))
    }

    func install(on pad: Pad) { pad.addProbe([.buffers, .events]) { [self] in judge($0) } }

    /// The request that is in force.
    var request: SoundShaper.Request { state.withLock { $0.shaper.request } }

    /// Has `request` followed from the next buffer on. Blocks until that comes; one request at a time.
    ///
    /// Fails with `timeout`, and changes nothing, when nothing has come for `seconds`.
    /// - Returns: running time of the first sample, in nanoseconds.
    func follow(_ request: SoundShaper.Request, within seconds: Double) -> Result<Int64, GraphFailure> {
        state.withLock { ($0.asked, $0.followed) = (request, nil) }
        if following.wait(timeout: .now() + seconds) == .success, let time = state.withLock({ $0.followed }) {
            return .success(time)
        }
        let late = state.withLock { state in
            state.asked = nil
            return state.followed
        }
        // It came after all, and its signal is to be taken.
        if let late, following.wait(timeout: .now() + 1) == .success { return .success(late) }
        return .failure(
            GraphFailure(
                .timeout, branch: branch, message: "no sound has come that could be changed",
                advice: "Look at the microphone, and try again when there is sound."))
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard info.isBuffer else {
            if case .segment(let segment)? = info.event { state.withLock { $0.segment = segment } }
            return .pass
        }
        let stamp = info.presentationTime
        let (isNeutral, isNew) = state.withLock { state in
            guard let request = state.asked, let time = stamp.flatMap({ state.segment.runningTime($0) }) else {
                return (state.shaper.isNeutral, false)
            }
            state.shaper.follow(request)
            (state.asked, state.followed) = (nil, time)
            return (state.shaper.isNeutral, true)
        }
        if !isNeutral { info.withWritableBytes { bytes in state.withLock { $0.shaper.shape(bytes) } } }
        if isNew { following.signal() }
        return .pass
    }
}
