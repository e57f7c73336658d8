import DualCamSession
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamControl

/// Deletions that can be undone for a while, by a timer that the test moves.
@Suite struct RemovalQueueTests {
    private let recorded: RecordedSessions
    private let deleted = Lock<[String]>([])
    private let timers = Lock<[@Sendable () -> Void]>([])
    private let sessions: SessionLibrary
    private let queue: RemovalQueue

    init() throws {
        recorded = try RecordedSessions()
        sessions = SessionLibrary(recorded.folder.path)
        let (deleted, timers) = (deleted, timers)
        let tools = LibraryTools(
            work: { _, _ in .failed("No.") },
            delete: { session in
                deleted.with { $0.append(session) }
                return nil
            }, derive: { _, _ in .failed })
        queue = RemovalQueue(
            sessions, tools, .seconds(10), timer: { _, work in timers.with { $0.append(work) } }, tell: { _ in })
    }

    private func fire(_ number: Int) { timers.with { $0[number] }() }

    /// Until its files are gone, or it is known that they stay, nobody sees it: what cannot be deleted is told and shown again.
    @Test func whatCannotBeDeletedIsToldAndShownAgain() throws {
        let (failures, seen) = (Lock<[FolderFailure]>([]), Lock<[Bool]>([]))
        let (sessions, timers) = (sessions, timers)
        let refusal = FolderFailure(.remove, path: "/r/take", errorNumber: EBUSY)
        let tools = LibraryTools(
            work: { _, _ in .failed("No.") },
            delete: { session in
                seen.with { $0.append((try? sessions.session(session)) != nil) }
                return refusal
            }, derive: { _, _ in .failed })
        let queue = RemovalQueue(
            sessions, tools, .seconds(10), timer: { _, work in timers.with { $0.append(work) } },
            tell: { failure in failures.with { $0.append(failure) } })
        _ = try queue.add("take")
        fire(0)
        #expect(seen.with { $0 } == [false])
        #expect(failures.with { $0 } == [refusal])
        _ = try sessions.session("take")
    }

    /// The time of the first request is not that of the second, which can be undone until its own time has come.
    @Test func whatWasUndoneAndIsAskedForAgainWaitsForItsOwnTime() throws {
        _ = try queue.add("take")
        try queue.cancel("take")
        _ = try queue.add("take")
        fire(0)
        #expect(deleted.with { $0 } == [])
        #expect(throws: LibraryFailure.self) { try sessions.session("take") }
        try queue.cancel("take")
        fire(1)
        #expect(deleted.with { $0 } == [])
        _ = try sessions.session("take")
        _ = try queue.add("take")
        fire(1)
        #expect(deleted.with { $0 } == [])
        fire(2)
        #expect(deleted.with { $0 } == ["take"])
        // It is gone once, whatever comes late.
        fire(2)
        #expect(deleted.with { $0 } == ["take"])
    }
}
