internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Numbers the frames of a test camera. The element `simplevideomark` draws the numbers into the pictures.
final class FrameCounter: Sendable {
    private let mark: Element
    private let wrap: UInt64
    private let next: Mutex<UInt64>

    /// Creates a counter.
    /// - Parameter first: the number of the first frame.
    init(_ plan: FrameCounterPlan, mark: Element, from first: UInt64) {
        self.mark = mark
        next = Mutex(first)
        wrap = plan.bits >= 64 ? .max : 1 << UInt64(plan.bits)
    }

    /// The number that the next frame of the test camera gets.
    var count: UInt64 { next.withLock { $0 } }

    /// Installs the probe that numbers each frame. Throws if the element has no `pattern-data` property or no sink pad.
    func install() throws {
        try mark.set("pattern-data", .uint(0))
        try mark.pad("sink").addProbe(.buffers) { [self] _ in
            let number = next.withLock { next in
                defer { next = (next + 1) % wrap }
                return next
            }
            // If the number cannot be set, drops the frame: a wrong number would be misleading, but a missing frame is
            // detected.
            do throws(SettingError) { try mark.set("pattern-data", .uint(number)) } catch { return .drop }
            return .pass
        }
    }
}
