internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The rule that decides which pictures may enter a queue if pictures depend on earlier ones. After a picture is
/// dropped, all others are dropped until the next key frame.
struct KeyFrameRule: Sendable, Equatable {
    private var isWaiting = false

    /// Returns true if the next picture may enter the queue. If it may not, all further pictures are rejected until a
    /// key frame.
    ///
    /// - Parameters:
    ///   - waiting: the number of pictures in the queue.
    ///   - room: the queue's capacity in pictures. After a drop, the queue must be half empty before pictures enter
    ///     again; otherwise it would soon be full.
    mutating func admits(isKeyFrame: Bool, waiting: Int, of room: Int) -> Bool {
        isWaiting = isWaiting ? !isKeyFrame || waiting > room / 2 : waiting >= room
        return !isWaiting
    }
}

/// A probe before a queue. When the queue is full, it drops all pictures until the next key frame. A leaky queue alone
/// would drop individual pictures, and the pictures that depend on them could not be decoded.
final class KeyFrameGate: Sendable {
    private struct State {
        var rule = KeyFrameRule()
        var holdsBack = false
    }

    private let queue: Element
    private let room: Int
    /// The closure that is called for each dropped picture with its running time in nanoseconds.
    private let onLoss: @Sendable (Int64?) -> Void
    private let state = Mutex(State())

    /// Creates a gate for a queue. Throws if the queue has no `max-size-buffers` property.
    init(_ queue: Element, onLoss: @escaping @Sendable (Int64?) -> Void) throws(SettingError) {
        (self.queue, self.onLoss) = (queue, onLoss)
        room = Int(try queue.integer("max-size-buffers"))
    }

    /// Installs the gate on a pad.
    /// - Parameter entry: a pad before the queue, on the same streaming thread.
    func install(on entry: Pad) { entry.addProbe(.buffers) { [self] in judge($0) } }

    /// Sets whether pictures wait until the queue has space (true) or are dropped when it is full (false).
    func holdBack(_ holdsBack: Bool) { state.withLock { $0.holdsBack = holdsBack } }

    private func judge(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        let waiting = Int((try? queue.integer("current-level-buffers")) ?? 0)
        let isTaken = state.withLock { state in
            state.holdsBack || state.rule.admits(isKeyFrame: info.isKeyFrame, waiting: waiting, of: room)
        }
        if !isTaken { onLoss(info.runningTime) }
        return isTaken ? .pass : .drop
    }
}
