internal import DualCamConfig
internal import DualCamPlan
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
    private let policy = Mutex(BlockCheckPolicy())

    init(_ plan: FrameInspection, onDamage: @escaping @Sendable (_ isKept: Bool, Int64?) -> Void) {
        (self.plan, self.onDamage) = (plan, onDamage)
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
            return info.withBytes { bytes in
                let damage = damage(ofJPEG: bytes, size: size)
                let isHeadless = damage == .torn && plan.keepsDamaged && CodedBlocks(of: bytes) == .unknown
                return isHeadless ? .headless : damage
            } ?? .empty
        }
    }

    /// Returns the damage of a JPEG picture, or `nil` if it is intact or not known to be damaged.
    func damage(ofJPEG bytes: UnsafeRawBufferPointer, size: FrameSize) -> PictureDamage? {
        switch PictureDamage.ofJPEG(bytes, size: size) {
        // Some cameras write no end marker after any picture.
        case .endless: return CodedBlocks(of: bytes) == .complete ? nil : .torn
        case let damage?: return damage
        case nil:
            let blocks = policy.withLock { $0.checks(bytes.count) } ? CodedBlocks(of: bytes) : nil
            return policy.withLock { $0.register(bytes.count, blocks) } ? .torn : nil
        }
    }
}
