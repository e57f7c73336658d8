import DualCamConfig
import Testing

@testable import DualCamProcess
@testable import DualCamTransfer

/// The state of the backups as users see it.
@Suite struct BackupViewTests {
    private static let settings = try? BackupState.Settings(backup("nas:films"))

    private static func backup(_ to: String) throws -> Backup {
        var backup = Backup()
        backup.to = try RemotePath(parsing: to)
        return backup
    }

    @Test func itFollowsWhatIsCopied() throws {
        var view = BackupView(begin: 1_000_000_000)
        view.apply(Self.settings, [])
        #expect(view.state.isScheduled && view.state.waiting == nil && view.state.settings?.to == "nas:films")
        view.apply(BackupNote(waiting: ["/r/a", "/r/b"], waitingCount: 2), now: 5)
        view.apply(BackupNote(copying: .init(session: "a", progress: .init(3, left: 1.5, speed: 9))), now: 6)
        #expect(
            view.state.waiting == ["a", "b"] && view.state.looked == 5 && view.state.copying?.progress.percent == 3)
        view.end(.copied(session: "/r/a", left: 1))
        #expect(view.state.waiting == ["b"] && view.state.waitingCount == 1 && view.state.copying == nil)
        view.apply(Self.settings, [.init(session: "/r/b", reason: "It is full.", due: .seconds(60))])
        #expect(view.state.failed == [.init(session: "b", message: "It is full.", again: 61_000_000_000)])
        view.apply(BackupNote(copying: .init(session: "b")), now: 7)
        view.end(.failed(session: "/r/b", reason: "It is full."))
        #expect(view.state.copying == nil && view.state.waiting == ["b"])
        // Sessions that waited for another destination are not in the list of the new one.
        view.apply(try BackupState.Settings(Self.backup("/mnt/nas")), [])
        #expect(view.state.waiting == nil && view.state.looked == nil && view.state.failed == [])
    }

    /// The time of the next attempt follows the schedule's pauses.
    @Test func troublesAreThoseOfTheSchedule() throws {
        var schedule = BackupSchedule()
        _ = schedule.observe(.tick(TimeOfDay(hour: 12, minute: 0), isRecording: false), at: .zero)
        _ = schedule.observe(.begin(try Self.backup("nas:films")), at: .zero)
        _ = schedule.observe(.ended(.failed(session: "/r/a", reason: "x")), at: .seconds(10))
        _ = schedule.observe(.ended(.failed(session: nil, reason: "y")), at: .seconds(20))
        #expect(
            schedule.troubles == [
                .init(session: nil, reason: "y", due: .seconds(80)),
                .init(session: "/r/a", reason: "x", due: .seconds(70)),
            ])
    }

    /// The supervisor sends the state to the worker, which decodes it again; notes and ends of copies are different
    /// messages.
    @Test func whatIsPassedOnIsReadAgain() throws {
        var state = BackupState(try Self.backup("nas:films"), isScheduled: true)
        state.failed = [.init(session: nil, message: "ä \"x\"\n", again: 5)]
        (state.waiting, state.waitingCount, state.looked) = (["a b"], 1, 9)
        state.copying = .init(session: "a b", progress: .init(nil, left: 0.25, speed: 1, slowed: .disk))
        #expect(BackupState(ownJSON: state.ownJSON) == state)
        let note = BackupNote(waiting: [], waitingCount: 0)
        #expect(BackupNote(ownJSON: note.ownJSON) == note)
        for ending in [BackupEnding.nothing, .copied(session: "/r/a", left: 1), .failed(session: nil, reason: "x")] {
            #expect(
                BackupNote(ownJSON: ending.ownJSON) == BackupNote() && BackupEnding(ownJSON: ending.ownJSON) == ending)
        }
        #expect(BackupEnding(ownJSON: note.ownJSON) == nil)
    }
}
