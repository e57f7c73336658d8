internal import GStreamer
internal import Synchronization

/// Detects the buffers that a leaky queue drops, by comparing the buffers that leave the queue with those that have
/// entered it.
///
/// The queue's signal `overrun` does not suffice. GstQueue emits it without its lock and then checks again if it is
/// full, so it may drop no buffer, or several (gst_queue_chain_buffer_or_list in gstqueue.c, 1.22). It also does not
/// name the dropped buffer, which may be from before a pause although the queue is full during it.
final class QueueLosses: Sendable {
    private struct Entry {
        /// The buffer's presentation time stamp.
        var stamp: UInt64
        /// The buffer's running time in nanoseconds.
        var time: Int64
    }

    private struct State {
        /// The buffers in the queue, oldest first.
        var waiting: [Entry] = []
        /// The running times of lost buffers, in nanoseconds, that may or may not belong to the recording. They are
        /// stored until the recording's start is known.
        var undecided: [Int64] = []
    }

    /// The maximum number of lost buffers to store before the recording's start is known.
    private static let mostUndecided = 200

    private let window: RecordingWindow
    /// The closure that is called with the running time, in nanoseconds, of each lost buffer of the recording.
    private let onLoss: @Sendable (Int64) -> Void
    private let state = Mutex(State())

    init(_ window: RecordingWindow, onLoss: @escaping @Sendable (Int64) -> Void) {
        (self.window, self.onLoss) = (window, onLoss)
    }

    /// Installs the probes at the pads of a queue. Probes on these pads that drop buffers must be installed earlier on
    /// `entry`, and later on `exit`.
    func install(on entry: Pad, _ exit: Pad) {
        entry.addProbe([.buffers, .flushes]) { [self] info in
            enter(info)
            return .pass
        }
        exit.addProbe(.buffers) { [self] info in
            if let stamp = info.presentationTime { leave(stamp) }
            return .pass
        }
    }

    private func enter(_ info: borrowing ProbeInfo) {
        // A flush empties the queue on purpose.
        guard info.isBuffer else { return state.withLock { $0.waiting = [] } }
        guard let stamp = info.presentationTime, let time = info.runningTime else { return }
        state.withLock { $0.waiting.append(Entry(stamp: stamp, time: time)) }
    }

    /// Reports the buffers that entered the queue before the one with this time stamp and have not left it.
    private func leave(_ stamp: UInt64) {
        let isKnown = window.isKnown
        let lost = state.withLock { state -> [Int64] in
            guard let index = state.waiting.firstIndex(where: { $0.stamp == stamp }) else { return [] }
            let lost = state.undecided + state.waiting[..<index].map(\.time)
            state.waiting.removeFirst(index + 1)
            state.undecided = isKnown ? [] : lost.suffix(Self.mostUndecided)
            return isKnown ? lost : []
        }
        for time in lost where window.counts(at: UInt64(clamping: time)) { onLoss(time) }
    }
}
