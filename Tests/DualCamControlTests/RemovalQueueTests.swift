import DualCamRecordings
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamControl

/// Deletions that can be undone for a while, with a timer that the test moves.
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

    /// A session is hidden until its deletion has succeeded or failed; a failure is reported, and the session is shown
    /// again.
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

    /// A deletion that was undone and requested again waits for its own time, not for that of the first request.
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
        // The session is deleted once, whatever timer fires later.
        fire(2)
        #expect(deleted.with { $0 } == ["take"])
    }
}
