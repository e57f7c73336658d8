internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The counter that draws frame numbers, from 0, into a test camera's pictures, with a `simplevideomark` element.
final class FrameCounter: Sendable {
    private let mark: Element
    private let wrap: UInt64
    private let next: Mutex<UInt64>

    /// - Parameter first: the first frame's number.
    init(_ plan: FrameCounterPlan, mark: Element, from first: UInt64) {
        self.mark = mark
        next = Mutex(first)
        wrap = plan.bits >= 64 ? .max : 1 << UInt64(plan.bits)
    }

    /// The next frame's number.
    var count: UInt64 { next.withLock { $0 } }

    /// Installs the probe. Throws if the element has no such mark or no pad, so that the probe itself cannot fail.
    func install() throws {
        try mark.set("pattern-data", .uint(0))
        try mark.pad("sink").addProbe(.buffers) { [self] _ in
            let number = next.withLock { next in
                defer { next = (next + 1) % wrap }
                return next
            }
            // A frame with a wrong number would mislead, while a missing frame is noticed.
            do throws(SettingError) { try mark.set("pattern-data", .uint(number)) } catch { return .drop }
            return .pass
        }
    }
}
