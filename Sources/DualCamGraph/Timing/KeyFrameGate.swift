internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Decides which pictures enter a full queue if each picture depends on earlier ones. After a dropped picture, drops
/// all that follow until the next key frame.
struct KeyFrameRule: Sendable, Equatable {
    private var isWaiting = false

    /// Returns true if the picture may enter the queue.
    ///
    /// - Parameters:
    ///   - waiting: the number of pictures in the queue.
    ///   - room: the queue's capacity in pictures. After a drop it must be half empty again, or it would be full at the
    ///     next picture.
    mutating func admits(isKeyFrame: Bool, waiting: Int, of room: Int) -> Bool {
        isWaiting = isWaiting ? !isKeyFrame || waiting > room / 2 : waiting >= room
        return !isWaiting
    }
}

/// Keeps pictures out of a full queue until the next key frame, so that no file or decoder gets a picture without its
/// reference. A leaky queue alone drops single pictures.
final class KeyFrameGate: Sendable {
    private struct State {
        var rule = KeyFrameRule()
        var holdsBack = false
    }

    private let queue: Element
    private let room: Int
    /// Called for each dropped picture with its running time in nanoseconds.
    private let onLoss: @Sendable (Int64?) -> Void
    private let state = Mutex(State())

    /// Creates a gate for a queue. Throws if the queue has no limit of buffers.
    init(_ queue: Element, onLoss: @escaping @Sendable (Int64?) -> Void) throws(SettingError) {
        (self.queue, self.onLoss) = (queue, onLoss)
        room = Int(try queue.integer("max-size-buffers"))
    }

    /// - Parameter entry: a pad before the queue, on the same thread.
    func install(on entry: Pad) { entry.addProbe(.buffers) { [self] in judge($0) } }

    /// Makes pictures wait for room instead of being dropped, or ends that.
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
