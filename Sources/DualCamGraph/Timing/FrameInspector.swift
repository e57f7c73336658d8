internal import DualCamConfig
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import JPEG
internal import Synchronization

/// A probe that inspects each picture from a camera's device. It drops damaged pictures before the decoder and the
/// files receive them, unless the plan keeps them.
///
/// A decoder would turn an incomplete picture into one that is half grey. If the size in the header is wrong, the
/// decoder would assume a change of format, which ends the camera's stream.
final class FrameInspector: Sendable {
    private let plan: FrameInspection
    /// The closure that is called for each damaged picture, with true if the picture is kept and with its running time
    /// in nanoseconds.
    private let onDamage: @Sendable (_ isKept: Bool, Int64?) -> Void
    /// The closure that is called once if the blocks of the camera's pictures cannot be checked, with the number of the
    /// first pictures in which some seemed to be missing.
    private let onDoubt: @Sendable (_ incomplete: Int) -> Void
    private let policy = Mutex(BlockCheckPolicy())

    init(
        _ plan: FrameInspection, onDamage: @escaping @Sendable (_ isKept: Bool, Int64?) -> Void,
        onDoubt: @escaping @Sendable (_ incomplete: Int) -> Void = { _ in }
    ) {
        (self.plan, self.onDamage, self.onDoubt) = (plan, onDamage, onDoubt)
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
        switch plan.form {
        case .h264: return info.isCorrupted ? .marked : nil
        case .raw(let bytes):
            if info.isCorrupted { return .marked }
            return bytes.map { info.size < $0 } == true ? .short : nil
        case .jpeg(let size):
            let damage: PictureDamage? = info.withBytes { self.damage(ofJPEG: $0, size: size) } ?? .empty
            // A picture that the driver has marked can also have damage with which it cannot be kept.
            return info.isCorrupted && damage?.canBeKept != false ? .marked : damage
        }
    }

    /// Returns the damage of a JPEG picture, or `nil` if it is intact or not known to be damaged.
    func damage(ofJPEG bytes: UnsafeRawBufferPointer, size: FrameSize) -> PictureDamage? {
        let found = PictureDamage.ofJPEG(bytes, size: size)
        guard found == nil || found == .endless else {
            let isHeadless = found == .torn && plan.keepsDamaged && CodedBlocks(of: bytes) == .unknown
            return isHeadless ? .headless : found
        }
        // Some cameras write no end marker after any picture.
        let isEndless = found == .endless
        let blocks = policy.withLock { $0.checks(bytes.count, isEndless) } ? CodedBlocks(of: bytes) : nil
        let (isDamaged, doubt) = policy.withLock { policy in
            (policy.register(bytes.count, blocks, isEndless), policy.doubt())
        }
        if let doubt { onDoubt(doubt) }
        return isDamaged ? (blocks == .unknown && plan.keepsDamaged ? .headless : .torn) : nil
    }
}
