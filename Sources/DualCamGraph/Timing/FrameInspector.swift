internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Looks at each picture as a camera's device delivers it, and keeps damaged ones from the decoder and the files.
///
/// A decoder makes a half grey picture of a torn one, and takes one whose head names another size for a change of format, which costs the
/// camera.
final class FrameInspector: Sendable {
    private struct State {
        /// Pictures without an end, before the first one that has one.
        var endless = 0
        var checksEnd = true
        var hasWhole = false
    }

    private let plan: FrameInspection
    /// Is told of each damaged picture whether it goes on all the same, and its running time in nanoseconds.
    private let onDamage: @Sendable (_ isKept: Bool, Int64?) -> Void
    /// Is told once that the camera's pictures have no end, and so cannot be looked at for it.
    private let onEndless: @Sendable () -> Void
    private let state = Mutex(State())

    /// So many of a camera's first pictures may lack their end before it is taken for one whose pictures never have one.
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
