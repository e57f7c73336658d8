internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A probe that applies gain, muting and the wind filter to a microphone's sound. After a change, it reports the time
/// of the first sample with the new setting.
final class AudioProcessor: Sendable {
    /// A setting to apply from the next buffer on, with the promise of that buffer's running time in nanoseconds.
    private typealias Asked = (request: SoundShaper.Request, followed: Promise<Int64>)

    private let branch: BranchID
    private let state: Mutex<(shaper: SoundShaper, asked: Asked?)>

    init(_ plan: SoundPlan) {
        let request = SoundShaper.Request(
            factor: plan.isMuted ? 0 : SoundPlan.factor(plan.gain), windFilter: plan.windFilter)
        branch = plan.branch
        let shaper = SoundShaper(format: plan.format, rate: plan.rate, channels: plan.channels, request: request)
        state = Mutex((shaper, nil))
    }

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in judge($0) } }

    /// The gain and filter that currently apply to the microphone's sound.
    var request: SoundShaper.Request { state.withLock { $0.shaper.request } }

    /// Applies the requested gain and filter from the next buffer on. Blocks until that buffer arrives. Only one
    /// request may wait at a time.
    ///
    /// - Returns: the running time of the first sample with the new setting, in nanoseconds.
    /// - Throws: `timeout` if no buffer arrives within `seconds`, in which case nothing has changed.
    func follow(_ request: SoundShaper.Request, within seconds: Double) throws(GraphFailure) -> Int64 {
        let followed = Promise<Int64>()
        state.withLock { $0.asked = (request, followed) }
        if let time = followed.wait(within: seconds) { return time }
        state.withLock { $0.asked = nil }
        // The buffer may have arrived after the timeout and before the request was withdrawn.
        if let time = followed.current { return time }
        throw GraphFailure(
            .timeout, branch: branch, message: "no sound has come that could be changed",
            advice: "Look at the microphone, and try again when there is sound.")
    }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        let time = info.runningTime
        let isNeutral = state.withLock { state in
            if let asked = state.asked, let time {
                state.shaper.follow(asked.request)
                state.asked = nil
                asked.followed.keep(time)
            }
            return state.shaper.isNeutral
        }
        if !isNeutral { info.withWritableBytes { bytes in state.withLock { $0.shaper.shape(bytes) } } }
        return .pass
    }
}
