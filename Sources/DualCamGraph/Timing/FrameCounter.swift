internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A counter that draws frame numbers, starting at 0, into a test camera's pictures with a `simplevideomark` element.
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
            // A frame with a wrong number would be misleading, while a missing frame is noticed.
            do throws(SettingError) { try mark.set("pattern-data", .uint(number)) } catch { return .drop }
            return .pass
        }
    }
}
