internal import GStreamer
internal import Synchronization

/// The queue behind an encoder that holds back what is younger than the past that is kept.
final class PastQueue: Sendable {
    private let queue: Element
    private let gate = PastGate()

    /// - Throws: `GraphError` where the element is no queue.
    init(_ queue: Element) throws(GraphError) {
        self.queue = queue
        try queue.pad("sink").addProbe([.buffers, .events, .queries]) { [gate] info in gate.judge(info) }
    }

    /// Holds back `nanoseconds`; 0: nothing.
    func hold(_ nanoseconds: Int64) throws(SettingError) {
        gate.isHolding.store(nanoseconds > 0, ordering: .relaxed)
        try queue.set("min-threshold-time", .uint(UInt64(max(0, nanoseconds))))
    }

    /// The time that it holds now, in nanoseconds.
    var held: Int64 {
        do throws(SettingError) { return try queue.integer("current-level-time") } catch { return 0 }
    }
}

/// Lets through what comes to a queue that holds back the past. The queue's pad holds it, which must not hold the queue.
private final class PastGate: Sendable {
    let isHolding = Atomic(false)
    private let hasBegun = Atomic(false)

    /// A queue whose last item is no buffer gives out everything, whatever it is to hold (gst_queue_is_empty in gstqueue.c): encoders
    /// tell key frames that were asked for, and parsers bitrates, of which no file has need; and a file that joins the tee has the
    /// encoder ask for memory, of which a file's queue knows nothing.
    func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        if info.isBuffer {
            hasBegun.store(true, ordering: .relaxed)
            return .pass
        }
        if info.isAllocationQuery { return .drop }
        guard isHolding.load(ordering: .relaxed), hasBegun.load(ordering: .relaxed) else { return .pass }
        return switch info.event {
        case .other?, .gap?: .drop
        default: .pass
        }
    }
}
