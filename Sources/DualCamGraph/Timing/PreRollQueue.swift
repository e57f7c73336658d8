internal import GStreamer
internal import Synchronization

/// The queue after an encoder that holds the pre-roll: the encoded frames of the last seconds.
final class PreRollQueue: Sendable {
    private let queue: Element
    private let gate = PreRollGate()

    /// Installs the filter that makes a queue hold pre-roll.
    /// - Throws: `GraphError` if the element has no sink pad.
    init(_ queue: Element) throws(GraphError) {
        self.queue = queue
        try queue.pad("sink").addProbe([.buffers, .events, .queries]) { [gate] info in gate.judge(info) }
    }

    /// Sets how much pre-roll the queue holds back, in nanoseconds; 0 releases everything.
    func hold(_ nanoseconds: Int64) throws(SettingError) {
        gate.isHolding.store(nanoseconds > 0, ordering: .relaxed)
        try queue.set("min-threshold-time", .uint(UInt64(max(0, nanoseconds))))
    }

    /// The total length of the frames in the queue now, in nanoseconds.
    var held: Int64 {
        do throws(SettingError) { return try queue.integer("current-level-time") } catch { return 0 }
    }
}

/// A filter at the input of a queue that holds pre-roll. The queue's pad holds a reference to the filter, so the filter
/// must not hold a reference to the queue.
private final class PreRollGate: Sendable {
    let isHolding = Atomic(false)
    private let hasBegun = Atomic(false)

    /// Drops events and queries that would empty the queue, because a queue whose last item is not a buffer releases
    /// everything (gst_queue_is_empty in gstqueue.c). Such events announce requested key frames (encoders) and bitrates
    /// (parsers), and no file needs them. Allocation queries, which a newly linked file causes, are not needed either.
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
