internal import Dispatch
import DualCamPlan
import DualCamRecordings
internal import Synchronization

/// The queue that deletes sessions after a delay. Until then, a session is hidden and can be restored. If the process
/// ends before the delay is over, the session is not deleted.
final class RemovalQueue: Sendable {
    private let sessions: SessionLibrary
    private let tools: LibraryTools
    private let patience: Duration
    /// The closure that receives the error if a deletion fails. The client that requested the deletion no longer waits.
    private let tell: @Sendable (FolderFailure) -> Void
    /// The closure that calls a function after a delay.
    private let timer: Timer
    /// The deletions that have been requested. `next`: the number of the newest request. `bySession`: the number of
    /// each session's pending request. If a deletion is undone and requested again, it gets a new number.
    private let requests = Mutex<(next: Int, bySession: [String: Int])>((0, [:]))

    typealias Timer = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    init(
        _ sessions: SessionLibrary, _ tools: LibraryTools, _ patience: Duration, timer: Timer? = nil,
        tell: @escaping @Sendable (FolderFailure) -> Void
    ) {
        (self.sessions, self.tools, self.patience, self.tell) = (sessions, tools, patience, tell)
        self.timer = timer ?? Self.queueTimer
    }

    private static var queueTimer: Timer {
        let queue = DispatchQueue(label: "dualcam.library.removal")
        return { delay, work in queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.nanoseconds)), execute: work)
        }
    }

    /// Hides a session and schedules its deletion. Returns the Unix time in nanoseconds until which the deletion can be
    /// undone. Blocks.
    func add(_ session: String) throws(LibraryFailure) -> Int64 {
        try sessions.hide(session)
        let number = requests.withLock { requests in
            requests.next += 1
            requests.bySession[session] = requests.next
            return requests.next
        }
        timer(patience) { self.carryOut(number, session) }
        return WallTime.unixNow() + patience.nanoseconds
    }

    func cancel(_ session: String) throws(LibraryFailure) {
        guard requests.withLock({ $0.bySession.removeValue(forKey: session) }) != nil else {
            throw .notRemoved(session)
        }
        try sessions.show(session)
    }

    /// Deletes a session if the request with this number is still pending. If the deletion fails, the session is shown
    /// again.
    private func carryOut(_ number: Int, _ session: String) {
        let isMeant = requests.withLock { requests in
            guard requests.bySession[session] == number else { return false }
            requests.bySession[session] = nil
            return true
        }
        guard isMeant else { return }
        if let failure = tools.delete(session) { tell(failure) }
        do throws(LibraryFailure) { try sessions.show(session) } catch {}
    }
}
