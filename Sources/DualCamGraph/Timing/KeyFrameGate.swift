internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Decides which pictures of a stream go into a queue that has no room for all of them, where each picture needs those before it: if one is
/// left out, so is all that follows up to a key frame.
struct KeyFrameRule: Sendable, Equatable {
    private var isWaiting = false

    /// - Parameters:
    ///   - waiting: the pictures in the queue.
    ///   - room: the pictures that it holds. It has to be half empty before anything goes on, or it would be full at the next picture.
    mutating func admits(isKeyFrame: Bool, waiting: Int, of room: Int) -> Bool {
        isWaiting = isWaiting ? !isKeyFrame || waiting > room / 2 : waiting >= room
        return !isWaiting
    }
}

/// Keeps pictures out of a queue that is full, up to the next key frame, so that no file and no decoder gets a picture whose reference is
/// missing. A queue that leaks by itself drops single pictures.
final class KeyFrameGate: Sendable {
    private struct State {
        var rule = KeyFrameRule()
        var holdsBack = false
    }

    private let queue: Element
    private let room: Int
    /// Is told of each picture that is left out, with its running time in nanoseconds.
    private let onLoss: @Sendable (Int64?) -> Void
    private let state = Mutex(State())

    /// Throws where the queue has no limit of buffers.
    init(_ queue: Element, onLoss: @escaping @Sendable (Int64?) -> Void) throws(SettingError) {
        (self.queue, self.onLoss) = (queue, onLoss)
        room = Int(try queue.integer("max-size-buffers"))
    }

    /// - Parameter entry: a pad before the queue, on the same thread.
    func install(on entry: Pad) { entry.addProbe(.buffers) { [self] in judge($0) } }

    /// Lets pictures wait for room instead of being left out, or no longer.
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
