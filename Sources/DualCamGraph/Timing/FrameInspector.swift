internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A probe that inspects each picture from a camera's device, and drops damaged pictures before the decoder and the
/// files receive them.
///
/// A decoder would turn an incomplete picture into one that is half grey. If the size in the header is wrong, the
/// decoder would assume a change of format, which ends the camera's stream.
final class FrameInspector: Sendable {
    private struct State {
        /// The number of pictures without an end marker that arrived before the first picture with one.
        var endless = 0
        var checksEnd = true
        var hasWhole = false
    }

    private let plan: FrameInspection
    /// The closure that is called for each damaged picture, with true if the picture is kept and with its running time
    /// in nanoseconds.
    private let onDamage: @Sendable (_ isKept: Bool, Int64?) -> Void
    /// The closure that is called once if the camera's pictures never have an end marker, so that a picture without its
    /// end cannot be detected.
    private let onEndless: @Sendable () -> Void
    private let state = Mutex(State())

    /// The number of pictures without an end marker after which dualcam assumes that the camera never sends one.
    private static let patience = 10

    init(
        _ plan: FrameInspection, onDamage: @escaping @Sendable (_ isKept: Bool, Int64?) -> Void,
        onEndless: @escaping @Sendable () -> Void
    ) {
        (self.plan, self.onDamage, self.onEndless) = (plan, onDamage, onEndless)
    }

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in judge($0) } }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard let damage = damage(of: info) else { return .pass }
        let isKept = plan.keepsDamaged && damage.canBeKept
        onDamage(isKept, info.runningTime)
        return isKept ? .pass : .drop
    }

    private func damage(of info: borrowing ProbeInfo) -> PictureDamage? {
        if info.size == 0 { return .empty }
        if info.isCorrupted { return .marked }
        switch plan.form {
        case .h264: return nil
        case .raw(let bytes): return bytes.map { info.size < $0 } == true ? .short : nil
        case .jpeg(let size):
            let (checksEnd, hasWhole) = state.withLock { ($0.checksEnd, $0.hasWhole) }
            let (damage, isEndless) =
                info.withBytes { bytes in
                    let damage = PictureDamage.ofJPEG(bytes, size: size, checksEnd: checksEnd)
                    return (damage, damage == .torn && !hasWhole && PictureDamage.lacksOnlyItsEnd(bytes, size: size))
                } ?? (.empty, false)
            return learn(damage, isEndless: isEndless)
        }
    }

    private func learn(_ damage: PictureDamage?, isEndless: Bool) -> PictureDamage? {
        let isNews = state.withLock { state in
            if damage == nil { state.hasWhole = true }
            guard isEndless, state.checksEnd else { return false }
            state.endless += 1
            if state.endless >= Self.patience { state.checksEnd = false }
            return !state.checksEnd
        }
        if isNews { onEndless() }
        return damage
    }
}
